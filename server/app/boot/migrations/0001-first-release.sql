-- The schema of version 1.0.0, ordered by feature. Later changes are new files with the next number.

-- Comes with PostgreSQL; the owner of a database may create it. Searches for parts of a text use it.
create extension if not exists pg_trgm;

-- Checks of single columns of the ledger and of the audit log are domains: PostgreSQL prepares a check of a
-- table again for every statement that writes to it.
create domain mode_name as text check (value in ('live', 'test'));
create domain sha256_hash as bytea check (octet_length(value) = 32);
create domain cents_above_zero as bigint check (value > 0);
create domain line_type as text check (value in ('credit', 'debit'));
create domain line_reference_type as text check (value in ('booking', 'recharge', 'refund'));
create domain line_payment_method as text check (value in ('pix', 'boleto'));
create domain audit_topic as text check (value in ('money', 'access', 'settings', 'records'));

create table installation (
  one boolean primary key default true check (one),
  -- Encrypted with the secret key: decrypting it proves that every process uses the same key.
  key_proof bytea not null,
  created_at timestamptz not null,
  -- When the command `backup` last succeeded.
  last_backup_at timestamptz
);


-- Teams and API keys
-- ==================

-- Every process caches callers. These triggers notify all processes of a change, even of one made by hand in
-- SQL. The payload is the id of one team or person, so that only their entries leave the cache.
create function notify_callers_of_team() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('embarque_callers', coalesce(changed ->> 'team_id', changed ->> 'id'));
  return null;
end $$;
create function notify_callers_of() returns trigger language plpgsql as $$ begin
  -- The argument of the trigger is the column with the id of the person or team.
  perform pg_notify('embarque_callers', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
  return null;
end $$;

create table teams (
  id text primary key,
  name text not null,
  email text not null,
  time_zone text not null,
  -- The pricing that a team begins with; team_pricing replaces it.
  markup_percent numeric(9, 4) not null check (markup_percent >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  rate_limit_per_minute integer check (rate_limit_per_minute >= 0),
  search_limit_per_minute integer check (search_limit_per_minute >= 0),
  created_at timestamptz not null,
  -- Of its profile.
  updated_at timestamptz not null,
  -- Which amount of a booking its wallet pays.
  debits text not null default 'client_amount' check (debits in ('client_amount', 'base_cost')),
  -- For late payment, in percent of the amount owed: a fine once, and interest per month.
  fine_percent numeric(6, 4) not null default 0 check (fine_percent between 0 and 2),
  interest_percent numeric(6, 4) not null default 0 check (interest_percent between 0 and 1),
  -- A discount for early payment, by default: {percent, cents, days_before_due}.
  early_payment jsonb,
  -- How long after the due date a boleto or a Pix with a due date can be paid.
  payable_days integer not null default 30 check (payable_days between 1 and 120),
  -- The methods of invoices that name none.
  payment_methods text[] not null default '{pix}' check (cardinality(payment_methods) > 0),
  -- Of payments by card: the most instalments, who pays the fee, and the percent by number of instalments.
  card_terms jsonb not null default '{}',
  -- CPF or CNPJ without punctuation; null until the operator has set it.
  tax_id text check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  legal_name text,
  -- Street, number, complement, district, city, state and postal code.
  address json,
  phone text check (phone ~ '^\+[0-9]{8,15}$'),
  whatsapp text check (whatsapp ~ '^\+[0-9]{8,15}$'),
  website text,
  reply_to text,
  brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en')),
  invoice_footer text,
  payment_instructions text,
  -- The terms of the agency that travellers accept.
  trip_terms_pt text,
  trip_terms_en text,
  -- The agency's own greeting and closing of mails and messages to its clients; null: the default texts.
  message_greeting_pt text,
  message_greeting_en text,
  message_closing_pt text,
  message_closing_en text,
  -- Only the values that differ from the defaults.
  notifications json not null default '{}',
  -- The suppliers that live searches ask; null is all.
  suppliers text[],
  without_airlines text[] not null default '{}',
  -- The current logo: its name, width and height.
  logo json,
  -- Days before and after the due date on which clients are reminded of an invoice.
  reminder_days_before integer[] not null default '{}',
  reminder_days_after integer[] not null default '{}',
  -- Previous addresses, each with since when (null: since the team exists) and until when it was in use. For
  -- 30 days they also receive mails about banks, so that a change of the address does not go unseen.
  former_emails jsonb not null default '{}'
);
create trigger teams_changed
  after delete or update on teams
  for each row execute function notify_callers_of_team();

-- Mails show the logo that was current when they were sent, so the last ones stay.
create table team_logos (
  name text primary key check (name ~ '^[0-9a-f]{40}$'),
  team_id text not null references teams (id),
  wide bytea not null,
  touch_icon bytea not null,
  icon bytea not null,
  created_at timestamptz not null
);
create index team_logos_of_team on team_logos (team_id, created_at);

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
  last_used_at timestamptz,
  -- As in contract/permissions.ts. Null: all of them, or with read_only all that read.
  permissions text[],
  -- The key that created this one; null if the command line or the start of the service did.
  created_by text,
  -- The encrypted secret of a first key, so that it can be shown until its first use; then null.
  first_secret bytea
);
create index api_keys_of_team on api_keys (team_id, mode, id);
create index api_keys_unused on api_keys (id) where first_secret is not null;
create trigger api_keys_changed
  after delete or update of name, hash, read_only, permissions, expires_at, revoked_at on api_keys
  for each row execute function notify_callers_of_team();

-- The tokens left of each rate limit, shared by all processes. Each process writes at intervals what it used.
-- Unlogged: after a crash of the database every limit starts full again.
create unlogged table limit_buckets (
  name text primary key,
  tokens double precision not null,
  at timestamptz not null,
  -- The tokens of a full bucket, and the time from empty to full.
  capacity double precision not null,
  refill_ms double precision not null,
  -- By the last statement alone.
  spent double precision not null
) with (fillfactor = 50);

-- Real time is the clock named '' (offset 0). The test mode of each team has a clock named by the team's id.
create table clocks (
  id text primary key,
  offset_ms bigint not null default 0,
  -- The target of an unfinished advance, and the process that moves the clock now.
  target timestamptz,
  advancing_by text
);
-- A claim handles moved clocks one by one and leaves out the jobs of advancing clocks: both are few.
create index clocks_moved on clocks (id) where offset_ms > 0;
create index clocks_advancing on clocks (id) where advancing_by is not null;
insert into clocks (id) values ('');


-- People, sessions and factors
-- ============================

create table people (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  -- argon2id with its parameters; null for people without a password.
  password_hash text,
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en')),
  -- Of the installation, independent of their teams.
  is_operator boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger people_changed after delete or update of email, name, language, is_operator on people
  for each row execute function notify_callers_of('id');

create table memberships (
  person_id text not null references people (id) on delete cascade,
  team_id text not null references teams (id),
  role text not null check (role in ('owner', 'agent', 'finance', 'developer', 'viewer')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (person_id, team_id)
);
create index memberships_by_team on memberships (team_id, person_id);
create trigger memberships_changed after insert or delete or update on memberships
  for each row execute function notify_callers_of('person_id');

create table sessions (
  id text primary key,
  -- SHA-256 of the token in the cookie.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Even if the session is in use.
  expires_at timestamptz not null,
  address text,
  -- The network that the address counts for: of IPv6 the first half.
  network text,
  user_agent text,
  ended_at timestamptz,
  -- True while a required second factor is missing: such a session allows nothing else.
  awaits_factor boolean not null default false,
  second_factor_at timestamptz,
  -- When the person last confirmed their identity again.
  proven_at timestamptz,
  -- The identity at a provider that started the session, so that both end together.
  identity_id text
);
create index sessions_by_person on sessions (person_id, created_at desc);
create index sessions_by_end on sessions (expires_at);
create index sessions_of_identity on sessions (identity_id) where identity_id is not null;
create trigger sessions_changed
  after delete or update of expires_at, ended_at, awaits_factor, second_factor_at on sessions
  for each row execute function notify_callers_of('person_id');

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
  -- The person who created it; null for the service or the command line.
  created_by text,
  -- The encrypted token of a link that is shown again until its first use; then null.
  encrypted_token bytea,
  -- Language of the mail that contains the link.
  language text check (language in ('pt-BR', 'en')),
  sends integer not null default 0,
  sent_at timestamptz,
  withdrawn_at timestamptz
);
create index one_time_links_by_team on one_time_links (team_id, created_at desc) where team_id is not null;
create index one_time_links_by_person on one_time_links (person_id) where person_id is not null;
-- Only one setup link is valid, and only one invitation of an address to a team is open.
create unique index one_time_links_setup on one_time_links (purpose)
  where purpose = 'setup' and used_at is null;
create unique index one_time_links_invitation on one_time_links (team_id, email)
  where purpose = 'invitation' and used_at is null and withdrawn_at is null;

create table totp_secrets (
  person_id text primary key references people (id) on delete cascade,
  -- Encrypted; null until the first one was confirmed.
  secret bytea,
  confirmed_at timestamptz,
  -- The newest time step whose code was accepted: neither this step nor an older one is accepted again.
  last_step bigint,
  -- Encrypted: a secret that was shown and is not confirmed by a code yet. The other one stays valid.
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
  -- The signature counter of the device; stays 0 for a passkey that is synced between devices.
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
  -- Null before sign-in.
  session_id text references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- Identities of people at OIDC providers.
create table identities (
  issuer text not null,
  -- The issuer's permanent id of the person; an e-mail address may pass to another person.
  subject text not null,
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  id text not null unique,
  primary key (issuer, subject)
);
create index identities_by_person on identities (person_id);

-- OIDC flows that have begun.
create table oidc_flows (
  -- SHA-256 of the token in the cookie of the browser that began it.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  provider text not null,
  expires_at timestamptz not null,
  -- Of the token of the invitation that the sign-in accepts.
  invitation_hash bytea check (octet_length(invitation_hash) = 32)
);
create index oidc_flows_by_end on oidc_flows (expires_at);


-- Outbox: events, jobs, idempotency, processes, counts
-- ====================================================

-- One row per team and mode, locked last in a transaction: the order of sequence numbers is the commit order.
create table team_counters (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  event_sequence bigint not null default 0,
  -- Events up to this number are past their retention; from the next number on none is missing.
  events_deleted_until bigint not null default 0,
  -- The time of the last event: no event is earlier than the event before it, whichever process stores it.
  last_event_at timestamptz,
  primary key (team_id, mode)
) with (fillfactor = 50);

create table events (
  id text primary key,
  team_id text not null,
  mode text not null,
  sequence bigint not null,
  type text not null,
  -- Text, never jsonb: every attempt of a delivery sends the same bytes.
  payload text not null,
  created_at timestamptz not null,
  object_id text,
  -- The encrypted passengers of a booking event; the payload has a placeholder for them.
  personal bytea,
  -- {"type","id","name"} as text.
  actor text,
  unique (team_id, mode, sequence)
);
create index events_by_type on events (team_id, mode, type, sequence);
create index events_by_time on events (team_id, mode, created_at, sequence);
-- Retention deletes the oldest rows first, a batch at a time, by this index.
create index events_by_age on events (created_at);
-- Only for bookings, whose history is read: an index on all events would slow every event down.
create index events_of_bookings on events (object_id, sequence)
  where object_id >= 'ord_' and object_id < 'ord`';

-- Processes that may own jobs. The heartbeat uses the database's clock, which all processes share.
create table processes (
  id text primary key,
  description text not null,
  beat_at timestamptz not null,
  -- By how much the machine's clock is ahead of the database's; null if not measured.
  clock_offset_ms double precision,
  -- The process got forwarded headers that TRUST_PROXY does not let it trust.
  untrusted_proxy boolean not null default false
);

-- Work that must happen later, or outside a transaction.
create table jobs (
  id bigint generated always as identity primary key,
  type text not null,
  key text not null,
  -- Jobs of one queue share a limit, so that one slow receiver cannot take every slot.
  queue text not null,
  clock text not null references clocks (id),
  team_id text,
  mode text,
  run_at timestamptz not null,
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'dead')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  -- W3C traceparent of the request that caused the job; null without tracing.
  trace text,
  unique (type, key)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index jobs_waiting on jobs (clock, queue, run_at, id) where state = 'waiting';
create index jobs_dead on jobs (id) where state = 'dead';
-- For very many queues, a claim reads the earliest jobs instead of every queue. A test clock is never behind
-- real time, so a job that has come by real time has come by every clock; moved clocks have more.
create index jobs_next on jobs (run_at, id) include (clock, queue) where state = 'waiting';
create index jobs_of_test_clocks on jobs (clock, run_at, id) include (queue)
  where state = 'waiting' and clock <> '';

-- The running jobs and their processes. A claim is a short row of its own: an update of the job itself would
-- write the job with all its index entries twice. Unlogged: after a crash of the database no process holds a
-- job. The sequence survives a crash, so that two claims never have the same number.
create sequence job_claim_numbers cache 100;
create unlogged table job_claims (
  job_id bigint primary key,
  claim bigint not null default nextval('job_claim_numbers'),
  queue text not null,
  clock text not null,
  process_id text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table idempotency_keys (
  team_id text not null,
  mode text not null,
  key text not null,
  request_hash bytea not null,
  status smallint,
  -- Encrypted: some responses contain a secret.
  body bytea,
  created_at timestamptz not null,
  primary key (team_id, mode, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The number of rows of a list for each value of its filters: counting rows would cost more as lists grow.
-- The flush writes it in the transaction of the change itself.
create table list_counts (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  list text not null,
  bucket text not null,
  count bigint not null,
  primary key (team_id, mode, list, bucket)
) with (fillfactor = 50);

-- Changes of counts by statements outside of flushes, noted by triggers. Rows are only added, so that no
-- statement waits for another; maintenance adds them up into list_counts.
create table list_count_changes (
  team_id text not null,
  mode text not null,
  list text not null,
  bucket text not null,
  change bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index list_count_changes_of_team on list_count_changes (team_id, mode, list) include (bucket, change);

-- For lists with a filter by status.
create function note_rows_added() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, status, count(*) from rows_after group by team_id, mode, status;
  return null;
end $$;
create function note_rows_moved() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, status, sum(change) from (
    select team_id, mode, status, 1 as change from rows_after
    union all select team_id, mode, status, -1 from rows_before) as moved
  group by team_id, mode, status having sum(change) <> 0;
  return null;
end $$;
create function note_rows_removed() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, status, -count(*) from rows_before group by team_id, mode, status;
  return null;
end $$;
-- For lists without one.
create function note_any_added() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, 'all', count(*) from rows_after group by team_id, mode;
  return null;
end $$;
create function note_any_removed() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, 'all', -count(*) from rows_before group by team_id, mode;
  return null;
end $$;


-- Numbers of documents
-- ====================

-- The last number used in a year. Numbers have no gaps: a transaction that fails takes its number back.
create table invoice_numbers (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  year integer not null,
  last integer not null,
  primary key (team_id, mode, year)
) with (fillfactor = 50);
create table quote_numbers (
  like invoice_numbers including all,
  foreign key (team_id) references teams (id)
) with (fillfactor = 50);
create table trip_numbers (
  like invoice_numbers including all,
  foreign key (team_id) references teams (id)
) with (fillfactor = 50);
create table credit_note_numbers (
  like invoice_numbers including all,
  foreign key (team_id) references teams (id)
) with (fillfactor = 50);



-- Audit log
-- =========

-- Each team and mode has a chain of its own, and the installation has one. Each entry is chained to the entry
-- before it by SHA-256, as docs/security.md specifies.
create table audit_chains (
  id integer generated always as identity primary key,
  -- Both null for the chain of the installation itself.
  team_id text references teams (id),
  mode mode_name,
  -- The number of entries, and so the number of the last one.
  entries bigint not null default 0,
  -- The hash of the last entry; null without entries.
  head sha256_hash,
  check ((team_id is null) = (mode is null)),
  check ((head is null) = (entries = 0)),
  unique (team_id, mode)
) with (fillfactor = 50);
create unique index audit_chain_of_installation on audit_chains ((true)) where team_id is null;
insert into audit_chains (team_id, mode) values (null, null);

create table audit_entries (
  -- No foreign key: PostgreSQL would look the chain up for each entry, which comes from the chain's row.
  chain_id integer not null,
  seq bigint not null,
  -- The format of the text that was hashed.
  version smallint not null,
  -- Real time, also in test mode: a test clock must not date what people did.
  created_at timestamptz not null,
  topic audit_topic not null,
  -- An operation of the API, a command of the command line, or a job type.
  action text not null,
  actor_type text not null,
  actor_id text,
  actor_name text,
  address text,
  request_id text,
  -- The main object; the changes name all objects.
  object_id text,
  -- Text, never jsonb: the hash is of these bytes.
  changes text not null,
  hash sha256_hash not null,
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


-- Clients
-- =======

create table clients (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_type text not null check (client_type in ('individual', 'company')),
  full_name text not null,
  email text not null,
  phone text,
  -- Null is the language of the agency.
  language text check (language in ('pt-BR', 'en')),
  -- Tax ids as they were sent.
  cpf text,
  cnpj text,
  company_name text,
  born_on date,
  -- Encrypted JSON: names in documents, gender, address, contacts, preferences, documents, loyalty accounts.
  file bytea,
  -- The passport that expires last: its id in the encrypted file, and no number.
  passport_id text,
  passport_expires_on date,
  notes text,
  is_active boolean not null,
  -- For searches: names and e-mail without accents and in lower case, tax ids without punctuation.
  search_text text not null,
  search_tax_ids text not null,
  -- Name and e-mail in the same form: a booking finds its client by this key.
  match_key text not null,
  -- Values that only one client should have, such as the CPF: 'cpf ' and the hash of its digits.
  duplicate_keys text[] not null default '{}',
  merged_into_id uuid references clients (id),
  merged_at timestamptz,
  -- Values of integrators: strings by name, and the id of the object in their own system.
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((merged_into_id is null) = (merged_at is null))
);
create index clients_of_team on clients (team_id, mode, id desc);
create index clients_by_type on clients (team_id, mode, client_type, id desc);
create index clients_inactive on clients (team_id, mode, id desc) where not is_active;
create index clients_by_match on clients (team_id, mode, match_key);
create index clients_by_search on clients using gin (search_text gin_trgm_ops, search_tax_ids gin_trgm_ops);
create index clients_by_duplicate_key on clients using gin (duplicate_keys);
create index clients_merged on clients (merged_into_id, id desc) where merged_into_id is not null;
-- Month and day as one number: 1224 is 24 December.
create index clients_by_birthday on clients
  (team_id, mode, ((extract(month from born_on) * 100 + extract(day from born_on))::int)) where born_on is not null;
create index clients_by_time on clients (team_id, mode, created_at, id);
create index clients_by_change on clients (team_id, mode, updated_at, id);
-- The key '' is no key of metadata: it holds the owner, so that a filter reads the entries of one owner alone.
create index clients_by_metadata on clients
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index clients_by_reference on clients (team_id, mode, external_reference, id)
  where external_reference is not null;

-- How many clients have each of these values, so that duplicates are found without reading all clients.
create table client_keys (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  key text not null,
  clients integer not null,
  primary key (team_id, mode, key)
) with (fillfactor = 80);
-- The condition is that of the list of duplicates.
create index client_keys_shared on client_keys (team_id, mode, key) where clients between 2 and 20;

create function count_client_keys() returns trigger language plpgsql as $$
begin
  -- In the order of keys, so that two transactions never deadlock.
  insert into client_keys as k (team_id, mode, key, clients)
  select team_id, mode, key, sum(change) from (
    select new.team_id, new.mode, unnest(new.duplicate_keys) as key, 1 as change where tg_op <> 'DELETE'
    union all select old.team_id, old.mode, unnest(old.duplicate_keys), -1 where tg_op <> 'INSERT'
  ) as changes
  group by team_id, mode, key having sum(change) <> 0 order by key
  on conflict (team_id, mode, key) do update set clients = k.clients + excluded.clients;
  if tg_op <> 'INSERT' then
    delete from client_keys
    where team_id = old.team_id and mode = old.mode and key = any(old.duplicate_keys) and clients = 0;
  end if;
  return null;
end $$;
create trigger clients_added after insert on clients
  for each row when (new.duplicate_keys <> '{}') execute function count_client_keys();
create trigger clients_changed after update of duplicate_keys on clients
  for each row when (old.duplicate_keys <> new.duplicate_keys) execute function count_client_keys();
create trigger clients_removed after delete on clients
  for each row when (old.duplicate_keys <> '{}') execute function count_client_keys();

create table client_companions (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id) on delete cascade,
  relationship text not null
    check (relationship in ('spouse', 'child', 'parent', 'sibling', 'relative', 'friend', 'employee', 'other')),
  given_name text not null,
  family_name text not null,
  -- Without accents and in lower case.
  folded_name text not null,
  born_on date,
  email text,
  phone text,
  -- Encrypted JSON: gender, documents, loyalty accounts.
  file bytea not null,
  -- As of clients.
  passport_id text,
  passport_expires_on date,
  linked_client_id uuid references clients (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index client_companions_of_client on client_companions (client_id, id);
create index client_companions_linked on client_companions (linked_client_id) where linked_client_id is not null;
create index client_companions_by_name on client_companions (team_id, mode, folded_name);
create index client_companions_by_birthday on client_companions
  (team_id, mode, ((extract(month from born_on) * 100 + extract(day from born_on))::int)) where born_on is not null;

-- The ids that a merge moved and the fields that it filled, to undo it.
create table client_merges (
  duplicate_id uuid primary key references clients (id) on delete cascade,
  remaining_id uuid not null references clients (id) on delete cascade,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Ids by table.
  moved jsonb not null,
  -- Encrypted JSON: the remaining client before the merge and after it.
  filled bytea not null
);
create index client_merges_of_remaining on client_merges (remaining_id);


-- Payments and banks
-- ==================

-- Methods of payment and their differences are in contract/payment-methods.ts, so no check lists them.

create table payment_providers (
  id uuid primary key,
  -- Null for a bank of the operator.
  team_id text references teams (id),
  mode text not null check (mode in ('live', 'test')),
  provider text not null,
  name text not null,
  -- The public settings, as JSON.
  settings text not null,
  -- Encrypted JSON; null once a disconnected provider has no open charges left.
  secrets bytea,
  -- Part of the address to which the bank sends notifications.
  callback_token text not null unique,
  -- Whether the bank sends notifications.
  callbacks boolean not null,
  -- Its received payments have been read up to this time.
  reconciled_until timestamptz not null,
  connected_at timestamptz not null,
  updated_at timestamptz not null,
  disconnected_at timestamptz,
  -- invoices: a bank of the team, for payments of its clients. wallet: a bank of the operator, for recharges;
  -- it belongs to no team and is connected on the command line only.
  purpose text not null check (purpose in ('invoices', 'wallet')),
  -- Connected outside production, where no bank is real: it does not count in production.
  simulated boolean not null,
  -- The features that the bank offers for this account, by its last response: cobv.
  capabilities text[] not null default '{}',
  -- The start of the next check for returned payments; null: the oldest payment that may still be returned.
  returns_from timestamptz,
  -- The time range of one request to the bank: shorter if the bank refused a longer one.
  returns_window_ms bigint not null default 8208000000,
  check ((purpose = 'wallet') = (team_id is null))
);
create index payment_providers_of_team on payment_providers (team_id, mode, id) where disconnected_at is null;
create index payment_providers_of_operator on payment_providers (id) where purpose = 'wallet';

create table payment_defaults (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  method text not null,
  provider_id uuid not null references payment_providers (id),
  primary key (team_id, mode, method)
);
create index payment_defaults_of_provider on payment_defaults (provider_id);

create table charges (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Null: the simulated bank that comes with the service.
  provider_id uuid references payment_providers (id),
  provider text not null,
  simulated boolean not null,
  method text not null,
  -- Which feature handles its payments.
  purpose text not null check (purpose in ('recharge', 'invoice')),
  reference_id text not null,
  -- The charge that its invoice or recharge shows for its method.
  is_current boolean not null default false,
  -- Chosen by us, so that a repeated request to the bank creates one charge.
  txid text not null unique,
  -- The bank's own id of the charge, for banks that cannot find it by our id.
  bank_reference text,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of the amount that is for late payment.
  late_cents bigint not null default 0,
  -- The part of the amount that is the fee of the card, if the payer bears it.
  surcharge_cents bigint not null default 0 check (surcharge_cents >= 0),
  -- The discount if the charge is paid on or before a day: included in a fixed amount, or computed by the bank.
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  discount_until date,
  -- Added by the bank after the due date.
  fine_percent numeric(6, 4) not null default 0,
  interest_percent numeric(6, 4) not null default 0,
  -- requested: the bank has not responded yet. withdrawn: must not be paid any more. abandoned: the request
  -- to the bank failed, and no payer sees the charge. authorised: the payer's bank has reserved the money.
  -- settled: all of it has reached the team. disputed: the payer claims it back; lost: and has got it.
  -- A payment of a charge in any state makes it paid.
  status text not null check (status in ('requested', 'open', 'authorised',
    'paid', 'settled', 'refunded', 'disputed', 'lost', 'withdrawn', 'expired', 'abandoned')),
  -- Why the bank refused to make the charge. payer: it does not accept the payer's CPF or CNPJ.
  refusal text check (refusal in ('payer', 'bank')),
  -- Attempts that the payer's bank refused, as {at, reason}, oldest first.
  refusals jsonb not null default '[]',
  -- How it is paid: code, barcode, page_url, our_number, slip_url.
  instructions jsonb,
  receiver_name text not null,
  payer_name text not null,
  payer_document text,
  -- Part of the payer's links: each person with the link may see the charge.
  link_token text not null unique,
  -- In how many instalments the payer pays; null until that is known.
  instalment_count integer check (instalment_count between 1 and 36),
  -- The most that the payer may choose on the bank's page.
  instalments_max integer,
  -- Brand and last four digits, for receipts.
  card jsonb,
  -- The bank's fee, and the amount that reaches the team; null until the bank reports them.
  fee_cents bigint,
  net_cents bigint,
  -- Null if due on its last day.
  due_date date,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- An abandoned charge has no instructions, and may be paid all the same.
  constraint charges_instructions_check check (status <> 'open' or instructions is not null),
  check (provider_id is not null or provider = 'simulated'),
  check (late_cents >= 0 and late_cents < amount_cents)
) with (fillfactor = 80);
create index charges_by_reference on charges (reference_id, id);
create unique index charges_current on charges (reference_id, method) where is_current;
-- With charges_current, all that an invoice shows.
create index charges_with_money on charges (reference_id)
  where status in ('paid', 'settled', 'refunded', 'disputed', 'lost');
create index charges_of_provider on charges (provider_id, expires_at)
  where provider_id is not null
    and status in ('requested', 'open', 'authorised', 'withdrawn', 'expired', 'abandoned');
create index charges_paid_by_provider on charges (provider_id)
  where provider_id is not null and status in ('paid', 'settled', 'refunded', 'disputed', 'lost');

-- When the money of a charge reaches the team.
create table charge_instalments (
  charge_id text not null references charges (id),
  number integer not null check (number > 0),
  amount_cents bigint not null,
  net_cents bigint not null,
  settles_on date,
  settled_at timestamptz,
  primary key (charge_id, number)
);

-- Each payment counts once, by the bank's own id of it.
create table charge_payments (
  charge_id text not null references charges (id),
  payment_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  primary key (charge_id, payment_id)
);

-- Notifications of banks, each once by the bank's id of it. Only a hint: the charge is read from the bank.
create table payment_callbacks (
  provider_id uuid not null references payment_providers (id),
  event_id text not null,
  txid text not null,
  received_at timestamptz not null,
  primary key (provider_id, event_id)
);
create index payment_callbacks_by_age on payment_callbacks (received_at);

-- Money that went back to its payer: each return counts once.
create table payment_returns (
  charge_id text not null,
  payment_id text not null,
  -- Unique among the returns of the payment: our id if we requested the return, otherwise the bank's.
  return_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The amount debited in the wallet: never more than the payment had credited.
  debited_cents bigint not null check (debited_cents between 0 and amount_cents),
  reason text,
  returned_at timestamptz not null,
  received_at timestamptz not null,
  primary key (charge_id, payment_id, return_id),
  foreign key (charge_id, payment_id) references charge_payments (charge_id, payment_id)
);


-- Wallet
-- ======

create table wallets (
  id integer generated always as identity primary key,
  team_id text not null references teams (id),
  mode mode_name not null,
  balance_cents bigint not null,
  -- The number of lines, and so the number of the last line; then the numbers and sums by type.
  lines bigint not null default 0,
  credits bigint not null default 0,
  debits bigint not null default 0,
  credits_cents bigint not null default 0,
  debits_cents bigint not null default 0,
  last_at timestamptz,
  -- Credits less debits of the simulated lines; always 0 in test mode.
  simulated_cents bigint not null default 0,
  -- The hash of the last line; null without lines.
  head sha256_hash,
  -- Whether the team receives the head by mail every day.
  mails_proof boolean not null default false,
  -- The line whose debit emitted wallet.low_balance; null again once the balance is 500.00 or more.
  low_balance_line bigint,
  unique (team_id, mode),
  check (lines = credits + debits),
  -- A team sets the balance of its test wallet. Credits and debits do not change that balance.
  constraint wallets_balance_by_lines
    check (case mode when 'live' then balance_cents = credits_cents - debits_cents
      else balance_cents >= 0 end)
) with (fillfactor = 50);

-- Numbers are dense and times never go back: a page is a range of numbers, and counts and sums of any range
-- of days are the difference of two lines. Each line is chained to the line before it by SHA-256, as
-- docs/ledger.md specifies; sdk/verify-statement.mjs verifies a statement without the service.
create table wallet_lines (
  -- No foreign key: PostgreSQL would look the wallet up for each line, which comes from the wallet's row.
  wallet_id integer not null,
  seq bigint not null,
  id text not null unique,
  type line_type not null,
  -- The number among the lines of its type.
  type_seq bigint not null,
  amount_cents cents_above_zero not null,
  balance_after_cents bigint not null,
  -- Running totals, including this line.
  credits bigint not null,
  credits_cents bigint not null,
  debits_cents bigint not null,
  description text not null,
  reference_type line_reference_type not null,
  reference_id text not null,
  -- The reason: the same reference is never credited or debited twice for the same reason.
  kind text not null,
  payment_method line_payment_method,
  created_at timestamptz not null,
  simulated boolean not null default false,
  -- The account on the other side: bank:PROVIDER, carrier:SUPPLIER or adjustment.
  account text not null,
  -- The format of the text that was hashed.
  version smallint not null,
  hash sha256_hash not null,
  -- Real time, also in test mode, where created_at follows the test clock.
  recorded_at timestamptz not null,
  -- Who moved the money and in which request, inside the hash: a line is its own audit record.
  action text not null,
  actor_type text not null,
  actor_id text,
  actor_name text,
  request_id text,
  -- Not part of the hash: statements are passed on to other people.
  address text,
  primary key (wallet_id, seq),
  unique (wallet_id, type, type_seq),
  unique (reference_id, kind),
  -- Only a returned payment takes a wallet below zero; credits of any amount bring it up again.
  constraint wallet_lines_below_zero_by_returns
    check (balance_after_cents >= 0 or type = 'credit' or kind like 'return %')
);
create index wallet_lines_by_time on wallet_lines (wallet_id, created_at, seq);
create index wallet_lines_by_recording on wallet_lines (wallet_id, recorded_at, seq);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of the ledger are never changed or removed; add a line that puts things right'
    using errcode = 'restrict_violation';
end $$;
create trigger wallet_lines_stay
  before update or delete or truncate on wallet_lines
  for each statement execute function refuse_ledger_change();

create table recharges (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  amount_cents bigint not null check (amount_cents > 0),
  payment_method text not null check (payment_method in ('pix', 'boleto')),
  status text not null check (status in ('pending', 'completed', 'expired', 'failed', 'cancelled')),
  charge_id text not null unique references charges (id),
  -- The day it counts for, in the team's time zone.
  day date not null,
  paid_cents bigint check ((paid_cents is not null) = (status = 'completed')),
  paid_at timestamptz check ((paid_at is not null) = (status = 'completed')),
  transaction_id text check ((transaction_id is not null) = (status = 'completed')),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  -- Paid, but waiting for a review.
  held_cents bigint not null default 0 check (held_cents >= 0),
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index recharges_of_team on recharges (team_id, mode, id);
create index recharges_by_status on recharges (team_id, mode, status, id);
create index recharges_of_day on recharges (team_id, mode, day) where status in ('pending', 'completed');
create index recharges_by_time on recharges (team_id, mode, created_at, id);
create index recharges_by_change on recharges (team_id, mode, updated_at, id);
create index recharges_by_metadata on recharges
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index recharges_by_reference on recharges (team_id, mode, external_reference, id)
  where external_reference is not null;
create trigger recharges_added after insert on recharges referencing new table as rows_after
  for each statement execute function note_rows_added();
create trigger recharges_moved after update on recharges
  referencing old table as rows_before new table as rows_after
  for each statement execute function note_rows_moved();

-- Payments that were recorded but not credited: above the requested amount, above the limit of a day, or from
-- a bank that is not the operator's. The operator reviews them.
create table held_payments (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  recharge_id text not null references recharges (id),
  charge_id text not null,
  payment_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (reason in ('exceeds_amount', 'exceeds_day_limit', 'untrusted_bank')),
  status text not null check (status in ('held', 'accepted', 'refused')),
  paid_at timestamptz not null,
  created_at timestamptz not null,
  reviewed_at timestamptz check ((reviewed_at is null) = (status = 'held')),
  unique (charge_id, payment_id),
  foreign key (charge_id, payment_id) references charge_payments (charge_id, payment_id)
);
create index held_payments_waiting on held_payments (id) where status = 'held';

-- The sum that recharges credited on a day in the team's time zone. The statement that credits also counts,
-- so that payments at the same time cannot exceed the limit of a day.
create table recharge_days (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  day date not null,
  credited_cents bigint not null check (credited_cents >= 0),
  primary key (team_id, mode, day)
);


-- Flights
-- =======

-- The pricing that an agency has set for a mode. The rules are read and replaced all at once.
create table team_pricing (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Grows with each change: two searches share a result only if they have the same pricing.
  version integer not null,
  markup_percent numeric not null check (markup_percent >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  -- Not jsonb, which would change the order of the fields.
  rules json not null,
  updated_at timestamptz not null,
  primary key (team_id, mode)
);
create trigger team_pricing_changed after insert or delete or update on team_pricing
  for each row execute function notify_callers_of('team_id');

-- Small and stored for a day, so that an expired offer is reported as expired after its data is deleted. No
-- foreign key: it would lock the team's row at each search.
create table offer_requests (
  id text primary key,
  team_id text not null,
  mode text not null check (mode in ('live', 'test')),
  offers integer not null,
  -- When the last of its offers expires, in the team's time.
  expires_at timestamptz not null,
  -- In real time: a test clock is never behind, so an offer that has expired by real time has expired.
  stored_at timestamptz not null
) with (fillfactor = 100);
create index offer_requests_by_age on offer_requests using brin (stored_at);

-- One line of JSON for each offer of a search, compressed together by the service. Four tables take turns by
-- the hour: truncating the table of an hour that has passed costs the same for any number of rows.
create table offer_lines_0 (id text primary key, lines bytea not null);
create table offer_lines_1 (id text primary key, lines bytea not null);
create table offer_lines_2 (id text primary key, lines bytea not null);
create table offer_lines_3 (id text primary key, lines bytea not null);
alter table offer_lines_0 alter column lines set storage external;
alter table offer_lines_1 alter column lines set storage external;
alter table offer_lines_2 alter column lines set storage external;
alter table offer_lines_3 alter column lines set storage external;

-- The simulated carrier, a foreign system in the same database. A market is live, or one team's test mode.
create table carrier_seats (
  market text not null,
  flight text not null,
  cabin text not null,
  capacity integer not null,
  sold integer not null,
  primary key (market, flight, cabin),
  constraint carrier_seats_enough check (sold between 0 and capacity)
) with (fillfactor = 70);

create sequence carrier_ticket_numbers;
create table carrier_orders (
  market text not null,
  -- The buyer's own reference: a second order with the same reference is the first order.
  reference text not null,
  -- The locator is derived from it.
  number bigint generated always as identity,
  status text not null check (status in ('held', 'ticketing', 'ticketed', 'cancelled', 'expired', 'failed')),
  -- Flights, price and passengers as they were sold, as JSON.
  sold text not null,
  -- Flight and cabin of each seat taken, and how many of each.
  flights text[] not null,
  cabins text[] not null,
  seats integer not null,
  -- When a hold expires.
  pay_by timestamptz,
  -- When paid tickets are issued.
  issue_at timestamptz,
  ticketed_at timestamptz,
  -- The first of its ticket numbers; the others follow.
  first_ticket bigint,
  created_at timestamptz not null,
  -- When the buyer accepted a change of the schedule.
  accepted_at timestamptz,
  primary key (market, reference)
) with (fillfactor = 80);
create index carrier_orders_held on carrier_orders (market, pay_by) where status = 'held';


-- Trips and bookings
-- ==================

-- A trip is everything that an agency sells to a client for one journey.
create table trips (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  number_year integer not null,
  number_sequence integer not null,
  title text not null,
  -- A user set the title; otherwise it follows the places of the items.
  has_own_title boolean not null,
  client_id uuid not null references clients (id),
  -- The person who sold it. The name is stored too, since a person may leave the team.
  seller_id text,
  seller_name text,
  -- [{id, full_name, born_on, client_id, companion_id}]
  travellers jsonb not null default '[]',
  -- Of its items that are not cancelled; stored here for lists.
  starts_on date,
  ends_on date,
  is_international boolean not null default false,
  -- All items are cancelled, and there are some.
  cancelled boolean not null default false,
  -- Whether an item has something to be invoiced or given back.
  has_open boolean not null default false,
  -- Number, title, travellers, suppliers and confirmation numbers, without accents and in lower case.
  search_text text not null,
  -- Part of the address of the travellers' page; null until the trip is shared.
  link_token text unique,
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (team_id, mode, number_year, number_sequence)
) with (fillfactor = 80);
create index trips_of_team on trips (team_id, mode, id desc);
-- With the team, so that the trips of a client are counted in the index alone.
create index trips_of_client on trips (client_id, id desc) include (team_id, mode);
create index trips_by_start on trips (team_id, mode, starts_on, id);
create index trips_abroad on trips (team_id, mode, starts_on) where is_international and not cancelled;
create index trips_of_seller on trips (team_id, mode, seller_id, id desc) where seller_id is not null;
create index trips_by_time on trips (team_id, mode, created_at, id);
create index trips_by_change on trips (team_id, mode, updated_at, id);
create index trips_open on trips (team_id, mode, id desc) where has_open;
create index trips_by_search on trips using gin (search_text gin_trgm_ops);
create index trips_by_metadata on trips
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index trips_by_reference on trips (team_id, mode, external_reference, id)
  where external_reference is not null;

create table bookings (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  type text not null check (type in ('hold', 'instant')),
  -- requested: the carrier has not responded to a hold yet; such a booking is in no list.
  status text not null
    check (status in ('requested', 'pending', 'confirmed', 'ticketed', 'cancelled', 'expired', 'failed')),
  client_id uuid not null references clients (id),
  trip_id text references trips (id),
  -- The quoted flight whose place the booking takes as soon as it is shown.
  trip_item_id text,
  starts_trip boolean not null default false,
  offer_id text not null,
  supplier text not null,
  -- Empty until the carrier has responded.
  booking_reference text not null,
  -- The amounts that the wallet and the client pay, fixed at creation.
  wallet_cents bigint not null check (wallet_cents >= 0),
  client_cents bigint not null,
  -- The carrier's price and the exchange rate.
  total_cents bigint not null,
  base_cents bigint not null,
  tax_cents bigint not null,
  currency text not null,
  rate numeric not null,
  -- For lists.
  origin text not null,
  destination text not null,
  departure_date date not null,
  airline text not null,
  -- For searches: locator, passengers and ticket numbers without accents and in lower case.
  search_text text not null,
  payment_required_by timestamptz,
  price_guaranteed_until timestamptz,
  -- JSON. Slices and documents change; the content stays as booked.
  slices text not null,
  documents text not null,
  content text not null,
  -- The supplier's data of its order, as JSON; null until the supplier has responded.
  order_data text,
  -- A cancellation at the carrier is under way: no other change is allowed meanwhile.
  cancelling boolean not null default false,
  refund_cents bigint,
  penalty_cents bigint,
  penalty_currency text,
  -- Of the request that waits for its response.
  idempotency_key text,
  -- The top-level strings of the metadata, for filters. The whole metadata stays in the content, as it was sent.
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  synced_at timestamptz not null,
  ticketed_at timestamptz,
  simulated boolean not null,
  -- Encrypted JSON.
  passengers bytea not null,
  -- Changes by the carrier as JSON, the oldest first: flights before and after, and the response.
  changes text not null default '[]',
  -- True while the first events of an instant booking wait for the carrier.
  unannounced boolean not null default false
) with (fillfactor = 80);
create index bookings_of_team on bookings (team_id, mode, id desc) where status <> 'requested';
create index bookings_by_status on bookings (team_id, mode, status, id desc);
create index bookings_of_client on bookings (client_id, id desc);
create index bookings_of_trip on bookings (trip_id) where trip_id is not null;
-- Reports read this index alone, since the rows are some kilobytes each; its order is that of their lists.
create index bookings_by_day on bookings (team_id, mode, created_at, id)
  include (status, client_cents, total_cents, rate, refund_cents, client_id, origin, destination, airline);
create index bookings_pending on bookings (team_id, mode, payment_required_by)
  include (wallet_cents, simulated) where status = 'pending';
-- Sorts the departures of a day by the time of the first flight, the first of that name in the text. A cast
-- to JSON would refuse a booking whose text has a zero character.
create index bookings_departing on bookings
  (team_id, mode, departure_date, substring(slices from '"departing_at":"([^"]*)"'), id)
  where status = 'ticketed';
create index bookings_by_locator on bookings (team_id, mode, booking_reference);
create index bookings_by_amount on bookings (team_id, mode, client_cents);
create index bookings_by_search on bookings using gin (search_text gin_trgm_ops);
-- Notifications of suppliers contain the supplier's own id of the order. The simulated supplier sends none.
create index bookings_of_order on bookings ((order_data::json ->> 'id')) where supplier <> 'simulated';
create index bookings_by_change on bookings (team_id, mode, updated_at, id);
create index bookings_by_metadata on bookings
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index bookings_by_reference on bookings (team_id, mode, external_reference, id)
  where external_reference is not null;

-- Orders of bookings that were given up, which the carrier did not cancel or cancelled for a penalty. The
-- money is back in the wallet, so the operator settles them with the carrier.
create table late_cancellations (
  booking_id text primary key references bookings (id) on delete cascade,
  outcome text not null check (outcome in ('rejected', 'penalty')),
  penalty_cents bigint,
  penalty_currency text,
  -- The carrier's reason for a rejection.
  reason text,
  created_at timestamptz not null,
  check ((outcome = 'penalty') = (penalty_cents is not null and penalty_currency is not null)),
  check ((outcome = 'rejected') = (reason is not null))
);
create index late_cancellations_by_time on late_cancellations (created_at);

create table trip_items (
  id text primary key,
  trip_id text not null references trips (id),
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in
    ('flight', 'lodging', 'package', 'insurance', 'car', 'transfer', 'cruise', 'tour', 'service', 'fee')),
  status text not null check (status in ('quoted', 'confirmed', 'cancelled')),
  -- The booking that the item follows.
  booking_id text unique references bookings (id),
  description text,
  supplier_name text,
  supplier_phone text,
  place text,
  unit text,
  meal_plan text,
  confirmation_number text,
  instructions text,
  notes text,
  -- Days or minutes by the clock of the place, as text.
  starts_at text,
  starts_zone text,
  ends_at text,
  ends_zone text,
  -- Ids of travellers of the trip; an empty list is all.
  traveller_ids jsonb not null default '[]',
  free_cancellation_until timestamptz,
  -- {airline, segments}
  flight jsonb,
  currency text not null,
  rate numeric not null check (rate > 0),
  -- In currency.
  cost_cents bigint check (cost_cents >= 0),
  price_cents bigint not null check (price_cents >= 0),
  kept_cost_cents bigint check (kept_cost_cents >= 0),
  kept_price_cents bigint not null default 0 check (kept_price_cents >= 0),
  -- In BRL; of a cancelled item the amount that is kept.
  cost_brl_cents bigint not null,
  price_brl_cents bigint not null,
  collected_by text not null check (collected_by in ('agency', 'supplier')),
  seller_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index trip_items_of_trip on trip_items (trip_id, id);
create index trip_items_free_until on trip_items (team_id, mode, free_cancellation_until)
  where free_cancellation_until is not null and status <> 'cancelled';

create table trip_files (
  id text primary key,
  trip_item_id text not null references trip_items (id) on delete cascade,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  type text not null,
  bytes integer not null check (bytes > 0),
  for_travellers boolean not null,
  -- Encrypted.
  name bytea not null,
  content bytea not null,
  created_at timestamptz not null
);
create index trip_files_of_item on trip_files (trip_item_id, id);

-- Accepted terms, with the proof of it.
create table trip_acceptances (
  id uuid primary key,
  trip_id text not null references trips (id) on delete cascade,
  terms_text text not null,
  terms_sha256 text not null,
  -- Encrypted: name, address of the browser and its user agent.
  accepted_by bytea not null,
  accepted_at timestamptz not null
);
create index trip_acceptances_of_trip on trip_acceptances (trip_id);


-- Notes and tags
-- ==============

create table notes (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  booking_id text references bookings (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  trip_id text references trips (id) on delete cascade,
  -- Encrypted.
  text bytea not null,
  author_type text not null,
  author_id text not null,
  author_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(booking_id, client_id, trip_id) = 1)
);
create index notes_of_booking on notes (booking_id, id desc) where booking_id is not null;
create index notes_of_client on notes (client_id, id desc) where client_id is not null;
create index notes_of_trip on notes (trip_id, id desc) where trip_id is not null;

create table tags (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  tag text not null,
  booking_id text references bookings (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  trip_id text references trips (id) on delete cascade,
  check (num_nonnulls(booking_id, client_id, trip_id) = 1)
);
create unique index tags_of_booking on tags (booking_id, tag) where booking_id is not null;
create unique index tags_of_client on tags (client_id, tag) where client_id is not null;
create unique index tags_of_trip on tags (trip_id, tag) where trip_id is not null;
-- In the order of the lists that a tag filters.
create index tags_of_bookings on tags (team_id, mode, tag, booking_id) where booking_id is not null;
create index tags_of_clients on tags (team_id, mode, tag, client_id) where client_id is not null;
create index tags_of_trips on tags (team_id, mode, tag, trip_id) where trip_id is not null;


-- Quotes, recurring invoices and invoices
-- =======================================

-- Amounts are computed once and stored. Items are JSON, since they are only read and replaced together. The
-- numbers in items are strings: numbers of JSON would be binary fractions.

create table quotes (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  number_year integer,
  number_sequence integer,
  issue_date date not null,
  valid_until date,
  status text not null check (status in ('draft', 'sent', 'accepted', 'declined', 'cancelled')),
  items jsonb not null,
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_rate numeric(7, 4) not null check (discount_rate between 0 and 100),
  discount_cents bigint not null check (discount_cents >= 0),
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents),
  notes text,
  responded_at timestamptz,
  -- Part of the public page's address: each person with the link may see the quote and respond to it.
  link_token text not null unique,
  -- Each with its items, their sums and its trip; empty for a quote without a choice.
  options json not null default '[]',
  chosen_option_id uuid,
  responded_by text,
  decline_reason text,
  -- The version that was last sent to the client, so that the same is not sent twice; null after a response.
  notified_version text,
  -- The trip that an accepted quote became, and its items in the order of the quote's own.
  trip_id text references trips (id),
  trip_item_ids text[] not null default '{}',
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (team_id, mode, number_year, number_sequence),
  check ((number_year is null) = (number_sequence is null))
) with (fillfactor = 80);
create index quotes_of_team on quotes (team_id, mode, id desc);
create index quotes_by_status on quotes (team_id, mode, status, id desc);
create index quotes_of_client on quotes (client_id, id desc);
create index quotes_of_trip on quotes (trip_id) where trip_id is not null;
create index quotes_by_amount on quotes (team_id, mode, total_cents);
create index quotes_by_time on quotes (team_id, mode, created_at, id);
create index quotes_by_change on quotes (team_id, mode, updated_at, id);
create index quotes_by_metadata on quotes
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index quotes_by_reference on quotes (team_id, mode, external_reference, id)
  where external_reference is not null;

create table recurring_invoices (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  name text not null,
  -- For searches: the name without accents and in lower case.
  search_name text not null default '',
  frequency text not null
    check (frequency in ('monthly', 'bimonthly', 'quarterly', 'semiannual', 'annual', 'custom')),
  custom_interval_days integer check (custom_interval_days > 0),
  billing_day smallint not null check (billing_day between 1 and 31),
  start_date date not null,
  end_date date,
  status text not null check (status in ('active', 'paused', 'cancelled', 'expired')),
  items jsonb not null,
  subtotal_cents bigint not null,
  discount_rate numeric(7, 4) not null,
  discount_cents bigint not null,
  tax_rate numeric(7, 4) not null,
  tax_cents bigint not null,
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents + tax_cents),
  notes text,
  payment_provider_id uuid references payment_providers (id),
  payment_methods text[] not null default '{pix}' check (cardinality(payment_methods) > 0),
  -- A discount for early payment, {percent, cents, days_before_due}.
  early_payment jsonb,
  -- How often a bank retries a debit of its mandate.
  mandate_retries text not null default 'three_in_seven_days'
    check (mandate_retries in ('none', 'three_in_seven_days')),
  auto_send boolean not null,
  notify_on_generation boolean not null,
  notify_client_before_due boolean not null,
  reminder_days integer[] not null,
  -- The date from which the periods are counted; a change of the frequency sets a new one.
  anchor date not null,
  -- The day of creation, resumption or the last change of dates. No invoice is dated before it.
  effective_from date not null,
  -- Of the next invoice; null if there will be none.
  next_due_date date check (next_due_date is null or status = 'active'),
  last_due_date date,
  last_invoice_id uuid,
  invoices_generated integer not null,
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (frequency <> 'custom' or custom_interval_days is not null)
) with (fillfactor = 80);
create index recurring_invoices_of_team on recurring_invoices (team_id, mode, id desc);
create index recurring_invoices_by_status on recurring_invoices (team_id, mode, status, id desc);
create index recurring_invoices_of_client on recurring_invoices (client_id, id desc);
create index recurring_invoices_by_amount on recurring_invoices (team_id, mode, total_cents);
create index recurring_invoices_by_search on recurring_invoices using gin (search_name gin_trgm_ops);
create index recurring_invoices_by_change on recurring_invoices (team_id, mode, updated_at, id);
create index recurring_invoices_by_metadata on recurring_invoices
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index recurring_invoices_by_reference on recurring_invoices (team_id, mode, external_reference, id)
  where external_reference is not null;

create table invoices (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  number_year integer,
  number_sequence integer,
  issue_date date not null,
  due_date date not null,
  status text not null check (status in ('draft', 'sent', 'cancelled')),
  payment_status text not null check (payment_status in ('pending', 'partial', 'paid', 'overdue')),
  -- A user has set another status than that of the payments: it stays until the next payment.
  payment_status_is_set boolean not null,
  items jsonb not null,
  subtotal_cents bigint not null,
  discount_rate numeric(7, 4) not null,
  discount_cents bigint not null,
  tax_rate numeric(7, 4) not null,
  tax_cents bigint not null,
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents + tax_cents),
  amount_paid_cents bigint not null,
  -- The sum of its adjustments.
  adjustment_cents bigint not null default 0,
  -- The sum of the refunds that the bank has made, with fees of cards.
  refunded_cents bigint not null default 0,
  -- Money that went back to payers and could not be taken, because it had become credit that is used.
  uncovered_cents bigint not null default 0 check (uncovered_cents >= 0),
  paid_at timestamptz,
  cancelled_at timestamptz,
  notes text,
  payment_methods text[] not null default '{pix}' check (cardinality(payment_methods) > 0),
  payment_provider_id uuid references payment_providers (id),
  -- The values that differ from those of the team.
  card_terms jsonb not null default '{}',
  -- The team's values when the invoice was created.
  fine_percent numeric(6, 4) not null default 0,
  interest_percent numeric(6, 4) not null default 0,
  -- A discount for early payment, {percent, cents, until}.
  early_payment jsonb,
  -- The sum of the discounts that payers took by paying early, above zero.
  early_taken_cents bigint not null default 0 check (early_taken_cents >= 0),
  -- How long after the due date a boleto or a Pix with a due date can be paid.
  payable_days integer not null default 30 check (payable_days between 1 and 120),
  recurring_invoice_id uuid references recurring_invoices (id),
  -- The date of its recurring invoice, even if its own due date changes.
  recurring_due_date date,
  -- The mandate that pays this invoice; then no other charge of it is open.
  mandate_id text,
  quote_id uuid unique references quotes (id),
  -- Issuer and client as they were when the invoice got its number; null before.
  parties jsonb,
  -- Part of the public page's address: each person with the link may see the invoice.
  link_token text not null unique,
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((number_sequence is null) = (status = 'draft')),
  constraint invoices_cancelled_at_check check ((cancelled_at is not null) = (status = 'cancelled')),
  check ((number_year is null) = (number_sequence is null)),
  check ((recurring_due_date is null) = (recurring_invoice_id is null))
) with (fillfactor = 80);
create index invoices_of_team on invoices (team_id, mode, id desc);
create index invoices_by_status on invoices (team_id, mode, status, id desc);
create index invoices_by_payment_status on invoices (team_id, mode, payment_status, id desc);
create index invoices_of_client on invoices (client_id, id desc);
create index invoices_by_amount on invoices (team_id, mode, total_cents);
-- The sum of what is owed reads this index alone.
create index invoices_unpaid on invoices (team_id, mode, due_date)
  include (total_cents, adjustment_cents, amount_paid_cents)
  where status = 'sent' and amount_paid_cents < total_cents + adjustment_cents;
-- Overdue invoices, the longest overdue first.
create index invoices_overdue on invoices (team_id, mode, due_date, id)
  where status = 'sent' and payment_status = 'overdue';
create unique index invoices_by_number on invoices (team_id, mode, number_year, number_sequence)
  where number_sequence is not null;
-- One invoice for each due date of a recurring invoice, whichever process creates it.
create unique index invoices_of_recurring on invoices (recurring_invoice_id, recurring_due_date)
  where recurring_invoice_id is not null;
create index invoices_by_time on invoices (team_id, mode, created_at, id);
create index invoices_by_change on invoices (team_id, mode, updated_at, id);
create index invoices_by_issue on invoices (team_id, mode, issue_date, id);
create index invoices_by_due_date on invoices (team_id, mode, due_date, id);
create index invoices_by_payment on invoices (team_id, mode, paid_at, id) where paid_at is not null;
create index invoices_by_metadata on invoices
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index invoices_by_reference on invoices (team_id, mode, external_reference, id)
  where external_reference is not null;

create table invoice_payments (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  -- Negative for corrections and returns.
  amount_cents bigint not null check (amount_cents <> 0),
  method text not null,
  -- How money came that a person recorded.
  manual_method text
    check (manual_method in ('cash', 'transfer', 'card_machine', 'cheque', 'pix', 'deposit', 'other')),
  charge_id text,
  -- The bank's own id of a payment: each counts once.
  reference text,
  paid_at timestamptz not null,
  created_at timestamptz not null,
  -- The part that is for late payment. A return takes this part back first, so its part is negative.
  late_cents bigint not null default 0,
  -- The fee of a card that the payer bore, beside the amount.
  surcharge_cents bigint not null default 0,
  unique (charge_id, reference),
  constraint invoice_payments_recorded_check check (manual_method is null or method = 'manual'),
  constraint invoice_payments_late_cents_check check (late_cents = 0 or sign(late_cents) = sign(amount_cents))
);
create index invoice_payments_of_invoice on invoice_payments (invoice_id, id);

-- The amounts of trip items that invoices bill. Derived from the invoice whenever it is saved; a cancelled
-- invoice has none.
create table trip_item_claims (
  trip_item_id text not null references trip_items (id),
  -- Claimed before the invoice is stored, in the same transaction.
  invoice_id uuid not null references invoices (id) on delete cascade deferrable initially deferred,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of the amount that adjustments of the invoice took back.
  credited_cents bigint not null default 0 check (credited_cents between 0 and amount_cents),
  paid_cents bigint not null default 0 check (paid_cents between 0 and amount_cents - credited_cents),
  -- False for a draft: it reserves the amount, and nothing of it is due.
  is_issued boolean not null,
  primary key (trip_item_id, invoice_id)
);
create index trip_item_claims_of_invoice on trip_item_claims (invoice_id);


-- Credit notes, refunds, credit of clients and disputes
-- =====================================================

-- Credit notes take off what clients owe. Amounts that were paid and are no longer owed may become credit.
create table credit_notes (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  invoice_id uuid not null references invoices (id),
  number_year integer not null,
  number_sequence integer not null,
  issue_date date not null,
  reason text not null,
  -- [{invoice_item_id, trip_item_id, description, cents}]; empty: of the invoice as a whole.
  lines jsonb not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part that was paid already, and whether it becomes credit or is refunded.
  excess_cents bigint not null check (excess_cents between 0 and amount_cents),
  excess text check (excess in ('credit', 'refund', 'none')),
  credit_expires_on date,
  refund_ids text[] not null,
  -- Issuer and client as they were.
  parties jsonb not null,
  -- Part of the public page's address.
  link_token text not null unique,
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (team_id, mode, number_year, number_sequence),
  check ((excess is null) = (excess_cents = 0)),
  check (credit_expires_on is null or excess = 'credit')
) with (fillfactor = 90);
create index credit_notes_of_team on credit_notes (team_id, mode, id desc);
create index credit_notes_of_client on credit_notes (client_id, id desc);
create index credit_notes_of_invoice on credit_notes (invoice_id, id);
create index credit_notes_by_time on credit_notes (team_id, mode, created_at, id);
create index credit_notes_by_change on credit_notes (team_id, mode, updated_at, id);
create index credit_notes_by_metadata on credit_notes
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index credit_notes_by_reference on credit_notes (team_id, mode, external_reference, id)
  where external_reference is not null;

-- Money that a team returns to a payer. The row exists before the request to the bank, and the bank knows its
-- id: however often the request is repeated, the bank returns the money once.
create table refunds (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  invoice_id uuid not null references invoices (id),
  invoice_payment_id uuid not null references invoice_payments (id),
  charge_id text not null,
  -- The bank's own id of the payment.
  payment_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The item of a trip that the refund is for.
  trip_item_id text,
  -- The credit note that requested the refund, which has lowered the amount due already.
  credit_note_id text references credit_notes (id) deferrable initially deferred,
  reduces_amount_due boolean not null,
  -- pending: requested, and the bank has not reported a result.
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  -- The team's reason, and the bank's reason for a failure.
  reason text,
  failure text check ((failure is not null) = (status = 'failed')),
  created_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (status = 'pending')),
  foreign key (charge_id, payment_id) references charge_payments (charge_id, payment_id)
) with (fillfactor = 80);
create index refunds_of_invoice on refunds (invoice_id, id desc);
create index refunds_pending on refunds (created_at) where status = 'pending';

-- Amounts besides payments that lower the amount due of an invoice. The invoice stores their sum.
create table invoice_adjustments (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  type text not null check (type in ('refund', 'credit_note', 'early_payment')),
  refund_id text unique references refunds (id),
  credit_note_id text unique references credit_notes (id) deferrable initially deferred,
  amount_cents bigint not null check (amount_cents < 0),
  trip_item_id text,
  -- The parts that it takes off items of trips: [{trip_item_id, cents}].
  credits jsonb not null default '[]',
  created_at timestamptz not null,
  check ((refund_id is not null) = (type = 'refund')),
  constraint invoice_adjustments_credit_note_check
    check ((credit_note_id is not null) = (type = 'credit_note'))
);
create index invoice_adjustments_of_invoice on invoice_adjustments (invoice_id, id);

-- Money that agencies keep for their clients. Entries are only added; the rest of a positive entry is stored
-- with it.
create table client_credit_entries (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  -- reclaimed: the money went back to its payer, so its credit is taken back. Credit that is used stays used.
  type text not null
    check (type in ('credit_note', 'overpayment', 'given_back', 'used', 'expired', 'reclaimed')),
  amount_cents bigint not null,
  -- Of a positive entry: the last day on which it can be used, and the rest.
  expires_on date,
  left_cents bigint,
  -- Of a positive entry: the invoice whose money it is, however often it was used and given back.
  origin_invoice_id uuid references invoices (id),
  -- Of a negative entry: the positive entry that it takes from.
  source_id text references client_credit_entries (id),
  invoice_id uuid references invoices (id),
  -- The payment of the invoice that an entry belongs to; the payment may be removed.
  payment_id uuid,
  credit_note_id text references credit_notes (id),
  created_at timestamptz not null,
  check ((amount_cents > 0) = (type in ('credit_note', 'overpayment', 'given_back')) and amount_cents <> 0),
  check ((left_cents is not null) = (amount_cents > 0) and (source_id is not null) = (amount_cents < 0)),
  check (left_cents between 0 and amount_cents),
  check (expires_on is null or amount_cents > 0)
) with (fillfactor = 90);
create index client_credit_entries_of_client on client_credit_entries (client_id, id desc);
create index client_credit_entries_left on client_credit_entries (client_id, expires_on, id) where left_cents > 0;
create index client_credit_entries_of_source on client_credit_entries (source_id) where source_id is not null;
create index client_credit_entries_of_origin on client_credit_entries (origin_invoice_id) where left_cents > 0;
create index client_credit_entries_of_invoice on client_credit_entries (invoice_id, id);

create table disputes (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  charge_id text not null references charges (id),
  invoice_id uuid not null,
  bank_id text not null,
  payment_id text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  amount_cents bigint not null check (amount_cents > 0),
  taken_cents bigint not null check (taken_cents >= 0),
  -- The part of the taken amount that was credit of the client.
  reclaimed_cents bigint not null default 0 check (reclaimed_cents between 0 and taken_cents),
  -- The amount that could not be taken, because it had become credit that is used.
  uncovered_cents bigint not null default 0 check (uncovered_cents >= 0),
  reason text not null,
  answer_by date,
  documents_sent_at timestamptz,
  opened_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (charge_id, bank_id)
);
create index disputes_of_team on disputes (team_id, mode, id);
create index disputes_of_invoice on disputes (invoice_id);


-- Mandates
-- ========

-- A mandate of Pix Automático is a client's permission to debit each invoice of a recurring invoice.
create table mandates (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  recurring_invoice_id uuid not null references recurring_invoices (id),
  client_id uuid not null references clients (id),
  provider text not null,
  provider_id uuid references payment_providers (id),
  -- The bank's id; null until the bank has confirmed it.
  bank_id text,
  status text not null check (status in ('created', 'active', 'rejected', 'expired', 'cancelled')),
  amount_cents bigint not null check (amount_cents > 0),
  frequency text not null check (frequency in ('monthly', 'quarterly', 'semiannual', 'annual')),
  retries text not null check (retries in ('none', 'three_in_seven_days')),
  starts_on date not null,
  ends_on date,
  -- The invoice on whose page it is offered, and the charge that accepts it.
  first_invoice_id uuid not null references invoices (id),
  first_charge_id text not null,
  ended_by text check (ended_by in ('agency', 'client', 'payer', 'payer_bank', 'receiver_bank')),
  end_reason text,
  -- Ended here, and the bank has not confirmed that yet.
  end_unconfirmed boolean not null default false,
  accepted_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mandates_of_team on mandates (team_id, mode, id desc);
create index mandates_by_status on mandates (team_id, mode, status, id desc);
create index mandates_of_client on mandates (client_id, id desc);
create index mandates_of_provider on mandates (provider_id);
create unique index mandates_by_bank_id on mandates (provider_id, bank_id);
-- One at a time for a recurring invoice.
create unique index mandates_live on mandates (recurring_invoice_id) where status in ('created', 'active');
create index mandates_of_recurring on mandates (recurring_invoice_id, id desc);
-- A code with a discount for early payment ends with the discount. Then the mandate is offered on the same
-- invoice again.
create index mandates_of_invoice on mandates (first_invoice_id, id desc);

-- The invoices that a mandate pays, or should have paid.
create table mandate_charges (
  id text primary key,
  mandate_id text not null references mandates (id),
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  invoice_id uuid not null references invoices (id),
  -- Null if no bank was asked.
  charge_id text,
  cycle integer not null,
  due_on date not null,
  amount_cents bigint not null,
  status text not null check (status in ('requested', 'scheduled', 'retrying', 'paid', 'failed', 'cancelled')),
  obstacle text,
  -- As the bank reports them: day, status, code.
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index mandate_charges_of_invoice on mandate_charges (mandate_id, invoice_id);
create unique index mandate_charges_by_cycle on mandate_charges (mandate_id, cycle)
  where status in ('requested', 'scheduled', 'retrying', 'paid');
create unique index mandate_charges_by_charge on mandate_charges (charge_id);
create index mandate_charges_by_invoice on mandate_charges (invoice_id);

alter table invoices add foreign key (mandate_id) references mandates (id);


-- Notifications: mails and messages
-- =================================

-- Each mail is a row before it is sent, so that it is sent once, retried, and readable without a mail server.
create table mails (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- The subject matter, so that the same mail is not sent twice.
  key text not null,
  -- business: about the agency's sales. optional: news that the agency may switch off. The others are security
  -- notices: each category has limits of its own, and an erasure does not empty them.
  category text not null default 'business'
    check (category in ('business', 'optional', 'account', 'person', 'provider', 'team')),
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  -- stored: there was no mail server. failed: the last attempt failed; the job knows whether another follows.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'stored', 'failed')),
  error text check ((error is not null) = (status = 'failed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  -- The booking whose receipt is attached; the receipt is rendered when the mail is sent, and not stored.
  receipt_of text,
  -- The real receiver of a mail of test mode.
  meant_for text,
  -- When it was submitted to the mail server, for the limits per hour.
  submitted_at timestamptz,
  -- The mail that must go out first: the creation of a booking is read before its tickets.
  follows text,
  -- Not sent, and not retried: no other mail waits for it.
  given_up boolean not null default false,
  -- The booking or the invoice that it is about.
  about_id text,
  -- How often it was sent to the mail server, or would have been.
  attempts integer not null default 0,
  -- The content is for its receiver alone, such as a link to sign in.
  is_secret boolean not null default false,
  -- The link whose token is inserted when the mail is sent. The stored mail does not contain the token.
  link_id text,
  -- Of the attached PDF, with the token of its link, or the id of a trip, which may have no link.
  document_type text check (document_type in ('invoice', 'quote', 'credit_note', 'trip')),
  document_key text,
  -- When the mail server reported that a mail it had taken was not delivered; the mail is failed then.
  bounced_at timestamptz,
  unique (team_id, mode, key),
  constraint mails_document_check check ((document_type is null) = (document_key is null)),
  constraint mails_sent_check check ((sent_at is not null) = (status = 'sent' or bounced_at is not null)),
  constraint mails_bounced_check check (bounced_at is null or status in ('failed', 'stored'))
);
create index mails_of_team on mails (team_id, mode, id desc);
create index mails_about on mails (about_id, id desc) where about_id is not null;
create index mails_by_address on mails (team_id, mode, (lower(coalesce(meant_for, to_address))), id desc);
create index mails_by_age on mails (created_at) where status in ('sent', 'stored');
create index mails_bounced_by_age on mails (created_at) where bounced_at is not null;
create index mails_by_predecessor on mails (follows) where follows is not null;
create index mails_by_receiver on mails (lower(to_address), submitted_at) where submitted_at is not null;
create index mails_by_sender on mails (team_id, mode, submitted_at) where submitted_at is not null;
create index mails_by_time on mails (team_id, mode, created_at, id);
create index mails_by_change on mails (team_id, mode, updated_at, id);
create trigger mails_added after insert on mails referencing new table as rows_after
  for each statement execute function note_rows_added();
create trigger mails_moved after update on mails
  referencing old table as rows_before new table as rows_after
  for each statement execute function note_rows_moved();
create trigger mails_removed after delete on mails referencing old table as rows_before
  for each statement execute function note_rows_removed();

-- Events of which an agency was notified by mail, or did not want to be: each once for all processes.
create table sent_news (
  event_id text primary key,
  -- The object of the event, so that the mail is found when a person named in it is erased.
  about_id text,
  -- Null if no member wanted a mail.
  mail_id text,
  created_at timestamptz not null
);
create index sent_news_by_age on sent_news (created_at);
create index sent_news_by_object on sent_news (about_id);

-- Notifications of clients, each once. Mails are rows of mails; messages to a phone are stored here alone.
create table messages (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- The subject matter, so that the same message is not sent twice.
  key text not null,
  kind text not null check (kind in ('created', 'sent', 'paid', 'generated', 'reminder', 'overdue',
    'refunded', 'quote_sent', 'trip_shared', 'credit_note_sent')),
  -- No foreign keys: a draft with messages, or a quote moved back to draft, may be deleted.
  invoice_id uuid,
  quote_id uuid,
  trip_id text,
  channel text not null check (channel in ('whatsapp', 'email')),
  to_address text not null,
  text text not null,
  -- The template for the messaging provider, as JSON.
  template text,
  mail_id text,
  -- stored: no messaging provider, or test mode. failed: the last attempt failed; the job knows the rest.
  status text not null check (status in ('waiting', 'sent', 'stored', 'failed')),
  error text check ((error is not null) = (status = 'failed')),
  provider_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  unique (team_id, mode, key),
  constraint messages_subject_check
    check (
      num_nonnulls(invoice_id, quote_id, trip_id) = 1 and (quote_id is not null) = (kind = 'quote_sent')
      and (trip_id is not null) = (kind = 'trip_shared'))
);
create index messages_of_team on messages (team_id, mode, id desc);
create index messages_of_invoice on messages (invoice_id, id);
create index messages_of_quote on messages (quote_id, id) where quote_id is not null;
create index messages_of_trip on messages (trip_id, id) where trip_id is not null;
create index messages_by_age on messages (created_at) where status in ('sent', 'stored', 'failed');
create index messages_by_time on messages (team_id, mode, created_at, id);
create index messages_by_change on messages (team_id, mode, updated_at, id);
create trigger messages_added after insert on messages referencing new table as rows_after
  for each statement execute function note_any_added();
create trigger messages_removed after delete on messages referencing old table as rows_before
  for each statement execute function note_any_removed();

-- Receipts of the messaging provider. They may come before the message is stored as sent, twice and in any
-- order. The provider's id of a message often contains the receiver's number, so only its hash is stored.
create table message_receipts (
  message_hash bytea primary key,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  error text check ((error is null) = (failed_at is null)),
  created_at timestamptz not null
);
create index message_receipts_by_age on message_receipts (created_at);


-- Warnings
-- ========

-- Warnings are computed from trips, items and clients. These tables store what users did about them, and the
-- mails about them.
create table warning_marks (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Computed from the facts of the warning, so that it is open again when they change.
  warning_id text not null,
  -- open: a mark that was taken back.
  status text not null check (status in ('open', 'done', 'dismissed')),
  -- The id of the person or key.
  marked_by text,
  marked_at timestamptz not null,
  primary key (team_id, mode, warning_id)
);

-- The clients and trips that a daily mail names, so that it is found when a person is erased.
create table warning_mails (
  mail_id text not null references mails (id) on delete cascade,
  about_id text not null,
  primary key (mail_id, about_id)
);
create index warning_mails_by_object on warning_mails (about_id);


-- Webhooks
-- ========

create table webhooks (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  url text not null,
  -- The normalized URL: two spellings of it are the same receiver.
  url_key text not null,
  description text,
  events text[] not null,
  -- Additional headers of its requests. Their values may be credentials, so they are encrypted.
  headers bytea,
  header_names text[] not null default '{}',
  active boolean not null default true,
  secret bytea not null,
  -- After a rotation both secrets sign until this time.
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_triggered_at timestamptz,
  total_deliveries bigint not null default 0,
  failed_deliveries bigint not null default 0,
  failed_in_row integer not null default 0,
  -- Names the statement that deactivated the webhook, so that exactly one alert is sent.
  deactivated_by text,
  -- A deleted webhook is hidden at once; its deliveries are deleted in the background.
  deleted_at timestamptz,
  -- The first of the failures in a row; null without one.
  failing_since timestamptz,
  last_success_at timestamptz,
  -- Of the last attempt; null after a success.
  last_error text,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('failures', 'request')),
  check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 50);
create unique index webhooks_by_url on webhooks (team_id, mode, url_key) where deleted_at is null;

create table deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id),
  -- No foreign key: deleting an event would look its deliveries up. Retention deletes deliveries first.
  event_id text not null,
  type text not null,
  -- waiting: another attempt follows. skipped: the webhook was inactive when the event happened.
  status text not null check (status in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  created_at timestamptz not null,
  replay_of text
) with (fillfactor = 80);
-- Lists with any filter read this index alone.
create index deliveries_of_webhook on deliveries (webhook_id, created_at desc, id desc)
  include (status, type);
-- Finds the oldest that waits: all before it have ended and do not change.
create index deliveries_waiting on deliveries (webhook_id, created_at) where status = 'waiting';
-- Retention deletes the oldest rows first, a batch at a time, by this index.
create index deliveries_by_age on deliveries (created_at);
create index deliveries_by_replay on deliveries (replay_of) where replay_of is not null;

create table delivery_attempts (
  -- No foreign key: PostgreSQL would look it up at each attempt. Code that deletes a delivery deletes these.
  delivery_id text not null,
  number integer not null,
  at timestamptz not null,
  status integer,
  duration_ms integer not null,
  error text,
  body text not null,
  -- The encrypted response of the receiver, which may repeat personal data.
  encrypted_body bytea,
  primary key (delivery_id, number)
);


-- Privacy
-- =======

-- Who requested the erasure of a person, when, and how many rows were changed. Nothing of the person.
create table erasures (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null,
  -- The key that requested it; null for the command line.
  asked_by text,
  erased_at timestamptz not null,
  counts jsonb not null,
  -- Free texts that an erasure leaves for the agency to read: object, id and field, nothing of the text.
  to_confirm jsonb not null default '[]',
  -- A person is erased in batches, each in its own transaction.
  completed_at timestamptz,
  updated_at timestamptz not null,
  -- Encrypted: the person's identifiers and the start of the next batch. Null once all is erased.
  state bytea,
  check ((state is null) = (completed_at is not null))
);
create index erasures_of_team on erasures (team_id, mode, id desc);
create index erasures_unfinished on erasures (team_id, mode, client_id) where completed_at is null;
create trigger erasures_added after insert on erasures referencing new table as rows_after
  for each statement execute function note_any_added();
