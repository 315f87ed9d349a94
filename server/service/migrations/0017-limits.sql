-- How much of each limit is left, shared by all processes: each writes every so often what it has let through since.
-- Unlogged: after a crash of the database every limit begins anew, which does nobody harm.
create unlogged table limit_buckets (
  name text primary key,
  tokens double precision not null,
  at timestamptz not null,
  -- What it holds when full, and how long it takes from empty to full.
  capacity double precision not null,
  refill_ms double precision not null,
  -- By the last statement alone.
  spent double precision not null
) with (fillfactor = 50);
