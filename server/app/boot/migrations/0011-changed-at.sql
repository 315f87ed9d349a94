-- When an object changed last, for readers that keep a copy, and the indexes by which lists find times.
alter table bookings add column updated_at timestamptz;
update bookings set updated_at = greatest(created_at, synced_at, ticketed_at);
alter table bookings alter column updated_at set not null;

alter table recharges add column updated_at timestamptz;
update recharges set updated_at = greatest(created_at, paid_at);
alter table recharges alter column updated_at set not null;

alter table mails add column updated_at timestamptz;
update mails set updated_at = greatest(created_at, sent_at, bounced_at);
alter table mails alter column updated_at set not null;

alter table messages add column updated_at timestamptz;
update messages set updated_at = greatest(created_at, sent_at);
alter table messages alter column updated_at set not null;

alter table erasures add column updated_at timestamptz;
update erasures set updated_at = greatest(erased_at, completed_at);
alter table erasures alter column updated_at set not null;

create index bookings_by_change on bookings (team_id, mode, updated_at, id);
create index clients_by_change on clients (team_id, mode, updated_at, id);
create index clients_by_time on clients (team_id, mode, created_at, id);
create index invoices_by_change on invoices (team_id, mode, updated_at, id);
create index invoices_by_time on invoices (team_id, mode, created_at, id);
create index quotes_by_change on quotes (team_id, mode, updated_at, id);
create index quotes_by_time on quotes (team_id, mode, created_at, id);
create index recurring_invoices_by_change on recurring_invoices (team_id, mode, updated_at, id);
create index recharges_by_change on recharges (team_id, mode, updated_at, id);
create index recharges_by_time on recharges (team_id, mode, created_at, id);
create index mails_by_change on mails (team_id, mode, updated_at, id);
create index mails_by_time on mails (team_id, mode, created_at, id);
create index messages_by_change on messages (team_id, mode, updated_at, id);
create index messages_by_time on messages (team_id, mode, created_at, id);
create index invoices_by_issue on invoices (team_id, mode, issue_date, id);
create index invoices_by_due_date on invoices (team_id, mode, due_date, id);
create index invoices_by_payment on invoices (team_id, mode, paid_at, id) where paid_at is not null;
create index wallet_lines_by_recording on wallet_lines (wallet_id, recorded_at, seq);
