-- Bookings, and what they need of others: what a team's wallet pays, what an event is about, receipts with mails.

alter table teams add column debits text not null default 'client_amount'
  check (debits in ('client_amount', 'base_cost'));

-- What an event is about, so that the history of one object can be told.
alter table events add column object_id text;
-- Only of bookings, whose history is asked for: an index on all would make every event dearer.
create index events_of_bookings on events (object_id, sequence)
  where object_id >= 'ord_' and object_id < 'ord`';

-- The booking whose receipt goes with the mail; it is drawn when the mail is sent, and not stored.
alter table mails add column receipt_of text;

create table bookings (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  type text not null check (type in ('hold', 'instant')),
  -- requested: the carrier is being asked for a hold; nobody sees it until the carrier has answered.
  status text not null
    check (status in ('requested', 'pending', 'confirmed', 'ticketed', 'cancelled', 'expired', 'failed')),
  client_id uuid not null references clients (id),
  offer_id text not null,
  supplier text not null,
  -- Empty until the carrier has answered.
  booking_reference text not null,
  -- What the wallet pays, frozen at creation, and what the client does.
  wallet_cents bigint not null check (wallet_cents >= 0),
  client_cents bigint not null,
  -- The carrier's price and the rate it was converted at.
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
  -- Locator and passengers, folded: what a search looks in, besides the client.
  search_text text not null,
  payment_required_by timestamptz,
  price_guaranteed_until timestamptz,
  -- JSON. Slices and documents change; the rest is as it was booked.
  slices text not null,
  documents text not null,
  content text not null,
  -- What the supplier needs to know its order again, as JSON; null until it has answered.
  order_data text,
  -- Somebody is cancelling it at the carrier: nobody else may move it meanwhile.
  cancelling boolean not null default false,
  refund_cents bigint,
  penalty_cents bigint,
  penalty_currency text,
  -- Of the request that waits for its answer.
  idempotency_key text,
  created_at timestamptz not null,
  synced_at timestamptz not null,
  ticketed_at timestamptz
) with (fillfactor = 80);
create index bookings_of_team on bookings (team_id, mode, id desc) where status <> 'requested';
create index bookings_by_status on bookings (team_id, mode, status, id desc);
create index bookings_by_day on bookings (team_id, mode, created_at);
create index bookings_of_client on bookings (client_id, id desc);
create index bookings_pending on bookings (team_id, mode) include (wallet_cents) where status = 'pending';
create index bookings_by_search on bookings using gin (search_text gin_trgm_ops);
