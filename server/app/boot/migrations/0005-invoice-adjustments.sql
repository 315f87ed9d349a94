-- What lowers the amount due of an invoice besides payments. Their sum is kept with the invoice.
create table invoice_adjustments (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  type text not null check (type in ('refund')),
  refund_id text unique references refunds (id),
  amount_cents bigint not null check (amount_cents < 0),
  created_at timestamptz not null,
  check ((refund_id is not null) = (type = 'refund'))
);
create index invoice_adjustments_of_invoice on invoice_adjustments (invoice_id, id);

alter table invoices
  add column adjustment_cents bigint not null default 0,
  -- The sum of the refunds that the bank has made.
  add column refunded_cents bigint not null default 0;
update invoices i set refunded_cents = r.cents
from (select invoice_id, sum(amount_cents) as cents from refunds where status = 'succeeded' group by 1) r
where r.invoice_id = i.id;

-- Refunds that were requested before leave the invoice open, as they did then.
alter table refunds add column reduces_amount_due boolean not null default false;
alter table refunds alter column reduces_amount_due drop default;

drop index invoices_unpaid;
create index invoices_unpaid on invoices (team_id, mode, due_date)
  include (total_cents, adjustment_cents, amount_paid_cents)
  where status = 'sent' and amount_paid_cents < total_cents + adjustment_cents;
