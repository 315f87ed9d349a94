-- The ground floor: teams and their keys, clocks, events, due work and remembered answers.

create table installation (
  one boolean primary key default true check (one),
  -- A value sealed under the secret key: opening it proves that every service uses the same key.
  key_proof bytea not null,
  created_at timestamptz not null
);

create table teams (
  id text primary key,
  name text not null,
  email text not null,
  time_zone text not null,
  markup_percent numeric(9, 4) not null check (markup_percent >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  rate_limit_per_minute integer check (rate_limit_per_minute >= 0),
  search_limit_per_minute integer check (search_limit_per_minute >= 0),
  created_at timestamptz not null
);

create table api_keys (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  hash bytea not null unique,
  last_four text not null,
  read_only boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_of_team on api_keys (team_id, mode, id);

-- Every service keeps callers in memory; whoever changes a key or a team, even by hand, tells them all.
create function tell_callers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('embarque_callers', '');
  return null;
end $$;
create trigger api_keys_changed
  after delete or update of name, hash, read_only, expires_at, revoked_at on api_keys
  for each statement execute function tell_callers_changed();
create trigger teams_changed
  after delete or update on teams
  for each statement execute function tell_callers_changed();

-- One row per team and mode, locked last in a transaction: sequence order is commit order.
create table team_counters (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  event_sequence bigint not null default 0,
  primary key (team_id, mode)
) with (fillfactor = 50);

create table events (
  id text primary key,
  team_id text not null,
  mode text not null,
  sequence bigint not null,
  type text not null,
  -- Text, never jsonb: a delivery sends the same bytes at every attempt.
  payload text not null,
  created_at timestamptz not null,
  unique (team_id, mode, sequence)
);

-- A process that may own work. It beats by the database's clock, which all processes share.
create table processes (
  id text primary key,
  description text not null,
  beat_at timestamptz not null
);

-- Real time is the clock named '' (offset 0); each team's test mode has one named by the team's id.
create table clocks (
  id text primary key,
  offset_ms bigint not null default 0,
  -- Where an unfinished advance is heading, and the process that is moving the clock now.
  target timestamptz,
  advancing_by text
);
insert into clocks (id) values ('');

create table due_work (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  -- Pieces of one lane share a cap, so that one slow receiver cannot take every slot.
  lane text not null,
  clock text not null references clocks (id),
  team_id text,
  mode text,
  run_at timestamptz not null,
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'dead')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  unique (kind, key)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index due_work_waiting on due_work (clock, lane, run_at, id) where state = 'waiting';
create index due_work_dead on due_work (id) where state = 'dead';

-- What is running now, and in which process. A claim is a short row of its own: marking the work itself would write
-- it anew, with all its index entries, twice over. Unlogged: when the database crashes, nobody holds anything any
-- more, and whoever still believes so cannot finish what it lost. The numbers must go on even then, so that no two
-- claims are ever taken for each other.
create sequence due_work_claim_numbers cache 100;
create unlogged table due_work_claims (
  work_id bigint primary key,
  claim bigint not null default nextval('due_work_claim_numbers'),
  lane text not null,
  clock text not null,
  owner text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table idempotency_keys (
  team_id text not null,
  mode text not null,
  key text not null,
  request_hash bytea not null,
  -- What the unfinished work made, where the answer comes in a later transaction.
  resource_id text,
  status smallint,
  -- Sealed: some answers carry a secret.
  body bytea,
  created_at timestamptz not null,
  primary key (team_id, mode, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
