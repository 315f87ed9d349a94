-- The addresses that a team was written to before, each with since when it was (null: since the team was made) and
-- until when, so that whoever changes the address does not go unseen: for 30 days they are told of banks too.
alter table teams add column former_emails jsonb not null default '{}';

-- Mails to one address are counted however it is written.
drop index mails_by_receiver;
create index mails_by_receiver on mails (lower(to_address), handed_at) where handed_at is not null;
