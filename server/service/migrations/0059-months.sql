-- Events, deliveries and their attempts by month of their id, so that a month past its time is dropped and not deleted
-- row by row. The tables of today become the first of many, as they are. Numbers of events are unique within a month;
-- across months the lock on the team's counter makes them so, and the doctor looks.

create function split_tables() returns table (parent text, key text, kind text) language sql immutable as $$
  values ('events', 'id', 'evt'), ('deliveries', 'id', 'dlv'), ('delivery_attempts', 'delivery_id', 'dlv')
$$;

-- The months of a table and the ids in them, the oldest first; the first one has all from before, too.
create function months_of(parent text)
  returns table (month text, starts timestamptz, ends timestamptz, first text, beyond text) language sql stable as $$
  with found as (
    select c.relname::text as month, to_date(right(c.relname, 6), 'YYYYMM')::timestamp as named,
      c.relname ~ '_until_\d{6}$' as is_first
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_\d{6}$'
  ), timed as (
    select month, case when is_first then '-infinity' else named at time zone 'UTC' end as starts,
      case when is_first then named else named + interval '1 month' end at time zone 'UTC' as ends
    from found
  )
  select month, starts, ends, case when starts = '-infinity' then '' else first_id(kind, starts) end,
    first_id(kind, ends)
  from timed join split_tables() s on s.parent = months_of.parent order by ends
$$;

-- Makes one, with what was stored without it.
create function make_month(parent text, key text, kind text, month timestamp) returns void language plpgsql as $$
declare
  name text := parent || '_' || to_char(month, 'YYYYMM');
  strays text := parent || '_default';
  first text := first_id(kind, month at time zone 'UTC');
  beyond text := first_id(kind, (month + interval '1 month') at time zone 'UTC');
begin
  execute format('create table %I (like %I including all)', name, parent);
  if parent = 'events' then execute format('create unique index on %I (team_id, mode, sequence)', name); end if;
  if parent = 'deliveries' then execute format('alter table %I set (fillfactor = 80)', name); end if;
  -- Whoever stores in it waits; whoever reads does not, until the month is attached.
  execute format('lock table %I in share row exclusive mode', strays);
  execute format('with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)
    insert into %5$I select * from moved', strays, key, first, beyond, name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first, beyond);
end $$;

-- Which months are missing of this one and the next two, and of those that rows wait for among the strays.
create function missing_months(part text, at timestamptz) returns setof timestamp language plpgsql stable as $$
declare
  this_month timestamp := date_trunc('month', at at time zone 'UTC');
  since timestamp;
  has_strays boolean;
  wanted timestamp;
  s record;
begin
  select * into s from split_tables() t where t.parent = part;
  select min(case when m.starts = '-infinity' then m.ends else m.starts end) at time zone 'UTC' into since
    from months_of(part) m;
  execute format('select exists (select from %I)', part || '_default') into has_strays;
  if not has_strays or since is null or since > this_month then since := this_month; end if;
  for wanted in
    select w from generate_series(since, this_month + interval '2 months', interval '1 month') w
    where not exists (
      select from months_of(part) m where m.starts <= w at time zone 'UTC' and m.ends > w at time zone 'UTC')
  loop
    if wanted < this_month then
      execute format('select exists (select from %1$I where %2$I >= %3$L and %2$I < %4$L)', part || '_default',
        s.key, first_id(s.kind, wanted at time zone 'UTC'),
        first_id(s.kind, (wanted + interval '1 month') at time zone 'UTC')) into has_strays;
      continue when not has_strays;
    end if;
    return next wanted;
  end loop;
end $$;

-- Makes them. Service roles may not make tables, so it runs as their owner; it never waits long, nor does anybody for
-- it, unless strays are many.
create function make_months(at timestamptz) returns void
  language plpgsql security definer set lock_timeout = '500ms' as $$
declare
  s record;
  wanted timestamp;
  last text := to_char(date_trunc('month', at at time zone 'UTC') + interval '2 months', '_YYYYMM');
begin
  -- Nearly always there is nothing to do, and every start asks.
  if to_regclass('events' || last) is not null and to_regclass('deliveries' || last) is not null
    and to_regclass('delivery_attempts' || last) is not null and not exists (select from events_default)
    and not exists (select from deliveries_default) and not exists (select from delivery_attempts_default) then
    return;
  end if;
  for s in select * from split_tables() loop
    for wanted in select * from missing_months(s.parent, at) loop
      -- Nobody else makes one meanwhile. Whoever stores in a month that is not there has chosen the strays before it is
      -- made, and would be refused there after it: so nobody does meanwhile.
      execute format('lock table %I in %s mode', s.parent,
        case when wanted > at at time zone 'UTC' then 'share update exclusive' else 'share row exclusive' end);
      perform make_month(s.parent, s.key, s.kind, wanted);
    end loop;
  end loop;
end $$;

-- Drops a month of events that has ended before a time. The few that are younger by the clock of their sandbox stay,
-- among the strays; where they are many, nothing is dropped and false returned: rows are deleted then. Nobody writes to
-- that month meanwhile, and nobody uses any while it is dropped, which takes an instant.
create function drop_events_month(month text, before timestamptz) returns boolean
  language plpgsql security definer set lock_timeout = '500ms' as $$
declare
  old record;
  kept events[];
begin
  select * into old from months_of('events') m where m.month = drop_events_month.month and m.ends <= before;
  if not found then return false; end if;
  -- Long enough for a vacuum of it to give way; who writes to other months waits for nothing.
  perform set_config('lock_timeout', '3s', true);
  execute format('lock table %I in share mode', old.month);
  perform set_config('lock_timeout', '500ms', true);
  select array_agg(k) into kept from (
    select k from team_counters c cross join lateral (
      select e as k from events e
      where e.team_id = c.team_id and e.mode = c.mode and e.created_at >= before
        and e.id >= old.first and e.id < old.beyond limit 1001) each
    limit 1001) as younger;
  if cardinality(kept) > 1000 then return false; end if;
  execute format('drop table %I', old.month);
  insert into events select * from unnest(kept);
  return true;
end $$;

-- The same of deliveries, with what was logged of them. Those that wait stay until their events go.
create function drop_deliveries_month(month text, before timestamptz, waiting_before timestamptz) returns boolean
  language plpgsql security definer set lock_timeout = '500ms' as $$
declare
  old record;
  log_month text := replace(month, 'deliveries_', 'delivery_attempts_');
  kept deliveries[];
  kept_log delivery_attempts[];
begin
  select * into old from months_of('deliveries') m where m.month = drop_deliveries_month.month and m.ends <= before;
  if not found then return false; end if;
  perform set_config('lock_timeout', '3s', true);
  execute format('lock table %I, %I in share mode', old.month, log_month);
  perform set_config('lock_timeout', '500ms', true);
  select array_agg(k) into kept from (
    select k from webhooks w cross join lateral (
      (select d as k from deliveries d where d.webhook_id = w.id and d.created_at >= before
        and d.id >= old.first and d.id < old.beyond limit 1001)
      union all
      (select d from deliveries d where d.webhook_id = w.id and d.status = 'waiting'
        and d.created_at >= waiting_before and d.created_at < before
        and d.id >= old.first and d.id < old.beyond limit 1001)) each
    limit 1001) as younger;
  if cardinality(kept) > 1000 then return false; end if;
  select array_agg(a) into kept_log from unnest(kept) k join delivery_attempts a on a.delivery_id = k.id;
  execute format('drop table %I, %I', old.month, log_month);
  insert into deliveries select * from unnest(kept);
  insert into delivery_attempts select * from unnest(kept_log);
  return true;
end $$;

-- They act for the owner: only in this schema, and only for whom the owner lets.
do $$
declare
  f text;
begin
  foreach f in array array['make_months(timestamptz)', 'drop_events_month(text, timestamptz)',
    'drop_deliveries_month(text, timestamptz, timestamptz)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', f, current_schema());
    execute format('revoke all on function %s from public', f);
  end loop;
end $$;

-- What has an id of after the end, by a clock that was far off, stays aside; of the rest the check must hold.
do $$
declare
  s record;
  ends text;
  beyond text;
begin
  for s in select * from split_tables() loop
    select conname into strict ends from pg_constraint
      where conrelid = to_regclass(s.parent) and conname ~ '^until_\d{6}$';
    beyond := first_id(s.kind, to_date(right(ends, 6), 'YYYYMM')::timestamp at time zone 'UTC');
    execute format('create table %I (like %I including all)', s.parent || '_default', s.parent);
    execute format('alter table %I drop constraint %I', s.parent || '_default', ends);
    execute format('with moved as (delete from %1$I where %2$I >= %3$L returning *)
      insert into %4$I select * from moved', s.parent, s.key, beyond, s.parent || '_default');
    execute format('alter table %I validate constraint %I', s.parent, ends);
  end loop;
end $$;

-- The change itself, in an instant: nothing is copied, looked at or indexed anew.
do $$
declare
  s record;
  index record;
  grantee record;
  ends text;
  old text;
  beyond text;
  definitions text[];
begin
  perform lock_for_change('{events,deliveries,delivery_attempts,webhooks}');
  for s in select * from split_tables() loop
    select conname into strict ends from pg_constraint
      where conrelid = to_regclass(s.parent) and conname ~ '^until_\d{6}$';
    old := s.parent || '_' || ends;
    beyond := first_id(s.kind, to_date(right(ends, 6), 'YYYYMM')::timestamp at time zone 'UTC');
    -- Their text names the table, which is the one of all months by the time it is run.
    definitions := array(
      select pg_get_indexdef(i.indexrelid) from pg_index i
      where i.indrelid = to_regclass(s.parent) and not i.indisunique order by 1);
    for index in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = to_regclass(s.parent)
    loop
      execute format('alter index %I rename to %I', index.name, index.name || '_' || ends);
    end loop;
    execute format('alter table %I rename to %I', s.parent, old);
    execute format('create table %I (like %I including all excluding indexes) partition by range (%I)', s.parent, old,
      s.key);
    execute format('alter table %I drop constraint %I', s.parent, ends);
    if s.parent = 'delivery_attempts' then
      alter table delivery_attempts add primary key (delivery_id, number);
    else
      execute format('alter table %I add primary key (id)', s.parent);
    end if;
    for i in 1..cardinality(definitions) loop
      execute definitions[i];
    end loop;
    if s.parent = 'deliveries' then
      alter table deliveries add constraint deliveries_webhook_id_fkey
        foreign key (webhook_id) references webhooks (id);
    end if;
    -- Services of before go on with their rights.
    for grantee in
      select r.rolname as name, string_agg(a.privilege_type, ', ') as rights
      from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where c.oid = to_regclass(old) and a.grantee <> c.relowner group by 1
    loop
      execute format('grant %s on %I to %I', grantee.rights, s.parent, grantee.name);
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', s.parent, old, beyond);
    execute format('alter table %I drop constraint %I', old, ends);
    execute format('alter table %I attach partition %I default', s.parent, s.parent || '_default');
  end loop;
end $$;

select make_months(now());
drop function lock_for_change(text[]);
