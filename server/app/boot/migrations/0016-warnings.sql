-- Warnings are computed from trips, items and clients. Stored is what people did about them, and what finds them fast.
alter table trips add column is_international boolean not null default false;
create index trips_abroad on trips (team_id, mode, starts_on) where is_international and not cancelled;

-- The passport that expires last: its id in the encrypted file, and no number.
alter table clients add column passport_id text, add column passport_expires_on date;
alter table client_companions add column passport_id text, add column passport_expires_on date;

-- Month and day as one number: 1224 is 24 December.
create index clients_by_birthday on clients
  (team_id, mode, ((extract(month from born_on) * 100 + extract(day from born_on))::int)) where born_on is not null;
create index client_companions_by_birthday on client_companions
  (team_id, mode, ((extract(month from born_on) * 100 + extract(day from born_on))::int)) where born_on is not null;

create table warning_marks (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Computed from the facts of the warning, so that it is open again when they change.
  warning_id text not null,
  -- open: a mark that was taken back.
  status text not null check (status in ('open', 'done', 'dismissed')),
  -- The id of the person or key.
  marked_by text,
  marked_at timestamptz not null,
  primary key (team_id, mode, warning_id)
);

-- The clients and trips that a daily mail names, so that it is found when a person is erased.
create table warning_mails (
  mail_id text not null references mails (id) on delete cascade,
  about_id text not null,
  primary key (mail_id, about_id)
);
create index warning_mails_by_object on warning_mails (about_id);
