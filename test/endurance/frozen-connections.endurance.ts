// Database connections that freeze without notice: sockets stay open and no data passes. Revoked keys are refused, no request
// waits for long, and later requests get new sessions.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { newAgency } from '../support/agency.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { BALANCE, readConcurrently, surviveFreeze, timed } from '../support/endurance/concurrent-reads.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'
import { startDatabaseProxy } from '../support/tcp-proxy.ts'
import { pix, RECHARGE } from '../support/wallet.ts'

const database = await makeDatabase()
const proxy = await startDatabaseProxy(serviceUrl(database.url))
const app = await startApp({
  databaseUrl: database.url,
  settings: { ...AT_ONCE, DATABASE_URL: proxy.url },
})
after(async () => {
  await proxy.close()
  await database.drop()
})
const { signals } = app.service.world
const SIGNALS = 'embarque signals'
const REVOKED_WITHIN_MS = 5_000
/** Within this time frozen connections are given up, and a database that is back is used. */
const WITHIN_MS = 15_000

test('a key that is revoked while no signal arrives is refused within seconds', async (t) => {
  const agency = await newAgency(app)
  const me = async () => (await agency.live.get('/api/v1/me')).status
  assert.equal(await me(), 200)
  proxy.freeze('all', SIGNALS)
  await app.asOwner(`update api_keys set revoked_at = now() where team_id = '${agency.id}'`)
  const revokedAt = performance.now()
  let acceptedMs = 0
  await eventually('it is refused', async () => {
    const askedMs = performance.now() - revokedAt
    const status = await me()
    if (status === 200) acceptedMs = askedMs
    return status === 401
  })
  t.diagnostic(`the last accepted request came ${Math.round(acceptedMs)} ms after the revocation`)
  assert.ok(acceptedMs < REVOKED_WITHIN_MS, `${acceptedMs} ms`)
  assert.equal(signals.connected, false)
  proxy.thaw()
  await eventually('signals arrive again', () => signals.connected)
})

test('signals that were lost on a frozen connection are sent again over a new one', async () => {
  const received: string[] = []
  const other = new pg.Client({ connectionString: database.url })
  other.on('notification', ({ payload }) => received.push(payload ?? ''))
  await other.connect()
  await other.query('listen embarque_bookings')
  proxy.freeze('open', SIGNALS)
  signals.notifyAll('bookings', 'ord_sent_late')
  await eventually('it is received', () => received.includes('ord_sent_late'))
  await other.end()
})

test('frozen sessions are given up together, and requests get new ones', (t) =>
  surviveFreeze(t, app, proxy, { what: 'open', withinMs: WITHIN_MS }))

test('a write on a frozen connection returns 503, and its retry creates one object', async (t) => {
  const agency = await newAgency(app)
  const key = { 'idempotency-key': randomUUID() }
  const send = () => agency.live.post(RECHARGE, pix('250.00'), key)
  await readConcurrently(() => agency.live.get(BALANCE))
  proxy.freeze('open')
  const { ms, result } = await timed(send)
  t.diagnostic(`503 after ${Math.round(ms)} ms`)
  assert.equal(result.status, 503, result.text)
  assert.ok(ms < WITHIN_MS, `${ms} ms`)
  const created = await eventually('it is created', async () => {
    const response = await send()
    return response.status === 201 && response.body.data
  })
  const { body } = await agency.live.get('/api/v1/wallet/recharges')
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [created.id],
  )
  proxy.thaw()
})

test('while no data passes, responses are 503 within seconds; afterwards the service recovers by itself', async (t) => {
  const agency = await newAgency(app)
  const balance = () => agency.live.get(BALANCE)
  await readConcurrently(balance)
  proxy.freeze('all')
  const { ms, result } = await timed(() => readConcurrently(balance))
  assert.deepEqual(new Set(result), new Set([503]))
  assert.ok(ms < WITHIN_MS, `${ms} ms`)
  assert.equal((await app.anybody.get('/api/v1/health')).status, 503)
  proxy.thaw()
  const back = await timed(() => eventually('it is served', async () => (await balance()).status === 200))
  assert.ok(back.ms < WITHIN_MS, `back after ${back.ms} ms`)
  t.diagnostic(`503 after ${Math.round(ms)} ms, back ${Math.round(back.ms)} ms after the thaw`)
  await eventually('signals arrive', () => signals.connected)
})

test('a request that waits for a lock keeps its connection', async () => {
  const agency = await newAgency(app)
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from team_counters where team_id = $1 for update', [agency.id])
  const response = agency.live.post(RECHARGE, pix('250.00'))
  // Shorter than the lock time-out.
  const { ms } = await timed(() => holder.query('select pg_sleep(2)'))
  assert.ok(ms >= 2_000)
  await holder.query('commit')
  assert.equal((await response).status, 201)
  await holder.end()
})
