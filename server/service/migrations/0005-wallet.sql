-- The wallet: a ledger whose lines are only ever added, and the recharges that fill it.

create table wallets (
  id integer generated always as identity primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  balance_cents bigint not null check (balance_cents >= 0),
  -- How many lines there are, and so the number of the last one; then of which type, and their sums.
  lines bigint not null default 0,
  credits bigint not null default 0,
  debits bigint not null default 0,
  credits_cents bigint not null default 0,
  debits_cents bigint not null default 0,
  last_at timestamptz,
  unique (team_id, mode),
  check (lines = credits + debits),
  -- The sandbox's balance is fictitious and never moves.
  check (balance_cents = case mode when 'live' then credits_cents - debits_cents else 500000 end)
) with (fillfactor = 50);
insert into wallets (team_id, mode, balance_cents)
  select id, mode, balance from teams cross join (values ('live', 0), ('test', 500000)) as modes (mode, balance);

-- Numbers are dense and times never go back, so a page is a range of numbers, and counts and sums of any range of
-- days are the difference of two lines: nothing is ever counted.
create table wallet_lines (
  -- No foreign key: it would be looked up for each line, which is made from the wallet's row itself.
  wallet_id integer not null,
  seq bigint not null,
  id text not null unique,
  type text not null check (type in ('credit', 'debit')),
  -- The same number among the lines of its type.
  type_seq bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  -- Up to and with this line.
  credits bigint not null,
  credits_cents bigint not null,
  debits_cents bigint not null,
  description text not null,
  reference_type text not null check (reference_type in ('booking', 'recharge', 'refund')),
  reference_id text not null,
  -- Why: the same thing is never credited or debited twice.
  kind text not null,
  payment_method text check (payment_method in ('pix', 'boleto')),
  created_at timestamptz not null,
  primary key (wallet_id, seq),
  unique (wallet_id, type, type_seq),
  unique (reference_id, kind)
);
create index wallet_lines_by_time on wallet_lines (wallet_id, created_at, seq);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of the ledger are never changed or removed; add a line that puts things right'
    using errcode = 'restrict_violation';
end $$;
create trigger wallet_lines_stay
  before update or delete or truncate on wallet_lines
  for each statement execute function refuse_ledger_change();

create table recharges (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  amount_cents bigint not null check (amount_cents > 0),
  payment_method text not null check (payment_method in ('pix', 'boleto')),
  status text not null check (status in ('pending', 'completed', 'expired', 'failed', 'cancelled')),
  charge_id text not null unique references charges (id),
  -- The day it counts for, in the team's time zone.
  day date not null,
  paid_cents bigint check ((paid_cents is not null) = (status = 'completed')),
  paid_at timestamptz check ((paid_at is not null) = (status = 'completed')),
  transaction_id text check ((transaction_id is not null) = (status = 'completed')),
  created_at timestamptz not null
) with (fillfactor = 80);
create index recharges_of_team on recharges (team_id, mode, id);
create index recharges_by_status on recharges (team_id, mode, status, id);
create index recharges_of_day on recharges (team_id, mode, day) where status in ('pending', 'completed');
