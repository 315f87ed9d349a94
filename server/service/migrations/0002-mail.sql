-- Mails: each is a row before it is sent, so that it is sent once, tried again, and can be read without a mail server.

create table mails (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- What the mail is about, so that nobody is told the same thing twice.
  key text not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  -- stored: there was no mail server. failed: the last try failed; due work knows whether there will be another.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'stored', 'failed')),
  error text check ((error is not null) = (status = 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz check ((sent_at is not null) = (status = 'sent')),
  unique (team_id, mode, key)
);
create index mails_by_age on mails (created_at) where status in ('sent', 'stored');
