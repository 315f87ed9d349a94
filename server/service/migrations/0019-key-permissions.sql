-- What a key may do, and the first keys of a team until somebody has used them.

-- The permissions of contract/permissions.ts. Null: everything, or with read_only all reading.
alter table api_keys add column permissions text[];
-- The key that made it; null where the command line or the start of the service did.
alter table api_keys add column made_by text;
-- The secret of a first key, sealed, so that it can be shown until its first use; then it is gone.
alter table api_keys add column first_secret bytea;
create index api_keys_unused on api_keys (id) where first_secret is not null;

drop trigger api_keys_changed on api_keys;
create trigger api_keys_changed
  after delete or update of name, hash, read_only, permissions, expires_at, revoked_at on api_keys
  for each statement execute function tell_callers_changed();
