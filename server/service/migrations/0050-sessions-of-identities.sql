-- By which identity at a provider a session began, so that it ends with that. Those that are open say nothing of it.
alter table sessions add column identity_id text;
create index sessions_of_identity on sessions (identity_id) where identity_id is not null;
