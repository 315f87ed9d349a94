-- Due work by its next time: where lanes are very many, a claim asks what is due earliest instead of walking through
-- them. What is due by real time is due by every clock, as a test clock is never behind; a clock that was moved has
-- more, which is found clock by clock. The table is short (what is done is deleted), so that building takes a moment.
create index due_work_next on due_work (run_at, id) include (clock, lane) where state = 'waiting';
create index due_work_of_test_clocks on due_work (clock, run_at, id) include (lane)
  where state = 'waiting' and clock <> '';
create index clocks_moved on clocks (id) where offset_ms > 0;
