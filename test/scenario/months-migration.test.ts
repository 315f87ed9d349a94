// From one table to one for each month, on a database that is full and in use: nothing is copied, nobody waits long,
// and services of before go on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { grantService } from '../../server/service/grant-service.ts'
import { migrate } from '../../server/service/migrate.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

/** The last one with one table. */
const ONE_TABLE = 57

const IDS = `create function id_of(kind text, at timestamptz, rest text) returns text language sql as $$
  select kind || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * n)) & 31)::int + 1, 1), ''
    order by n desc) || rest
  from (select floor(extract(epoch from at) * 1000)::bigint as ms) t, generate_series(0, 9) n $$`

const FULL = `
  insert into teams (id, name, email, time_zone, markup_percent, fee_cents, created_at)
    values ('team_1', 'A', 'a@example.com', 'America/Sao_Paulo', 0, 0, now());
  insert into team_counters (team_id, mode, event_sequence) values ('team_1', 'live', 10);
  insert into webhooks (id, team_id, mode, url, url_key, events, secret, created_at, updated_at)
    values ('wh_1', 'team_1', 'live', 'https://example.com', 'x', '{*}', '', now(), now());
  insert into events (id, team_id, mode, sequence, type, payload, created_at)
    select id_of('evt', at, 'a' || n), 'team_1', 'live', n, 'x', '{}', at
    from generate_series(1, 9) n, lateral (select now() - (9 - n) * interval '20 days' as at) a
    union all select 'evt_7zz', 'team_1', 'live', 10, 'x', '{}', now();
  insert into deliveries (id, webhook_id, event_id, type, status, created_at)
    select 'dlv' || substr(id, 4), 'wh_1', id, type, 'delivered', created_at from events;
  insert into delivery_attempts (delivery_id, number, at, duration_ms, body)
    select id, 1, created_at, 1, '' from deliveries`

/** What a service of before does, by statements that its session has planned. */
const OLD_FLUSH = {
  name: 'flush',
  text: `with counter as (
      update team_counters set event_sequence = event_sequence + 1 where team_id = 'team_1' and mode = 'live'
      returning event_sequence as n
    ), e as (
      insert into events (id, team_id, mode, sequence, type, payload, created_at)
      select id_of('evt', now(), 'b' || n), 'team_1', 'live', n, 'y', '{}', now() from counter returning id
    ), d as (
      insert into deliveries (id, webhook_id, event_id, type, status, created_at)
      select 'dlv' || substr(id, 4), 'wh_1', id, 'y', 'waiting', now() from e returning id
    )
    insert into delivery_attempts (delivery_id, number, at, duration_ms, body) select id, 1, now(), 1, '' from d`,
}
const OLD_RECORD = {
  name: 'record',
  text: `update deliveries set status = 'delivered' where id = any(array(
    select d.id from deliveries d join events e on e.id = d.event_id where d.status = 'waiting' limit 10))`,
}
const PLACES = `select tableoid::regclass::text as place, count(*)::int as n from`

test('a full database in use is brought to months: nothing copied, nobody kept waiting, nothing lost', async (t) => {
  const { url, drop } = await makeDatabase({ empty: true })
  const clients: pg.Client[] = []
  t.after(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await drop()
  })
  const connect = async (to: string) => {
    const client = new pg.Client({ connectionString: to })
    clients.push(client)
    await client.connect()
    return client
  }
  const owner = await connect(url)
  const role = process.env.TEST_SERVICE_ROLE
  await migrate(
    owner,
    async () => {
      if (role !== undefined) await grantService(owner, role)
    },
    ONE_TABLE,
  )
  await owner.query(IDS)
  await owner.query(FULL)
  const files = async (name: string) =>
    (
      await owner.query(
        `select array_agg(pg_relation_filenode(r) order by r) as files from (
           select to_regclass($1)::oid as r union all
           select indexrelid from pg_index where indrelid = to_regclass($1)) all_of_it`,
        [name],
      )
    ).rows[0].files
  const tables = ['events', 'deliveries', 'delivery_attempts'] as const
  const before: unknown[] = []
  for (const table of tables) before.push(await files(table))
  // A service of before, and somebody who reads for long, as a backup does.
  const service = await connect(serviceUrl(url))
  const backup = await connect(url)
  const watcher = await connect(url)
  for (const query of [OLD_FLUSH, OLD_RECORD]) await service.query(query)
  await migrate(owner, undefined, ONE_TABLE + 1)
  await service.query(OLD_FLUSH)
  await backup.query('begin isolation level repeatable read; select from events')
  let isOver = false
  const writing = (async () => {
    let [written, longestMs] = [0, 0]
    for (; !isOver; written++) {
      const began = performance.now()
      await service.query(OLD_FLUSH)
      await service.query(OLD_RECORD)
      longestMs = Math.max(longestMs, performance.now() - began)
      await service.query('select pg_sleep(0.02)')
    }
    return { written, longestMs }
  })()
  const migrating = migrate(owner).finally(() => {
    isOver = true
  })
  const turns = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'
    and query not like 'select pg_sleep%'`
  await eventually('it has given up waiting for the reader', async () => {
    return (await watcher.query(turns)).rowCount === 1
  })
  assert.equal((await backup.query('select from events')).rowCount! >= 12, true)
  await backup.query('commit')
  await migrating
  const { written, longestMs } = await writing
  assert.ok(written > 1)
  assert.ok(longestMs < 5_000, `somebody waited for ${longestMs} ms`)
  // And after it, with the rights that it has.
  for (const query of [OLD_FLUSH, OLD_RECORD]) await service.query(query)

  const { rows: first } = await owner.query(`select month from months_of('events')`)
  const until = first[0].month.replace('events_', '')
  const all = written + 13
  for (const [index, table] of tables.entries()) {
    const { rows } = await owner.query(`${PLACES} ${table} group by 1 order by 1`)
    const places = [
      { place: `${table}_${until}`, n: all - 1 },
      { place: `${table}_default`, n: 1 },
    ]
    assert.deepEqual(
      rows,
      places.sort((a, b) => (a.place < b.place ? -1 : 1)),
    )
    assert.deepEqual(await files(`${table}_${until}`), before[index], 'neither copied nor indexed anew')
  }
  const { rows } = await owner.query(
    'select count(*)::int as n, count(distinct sequence)::int as numbers, max(sequence)::int as last from events',
  )
  assert.deepEqual(rows, [{ n: all, numbers: all, last: all }])
  const { rows: loose } = await owner.query(
    `select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid
     union all select conname from pg_constraint where not convalidated or conname ~ '^until_'`,
  )
  assert.deepEqual(loose, [])
})
