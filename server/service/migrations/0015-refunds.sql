-- Money that a team gives back to a payer. The row is there before the bank is asked, and its id is the one that the
-- bank knows it by: however often it is asked, it gives back once.

create table refunds (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  invoice_id uuid not null references invoices (id),
  invoice_payment_id uuid not null references invoice_payments (id),
  charge_id text not null,
  -- The bank's own id of the payment.
  payment_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- pending: asked for, and the bank has not said what became of it.
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  -- Why the team wants it, and why the bank did not.
  reason text,
  failure text check ((failure is not null) = (status = 'failed')),
  created_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (status = 'pending')),
  foreign key (charge_id, payment_id) references charge_payments (charge_id, payment_id)
) with (fillfactor = 80);
create index refunds_of_invoice on refunds (invoice_id, id desc);
create index refunds_pending on refunds (created_at) where status = 'pending';
