-- Invoices can be paid by boleto too, each method by a charge of its own; and being late costs what the team has set.

alter table teams
  -- Percent of what is owed: a fine once, and interest a month.
  add column fine_percent numeric(6, 4) not null default 0 check (fine_percent between 0 and 2),
  add column interest_percent numeric(6, 4) not null default 0 check (interest_percent between 0 and 1);

alter table invoices
  add column payment_methods text[] not null default '{pix}'
    check (cardinality(payment_methods) > 0 and payment_methods <@ '{pix,boleto}'),
  -- The boleto by which it can be paid now; charge_id is the PIX charge.
  add column boleto_charge_id text references charges (id),
  -- As the team had set them when the invoice was made.
  add column fine_percent numeric(6, 4) not null default 0,
  add column interest_percent numeric(6, 4) not null default 0;

alter table recurring_invoices
  add column payment_methods text[] not null default '{pix}'
    check (cardinality(payment_methods) > 0 and payment_methods <@ '{pix,boleto}');

alter table invoice_payments
  -- What of it is for being late.
  add column late_cents bigint not null default 0 check (late_cents >= 0),
  drop constraint invoice_payments_method_check,
  add constraint invoice_payments_method_check
    check (method in ('pix', 'boleto', 'manual', 'correction', 'return'));

alter table charges
  -- What of the amount is for being late.
  add column late_cents bigint not null default 0 check (late_cents >= 0 and late_cents < amount_cents),
  -- Null where it is due on its last day.
  add column due_date date,
  -- What the bank adds after the due date.
  add column fine_percent numeric(6, 4) not null default 0,
  add column interest_percent numeric(6, 4) not null default 0,
  add column payer_document text;
