-- By how much the clock of a process's machine is ahead of the database's, as it has measured. Empty where it has not.
alter table processes add column clock_offset_ms double precision;

-- The time of the last event: none is earlier than the one before it, whichever process stores it.
alter table team_counters add column last_event_at timestamptz;
