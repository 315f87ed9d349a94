-- The file of a client, companions, and duplicates that are found and merged.
alter table clients
  add column born_on date,
  -- Encrypted JSON: names in documents, gender, address, contacts, preferences, documents, loyalty accounts.
  add column file bytea,
  add column merged_into_id uuid references clients (id),
  add column merged_at timestamptz,
  -- Values that only one client should have, such as the CPF: 'cpf ' and the hash of its digits.
  add column duplicate_keys text[] not null default '{}',
  add check ((merged_into_id is null) = (merged_at is null));

update clients set duplicate_keys = array(
  select sign || ' ' || left(encode(sha256(convert_to(value, 'UTF8')), 'hex'), 32)
  from (values
    ('cpf', split_part(search_tax_ids, E'\n', 1)),
    ('cnpj', split_part(search_tax_ids, E'\n', 2)),
    ('email', split_part(search_text, E'\n', 2))
  ) as keys (sign, value)
  where value <> ''
);

create index clients_by_duplicate_key on clients using gin (duplicate_keys);
create index clients_merged on clients (merged_into_id, id desc) where merged_into_id is not null;

-- How many clients have each of these values, so that duplicates are found without reading all clients.
create table client_keys (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  key text not null,
  clients integer not null,
  primary key (team_id, mode, key)
) with (fillfactor = 80);
insert into client_keys (team_id, mode, key, clients)
select team_id, mode, key, count(*) from clients, unnest(duplicate_keys) key group by team_id, mode, key;
-- The condition is that of the list of duplicates.
create index client_keys_shared on client_keys (team_id, mode, key) where clients between 2 and 20;

create function count_client_keys() returns trigger language plpgsql as $$
begin
  -- In one order, so that two transactions wait for each other and never both.
  insert into client_keys as k (team_id, mode, key, clients)
  select team_id, mode, key, sum(change) from (
    select new.team_id, new.mode, unnest(new.duplicate_keys) as key, 1 as change where tg_op <> 'DELETE'
    union all select old.team_id, old.mode, unnest(old.duplicate_keys), -1 where tg_op <> 'INSERT'
  ) as changes
  group by team_id, mode, key having sum(change) <> 0 order by key
  on conflict (team_id, mode, key) do update set clients = k.clients + excluded.clients;
  if tg_op <> 'INSERT' then
    delete from client_keys
    where team_id = old.team_id and mode = old.mode and key = any(old.duplicate_keys) and clients = 0;
  end if;
  return null;
end $$;
create trigger clients_added after insert on clients
  for each row when (new.duplicate_keys <> '{}') execute function count_client_keys();
create trigger clients_changed after update of duplicate_keys on clients
  for each row when (old.duplicate_keys <> new.duplicate_keys) execute function count_client_keys();
create trigger clients_removed after delete on clients
  for each row when (old.duplicate_keys <> '{}') execute function count_client_keys();

create table client_companions (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_id uuid not null references clients (id) on delete cascade,
  relationship text not null
    check (relationship in ('spouse', 'child', 'parent', 'sibling', 'relative', 'friend', 'employee', 'other')),
  given_name text not null,
  family_name text not null,
  -- Without accents and in lower case.
  folded_name text not null,
  born_on date,
  email text,
  phone text,
  -- Encrypted JSON: gender, documents, loyalty accounts.
  file bytea not null,
  linked_client_id uuid references clients (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index client_companions_of_client on client_companions (client_id, id);
create index client_companions_linked on client_companions (linked_client_id) where linked_client_id is not null;
create index client_companions_by_name on client_companions (team_id, mode, folded_name);

-- What a merge moved and filled, to undo it.
create table client_merges (
  duplicate_id uuid primary key references clients (id) on delete cascade,
  remaining_id uuid not null references clients (id) on delete cascade,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Ids by table.
  moved jsonb not null,
  -- Encrypted JSON: the remaining client before the merge and after it.
  filled bytea not null
);
create index client_merges_of_remaining on client_merges (remaining_id);
