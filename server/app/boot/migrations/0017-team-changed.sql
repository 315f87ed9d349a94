-- When the profile of a team changed last.
alter table teams add column updated_at timestamptz not null default now();
update teams set updated_at = created_at;
