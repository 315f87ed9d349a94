-- Clients are notified of refunds too.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check
  check (kind in ('created', 'sent', 'paid', 'generated', 'reminder', 'overdue', 'refunded', 'quote_sent'));
