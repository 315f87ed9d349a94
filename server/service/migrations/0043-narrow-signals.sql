-- Every service keeps callers in memory. What changes of one person, or of one team, is forgotten of them alone: who
-- renames themselves again and again must not make every process read everybody anew.

create function tell_callers_of() returns trigger language plpgsql as $$ begin
  -- The column that names who or what it is about.
  perform pg_notify('embarque_callers', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
  return null;
end $$;

drop trigger people_changed on people;
drop trigger memberships_changed on memberships;
drop trigger sessions_changed on sessions;
drop trigger team_pricing_changed on team_pricing;
create trigger people_changed after delete or update of email, name, language, is_operator on people
  for each row execute function tell_callers_of('id');
create trigger memberships_changed after insert or delete or update on memberships
  for each row execute function tell_callers_of('person_id');
create trigger sessions_changed
  after delete or update of expires_at, ended_at, awaits_factor, second_factor_at on sessions
  for each row execute function tell_callers_of('person_id');
create trigger team_pricing_changed after insert or delete or update on team_pricing
  for each row execute function tell_callers_of('team_id');
