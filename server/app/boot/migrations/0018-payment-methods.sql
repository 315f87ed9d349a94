-- Methods of payment are rows: what differs between them is in contract/payment-methods.ts, so no table lists them.

alter table payment_defaults drop constraint payment_defaults_method_check;
alter table invoice_payments drop constraint invoice_payments_method_check;
alter table invoices drop constraint invoices_payment_methods_check,
  add constraint invoices_payment_methods_check check (cardinality(payment_methods) > 0);
alter table recurring_invoices drop constraint recurring_invoices_payment_methods_check,
  add constraint recurring_invoices_payment_methods_check check (cardinality(payment_methods) > 0);

alter table charges
  drop constraint charges_method_check,
  drop constraint charges_status_check,
  drop constraint charges_check,
  drop constraint charges_check1,
  -- How it is paid: code, barcode, page_url, our_number, slip_url.
  add column instructions jsonb,
  -- The one that its invoice or recharge shows for its method.
  add column is_current boolean not null default false,
  -- What the bank keeps and what reaches the team, once the bank says so.
  add column fee_cents bigint,
  add column net_cents bigint,
  -- Attempts that the payer's bank refused, as {at, reason}, oldest first.
  add column refusals jsonb not null default '[]',
  add column updated_at timestamptz;

update charges set updated_at = created_at, is_current = purpose = 'recharge',
  instructions = case when pix_copy_paste is not null or boleto_barcode is not null then
    jsonb_strip_nulls(jsonb_build_object('code', pix_copy_paste, 'barcode', boleto_barcode,
      'our_number', boleto_our_number, 'slip_url', boleto_slip_url)) end;
update charges set is_current = true from invoices
where charges.id in (invoices.charge_id, invoices.boleto_charge_id);

alter table charges
  drop column pix_copy_paste,
  drop column boleto_barcode,
  drop column boleto_our_number,
  drop column boleto_slip_url,
  alter column updated_at set not null,
  -- authorised: the payer's bank has reserved the money. settled: all of it has reached the team. disputed: the payer
  -- claims it back; lost: and has got it.
  add constraint charges_status_check check (status in ('requested', 'open', 'authorised', 'paid', 'settled',
    'refunded', 'disputed', 'lost', 'withdrawn', 'expired', 'abandoned')),
  -- An abandoned charge has no instructions, and may be paid all the same.
  add constraint charges_instructions_check check (status <> 'open' or instructions is not null);

create unique index charges_current on charges (reference_id, method) where is_current;
-- With charges_current, all that an invoice shows.
create index charges_with_money on charges (reference_id)
  where status in ('paid', 'settled', 'refunded', 'disputed', 'lost');
drop index charges_of_provider;
create index charges_of_provider on charges (provider_id, expires_at)
  where provider_id is not null and status in ('requested', 'open', 'authorised', 'withdrawn', 'expired', 'abandoned');
drop index charges_paid_by_provider;
create index charges_paid_by_provider on charges (provider_id)
  where provider_id is not null and status in ('paid', 'settled', 'refunded', 'disputed', 'lost');

alter table invoices drop column charge_id, drop column boleto_charge_id;

-- When the money of a charge reaches the team.
create table charge_instalments (
  charge_id text not null references charges (id),
  number integer not null check (number > 0),
  amount_cents bigint not null,
  net_cents bigint not null,
  settles_on date,
  settled_at timestamptz,
  primary key (charge_id, number)
);
