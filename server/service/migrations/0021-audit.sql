-- The audit log: who did what to money, access and settings. Each team and mode has a chain of its own, and the
-- installation one more; an entry is chained to the one before it by SHA-256. docs/security.md says byte for byte how.

create table audit_chains (
  id integer generated always as identity primary key,
  -- Both null for the chain of the installation itself.
  team_id text references teams (id),
  mode text check (mode in ('live', 'test')),
  -- How many entries there are, and so the number of the last one.
  entries bigint not null default 0,
  -- The hash of the last entry; null while there is none.
  head bytea check (octet_length(head) = 32),
  check ((team_id is null) = (mode is null)),
  check ((head is null) = (entries = 0)),
  unique (team_id, mode)
) with (fillfactor = 50);
create unique index audit_chain_of_installation on audit_chains ((true)) where team_id is null;
insert into audit_chains (team_id, mode) values (null, null);
insert into audit_chains (team_id, mode)
  select id, mode from teams cross join (values ('live'), ('test')) as modes (mode);

create table audit_entries (
  -- No foreign key: it would be looked up for each entry, which is made from the chain's row itself.
  chain_id integer not null,
  seq bigint not null,
  -- Which form of text the hash was made of.
  version smallint not null,
  -- Real time, also in test mode: a test clock must not date what people did.
  created_at timestamptz not null,
  topic text not null check (topic in ('money', 'access', 'settings')),
  -- An operation of the API, a command of the command line, or a kind of due work.
  action text not null,
  actor_type text not null,
  actor_id text,
  actor_name text,
  address text,
  request_id text,
  -- What it is mostly about; the changes name everything.
  object_id text,
  -- Text, never jsonb: the hash was made of these bytes.
  changes text not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (chain_id, seq)
);
create index audit_entries_by_object on audit_entries (chain_id, object_id, seq);
create index audit_entries_by_time on audit_entries (chain_id, created_at, seq);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are never changed or removed' using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_stay
  before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
