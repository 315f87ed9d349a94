-- Lists whose pages and totals do not cost more when there is more.

-- Up to this number the times of a team's events may go back; from the next one on they never do, and whatever was
-- stored between two times is a range of numbers. What was stored before is looked at once.
alter table team_counters add column events_unordered bigint not null default 0;
update team_counters c set events_unordered = back.last
  from (
    select team_id, mode, max(sequence) - 1 as last from (
      select team_id, mode, sequence, created_at,
        lag(created_at) over (partition by team_id, mode order by sequence) as before
      from events) e
    where created_at < before group by team_id, mode) back
  where back.team_id = c.team_id and back.mode = c.mode;

-- In the order in which the bookings of some days are shown, with all that reports read of them.
drop index bookings_by_day;
create index bookings_by_day on bookings (team_id, mode, created_at, id)
  include (status, client_cents, total_cents, rate, refund_cents, client_id, origin, destination, airline);

-- What is owed is summed up without a look at the invoices themselves.
drop index invoices_unpaid;
create index invoices_unpaid on invoices (team_id, mode, due_date) include (total_cents, amount_paid_cents)
  where status = 'sent' and amount_paid_cents < total_cents;

-- What deliveries are filtered by stands in the index by which they are listed.
drop index deliveries_of_webhook;
create index deliveries_of_webhook on deliveries (webhook_id, created_at desc, id desc) include (status, type);

-- The oldest that waits: all before it have ended, and stay as they are.
drop index deliveries_waiting;
create index deliveries_waiting on deliveries (webhook_id, created_at) where status = 'waiting';
