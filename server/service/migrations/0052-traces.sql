-- The trace of the request that caused a piece of due work, as W3C's traceparent, so that it can go on there. Empty
-- where nothing is traced.
alter table due_work add column trace text;
