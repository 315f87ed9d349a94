-- A person is erased in bites, each a transaction of its own: how far it has come, and when it was done.
alter table erasures add column completed_at timestamptz;
update erasures set completed_at = erased_at;
-- Sealed: by what the person is known, and where the next bite begins. Gone once all is erased.
alter table erasures add column state bytea;
alter table erasures add check ((state is null) = (completed_at is not null));
create index erasures_unfinished on erasures (team_id, mode, client_id) where completed_at is null;
