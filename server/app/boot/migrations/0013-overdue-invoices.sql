-- Overdue invoices, the longest overdue first.
create index invoices_overdue on invoices (team_id, mode, due_date, id)
  where status = 'sent' and payment_status = 'overdue';
