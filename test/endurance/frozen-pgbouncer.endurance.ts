// Frozen connections behind PgBouncer: requests wait no longer than without it, and sessions that work or wait for a lock
// are kept.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, type TestContext, test } from 'node:test'
import pg from 'pg'
import { newAgency } from '../support/agency.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { BALANCE, readConcurrently, surviveFreeze, timed } from '../support/endurance/concurrent-reads.ts'
import { NO_POOLER, startPooler } from '../support/endurance/pgbouncer.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp, type TestApp } from '../support/start-app.ts'
import { startDatabaseProxy } from '../support/tcp-proxy.ts'
import { pix, RECHARGE } from '../support/wallet.ts'

const CLIENTS = '/api/v1/clients'
const ANA = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' }
/** Within this time frozen connections are given up, and a database that is back is used. */
const WITHIN_MS = 15_000
const CALLERS = 6

async function startWithPgBouncer() {
  const database = await makeDatabase()
  after(() => database.drop())
  const behindPooler = await startDatabaseProxy(serviceUrl(database.url))
  after(() => behindPooler.close())
  const { host, port, user = '', database: name = '' } = new pg.Client({ connectionString: behindPooler.url })
  const pooler = await startPooler({ host, port, user, database: name })
  after(() => pooler.stop())
  const beforePooler = await startDatabaseProxy(pooler.url)
  after(() => beforePooler.close())
  const app = await startApp({
    databaseUrl: database.url,
    settings: { ...AT_ONCE, DATABASE_URL: beforePooler.url },
  })
  return { app, beforePooler, behindPooler }
}

/** Keeps rows locked until `release`. */
async function lockRows(t: TestContext, { databaseUrl, asOwner }: TestApp, sql: string, value: unknown) {
  const session = new pg.Client({ connectionString: databaseUrl })
  t.after(() => session.end())
  await session.connect()
  await session.query('begin')
  const { rows } = await session.query(`select pg_backend_pid() as pid`)
  await session.query(sql, [value])
  // By another session, because a transaction reads the statistics only once.
  const waiting = async () =>
    (await asOwner(`select from pg_stat_activity where ${rows[0].pid} = any(pg_blocking_pids(pid))`)).length
  return { session, waiting, release: () => session.query('commit') }
}

const skip = NO_POOLER
const setup = NO_POOLER ? undefined : await startWithPgBouncer()

test('frozen sessions are given up together, and requests get new ones', { skip }, async (t) => {
  const { app, beforePooler } = setup ?? assert.fail()
  await surviveFreeze(t, app, beforePooler, { what: 'open', withinMs: WITHIN_MS })
})

test('a change whose connection freezes returns 503 and releases its locks, and its retry succeeds', {
  skip,
}, async (t) => {
  const { app, beforePooler } = setup ?? assert.fail()
  const { live } = await newAgency(app)
  const { id } = (await live.post(CLIENTS, ANA)).body.data
  const key = { 'idempotency-key': randomUUID() }
  const send = () => live.patch(`${CLIENTS}/${id}`, { full_name: 'Ana Lima' }, key)
  const holder = await lockRows(t, app, 'select from clients where id = $1 for update', id)
  const first = timed(send)
  await eventually('it waits for the row', async () => (await holder.waiting()) === 1)
  beforePooler.freeze('open')
  await holder.release()
  const { ms, result } = await first
  assert.equal(result.status, 503, result.text)
  assert.ok(ms < WITHIN_MS, `${ms} ms`)
  const retried = await timed(() =>
    eventually('the retry succeeds', async () => (await send()).status === 200),
  )
  t.diagnostic(`503 after ${Math.round(ms)} ms, retried after ${Math.round(retried.ms)} ms more`)
  assert.ok(retried.ms < WITHIN_MS, `retried after ${retried.ms} ms more`)
  beforePooler.thaw()
})

test('requests that wait for a lock keep their connections', { skip }, async (t) => {
  const { app } = setup ?? assert.fail()
  const agencies = await Promise.all(Array.from({ length: CALLERS }, () => newAgency(app)))
  const holder = await lockRows(
    t,
    app,
    'select from team_counters where team_id = any($1) for update',
    agencies.map((agency) => agency.id),
  )
  const responses = agencies.map(({ live }) => live.post(RECHARGE, pix('250.00')))
  await eventually('all wait', async () => (await holder.waiting()) === CALLERS)
  // Shorter than the lock time-out.
  await holder.session.query('select pg_sleep(2)')
  await holder.release()
  for (const { status, text } of await Promise.all(responses)) assert.equal(status, 201, text)
})

for (const [which, where] of [
  ['beforePooler', 'the service and PgBouncer'],
  ['behindPooler', 'PgBouncer and the database'],
] as const)
  test(`while no data passes between ${where}, responses are 503; afterwards the service recovers by itself`, {
    skip,
  }, async (t) => {
    const { app, [which]: proxy } = await startWithPgBouncer()
    const agency = await newAgency(app)
    const balance = () => agency.live.get(BALANCE)
    await readConcurrently(balance)
    proxy.freeze('all')
    const { ms, result } = await timed(() => readConcurrently(balance))
    assert.deepEqual(new Set(result), new Set([503]))
    assert.ok(ms < WITHIN_MS, `${ms} ms`)
    proxy.thaw()
    const back = await timed(() =>
      eventually('all are served', async () =>
        (await readConcurrently(balance)).every((status) => status === 200),
      ),
    )
    t.diagnostic(`503 after ${Math.round(ms)} ms, back ${Math.round(back.ms)} ms after the thaw`)
    assert.ok(back.ms < WITHIN_MS, `back after ${back.ms} ms`)
  })
