-- Clients, and the counts that lists are told by.

-- Ships with PostgreSQL, and the owner of a database may switch it on.
create extension if not exists pg_trgm;

-- How many rows a list has, by what it can be filtered by: counting them anew would cost more the more there are.
-- Written by the flush, in the transaction of the change itself.
create table list_counts (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  list text not null,
  bucket text not null,
  count bigint not null,
  primary key (team_id, mode, list, bucket)
) with (fillfactor = 50);

create table clients (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  client_type text not null check (client_type in ('individual', 'company')),
  full_name text not null,
  email text not null,
  phone text,
  -- Tax ids as they were sent.
  cpf text,
  cnpj text,
  company_name text,
  notes text,
  is_active boolean not null,
  -- What search looks in: names and e-mail without accents and in lower case, tax ids without punctuation.
  search_text text not null,
  search_tax_ids text not null,
  -- Name and e-mail, folded likewise: by these a booking finds the client it is for.
  match_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index clients_of_team on clients (team_id, mode, id desc);
create index clients_by_type on clients (team_id, mode, client_type, id desc);
create index clients_inactive on clients (team_id, mode, id desc) where not is_active;
create index clients_by_match on clients (team_id, mode, match_key);
create index clients_by_search on clients using gin (search_text gin_trgm_ops, search_tax_ids gin_trgm_ops);
