-- Credit that came of money which went back to its payer is taken back. What is used already stays visible.
alter table client_credit_entries drop constraint client_credit_entries_type_check;
alter table client_credit_entries add constraint client_credit_entries_type_check
  check (type in ('credit_note', 'overpayment', 'given_back', 'used', 'expired', 'reclaimed'));

alter table client_credit_entries
  -- Of a positive entry: the invoice whose money it is, however often it was used and given back.
  add column origin_invoice_id uuid references invoices (id);
update client_credit_entries set origin_invoice_id = invoice_id where type in ('credit_note', 'overpayment');
create index client_credit_entries_of_origin on client_credit_entries (origin_invoice_id) where left_cents > 0;

alter table disputes
  -- What of the taken part was credit of the client.
  add column reclaimed_cents bigint not null default 0 check (reclaimed_cents between 0 and taken_cents),
  -- What could not be taken, because it had become credit that is used.
  add column uncovered_cents bigint not null default 0 check (uncovered_cents >= 0);

alter table invoices
  -- What went back to payers and could not be taken, because it had become credit that is used.
  add column uncovered_cents bigint not null default 0 check (uncovered_cents >= 0);

-- The sum of refunds, with fees of cards that went back.
update invoices i set refunded_cents = r.cents
from (select invoice_id, sum(amount_cents) as cents from refunds where status = 'succeeded' group by invoice_id) r
where r.invoice_id = i.id and r.cents <> i.refunded_cents;
