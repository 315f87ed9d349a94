// A wallet whose row stays locked: callers get 503 after the lock time-out, nothing is written, and once the row is
// released service goes on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'
import { fill, pix, RECHARGE } from '../support/wallet.ts'

const app = await startApp({ settings: AT_ONCE })
const CALLERS = 16
const LOCK_TIMEOUT_MS = 3_000
/**
 * The last caller waits for a connection twice, for its bank and for its transaction, up to 5 s each; then twice for a
 * lock, the queue of the row and the row.
 */
const LAST_MS = 17_000

test(`${CALLERS} requests on a locked wallet get 503, and nothing is written`, async (t) => {
  const [locked, other] = [await newAgency(app), await newAgency(app)]
  await fill(locked.live, '100.00')
  const written = () =>
    app.asOwner(`select (select count(*) from recharges where team_id = '${locked.id}') as recharges,
      (select count(*) from charges where team_id = '${locked.id}') as charges,
      (select count(*) from events where team_id = '${locked.id}') as events,
      (select sum(lines) from wallets where team_id = '${locked.id}') as lines`)
  const before = await written()
  const session = new pg.Client({ connectionString: app.databaseUrl })
  await session.connect()
  await session.query('begin')
  await session.query(`select from wallets where team_id = $1 and mode = 'live' for update`, [locked.id])

  const start = performance.now()
  const calls = Array.from({ length: CALLERS }, async (_, n) => {
    const response = await locked.live.post(RECHARGE, pix(`${200 + n}.00`))
    return { response, ms: performance.now() - start }
  })
  const first = await Promise.race(calls)
  assert.ok(first.ms > LOCK_TIMEOUT_MS - 500, `after ${first.ms} ms`)
  assert.equal((await fill(other.live, '100.00')).status, 'completed', 'another team is served meanwhile')
  for (const { response, ms } of await Promise.all(calls)) {
    assert.deepEqual([response.status, response.body.code], [503, 'service_unavailable'], response.text)
    assert.match(String(response.headers['retry-after']), /^\d+$/)
    assert.ok(ms < LAST_MS, `${ms} ms`)
  }
  t.diagnostic(
    `the first after ${Math.round(first.ms)} ms, all after ${Math.round(performance.now() - start)} ms`,
  )
  assert.deepEqual(await written(), before)

  await session.query('rollback')
  await session.end()
  await fill(locked.live, '300.00')
  const balance = async () => (await locked.live.get('/api/v1/wallet/balance')).body.data.balance
  await eventually('the recharge is in the balance', async () => (await balance()) === '400.00')
})
