-- Events and deliveries by month, the first half: until when the tables of today are filled. The second half makes them
-- the first of many. Two halves, because adding the check takes a lock for an instant, and looking whether it holds of
-- every row takes long and may lock nobody out.

-- Nobody waits longer for us than the time-out, however often we try: behind whoever waits for a whole table all queue.
create function lock_for_change(tables text[]) returns void language plpgsql set lock_timeout = '200ms' as $$
declare
  wanted text;
begin
  for attempt in 1..300 loop
    begin
      foreach wanted in array tables loop
        execute format('lock table %I in access exclusive mode', wanted);
      end loop;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(2);
    end;
  end loop;
  raise 'somebody has been reading % for ten minutes; try again when that has ended', array_to_string(tables, ', ');
end $$;

-- Ids carry the time they were made at in their first ten characters: no id of that moment or later is below this.
create function first_id(kind text, at timestamptz) returns text language sql stable as $$
  select kind || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * n)) & 31)::int + 1, 1), '' order by n desc)
  from (select floor(extract(epoch from at) * 1000)::bigint as ms) as time, generate_series(0, 9) as n
$$;

-- To the end of the next month, so that whoever runs meanwhile stays below it by weeks.
do $$
declare
  until timestamp := date_trunc('month', now() at time zone 'UTC') + interval '2 months';
  part record;
begin
  perform lock_for_change('{events,deliveries,delivery_attempts}');
  for part in
    select * from (values ('events', 'id', 'evt'), ('deliveries', 'id', 'dlv'),
      ('delivery_attempts', 'delivery_id', 'dlv')) as p (name, key, kind)
  loop
    execute format('alter table %I add constraint %I check (%I < %L) not valid', part.name,
      'until_' || to_char(until, 'YYYYMM'), part.key, first_id(part.kind, until at time zone 'UTC'));
  end loop;
end $$;
