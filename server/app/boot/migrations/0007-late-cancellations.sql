-- Orders of bookings that were given up, which the carrier did not cancel or cancelled for a penalty. The wallet has its
-- money back, so the operator settles them with the carrier.
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
