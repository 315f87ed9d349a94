// Events and deliveries by month: made ahead, moved into where they were late, dropped when they are past their time.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { API_VERSION } from '../../contract/common.ts'
import { fixedClock } from '../../server/base/process/clock.ts'
import { EVENT_CHECKS } from '../../server/cli/checks/event-checks.ts'
import { forgetOldEvents } from '../../server/events/forget-events.ts'
import { dropMonths, makeMonths } from '../../server/outbox/months.ts'
import { forgetOldDeliveries } from '../../server/webhooks/forget-deliveries.ts'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00Z'))
// Nobody keeps house meanwhile.
const app = await startApp({ wall, settings: { ROLE: 'api' } })
const { world } = app.service
const { pool, log } = world

/** The first month of its own; tests live in the months after it, whenever they run. */
const start = new Date(
  (await pool.query(`select max(ends) as at from months_of('events') where month like '%until%'`)).rows[0].at,
)
const at = (month: number, day: number) =>
  new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, day))
const nameOf = (table: string, month: number) =>
  `${table}_${at(month, 1).toISOString().slice(0, 7).replace('-', '')}`

const monthsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => nameOf('events', first + n))

async function monthsOf(table: string): Promise<string[]> {
  const { rows } = await pool.query('select month from months_of($1)', [table])
  return rows.map(({ month }) => month)
}

interface Stored {
  number: number
  /** Of its id. */
  made: Date
  /** By the clock of its team. */
  created?: Date
  mode?: string
}

async function store(teamId: string, events: readonly Stored[]): Promise<string[]> {
  const ids: string[] = []
  for (const { number, made, created = made, mode = 'live' } of events) {
    const told = { id: 'evt_x', type: 'wallet.credit', api_version: API_VERSION, created_at: created }
    const payload = JSON.stringify({ ...told, data: { object: {} }, team_id: teamId })
    const { rows } = await pool.query(
      `insert into events (id, team_id, mode, sequence, type, payload, created_at)
       select first_id('evt', $1) || right($2::text, 8) || $3::text || $4::bigint, $2, $3, $4, 'wallet.credit', $6, $5
       returning id`,
      [made, teamId, mode, number, created, payload],
    )
    ids.push(rows[0].id)
    await pool.query(
      `update team_counters set event_sequence = greatest(event_sequence, $3), last_event_at = $4
       where team_id = $1 and mode = $2`,
      [teamId, mode, number, created],
    )
  }
  return ids
}

const placesOf = async (table: string, key: string, ids: readonly string[]) =>
  (
    await pool.query(
      `select t.tableoid::regclass::text as place from unnest($1::text[]) with ordinality i (id, n)
       left join ${table} t on t.${key} = i.id order by n`,
      [ids],
    )
  ).rows.map(({ place }) => place)

async function finding(name: string) {
  const check = EVENT_CHECKS.find((one) => one.name === name)!
  return check.run({ ...world, client: pool as unknown as pg.Client, alone: false })
}

/** Beside the service, as the owner. */
async function ownSession(t: TestContext): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  t.after(() => client.end())
  return client
}

test('the next two months are made ahead; what was stored without a month is moved into it', async () => {
  const agency = await newAgency(app)
  assert.deepEqual((await finding('months'))?.state, 'ok')
  // Nobody kept house since two months before: these have no month.
  const ids = await store(agency.id, [
    { number: 1, made: at(3, 5) },
    { number: 2, made: at(4, 5) },
    { number: 3, made: at(5, 5) },
  ])
  assert.deepEqual(await placesOf('events', 'id', ids), Array(3).fill('events_default'))
  wall.set(at(4, 20))
  const missing = [4, 5, 6].map((month) => at(month, 1).toISOString().slice(0, 7))
  const told = await finding('months')
  assert.equal(told?.state, 'warning')
  assert.match(
    told.text,
    new RegExp(`^4 months not made: .*${missing.join(', ')}; 3 rows of events outside of`),
  )
  // As the service, which may not make tables itself.
  await makeMonths(pool, world)
  assert.deepEqual(
    await placesOf('events', 'id', ids),
    [3, 4, 5].map((month) => nameOf('events', month)),
  )
  assert.deepEqual((await finding('months'))?.state, 'ok')
  for (const table of ['deliveries', 'delivery_attempts'])
    assert.deepEqual(
      (await monthsOf(table)).slice(-3),
      [4, 5, 6].map((month) => nameOf(table, month)),
    )
  const before = await monthsOf('events')
  await makeMonths(pool, world)
  assert.deepEqual(await monthsOf('events'), before, 'nothing is made twice')
})

test('a look-up by id goes to one month', async () => {
  const { rows } = await pool.query(`explain (costs off) select * from events where id = $1`, ['evt_x'])
  assert.equal(rows.filter((row) => /Scan/.test(row['QUERY PLAN'])).length, 1)
})

test('months past their time are dropped while others write; of the one at the border rows go', async () => {
  const agency = await newAgency(app)
  wall.set(at(4, 20))
  const before = at(4, 10)
  const ids = await store(agency.id, [
    { number: 1, made: at(-3, 1) },
    { number: 2, made: at(0, 3) },
    { number: 3, made: at(3, 30) },
    { number: 4, made: at(4, 9) },
    { number: 5, made: at(4, 10) },
  ])
  const sandbox = await store(agency.id, [
    { number: 1, made: at(0, 4), mode: 'test' },
    // Its clock was years ahead.
    { number: 2, made: at(0, 5), created: at(40, 1), mode: 'test' },
  ])
  let isOver = false
  const writing = (async () => {
    let written = 0
    for (; !isOver; written++) await agency.live.post('/api/v1/api-keys', { name: `key ${written}` })
    return written
  })()
  await forgetOldEvents(world, before).finally(() => {
    isOver = true
  })
  const written = await writing
  assert.ok(written > 0)
  assert.deepEqual(
    await monthsOf('events'),
    [4, 5, 6].map((month) => nameOf('events', month)),
  )
  assert.deepEqual(await placesOf('events', 'id', ids), [null, null, null, null, nameOf('events', 4)])
  assert.deepEqual(await placesOf('events', 'id', sandbox), [null, 'events_default'], 'by its own clock')
  const { rows } = await pool.query(
    'select mode, events_forgotten::int as last from team_counters where team_id = $1 order by mode',
    [agency.id],
  )
  assert.deepEqual(rows, [
    { mode: 'live', last: 4 },
    { mode: 'test', last: 1 },
  ])
  assert.equal((await finding('event sequences'))?.state, 'ok')
  assert.equal((await finding('months'))?.state, 'ok', 'who stays aside in its old month is right there')
  const { data, pagination } = (await agency.live.get('/api/v1/events?after_sequence=0')).body
  assert.deepEqual([data[0].sequence, pagination.total], [5, 1 + written], 'the last of the old, and the new')
})

test('where many of a month stay, the others of it are deleted, and the months after it wait their turn', async () => {
  const agency = await newAgency(app)
  const many = 1_001
  wall.set(at(6, 20))
  await makeMonths(pool, world)
  await pool.query(
    `insert into events (id, team_id, mode, sequence, type, payload, created_at)
     select first_id('evt', $1) || n, $2, 'test', n, 'wallet.credit', '{}', case n when 1 then $1 else $3 end
     from generate_series(1, $4::int) n`,
    [at(4, 12), agency.id, at(40, 1), many + 1],
  )
  await pool.query(
    `update team_counters set event_sequence = $2, last_event_at = $3 where team_id = $1 and mode = 'test'`,
    [agency.id, many + 1, at(40, 1)],
  )
  const gone = await store(agency.id, [{ number: 1, made: at(5, 3) }])
  const left = () => pool.query('select count(*)::int as n from events where team_id = $1', [agency.id])
  await forgetOldEvents(world, at(6, 2))
  assert.deepEqual(await monthsOf('events'), monthsFrom(4, 8))
  assert.equal((await left()).rows[0].n, many)
  assert.deepEqual(await placesOf('events', 'id', gone), [null])
  // Fewer of them, and both are dropped.
  await pool.query(`delete from events where team_id = $1 and sequence < 100`, [agency.id])
  await pool.query(`update team_counters set events_forgotten = 99 where team_id = $1 and mode = 'test'`, [
    agency.id,
  ])
  await forgetOldEvents(world, at(5, 2))
  assert.deepEqual(await monthsOf('events'), monthsFrom(5, 8))
  assert.equal((await left()).rows[0].n, many + 1 - 99)
  assert.equal((await finding('event sequences'))?.state, 'ok')
  assert.equal((await finding('months'))?.state, 'ok')
})

test('deliveries go with their log; those that wait stay until their events go', async () => {
  const agency = await newAgency(app)
  const made = await agency.live.post('/api/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] })
  const webhook = made.body.data.id
  await pool.query('update webhooks set active = false where id = $1', [webhook])
  const put = async (name: string, status: string, when: Date) => {
    const { rows } = await pool.query(
      `insert into deliveries (id, webhook_id, event_id, type, status, created_at)
       values (first_id('dlv', $4) || $1, $2, 'evt_x', 'wallet.credit', $3, $4) returning id`,
      [name, webhook, status, when],
    )
    await pool.query(
      `insert into delivery_attempts (delivery_id, number, at, duration_ms, body) values ($1, 1, $2, 1, '')`,
      [rows[0].id, when],
    )
    return rows[0].id
  }
  const ids = [
    await put('a', 'delivered', at(1, 2)),
    await put('b', 'waiting', at(-1, 2)),
    await put('c', 'waiting', at(1, 2)),
    await put('d', 'failed', at(4, 9)),
    await put('e', 'failed', at(4, 11)),
  ]
  await forgetOldDeliveries(world, at(4, 10), at(0, 1))
  for (const [table, key] of [
    ['deliveries', 'id'],
    ['delivery_attempts', 'delivery_id'],
  ] as const) {
    const stays = [null, null, `${table}_default`, null, nameOf(table, 4)]
    assert.deepEqual(await placesOf(table, key, ids), stays)
    assert.deepEqual((await monthsOf(table))[0], nameOf(table, 4))
  }
})

test('whoever uses a month is not waited for long, and waits for nobody; it is dropped later', async (t) => {
  const agency = await newAgency(app)
  const reader = await ownSession(t)
  await reader.query('begin; select from events limit 1')
  const month = nameOf('events', 5)
  const dropping = pool.query('select drop_events_month($1, $2)', [month, at(6, 2)])
  const refused = assert.rejects(dropping, /lock timeout/)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'select drop_events%'`
  // Not by the reader: what a transaction has seen of this once, it sees until its end.
  await eventually('it waits for the reader', async () => (await pool.query(waiting)).rowCount! > 0)
  // Behind it, and no longer than it.
  assert.equal((await agency.live.post('/api/v1/api-keys', { name: 'behind' })).status, 201)
  await refused
  assert.equal((await monthsOf('events')).includes(month), true)
  await reader.query('commit')
  assert.equal(
    (await pool.query('select drop_events_month($1, $2) as is', [month, at(5, 2)])).rows[0].is,
    false,
  )
  assert.equal(
    (await pool.query('select drop_events_month($1, $2) as is', [month, at(6, 2)])).rows[0].is,
    true,
  )
})

test('a month in use is tried again, and then left for later; one with many to stay ends the drop', async () => {
  const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  const answers: (boolean | Error)[] = []
  let asked = 0
  const drop = async () => {
    asked++
    const answer = answers.shift() ?? busy
    if (answer instanceof Error) throw answer
    return answer
  }
  const before = at(7, 1)
  const run = () => dropMonths(pool, { table: 'events', before, log, drop, tryEveryMs: 1 })
  assert.deepEqual(await monthsOf('events'), monthsFrom(6, 8))
  assert.deepEqual([await run(), asked], [false, 5])
  answers.push(busy, true)
  assert.deepEqual([await run(), asked], [true, 7])
  answers.push(false)
  assert.deepEqual([await run(), asked], [true, 8])
  answers.push(new Error('anything else'))
  await assert.rejects(run(), /anything else/)
})

test('a number that two months have is found, though as many are there as should be', async () => {
  const agency = await newAgency(app)
  const at5 = { made: at(6, 2) }
  await store(agency.id, [
    { number: 1, ...at5 },
    { number: 2, ...at5 },
    { number: 4, made: at(6, 2) },
  ])
  const gap = await finding('event sequences')
  assert.match(gap!.text, /live: 3 events, the last number 4/)
  await store(agency.id, [{ number: 2, made: at(7, 3) }])
  const doubled = await finding('event sequences')
  assert.equal(doubled?.state, 'problem')
  assert.match(doubled.text, /live: 4 events, 1 of them doubles, the last number 4, the counter at 4/)
  const again = store(agency.id, [{ number: 2, made: at(7, 4) }])
  await assert.rejects(again, /duplicate key/, 'within a month the index refuses it')
})

test('who stores while the month of it is made is in that month', async (t) => {
  const agency = await newAgency(app)
  const owner = await ownSession(t)
  await owner.query('begin')
  await owner.query('select make_months($1)', [at(40, 20)])
  const stored = store(agency.id, [{ number: 1, made: at(40, 20) }])
  await eventually('it waits', async () => {
    const waiting = `select from pg_locks where not granted and database = (
      select oid from pg_database where datname = current_database())`
    return (await owner.query(waiting)).rowCount === 1
  })
  await owner.query('commit')
  assert.deepEqual(await placesOf('events', 'id', await stored), [nameOf('events', 40)])
})
