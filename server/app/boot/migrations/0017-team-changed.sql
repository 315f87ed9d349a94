-- When the profile of a team changed last.
alter table teams add column updated_at timestamptz;
update teams set updated_at = created_at;
alter table teams alter column updated_at set not null;
