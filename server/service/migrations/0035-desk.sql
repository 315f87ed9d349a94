-- What people at an agency work with all day: one search over everything, mails as they were sent, notes and tags; and
-- what the go-live check needs to know of backups.

-- Tickets are found by their numbers, which stand below the travellers.
update bookings set search_text = search_text || E'\n' || tickets.numbers
from (
  select b.id, string_agg(lower(regexp_replace(d ->> 'unique_identifier', '[^0-9A-Za-z]', '', 'g')), E'\n') as numbers
  from bookings b cross join json_array_elements(b.documents::json) d where b.documents <> '[]' group by b.id
) as tickets where tickets.id = bookings.id;
create index bookings_by_locator on bookings (team_id, mode, booking_reference);
create index bookings_by_amount on bookings (team_id, mode, client_cents);
create index invoices_by_amount on invoices (team_id, mode, total_cents);
create index quotes_by_amount on quotes (team_id, mode, total_cents);
create index recurring_invoices_by_amount on recurring_invoices (team_id, mode, total_cents);

-- The name as people compare it: without accents and in lower case. What was named before is folded as far as it goes.
alter table recurring_invoices add column search_name text not null default '';
update recurring_invoices set search_name =
  translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn');
create index recurring_invoices_by_search on recurring_invoices using gin (search_name gin_trgm_ops);

alter table mails
  -- The booking or the invoice that it tells of.
  add column about_id text,
  -- How often it was handed to the mail server, or would have been.
  add column attempts integer not null default 0,
  -- What it says is for its receiver alone: a link that lets in whoever opens it.
  add column is_secret boolean not null default false;
update mails set attempts = 1 where status in ('sent', 'failed');
update mails set about_id = split_part(key, ' ', 2) where key like 'booking ord\_%';
update mails set about_id = messages.invoice_id::text from messages where messages.mail_id = mails.id;
create index mails_of_team on mails (team_id, mode, id desc);
create index mails_about on mails (about_id, id desc) where about_id is not null;
create index mails_by_address on mails (team_id, mode, (lower(coalesce(meant_for, to_address))), id desc);

-- What somebody of the agency wrote down about a booking or a client, sealed.
create table notes (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  booking_id text references bookings (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  text bytea not null,
  author_type text not null,
  author_id text not null,
  author_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(booking_id, client_id) = 1)
);
create index notes_of_booking on notes (booking_id, id desc) where booking_id is not null;
create index notes_of_client on notes (client_id, id desc) where client_id is not null;

-- Who was erased before had none.
update erasures set counts = '{"notes": 0}'::jsonb || counts;

-- By which bookings and clients are sorted.
create table tags (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  tag text not null,
  booking_id text references bookings (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  check (num_nonnulls(booking_id, client_id) = 1)
);
create unique index tags_of_booking on tags (booking_id, tag) where booking_id is not null;
create unique index tags_of_client on tags (client_id, tag) where client_id is not null;
create index tags_by_name on tags (team_id, mode, tag);

-- When `backup` was last done to its end.
alter table installation add column last_backup_at timestamptz;
