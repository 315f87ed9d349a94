-- A discount for early payment, {percent, cents, until}: a percentage or an amount until a day. Of a team and of a
-- recurring invoice {percent, cents, days_before_due}.
alter table invoices
  add column early_payment jsonb,
  -- What payers took off by paying early: the sum of its adjustments of that type, above zero.
  add column early_taken_cents bigint not null default 0 check (early_taken_cents >= 0),
  -- How long after the due date a boleto or a Pix with a due date can be paid.
  add column payable_days integer not null default 30 check (payable_days between 1 and 120);
alter table recurring_invoices add column early_payment jsonb;
alter table teams
  add column early_payment jsonb,
  add column payable_days integer not null default 30 check (payable_days between 1 and 120);

alter table invoice_adjustments drop constraint invoice_adjustments_type_check;
alter table invoice_adjustments add constraint invoice_adjustments_type_check
  check (type in ('refund', 'credit_note', 'early_payment'));

-- What comes off a charge that is paid on or before a day: part of a fixed amount, or taken off by the bank.
alter table charges
  add column discount_cents bigint not null default 0 check (discount_cents >= 0),
  add column discount_until date;

-- What the bank offers this account, as it said when it was asked last: cobv.
alter table payment_providers add column capabilities text[] not null default '{}';
