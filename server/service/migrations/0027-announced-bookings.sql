-- An instant is announced, by its first events, when its carrier has taken it. All that exist were announced before.
alter table bookings add column unannounced boolean not null default false;
