-- Totals of lists whose rows are written outside of flushes too: mails are sent, forgotten and emptied by statements of
-- their own. A trigger notes by how much a statement changed them. Notes are only ever added, so that nobody waits for
-- anybody; housekeeping adds them up into list_counts.
create table list_count_changes (
  team_id text not null,
  mode text not null,
  list text not null,
  bucket text not null,
  change bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index list_count_changes_of_team on list_count_changes (team_id, mode, list) include (bucket, change);

-- Of a list that is filtered by status. Each statement is planned once in a session, so that it costs next to nothing.
create function note_rows_added() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, status, count(*) from rows_after group by team_id, mode, status;
  return null;
end $$;
create function note_rows_moved() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, status, sum(change) from (
    select team_id, mode, status, 1 as change from rows_after
    union all select team_id, mode, status, -1 from rows_before) as moved
  group by team_id, mode, status having sum(change) <> 0;
  return null;
end $$;
create function note_rows_removed() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, status, -count(*) from rows_before group by team_id, mode, status;
  return null;
end $$;
-- Of one that is not.
create function note_any_added() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, 'all', count(*) from rows_after group by team_id, mode;
  return null;
end $$;
create function note_any_removed() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (team_id, mode, list, bucket, change)
  select team_id, mode, tg_table_name, 'all', -count(*) from rows_before group by team_id, mode;
  return null;
end $$;

create trigger recharges_added after insert on recharges referencing new table as rows_after
  for each statement execute function note_rows_added();
create trigger recharges_moved after update on recharges referencing old table as rows_before new table as rows_after
  for each statement execute function note_rows_moved();
create trigger mails_added after insert on mails referencing new table as rows_after
  for each statement execute function note_rows_added();
create trigger mails_moved after update on mails referencing old table as rows_before new table as rows_after
  for each statement execute function note_rows_moved();
create trigger mails_removed after delete on mails referencing old table as rows_before
  for each statement execute function note_rows_removed();
create trigger messages_added after insert on messages referencing new table as rows_after
  for each statement execute function note_any_added();
create trigger messages_removed after delete on messages referencing old table as rows_before
  for each statement execute function note_any_removed();
create trigger erasures_added after insert on erasures referencing new table as rows_after
  for each statement execute function note_any_added();

insert into list_counts (team_id, mode, list, bucket, count)
  select team_id, mode, 'recharges', status, count(*) from recharges group by 1, 2, 4
  union all select team_id, mode, 'mails', status, count(*) from mails group by 1, 2, 4
  union all select team_id, mode, 'messages', 'all', count(*) from messages group by 1, 2
  union all select team_id, mode, 'erasures', 'all', count(*) from erasures group by 1, 2;
