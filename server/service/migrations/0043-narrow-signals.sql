-- Every service keeps callers in memory. What changes of one person, or of one team, is forgotten of them alone: who
-- renames themselves again and again must not make every process read everybody anew.

create function tell_callers_of_person_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('embarque_callers', coalesce(changed ->> 'person_id', changed ->> 'id'));
  return null;
end $$;

drop trigger people_changed on people;
create trigger people_changed
  after delete or update of email, name, language, is_operator on people
  for each row execute function tell_callers_of_person_changed();
drop trigger memberships_changed on memberships;
create trigger memberships_changed
  after insert or delete or update on memberships
  for each row execute function tell_callers_of_person_changed();
drop trigger sessions_changed on sessions;
create trigger sessions_changed
  after delete or update of expires_at, ended_at, awaits_factor, second_factor_at on sessions
  for each row execute function tell_callers_of_person_changed();
drop trigger team_pricing_changed on team_pricing;
create trigger team_pricing_changed
  after insert or delete or update on team_pricing
  for each row execute function tell_callers_of_team_changed();
