-- Quotes, recurring invoices, invoices and what was paid of them. Amounts are computed once, by server/rules, and kept.
-- Items are JSON: they are only ever read and replaced together with what they belong to. Their numbers are strings,
-- as JSON's own would be binary fractions.

alter table charges drop constraint charges_purpose_check;
alter table charges add constraint charges_purpose_check check (purpose in ('recharge', 'invoice'));

create table quotes (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  issue_date date not null,
  valid_until date,
  status text not null check (status in ('draft', 'sent', 'accepted', 'declined', 'cancelled')),
  items jsonb not null,
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_rate numeric(7, 4) not null check (discount_rate between 0 and 100),
  discount_cents bigint not null check (discount_cents >= 0),
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents),
  notes text,
  responded_at timestamptz,
  -- Part of the public page's address: whoever has it may see the quote and answer it.
  link_token text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index quotes_of_team on quotes (team_id, mode, id desc);
create index quotes_by_status on quotes (team_id, mode, status, id desc);
create index quotes_of_client on quotes (client_id, id desc);

create table recurring_invoices (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  name text not null,
  frequency text not null
    check (frequency in ('monthly', 'bimonthly', 'quarterly', 'semiannual', 'annual', 'custom')),
  custom_interval_days integer check (custom_interval_days > 0),
  billing_day smallint not null check (billing_day between 1 and 31),
  start_date date not null,
  end_date date,
  status text not null check (status in ('active', 'paused', 'cancelled', 'expired')),
  items jsonb not null,
  subtotal_cents bigint not null,
  discount_rate numeric(7, 4) not null,
  discount_cents bigint not null,
  tax_rate numeric(7, 4) not null,
  tax_cents bigint not null,
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents + tax_cents),
  notes text,
  payment_provider_id uuid references payment_providers (id),
  auto_send boolean not null,
  notify_on_generation boolean not null,
  notify_client_before_due boolean not null,
  reminder_days integer[] not null,
  -- The date from which the periods are counted; another one after a change of the rhythm.
  anchor date not null,
  -- The day of the last wish about when: creation, resumption or change. No invoice is dated before it.
  wished_on date not null,
  -- Of the invoice to be made next; null when there will be none.
  next_due_date date check (next_due_date is null or status = 'active'),
  last_due_date date,
  last_invoice_id uuid,
  invoices_generated integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (frequency <> 'custom' or custom_interval_days is not null)
) with (fillfactor = 80);
create index recurring_invoices_of_team on recurring_invoices (team_id, mode, id desc);
create index recurring_invoices_by_status on recurring_invoices (team_id, mode, status, id desc);
create index recurring_invoices_of_client on recurring_invoices (client_id, id desc);

-- The last number given out in a year. Numbers have no gaps: a transaction that fails takes its number back with it.
create table invoice_numbers (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  year integer not null,
  last integer not null,
  primary key (team_id, mode, year)
) with (fillfactor = 50);

create table invoices (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  number_year integer,
  number_sequence integer,
  issue_date date not null,
  due_date date not null,
  status text not null check (status in ('draft', 'sent', 'cancelled')),
  payment_status text not null check (payment_status in ('pending', 'partial', 'paid', 'overdue')),
  -- Somebody said otherwise than the money: their word stands until money moves again.
  payment_status_is_set boolean not null,
  items jsonb not null,
  subtotal_cents bigint not null,
  discount_rate numeric(7, 4) not null,
  discount_cents bigint not null,
  tax_rate numeric(7, 4) not null,
  tax_cents bigint not null,
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents + tax_cents),
  amount_paid_cents bigint not null,
  paid_at timestamptz,
  notes text,
  payment_provider_id uuid references payment_providers (id),
  -- The charge by which it can be paid now.
  charge_id text references charges (id),
  recurring_invoice_id uuid references recurring_invoices (id),
  -- For which date of its subscription it was made, whatever becomes of its own due date.
  recurring_due_date date,
  quote_id uuid unique references quotes (id),
  -- Who issued it to whom, in the words of the moment when it got its number; null before.
  parties jsonb,
  -- Part of the public page's address: whoever has it may see the invoice.
  link_token text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((number_sequence is null) = (status = 'draft')),
  check ((number_year is null) = (number_sequence is null)),
  check ((recurring_due_date is null) = (recurring_invoice_id is null))
) with (fillfactor = 80);
create index invoices_of_team on invoices (team_id, mode, id desc);
create index invoices_by_status on invoices (team_id, mode, status, id desc);
create index invoices_by_payment_status on invoices (team_id, mode, payment_status, id desc);
create index invoices_of_client on invoices (client_id, id desc);
create index invoices_unpaid on invoices (team_id, mode, due_date)
  where status = 'sent' and amount_paid_cents < total_cents;
create unique index invoices_by_number on invoices (team_id, mode, number_year, number_sequence)
  where number_sequence is not null;
-- One invoice for each due date of a subscription, whoever makes it.
create unique index invoices_of_recurring on invoices (recurring_invoice_id, recurring_due_date)
  where recurring_invoice_id is not null;

create table invoice_payments (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  -- Negative for a correction.
  amount_cents bigint not null check (amount_cents <> 0),
  method text not null check (method in ('pix', 'manual', 'correction')),
  charge_id text,
  -- The bank's own id of a payment: each counts once.
  reference text,
  paid_at timestamptz not null,
  created_at timestamptz not null,
  unique (charge_id, reference)
);
create index invoice_payments_of_invoice on invoice_payments (invoice_id, id);

-- What clients were told, each thing once. Mails are rows of mails; what goes to a phone is here alone.
create table messages (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- What it is about, so that nobody is told the same thing twice.
  key text not null,
  kind text not null check (kind in ('created', 'sent', 'paid', 'generated', 'reminder')),
  -- No foreign key: a draft that was told of may be deleted.
  invoice_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'email')),
  to_address text not null,
  text text not null,
  -- What the messaging app is handed, as JSON.
  template text,
  mail_id text,
  -- stored: there was no messaging app, or it is test mode. failed: the last try failed; due work knows the rest.
  status text not null check (status in ('waiting', 'sent', 'stored', 'failed')),
  error text check ((error is not null) = (status = 'failed')),
  provider_id text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (team_id, mode, key)
);
create index messages_of_invoice on messages (invoice_id, id);
create index messages_of_team on messages (team_id, mode, id desc);
create index messages_by_age on messages (created_at) where status in ('sent', 'stored', 'failed');
