-- When clients are reminded of invoices, what goes with a mail as a paper, and what an agency was told already.
alter table teams
  -- Days before the due date, and after it; none unless the agency names some.
  add column reminder_days_before integer[] not null default '{}',
  add column reminder_days_after integer[] not null default '{}';

alter table messages drop constraint messages_kind_check;
alter table messages
  add constraint messages_kind_check
  check (kind in ('created', 'sent', 'paid', 'generated', 'reminder', 'overdue'));

-- invoice or quote, and the token of its link: its PDF goes with the mail.
alter table mails add column paper text;

-- Events that an agency was told of by mail, or did not want to be: each is told once, whoever comes first.
create table told_news (
  event_id text primary key,
  -- What the event was about, so that the mail is found when whoever is named in it is erased.
  about_id text,
  -- Null where nobody wanted to hear of it.
  mail_id text,
  created_at timestamptz not null
);
create index told_news_by_age on told_news (created_at);
create index told_news_by_object on told_news (about_id);
