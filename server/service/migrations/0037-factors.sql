-- What people prove themselves by besides a password: authenticator apps, codes on paper, and passkeys.

create table totp_secrets (
  person_id text primary key references people (id) on delete cascade,
  -- Sealed; null until the first one was confirmed.
  secret bytea,
  confirmed_at timestamptz,
  -- The newest half minute whose code was taken: neither it nor an older one is taken again.
  last_step bigint,
  -- Sealed: one that was shown, and counts once a code of it was given. Until then the other one stays.
  pending_secret bytea,
  pending_at timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);

create table recovery_codes (
  person_id text not null references people (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

create table passkeys (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  -- In base64url, as browsers write it.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often its device says it was used; stays at 0 where it is kept on several.
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_person on passkeys (person_id, id);

create table passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  ceremony text not null check (ceremony in ('create', 'sign_in', 'second_factor', 'proof')),
  -- The session that asked; null for who is not signed in yet.
  session_id text references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- When whoever uses it last proved again who they are.
alter table sessions add column proven_at timestamptz;
