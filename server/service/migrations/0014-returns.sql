-- Money that went back to its payer: each return counts once, takes back what it had brought, and is looked for as long
-- as banks give money back.

create table payment_returns (
  charge_id text not null,
  payment_id text not null,
  -- Among the returns of the payment: ours where we asked for it, else the bank's.
  return_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What was debited in the wallet: never more than the payment had credited.
  debited_cents bigint not null check (debited_cents between 0 and amount_cents),
  reason text,
  returned_at timestamptz not null,
  received_at timestamptz not null,
  primary key (charge_id, payment_id, return_id),
  foreign key (charge_id, payment_id) references charge_payments (charge_id, payment_id)
);

-- A return alone may take a wallet below zero; what is credited then brings it up again, by whatever amount.
alter table wallets drop constraint wallets_balance_cents_check;
alter table wallet_lines drop constraint wallet_lines_balance_after_cents_check;
alter table wallet_lines add constraint wallet_lines_below_zero_by_returns
  check (balance_after_cents >= 0 or type = 'credit' or kind like 'return %');

alter table invoice_payments drop constraint invoice_payments_method_check;
alter table invoice_payments add constraint invoice_payments_method_check
  check (method in ('pix', 'manual', 'correction', 'return'));

alter table payment_providers
  -- From when on payments are looked through for returns next; null: from the oldest that may still be returned.
  add column returns_from timestamptz,
  -- How much time the bank is asked about at once: less where it refused.
  add column returns_window_ms bigint not null default 8208000000;

create index charges_paid_by_provider on charges (provider_id) where provider_id is not null and status = 'paid';
