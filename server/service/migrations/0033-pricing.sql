-- What an agency adds to the carrier's price in each mode, where it has set it; until then the terms that its team
-- began with hold. The rules are JSON, in their order: they are read, and replaced, all at once.
create table team_pricing (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Grows with each change: searches that wait together are the same only if they are priced the same.
  version integer not null,
  markup_percent numeric not null check (markup_percent >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  -- Not jsonb, which would put their fields into an order of its own.
  rules json not null,
  updated_at timestamptz not null,
  primary key (team_id, mode)
);

-- Every service keeps the pricing of teams in memory, as it keeps callers.
create trigger team_pricing_changed
  after insert or delete or update on team_pricing
  for each statement execute function tell_callers_changed();
