-- Webhooks, what is sent to them, and what they answered.

create table webhooks (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  url text not null,
  -- The URL in its one normal spelling: two spellings of it are the same receiver.
  url_key text not null,
  events text[] not null,
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
  -- Names the statement that deactivated it, so that exactly one alert is sent.
  deactivated_by text,
  -- A deleted webhook is out of sight at once; its deliveries are cleared away in the background.
  deleted_at timestamptz
) with (fillfactor = 50);
create unique index webhooks_by_url on webhooks (team_id, mode, url_key) where deleted_at is null;

create table deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id),
  event_id text not null references events (id),
  type text not null,
  -- waiting: an attempt is due; skipped: the webhook was inactive when the event happened.
  status text not null check (status in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  created_at timestamptz not null,
  replay_of text
) with (fillfactor = 80);
create index deliveries_of_webhook on deliveries (webhook_id, created_at desc, id desc);
create index deliveries_waiting on deliveries (webhook_id) where status = 'waiting';
-- Brin: it costs next to nothing to keep, and is read once an hour.
create index deliveries_by_age on deliveries using brin (created_at);
create index deliveries_by_replay on deliveries (replay_of) where replay_of is not null;

create table delivery_attempts (
  -- No foreign key: it would be looked up at each attempt; whoever deletes a delivery deletes its log.
  delivery_id text not null,
  number integer not null,
  at timestamptz not null,
  status integer,
  duration_ms integer not null,
  error text,
  body text not null,
  primary key (delivery_id, number)
);

create index events_by_type on events (team_id, mode, type, sequence);
create index events_by_time on events (team_id, mode, created_at, sequence);
