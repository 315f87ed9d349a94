-- Retention deletes the oldest rows first, a batch at a time, by this index.
drop index deliveries_by_age;
create index deliveries_by_age on deliveries (created_at);
