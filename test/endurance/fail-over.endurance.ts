// Fail-over under load: the primary is killed and its standby promoted, round after round, while agencies go on. The
// service finds the new primary by itself: nothing that was acknowledged is lost or doubled, and it is away for hardly
// longer than the promotion takes.
import assert from 'node:assert/strict'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { makePool, withClient } from '../../server/base/database/db.ts'
import { connectionByUrl } from '../../server/base/database/find-primary.ts'
import { campaign } from '../support/campaign.ts'
import { embarque } from '../support/command-line.ts'
import { temporaryFolder } from '../support/data-dir.ts'
import { startLoad } from '../support/endurance/load.ts'
import { NO_POOLER, startPooler } from '../support/endurance/pooler.ts'
import {
  type PairServer,
  startAgain,
  startPrimary,
  startStandby,
  waitForBoth,
} from '../support/endurance/server-pair.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, SECRET_KEY, startApp, type TestApp } from '../support/start-app.ts'

interface Pair {
  primary: PairServer
  standby: PairServer
}

const ROUNDS = campaign(10, 2)
const AGENCIES = 6
const AWAY_MAX_MS = 5_000
const DATABASE = 'embarque'
const SERVICE = 'embarque_service'
const POOLING = {
  pool_mode: 'session',
  default_pool_size: 40,
  // It waits for so long before it asks a server again that did not answer.
  server_login_retry: 1,
  ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
}

async function startPair(): Promise<Pair> {
  const primary = await startPrimary()
  return { primary, standby: await startStandby(primary) }
}

function urlOf(user: string, { primary, standby }: Pair): string {
  return `postgresql://${user}@/${DATABASE}?host=${primary.host},${standby.host}&target_session_attrs=read-write`
}

/** `moved` is told where the primary is now. */
async function failOver(
  t: TestContext,
  app: TestApp,
  pair: Pair,
  moved: (to: PairServer) => void,
): Promise<Pair> {
  await waitForBoth(pair.primary)
  const load = await startLoad(app, AGENCIES)
  await load.warm()
  const usualMs = median(load.tookMs)
  const killedAt = performance.now()
  await pair.primary.kill()
  const acknowledged = load.next()
  await pair.standby.query('select pg_promote()')
  moved(pair.standby)
  const promotedMs = performance.now() - killedAt
  const awayMs = (await acknowledged) - killedAt
  const standby = await startStandby(pair.standby, pair.primary.dataDir)
  await load.stop()
  const [away, promoted, usual, most] = [awayMs, promotedMs, usualMs, Math.max(...load.tookMs)].map(
    Math.round,
  )
  t.diagnostic(
    `away ${away} ms, promoted after ${promoted}; of ${load.tookMs.length} changes, half took ${usual}, one ${most}`,
  )
  assert.ok(awayMs < AWAY_MAX_MS, `away for ${away} ms`)
  return { primary: pair.standby, standby }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

test(`killed ${ROUNDS} times under load: all is there once, the service goes on at the other server`, async (t) => {
  let pair = await startPair()
  const url = urlOf(DATABASE, pair)
  const app = await startApp({ databaseUrl: url, settings: AT_ONCE })
  for (let round = 1; round <= ROUNDS; round++) pair = await failOver(t, app, pair, () => {})
  const { out, code } = await embarque(['doctor'], { DATABASE_URL: url, SECRET_KEY })
  assert.equal(code, 0, out)
  await pair.primary.kill()
  await pair.standby.query('select pg_promote()')
  const zombie = await startAgain(pair.primary)
  assert.deepEqual(await zombie.query('show transaction_read_only'), [{ transaction_read_only: 'off' }])
  // Whatever is begun from now on passes by the one that does not know that it is the primary no more.
  for (const hosts of [pair, { primary: pair.standby, standby: zombie }])
    assert.equal(
      await withClient(connectionByUrl(urlOf(DATABASE, hosts)), async (client) => client.host),
      pair.standby.host,
    )
})

test(`the same through PgBouncer, ${ROUNDS} times`, { skip: NO_POOLER }, async (t) => {
  let pair = await startPair()
  // Its target is one name, which moves.
  const name = join(temporaryFolder(), 'primary')
  const move = ({ host }: PairServer) => {
    rmSync(name, { force: true })
    symlinkSync(host, name)
  }
  move(pair.primary)
  const pooler = await startPooler({ host: name, user: SERVICE, database: DATABASE }, POOLING)
  after(pooler.stop)
  const direct = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: urlOf(SERVICE, pair) }
  const app = await startApp({ databaseUrl: urlOf(DATABASE, pair), settings: { ...AT_ONCE, ...direct } })
  for (let round = 1; round <= ROUNDS; round++) pair = await failOver(t, app, pair, move)
})

test('a slow statement at a primary that was replaced is waited for, not taken for frozen', async () => {
  const pair = await startPair()
  const pool = makePool(connectionByUrl(urlOf(DATABASE, pair)), 1)
  after(() => pool.end())
  // Longer than a frozen session lives.
  const slow = pool.query('select pg_sleep(7)')
  await eventually('it runs', async () => {
    const sql = `select from pg_stat_activity where query like '%sleep%' and pid <> pg_backend_pid()`
    return (await pair.primary.query(sql)).length > 0
  })
  await pair.standby.query('select pg_promote()')
  assert.equal((await slow).rowCount, 1)
})
