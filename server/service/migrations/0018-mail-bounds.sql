-- Who a mail of test mode would have gone to, and when mails were really handed over, for the limits of each hour.
alter table mails add column meant_for text;
alter table mails add column handed_at timestamptz;
create index mails_by_receiver on mails (to_address, handed_at) where handed_at is not null;
create index mails_by_sender on mails (team_id, mode, handed_at) where handed_at is not null;
