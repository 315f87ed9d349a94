-- A ledger line says who moved the money and in which request, inside its hash: it is its own audit record.
alter table wallet_lines
  -- Real time, also in test mode, where created_at follows the test clock.
  add column recorded_at timestamptz not null,
  add column action text not null,
  add column actor_type text not null,
  add column actor_id text,
  add column actor_name text,
  add column request_id text,
  -- Not part of the hash: statements are handed to others.
  add column address text;
