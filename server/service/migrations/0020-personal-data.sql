-- Personal data: sealed where it is stored, forgotten in time, and erased when somebody asks.

-- Who travels, sealed JSON. Null in rows of before, whose content still has it; housekeeping seals those.
alter table bookings add column passengers bytea;
create index bookings_unsealed on bookings (id) where passengers is null;

-- The passengers of a booking event, sealed; its payload has a mark in their place.
alter table events add column personal bytea;
create index events_unsealed on events (id) where personal is null and type >= 'booking.' and type < 'booking/';
-- Brin: it costs next to nothing to keep, and is read once an hour.
create index events_by_age on events using brin (created_at);
-- Up to this number events are past their time; from the next one on none may be missing.
alter table team_counters add column events_forgotten bigint not null default 0;
-- Events are forgotten in time, and looking for their deliveries at each would cost more than all the rest. Whoever
-- forgets events has forgotten older deliveries before.
alter table deliveries drop constraint deliveries_event_id_fkey;

-- What a receiver said, sealed: it may well repeat what it was told. Rows of before have it in body.
alter table delivery_attempts add column sealed_body bytea;

-- That somebody was erased: who asked for it, when, and how much of what was changed. Nothing of the person.
create table erasures (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null,
  -- The key that asked; null for the command line.
  asked_by text,
  erased_at timestamptz not null,
  counts jsonb not null
);
create index erasures_of_team on erasures (team_id, mode, id desc);
