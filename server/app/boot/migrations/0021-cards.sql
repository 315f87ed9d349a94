-- Cards: what the payer chose and pays for the fee, the terms that an agency offers, and disputes.

alter table charges
  -- In how many instalments the payer pays; null until that is known.
  add column instalment_count integer check (instalment_count between 1 and 36),
  -- The most that the payer may choose on the bank's page.
  add column instalments_max integer,
  -- What of the amount is the fee of the card, where the payer bears it.
  add column surcharge_cents bigint not null default 0 check (surcharge_cents >= 0),
  -- Brand and last four digits, for receipts.
  add column card jsonb;

alter table teams
  -- The methods of invoices that name none.
  add column payment_methods text[] not null default '{pix}' check (cardinality(payment_methods) > 0),
  -- The most instalments, who bears the fee, and the percent by number of instalments.
  add column card_terms jsonb not null default '{}';

-- What differs from the terms of the team.
alter table invoices add column card_terms jsonb not null default '{}';

alter table invoice_payments
  -- The fee of a card that the payer bore, beside the amount.
  add column surcharge_cents bigint not null default 0;

create table disputes (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  charge_id text not null references charges (id),
  invoice_id uuid not null,
  bank_id text not null,
  payment_id text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  amount_cents bigint not null check (amount_cents > 0),
  taken_cents bigint not null check (taken_cents >= 0),
  reason text not null,
  answer_by date,
  documents_sent_at timestamptz,
  opened_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (charge_id, bank_id)
);
create index disputes_of_team on disputes (team_id, mode, id);
create index disputes_of_invoice on disputes (invoice_id);
