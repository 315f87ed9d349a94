-- Mandates of Pix Automático: a client's permission to debit each invoice of a recurring invoice.
create table mandates (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  recurring_invoice_id uuid not null references recurring_invoices (id),
  client_id uuid not null references clients (id),
  provider text not null,
  provider_id uuid references payment_providers (id),
  -- The bank's id; null until the bank has confirmed it.
  bank_id text,
  status text not null check (status in ('created', 'active', 'rejected', 'expired', 'cancelled')),
  amount_cents bigint not null check (amount_cents > 0),
  frequency text not null check (frequency in ('monthly', 'quarterly', 'semiannual', 'annual')),
  retries text not null check (retries in ('none', 'three_in_seven_days')),
  starts_on date not null,
  ends_on date,
  -- The invoice on whose page it is offered, and the charge that accepts it.
  first_invoice_id uuid not null references invoices (id),
  first_charge_id text not null,
  ended_by text check (ended_by in ('agency', 'client', 'payer', 'payer_bank', 'receiver_bank')),
  end_reason text,
  -- We ended it, and the bank has not confirmed that yet.
  end_unconfirmed boolean not null default false,
  accepted_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mandates_of_team on mandates (team_id, mode, id desc);
create index mandates_by_status on mandates (team_id, mode, status, id desc);
create index mandates_of_client on mandates (client_id, id desc);
create index mandates_of_provider on mandates (provider_id);
create unique index mandates_by_bank_id on mandates (provider_id, bank_id);
-- One at a time.
create unique index mandates_live on mandates (recurring_invoice_id) where status in ('created', 'active');
create index mandates_of_recurring on mandates (recurring_invoice_id, id desc);
create unique index mandates_of_invoice on mandates (first_invoice_id);

-- The invoices that a mandate pays, or should have paid.
create table mandate_charges (
  id text primary key,
  mandate_id text not null references mandates (id),
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  invoice_id uuid not null references invoices (id),
  -- Null if no bank was asked.
  charge_id text,
  cycle integer not null,
  due_on date not null,
  amount_cents bigint not null,
  status text not null check (status in ('requested', 'scheduled', 'retrying', 'paid', 'failed', 'cancelled')),
  obstacle text,
  -- As the bank reports them: day, status, code.
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index mandate_charges_of_invoice on mandate_charges (mandate_id, invoice_id);
create unique index mandate_charges_by_cycle on mandate_charges (mandate_id, cycle)
  where status in ('requested', 'scheduled', 'retrying', 'paid');
create unique index mandate_charges_by_charge on mandate_charges (charge_id);
create index mandate_charges_by_invoice on mandate_charges (invoice_id);

-- The mandate that pays this invoice; then no other charge of it is open.
alter table invoices add column mandate_id text references mandates (id);
alter table recurring_invoices add column mandate_retries text not null default 'three_in_seven_days'
  check (mandate_retries in ('none', 'three_in_seven_days'));
