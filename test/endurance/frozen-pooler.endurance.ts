// Lines that freeze without a word where a pooler stands between: nobody waits longer than without one, and whoever is
// worked on is left alone.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, type TestContext, test } from 'node:test'
import pg from 'pg'
import { newAgency } from '../support/agency.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { NO_POOLER, startPooler } from '../support/endurance/pooler.ts'
import { BALANCE, readAtOnce, surviveFreeze, timed } from '../support/endurance/read-at-once.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp, type TestApp } from '../support/start-app.ts'
import { startDatabaseProxy } from '../support/tcp-proxy.ts'
import { pix, RECHARGE } from '../support/wallet.ts'

const CLIENTS = '/api/v1/clients'
const ANA = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' }
/** So long after a database is back, all are served; the connections that froze are given up before. */
const WITHIN_MS = 15_000
const AT_ONCE_LOCKED = 6

async function startBehind() {
  const database = await makeDatabase()
  after(() => database.drop())
  const behind = await startDatabaseProxy(serviceUrl(database.url))
  after(() => behind.close())
  const { host, port, user = '', database: name = '' } = new pg.Client({ connectionString: behind.url })
  const pooler = await startPooler({ host, port, user, database: name })
  after(() => pooler.stop())
  const lines = await startDatabaseProxy(pooler.url)
  after(() => lines.close())
  const app = await startApp({
    databaseUrl: database.url,
    settings: { ...AT_ONCE, DATABASE_URL: lines.url },
  })
  return { app, lines, behind }
}

/** Keeps rows locked until it leaves. */
async function locking(t: TestContext, { databaseUrl, asOwner }: TestApp, sql: string, value: unknown) {
  const session = new pg.Client({ connectionString: databaseUrl })
  t.after(() => session.end())
  await session.connect()
  await session.query('begin')
  const { rows } = await session.query(`select pg_backend_pid() as pid`)
  await session.query(sql, [value])
  // By another session: within a transaction the first look is remembered.
  const waiting = async () =>
    (await asOwner(`select from pg_stat_activity where ${rows[0].pid} = any(pg_blocking_pids(pid))`)).length
  return { session, waiting, leave: () => session.query('commit') }
}

const skip = NO_POOLER
const behind = NO_POOLER ? undefined : await startBehind()

test('frozen sessions with a pooler are given up together, and new ones serve', { skip }, async (t) => {
  const { app, lines } = behind ?? assert.fail()
  await surviveFreeze(t, app, lines, { what: 'open', withinMs: WITHIN_MS })
})

test('a change whose line froze in its middle is 503 and keeps nothing locked: sent again it is made', {
  skip,
}, async (t) => {
  const { app, lines } = behind ?? assert.fail()
  const { live } = await newAgency(app)
  const { id } = (await live.post(CLIENTS, ANA)).body.data
  const key = { 'idempotency-key': randomUUID() }
  const send = () => live.patch(`${CLIENTS}/${id}`, { full_name: 'Ana Lima' }, key)
  const holder = await locking(t, app, 'select from clients where id = $1 for update', id)
  const answer = timed(send)
  await eventually('it waits for the row', async () => (await holder.waiting()) === 1)
  lines.freeze('open')
  await holder.leave()
  const { ms, result } = await answer
  assert.equal(result.status, 503, result.text)
  assert.ok(ms < WITHIN_MS, `${ms} ms`)
  const made = await timed(() => eventually('it is made', async () => (await send()).status === 200))
  t.diagnostic(`answered after ${Math.round(ms)} ms, made ${Math.round(made.ms)} ms later`)
  assert.ok(made.ms < WITHIN_MS, `made after ${made.ms} ms more`)
  lines.thaw()
})

test('whoever waits for a lock is not taken for frozen', { skip }, async (t) => {
  const { app } = behind ?? assert.fail()
  const agencies = await Promise.all(Array.from({ length: AT_ONCE_LOCKED }, () => newAgency(app)))
  const holder = await locking(
    t,
    app,
    'select from team_counters where team_id = any($1) for update',
    agencies.map((agency) => agency.id),
  )
  const answers = agencies.map(({ live }) => live.post(RECHARGE, pix('250.00')))
  await eventually('all wait', async () => (await holder.waiting()) === AT_ONCE_LOCKED)
  // Shorter than a lock is waited for.
  await holder.session.query('select pg_sleep(2)')
  await holder.leave()
  for (const { status, text } of await Promise.all(answers)) assert.equal(status, 201, text)
})

for (const [which, where] of [
  ['lines', 'the service and the pooler'],
  ['behind', 'the pooler and the database'],
] as const)
  test(`while nothing passes between ${where}, answers are 503; after that all is well by itself`, {
    skip,
  }, async (t) => {
    const { app, [which]: lines } = await startBehind()
    const agency = await newAgency(app)
    const balance = () => agency.live.get(BALANCE)
    await readAtOnce(balance)
    lines.freeze('all')
    const { ms, result } = await timed(() => readAtOnce(balance))
    assert.deepEqual(new Set(result), new Set([503]))
    assert.ok(ms < WITHIN_MS, `${ms} ms`)
    lines.thaw()
    const back = await timed(() =>
      eventually('all are served', async () => (await readAtOnce(balance)).every((status) => status === 200)),
    )
    t.diagnostic(`503 after ${Math.round(ms)} ms, back ${Math.round(back.ms)} ms after the thaw`)
    assert.ok(back.ms < WITHIN_MS, `back after ${back.ms} ms`)
  })
