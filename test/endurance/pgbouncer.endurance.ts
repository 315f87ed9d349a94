// Behind a real PgBouncer in session mode: time-outs hold in every transaction and read, concurrent requests succeed, and
// callers are served as soon as a restarted database is back. Transaction mode is refused.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg, { type ClientConfig } from 'pg'
import { scopeOf } from '../../server/features/world.ts'
import { startEmbeddedPostgres } from '../../server/kernel/db/embedded-postgres/start-embedded-postgres.ts'
import { postmasterPid } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { transaction } from '../../server/kernel/outbox/transaction.ts'
import { newAgency } from '../support/agency.ts'
import { BOOKINGS, booked, instantBody, zzOffer } from '../support/bookings.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { NO_POOLER, startPooler } from '../support/endurance/pgbouncer.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp, type TestApp } from '../support/start-app.ts'

const CLIENTS = '/api/v1/clients'
const ANA = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' }
/** Well above the lock time-out, which is 3 s. */
const LOCK_ENDS_MS = 25_000
/** PgBouncer retries a server after a second. */
const BACK_WITHIN_MS = 2_000

const dataDir = NO_POOLER ? '' : await initialisedDataDir()

async function startWithPgBouncer() {
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, settings: { max_connections: '60' } })
  const { host, database } = server.serviceConnection
  const pooler = await startPooler(server.serviceConnection)
  const at = (name: string) => `postgresql://${name}@/${database}?host=${encodeURIComponent(host)}`
  const app = await startApp({
    databaseUrl: at(server.connection.user),
    settings: { ...AT_ONCE, DATABASE_URL: pooler.url },
  })
  return { app, server, pooler }
}

const setup = NO_POOLER ? undefined : await startWithPgBouncer()
const skip = NO_POOLER

const SETTINGS = `select name, setting from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`
const EXPECTED = [
  { name: 'idle_in_transaction_session_timeout', setting: '10000' },
  { name: 'lock_timeout', setting: '3000' },
  { name: 'statement_timeout', setting: '10000' },
]

test('time-outs hold in each transaction and in each read outside of one', { skip }, async () => {
  const { app } = setup ?? assert.fail()
  const { world } = app.service
  const agency = await newAgency(app)
  const scope = await scopeOf(world, { teamId: agency.id, mode: 'live' })
  // More than the service has sessions, so that each session is used.
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      assert.deepEqual((await world.pool.query(SETTINGS)).rows, EXPECTED)
      const inside = await transaction(world, scope, async (tx) => (await tx.query({ text: SETTINGS })).rows)
      assert.deepEqual(inside, EXPECTED)
    }),
  )
  await assert.rejects(world.pool.query('select 1 / 0'), { code: '22012' })
  assert.deepEqual((await world.pool.query('select $1::int as n', [7])).rows, [{ n: 7 }])
})

test('a change of a locked row returns 503 after the lock time-out', { skip }, async () => {
  const { app } = setup ?? assert.fail()
  const { live } = await newAgency(app)
  const { id } = (await live.post(CLIENTS, ANA)).body.data
  const session = new pg.Client({ connectionString: app.databaseUrl })
  await session.connect()
  await session.query('begin')
  await session.query('select from clients where id = $1 for update', [id])
  const start = performance.now()
  const { status, headers, text } = await live.patch(`${CLIENTS}/${id}`, { full_name: 'Ana Lima' })
  const ms = performance.now() - start
  await session.query('rollback')
  await session.end()
  assert.equal(status, 503, text)
  assert.match(String(headers['retry-after']), /^\d+$/)
  assert.ok(ms < LOCK_ENDS_MS, `${ms} ms`)
})

test('concurrent reads, writes and bookings succeed', { skip }, async () => {
  const { app } = setup ?? assert.fail()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { live, test: client } = await newAgency(app)
      const created = await Promise.all(Array.from({ length: 8 }, () => live.post(CLIENTS, ANA)))
      assert.ok(created.every(({ status }) => status === 201))
      const { id } = await booked(client, instantBody(await zzOffer(client)))
      const read = await Promise.all(Array.from({ length: 8 }, () => client.get(`${BOOKINGS}/${id}`)))
      assert.ok(read.every(({ body }) => body.status === 'ticketed'))
      assert.equal((await live.get(CLIENTS)).body.pagination.total, 8)
    }),
  )
})

/** How much later than the database the service is back. */
async function restartDatabase(app: TestApp, session: ClientConfig): Promise<number> {
  const { live } = await newAgency(app)
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  const asked = Array.from({ length: 8 }, () => live.get(CLIENTS))
  await eventually('the database is back', async () => {
    const client = new pg.Client(session)
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  const backAt = performance.now()
  await eventually('reads and writes succeed', async () => {
    const responses = await Promise.all([live.get(CLIENTS), live.post(CLIENTS, ANA)])
    return responses.every(({ status }) => status < 300)
  })
  const ms = performance.now() - backAt
  for (const { status, text } of await Promise.all(asked)) assert.ok([200, 503].includes(status), text)
  return ms
}

test('after a crash of the database requests are served as soon as it is back', { skip }, async (t) => {
  const { app, server } = setup ?? assert.fail()
  const ms = await restartDatabase(app, server.connection)
  t.diagnostic(`${ms.toFixed(0)} ms after the database`)
  assert.ok(ms < BACK_WITHIN_MS, `${ms} ms after the database`)
})

test('a start behind a pooler in transaction mode is refused with the reason', { skip }, async (t) => {
  const { app: other, server } = setup ?? assert.fail()
  const pooler = await startPooler(server.serviceConnection, { pool_mode: 'transaction' })
  t.after(() => pooler.stop())
  const refused = startApp({ databaseUrl: other.databaseUrl, settings: { DATABASE_URL: pooler.url } })
  await assert.rejects(refused, /transaction mode.*pool_mode = session/)
})

after(async () => {
  await setup?.pooler.stop()
  await setup?.server.stop()
})
