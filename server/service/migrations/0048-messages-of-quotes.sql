-- Messages tell of quotes as well as of invoices.
alter table messages
  alter column invoice_id drop not null,
  -- No foreign key either: a quote that was told of may be moved back to draft and deleted.
  add column quote_id uuid,
  drop constraint messages_kind_check,
  add constraint messages_kind_check
    check (kind in ('created', 'sent', 'paid', 'generated', 'reminder', 'overdue', 'quote_sent')),
  add constraint messages_subject_check
    check (num_nonnulls(invoice_id, quote_id) = 1 and (quote_id is not null) = (kind = 'quote_sent'));

create index messages_of_quote on messages (quote_id, id) where quote_id is not null;
