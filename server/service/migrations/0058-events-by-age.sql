-- Retention deletes the oldest rows first, a batch at a time, by this index.
drop index events_by_age;
create index events_by_age on events (created_at);
