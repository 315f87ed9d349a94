-- Its triggers call tell_callers_of and tell_callers_of_team_changed instead.
drop function tell_callers_changed();
