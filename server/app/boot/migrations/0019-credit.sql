-- Credit notes take off what clients owe. What was paid and is no longer owed may become their credit.
create table credit_note_numbers (
  like invoice_numbers including all,
  foreign key (team_id) references teams (id)
) with (fillfactor = 50);

create table credit_notes (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  invoice_id uuid not null references invoices (id),
  number_year integer not null,
  number_sequence integer not null,
  issue_date date not null,
  reason text not null,
  -- [{invoice_item_id, trip_item_id, description, cents}]; empty: of the invoice as a whole.
  lines jsonb not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part that was paid, and what became of it.
  excess_cents bigint not null check (excess_cents between 0 and amount_cents),
  excess text check (excess in ('credit', 'refund', 'none')),
  credit_expires_on date,
  refund_ids text[] not null,
  -- Issuer and client as they were.
  parties jsonb not null,
  -- Part of the public page's address.
  link_token text not null unique,
  metadata jsonb not null default '{}',
  external_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (team_id, mode, number_year, number_sequence),
  check ((excess is null) = (excess_cents = 0)),
  check (credit_expires_on is null or excess = 'credit')
) with (fillfactor = 90);
create index credit_notes_of_team on credit_notes (team_id, mode, id desc);
create index credit_notes_of_client on credit_notes (client_id, id desc);
create index credit_notes_of_invoice on credit_notes (invoice_id, id);
create index credit_notes_by_time on credit_notes (team_id, mode, created_at, id);
create index credit_notes_by_change on credit_notes (team_id, mode, updated_at, id);
create index credit_notes_by_metadata on credit_notes
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index credit_notes_by_reference on credit_notes (team_id, mode, external_reference, id)
  where external_reference is not null;

-- What agencies keep for their clients. Entries are only added; what is left of a positive one is kept beside it.
create table client_credit_entries (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id),
  type text not null check (type in ('credit_note', 'overpayment', 'given_back', 'used', 'expired')),
  amount_cents bigint not null,
  -- Of a positive entry: the last day on which it can be used, and what is left.
  expires_on date,
  left_cents bigint,
  -- Of a negative entry: the positive one that it takes from.
  source_id text references client_credit_entries (id),
  invoice_id uuid references invoices (id),
  -- The payment of the invoice that an entry belongs to; the payment may be removed.
  payment_id uuid,
  credit_note_id text references credit_notes (id),
  created_at timestamptz not null,
  check ((amount_cents > 0) = (type in ('credit_note', 'overpayment', 'given_back')) and amount_cents <> 0),
  check ((left_cents is not null) = (amount_cents > 0) and (source_id is not null) = (amount_cents < 0)),
  check (left_cents between 0 and amount_cents),
  check (expires_on is null or amount_cents > 0)
) with (fillfactor = 90);
create index client_credit_entries_of_client on client_credit_entries (client_id, id desc);
create index client_credit_entries_left on client_credit_entries (client_id, expires_on, id) where left_cents > 0;
create index client_credit_entries_of_source on client_credit_entries (source_id) where source_id is not null;
create index client_credit_entries_of_invoice on client_credit_entries (invoice_id, id);

alter table invoices add column cancelled_at timestamptz;
update invoices set cancelled_at = updated_at where status = 'cancelled';
alter table invoices add constraint invoices_cancelled_at_check
  check ((cancelled_at is not null) = (status = 'cancelled'));

-- How money came that a person recorded.
alter table invoice_payments
  add column manual_method text
    check (manual_method in ('cash', 'transfer', 'card_machine', 'cheque', 'pix', 'deposit', 'other')),
  add constraint invoice_payments_recorded_check check (manual_method is null or method = 'manual');

alter table invoice_adjustments drop constraint invoice_adjustments_type_check;
alter table invoice_adjustments add constraint invoice_adjustments_type_check check (type in ('refund', 'credit_note'));
alter table invoice_adjustments
  add column credit_note_id text unique references credit_notes (id) deferrable initially deferred,
  add constraint invoice_adjustments_credit_note_check
    check ((credit_note_id is not null) = (type = 'credit_note'));

-- A refund that a credit note asked for takes nothing off again.
alter table refunds add column credit_note_id text references credit_notes (id) deferrable initially deferred;

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in ('created', 'sent', 'paid', 'generated',
  'reminder', 'overdue', 'refunded', 'quote_sent', 'trip_shared', 'credit_note_sent'));
