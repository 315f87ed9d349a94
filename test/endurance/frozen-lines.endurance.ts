// Lines to the database that freeze without a word: sockets stay open, and nothing passes. Nobody who was shut out gets
// in by what is remembered, nobody waits for long, and what comes after finds sessions that answer.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { newAgency } from '../support/agency.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { BALANCE, readAtOnce, surviveFreeze, timed } from '../support/endurance/read-at-once.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'
import { startDatabaseProxy } from '../support/tcp-proxy.ts'
import { pix, RECHARGE } from '../support/wallet.ts'

const database = await makeDatabase()
const lines = await startDatabaseProxy(serviceUrl(database.url))
const app = await startApp({
  databaseUrl: database.url,
  settings: { ...AT_ONCE, DATABASE_URL: lines.url },
})
after(async () => {
  await lines.close()
  await database.drop()
})
const { signals } = app.service.world
const SIGNALS = 'embarque signals'
const REVOKED_WITHIN_MS = 5_000
/** So long after a database is back, all are served; the connections that froze are given up before. */
const WITHIN_MS = 15_000

test('a key that is revoked while no signal arrives is refused within seconds', async (t) => {
  const agency = await newAgency(app)
  const me = async () => (await agency.live.get('/api/v1/me')).status
  assert.equal(await me(), 200)
  lines.freeze('all', SIGNALS)
  await app.asOwner(`update api_keys set revoked_at = now() where team_id = '${agency.id}'`)
  const revokedAt = performance.now()
  let acceptedMs = 0
  await eventually('it is refused', async () => {
    const askedMs = performance.now() - revokedAt
    const status = await me()
    if (status === 200) acceptedMs = askedMs
    return status === 401
  })
  t.diagnostic(`the last that was accepted came ${Math.round(acceptedMs)} ms after the key was revoked`)
  assert.ok(acceptedMs < REVOKED_WITHIN_MS, `${acceptedMs} ms`)
  assert.equal(signals.connected, false)
  lines.thaw()
  await eventually('signals arrive again', () => signals.connected)
})

test('signals that got lost on a frozen line are told once there is another', async () => {
  const heard: string[] = []
  const other = new pg.Client({ connectionString: database.url })
  other.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await other.connect()
  await other.query('listen embarque_bookings')
  lines.freeze('open', SIGNALS)
  signals.notifyAll('bookings', 'ord_told_late')
  await eventually('it is heard', () => heard.includes('ord_told_late'))
  await other.end()
})

test('frozen sessions are given up together, and new ones serve', (t) =>
  surviveFreeze(t, app, lines, { what: 'open', withinMs: WITHIN_MS }))

test('a write whose outcome froze is answered by 503, and sent again it is there once', async (t) => {
  const agency = await newAgency(app)
  const key = { 'idempotency-key': randomUUID() }
  const send = () => agency.live.post(RECHARGE, pix('250.00'), key)
  await readAtOnce(() => agency.live.get(BALANCE))
  lines.freeze('open')
  const { ms, result } = await timed(send)
  t.diagnostic(`answered after ${Math.round(ms)} ms`)
  assert.equal(result.status, 503, result.text)
  assert.ok(ms < WITHIN_MS, `${ms} ms`)
  const made = await eventually('it is made', async () => {
    const answer = await send()
    return answer.status === 201 && answer.body.data
  })
  const { body } = await agency.live.get('/api/v1/wallet/recharges')
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [made.id],
  )
  lines.thaw()
})

test('while nothing at all passes, answers are 503 within seconds; after that all is well by itself', async (t) => {
  const agency = await newAgency(app)
  const balance = () => agency.live.get(BALANCE)
  await readAtOnce(balance)
  lines.freeze('all')
  const { ms, result } = await timed(() => readAtOnce(balance))
  assert.deepEqual(new Set(result), new Set([503]))
  assert.ok(ms < WITHIN_MS, `${ms} ms`)
  assert.equal((await app.anybody.get('/api/v1/health')).status, 503)
  lines.thaw()
  const back = await timed(() => eventually('it answers', async () => (await balance()).status === 200))
  assert.ok(back.ms < WITHIN_MS, `back after ${back.ms} ms`)
  t.diagnostic(`503 after ${Math.round(ms)} ms, back ${Math.round(back.ms)} ms after the thaw`)
  await eventually('signals arrive', () => signals.connected)
})

test('whoever waits for a lock is not taken for frozen', async () => {
  const agency = await newAgency(app)
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from team_counters where team_id = $1 for update', [agency.id])
  const answer = agency.live.post(RECHARGE, pix('250.00'))
  // Shorter than a lock is waited for.
  const { ms } = await timed(() => holder.query('select pg_sleep(2)'))
  assert.ok(ms >= 2_000)
  await holder.query('commit')
  assert.equal((await answer).status, 201)
  await holder.end()
})
