-- Who somebody is at providers of identities, and sign-ins there that have begun.

create table identities (
  issuer text not null,
  -- What the issuer knows them by, forever; their e-mail address may change hands.
  subject text not null,
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_by_person on identities (person_id);

create table identity_errands (
  -- SHA-256 of the token in the cookie of the browser that began it.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  provider text not null,
  expires_at timestamptz not null
);
create index identity_errands_by_end on identity_errands (expires_at);
