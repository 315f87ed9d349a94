-- Flights: searches and their offers, and the books of the simulated carrier, which is a foreign system that happens
-- to live in the same database.

-- Small and kept for a day, so that an expired offer is told as such after its data is gone. No foreign key: it would
-- lock the team's row at each search.
create table offer_requests (
  id text primary key,
  team_id text not null,
  mode text not null check (mode in ('live', 'test')),
  offers integer not null,
  -- When the last of its offers expires, in the team's time.
  expires_at timestamptz not null,
  -- In real time: a test clock only runs ahead, so what has expired by real time has expired.
  stored_at timestamptz not null
) with (fillfactor = 100);
create index offer_requests_by_age on offer_requests using brin (stored_at);

-- One line of JSON for each offer of a search, compressed together by us. Four tables take turns by the hour: a table
-- whose hour has passed is emptied at once, which costs the same however much was in it.
create table offer_lines_0 (id text primary key, lines bytea not null);
create table offer_lines_1 (id text primary key, lines bytea not null);
create table offer_lines_2 (id text primary key, lines bytea not null);
create table offer_lines_3 (id text primary key, lines bytea not null);
alter table offer_lines_0 alter column lines set storage external;
alter table offer_lines_1 alter column lines set storage external;
alter table offer_lines_2 alter column lines set storage external;
alter table offer_lines_3 alter column lines set storage external;

-- The simulated carrier. A market is a world of its own: live, or one team's sandbox.
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
  -- The buyer's own reference: a second order with it is the first one.
  reference text not null,
  -- The locator is made from it.
  number bigint generated always as identity,
  status text not null check (status in ('held', 'ticketing', 'ticketed', 'cancelled', 'expired', 'failed')),
  -- What was chosen, at which price, for whom: JSON, as it was sold.
  sold text not null,
  -- Flight and cabin of each seat taken, and how many of each.
  flights text[] not null,
  cabins text[] not null,
  seats integer not null,
  -- A hold lapses then.
  pay_by timestamptz,
  -- Paid tickets are issued then.
  issue_at timestamptz,
  ticketed_at timestamptz,
  -- The first of its ticket numbers; the others follow.
  first_ticket bigint,
  created_at timestamptz not null,
  primary key (market, reference)
) with (fillfactor = 80);
create index carrier_orders_held on carrier_orders (market, pay_by) where status = 'held';
