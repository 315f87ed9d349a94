-- What was never real says so itself: charges, bookings and lines that were made with simulated money, or where nothing
-- was real. In production it does not count.

alter table charges add column simulated boolean not null default false;
update charges set simulated = true where provider = 'simulated' or mode = 'test';
alter table charges alter column simulated drop default;

alter table bookings add column simulated boolean not null default false;
update bookings set simulated = true where supplier = 'simulated' or mode = 'test';
alter table bookings alter column simulated drop default;

alter table wallet_lines add column simulated boolean not null default false;
-- Credits less debits of the simulated lines; of a sandbox, whose balance is fictitious anyway, always 0.
alter table wallets add column simulated_cents bigint not null default 0;

-- Nothing of a line is changed but what it did not say before.
alter table wallet_lines disable trigger wallet_lines_stay;
update wallet_lines l set simulated = true
  from wallets w
  where w.id = l.wallet_id and (w.mode = 'test'
    or exists (select from recharges r join charges c on c.id = r.charge_id
      where l.reference_type = 'recharge' and r.id = l.reference_id and c.simulated)
    or exists (select from bookings b
      where l.reference_type in ('booking', 'refund') and b.id = l.reference_id and b.simulated));
alter table wallet_lines enable trigger wallet_lines_stay;

update wallets set simulated_cents = lines.cents
  from (select wallet_id, sum(case type when 'credit' then amount_cents else -amount_cents end)::bigint as cents
    from wallet_lines where simulated group by wallet_id) lines
  where lines.wallet_id = wallets.id and wallets.mode = 'live';
