-- People who sign in, the teams they belong to, their sessions, and links that work once.

create table people (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  -- argon2id with its parameters; null for who signs in otherwise.
  password_hash text,
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en')),
  -- Of the installation, whatever their teams.
  is_operator boolean not null default false,
  created_at timestamptz not null
);

create table memberships (
  person_id text not null references people (id) on delete cascade,
  team_id text not null references teams (id),
  role text not null check (role in ('owner', 'agent', 'finance', 'developer', 'viewer')),
  created_at timestamptz not null,
  primary key (person_id, team_id)
);
create index memberships_by_team on memberships (team_id, person_id);

create table sessions (
  id text primary key,
  -- SHA-256 of the token in the cookie, which nobody else has.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Whether it is used or not.
  expires_at timestamptz not null,
  address text,
  -- What the address is counted as: of IPv6 the first half.
  network text,
  user_agent text,
  ended_at timestamptz,
  -- True until the second factor was given, where one is owed: it opens nothing else until then.
  awaits_factor boolean not null default false,
  second_factor_at timestamptz
);
create index sessions_by_person on sessions (person_id, created_at desc);
create index sessions_by_end on sessions (expires_at);

create table one_time_links (
  id text primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('setup', 'invitation', 'reset', 'email')),
  person_id text references people (id) on delete cascade,
  team_id text references teams (id),
  email text,
  role text check (role in ('owner', 'agent', 'finance', 'developer', 'viewer')),
  created_at timestamptz not null,
  -- Null: valid until used.
  expires_at timestamptz,
  used_at timestamptz,
  -- The person who made it; null for the service or the command line.
  made_by text,
  -- The token, sealed, where it is shown again until its first use; then it is gone.
  sealed_token bytea
);
create index one_time_links_by_team on one_time_links (team_id, created_at desc) where team_id is not null;
create index one_time_links_by_person on one_time_links (person_id) where person_id is not null;
-- Of setup links one is valid.
create unique index one_time_links_setup on one_time_links (purpose) where purpose = 'setup' and used_at is null;

-- Every service keeps callers in memory; whoever changes what they may do, even by hand, tells them all.
create trigger people_changed
  after delete or update of email, name, language, is_operator on people
  for each statement execute function tell_callers_changed();
create trigger memberships_changed
  after insert or delete or update on memberships
  for each statement execute function tell_callers_changed();
create trigger sessions_changed
  after delete or update of expires_at, ended_at, awaits_factor, second_factor_at on sessions
  for each statement execute function tell_callers_changed();
