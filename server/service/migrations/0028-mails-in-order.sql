-- A mail may wait for another to go out first: that tickets were issued is not read before that the booking was made.
alter table mails
  add column follows text,
  -- It did not go out, and by itself never will, so that nothing waits for it.
  add column given_up boolean not null default false;
create index mails_by_predecessor on mails (follows) where follows is not null;
