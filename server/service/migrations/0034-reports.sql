-- Reports about a hundred thousand bookings read indexes alone: the rows themselves are some kilobytes each.
drop index bookings_by_day;
create index bookings_by_day on bookings (team_id, mode, created_at)
  include (status, client_cents, total_cents, rate, refund_cents, client_id, origin, destination, airline);
drop index bookings_pending;
create index bookings_pending on bookings (team_id, mode, payment_required_by) include (wallet_cents, simulated)
  where status = 'pending';
create index bookings_departing on bookings (team_id, mode, departure_date) where status = 'ticketed';
