-- What carriers change about a booking by themselves, and what the simulated one is told about such a change.

-- JSON, the oldest first: flights before and after, what the carrier waits for, what was answered.
alter table bookings add column changes text not null default '[]';

-- Suppliers that call us name their own order. The simulated one never does.
create index bookings_of_order on bookings ((order_data::json ->> 'id')) where supplier <> 'simulated';

-- When its buyer accepted a change of the schedule.
alter table carrier_orders add column accepted_at timestamptz;
