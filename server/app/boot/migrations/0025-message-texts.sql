-- The agency's own greeting and closing of mails and messages to its clients, by language; null: the product's own.
alter table teams
  add column message_greeting_pt text,
  add column message_greeting_en text,
  add column message_closing_pt text,
  add column message_closing_en text;
