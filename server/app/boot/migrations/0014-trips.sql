-- Trips: what an agency sells to a client for one journey.
create table trips (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  number_year integer not null,
  number_sequence integer not null,
  title text not null,
  -- Somebody set it; otherwise it follows the places of the items.
  has_own_title boolean not null,
  client_id uuid not null references clients (id),
  -- Who sold it; a person may have left the team since, so the name is kept.
  seller_id text,
  seller_name text,
  -- [{id, full_name, born_on, client_id, companion_id}]
  travellers jsonb not null default '[]',
  -- Of its items that are not cancelled; kept here for lists.
  starts_on date,
  ends_on date,
  -- All items are cancelled, and there are some.
  cancelled boolean not null default false,
  -- Whether an item has something to be invoiced or given back.
  has_open boolean not null default false,
  -- Number, title, travellers, suppliers and confirmation numbers, without accents and in lower case.
  search_text text not null,
  -- Part of the address of the travellers' page; null until it is shared.
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
create index trips_of_seller on trips (team_id, mode, seller_id, id desc) where seller_id is not null;
create index trips_by_time on trips (team_id, mode, created_at, id);
create index trips_by_change on trips (team_id, mode, updated_at, id);
create index trips_open on trips (team_id, mode, id desc) where has_open;
create index trips_by_search on trips using gin (search_text gin_trgm_ops);
create index trips_by_metadata on trips
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index trips_by_reference on trips (team_id, mode, external_reference, id)
  where external_reference is not null;

create table trip_numbers (
  like invoice_numbers including all,
  foreign key (team_id) references teams (id)
) with (fillfactor = 50);

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
  -- Ids of travellers of the trip; none means all.
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
  -- In BRL, what counts: of a cancelled item what is kept.
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

-- What invoices hold of items. Derived from the invoice whenever it is saved; a cancelled invoice has none.
create table trip_item_claims (
  trip_item_id text not null references trip_items (id),
  -- Claimed before the invoice is stored, in the same transaction.
  invoice_id uuid not null references invoices (id) on delete cascade deferrable initially deferred,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of the amount that adjustments of the invoice took back.
  credited_cents bigint not null default 0 check (credited_cents between 0 and amount_cents),
  paid_cents bigint not null default 0 check (paid_cents between 0 and amount_cents - credited_cents),
  -- A draft reserves what it bills; nothing of it is due.
  is_issued boolean not null,
  primary key (trip_item_id, invoice_id)
);
create index trip_item_claims_of_invoice on trip_item_claims (invoice_id);

-- The item of a trip that a refund is for, and what an adjustment takes off items: [{trip_item_id, cents}].
alter table refunds add column trip_item_id text;
alter table invoice_adjustments
  add column trip_item_id text,
  add column credits jsonb not null default '[]';

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

-- Accepted terms, with what proves it.
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

alter table bookings
  add column trip_id text references trips (id),
  -- The quoted flight whose place the booking takes as soon as it is shown.
  add column trip_item_id text,
  add column starts_trip boolean not null default false;
create index bookings_of_trip on bookings (trip_id) where trip_id is not null;

-- The trip that an accepted quote became, and the items of it in the order of the quote's own.
alter table quotes
  add column trip_id text references trips (id),
  add column trip_item_ids text[] not null default '{}';
create index quotes_of_trip on quotes (trip_id) where trip_id is not null;

alter table notes add column trip_id text references trips (id) on delete cascade;
alter table notes drop constraint notes_check;
alter table notes add constraint notes_check check (num_nonnulls(booking_id, client_id, trip_id) = 1);
create index notes_of_trip on notes (trip_id, id desc) where trip_id is not null;
alter table tags add column trip_id text references trips (id) on delete cascade;
alter table tags drop constraint tags_check;
alter table tags add constraint tags_check check (num_nonnulls(booking_id, client_id, trip_id) = 1);
create unique index tags_of_trip on tags (trip_id, tag) where trip_id is not null;
create index tags_of_trips on tags (team_id, mode, tag, trip_id) where trip_id is not null;

-- The terms of the agency that travellers accept.
alter table teams add column trip_terms_pt text;
alter table teams add column trip_terms_en text;

alter table messages add column trip_id text;
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check
  check (kind in ('created', 'sent', 'paid', 'generated', 'reminder', 'overdue', 'refunded', 'quote_sent', 'trip_shared'));
alter table messages drop constraint messages_subject_check;
alter table messages add constraint messages_subject_check
  check (
    num_nonnulls(invoice_id, quote_id, trip_id) = 1 and (quote_id is not null) = (kind = 'quote_sent')
    and (trip_id is not null) = (kind = 'trip_shared'));
create index messages_of_trip on messages (trip_id, id) where trip_id is not null;
