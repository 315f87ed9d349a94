-- When a mail that its server had taken was reported as not delivered; it is failed then, and was sent all the same.
alter table mails
  add column bounced_at timestamptz,
  drop constraint mails_check1,
  add constraint mails_sent_check check ((sent_at is not null) = (status = 'sent' or bounced_at is not null)),
  add constraint mails_bounced_check check (bounced_at is null or status in ('failed', 'stored'));
create index mails_bounced_by_age on mails (created_at) where bounced_at is not null;
