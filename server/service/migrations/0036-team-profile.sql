-- Who an agency is to its clients: what its pages, papers and mails show of it, how it is served, and its logo.
alter table teams
  add column legal_name text,
  -- Street, number, complement, district, city, state and postal code.
  add column address json,
  add column phone text check (phone ~ '^\+[0-9]{8,15}$'),
  add column whatsapp text check (whatsapp ~ '^\+[0-9]{8,15}$'),
  add column website text,
  add column reply_to text,
  add column brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  add column language text not null default 'pt-BR' check (language in ('pt-BR', 'en')),
  add column invoice_footer text,
  add column payment_instructions text,
  -- Only what differs from how it is for everybody.
  add column notifications json not null default '{}',
  -- Whom its live searches ask; null is all.
  add column suppliers text[],
  add column without_airlines text[] not null default '{}',
  -- The one that is shown now: its name, and its width and height.
  add column logo json;

-- Mails that were sent show the logo of their day, so the last ones stay.
create table team_logos (
  name text primary key check (name ~ '^[0-9a-f]{40}$'),
  team_id text not null references teams (id),
  wide bytea not null,
  touch_icon bytea not null,
  icon bytea not null,
  created_at timestamptz not null
);
create index team_logos_of_team on team_logos (team_id, created_at);
