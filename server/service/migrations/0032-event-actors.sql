-- Who caused an event, and whose callers changed, so that open streams are looked at for that team alone.

-- {"type","id","name"} as text; null for what was stored before.
alter table events add column actor text;

create function tell_callers_of_team_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('embarque_callers', coalesce(changed ->> 'team_id', changed ->> 'id'));
  return null;
end $$;

drop trigger api_keys_changed on api_keys;
create trigger api_keys_changed
  after delete or update of name, hash, read_only, permissions, expires_at, revoked_at on api_keys
  for each row execute function tell_callers_of_team_changed();
drop trigger teams_changed on teams;
create trigger teams_changed
  after delete or update on teams
  for each row execute function tell_callers_of_team_changed();
