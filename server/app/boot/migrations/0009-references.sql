-- What integrators store on objects: metadata of strings, and the id in their own system.
alter table clients add column metadata jsonb not null default '{}', add column external_reference text;
alter table invoices add column metadata jsonb not null default '{}', add column external_reference text;
alter table quotes add column metadata jsonb not null default '{}', add column external_reference text;
alter table recurring_invoices
  add column metadata jsonb not null default '{}', add column external_reference text;
alter table recharges add column metadata jsonb not null default '{}', add column external_reference text;

-- The metadata of a booking stays in its content, as it was sent. Filters use its top-level strings.
alter table bookings add column metadata jsonb not null default '{}', add column external_reference text;
update bookings b set metadata = found.strings
from (
  select id, (
    select jsonb_object_agg(key, value) from json_each_text(content::json -> 'metadata')
    where key <> '' and length(value) <= 500 and json_typeof(content::json -> 'metadata' -> key) = 'string'
  ) as strings
  from bookings
  where content not like '%\\u0000%' and (content::json -> 'metadata')::text not in ('{}', 'null')
) found
where found.id = b.id and found.strings is not null;

-- The key '' is no key of metadata: it holds the owner, so that a filter reads the entries of one owner alone.
create index clients_by_metadata on clients
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index bookings_by_metadata on bookings
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index invoices_by_metadata on invoices
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index quotes_by_metadata on quotes
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index recurring_invoices_by_metadata on recurring_invoices
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';
create index recharges_by_metadata on recharges
  using gin ((metadata || jsonb_object(array['', team_id || ' ' || mode])) jsonb_path_ops) where metadata <> '{}';

create index clients_by_reference on clients (team_id, mode, external_reference, id)
  where external_reference is not null;
create index bookings_by_reference on bookings (team_id, mode, external_reference, id)
  where external_reference is not null;
create index invoices_by_reference on invoices (team_id, mode, external_reference, id)
  where external_reference is not null;
create index quotes_by_reference on quotes (team_id, mode, external_reference, id)
  where external_reference is not null;
create index recurring_invoices_by_reference on recurring_invoices (team_id, mode, external_reference, id)
  where external_reference is not null;
create index recharges_by_reference on recharges (team_id, mode, external_reference, id)
  where external_reference is not null;
