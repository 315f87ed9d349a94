-- Whose money a bank collects, which payments wait for a person's word, and what was credited on which day.

-- invoices: a team's own, by which its clients pay it. wallet: the operator's, which belongs to no team and is
-- connected on the command line alone. Which of the banks known so far the operator trusts, nobody has said: none is.
alter table payment_providers add column purpose text not null default 'invoices'
  check (purpose in ('invoices', 'wallet'));
alter table payment_providers alter column purpose drop default;
alter table payment_providers alter column team_id drop not null;
alter table payment_providers add check ((purpose = 'wallet') = (team_id is null));
-- Connected outside production, where no bank is real: it is not believed in production.
alter table payment_providers add column simulated boolean not null default false;
update payment_providers set simulated = true where provider = 'simulated';
alter table payment_providers alter column simulated drop default;
create index payment_providers_of_operator on payment_providers (id) where purpose = 'wallet';

-- What was credited of it, and what was paid but waits for a person's word.
alter table recharges add column credited_cents bigint not null default 0 check (credited_cents >= 0);
alter table recharges add column held_cents bigint not null default 0 check (held_cents >= 0);
update recharges set credited_cents = lines.cents
  from (select reference_id, sum(amount_cents)::bigint as cents from wallet_lines
    where reference_type = 'recharge' group by reference_id) lines
  where lines.reference_id = recharges.id;

-- Payments that were taken in and not credited: more than was asked for, more than a day may bring, or from a bank that
-- is not the operator's.
create table held_payments (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  recharge_id text not null references recharges (id),
  charge_id text not null,
  payment_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (reason in ('exceeds_amount', 'exceeds_day_limit', 'untrusted_bank')),
  status text not null check (status in ('held', 'accepted', 'refused')),
  paid_at timestamptz not null,
  created_at timestamptz not null,
  reviewed_at timestamptz check ((reviewed_at is null) = (status = 'held')),
  unique (charge_id, payment_id),
  foreign key (charge_id, payment_id) references charge_payments (charge_id, payment_id)
);
create index held_payments_waiting on held_payments (id) where status = 'held';

-- What recharges have brought a wallet on a day in its team's time zone. The statement that credits counts it, and so
-- the limit holds whoever pays at the same time.
create table recharge_days (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  day date not null,
  credited_cents bigint not null check (credited_cents >= 0),
  primary key (team_id, mode, day)
);
insert into recharge_days (team_id, mode, day, credited_cents)
  select w.team_id, w.mode, (l.created_at at time zone t.time_zone)::date, sum(l.amount_cents)
  from wallet_lines l join wallets w on w.id = l.wallet_id join teams t on t.id = w.team_id
  where l.reference_type = 'recharge' group by 1, 2, 3;
