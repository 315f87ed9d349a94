// Fail-over under load: the primary is killed and its standby promoted, round after round. Nothing that was acknowledged is
// lost or duplicated, and the service is unavailable hardly longer than the promotion takes.
import assert from 'node:assert/strict'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { makePool } from '../../server/kernel/db/db.ts'
import { connectionTo } from '../../server/kernel/db/embedded-postgres/owner-session.ts'
import { embarque } from '../support/command-line.ts'
import { temporaryFolder } from '../support/data-dir.ts'
import { startLoad } from '../support/endurance/load.ts'
import { NO_POOLER, startPooler } from '../support/endurance/pgbouncer.ts'
import {
  type ReplicationServer,
  startPrimary,
  startStandby,
  waitForBoth,
} from '../support/endurance/replication.ts'
import { eventually } from '../support/eventually.ts'
import { fullRuns } from '../support/full-runs.ts'
import { AT_ONCE, SECRET_KEY, startApp, type TestApp } from '../support/start-app.ts'
import { socketPath, startTcpProxy } from '../support/tcp-proxy.ts'

interface Pair {
  primary: ReplicationServer
  standby: ReplicationServer
}

const ROUNDS = fullRuns ? 10 : 2
const AGENCIES = 6
const UNAVAILABLE_MAX_MS = 5_000
const DATABASE = 'embarque'
const SERVICE = 'embarque_service'
async function startPair(): Promise<Pair> {
  const primary = await startPrimary()
  return { primary, standby: await startStandby(primary) }
}

/** Each new connection goes to the current primary, as through HAProxy or a DNS name. */
async function startProxy({ primary }: Pair) {
  let target = primary
  const proxy = await startTcpProxy(() => ({
    path: socketPath(target.host, connectionTo(target.host).port),
  }))
  after(() => proxy.close())
  return {
    urlOf: (user: string) => `postgresql://${user}@127.0.0.1:${proxy.port}/${DATABASE}`,
    move(to: ReplicationServer) {
      target = to
    },
  }
}

/** Calls `moved` with the new primary. */
async function failOver(
  t: TestContext,
  app: TestApp,
  pair: Pair,
  moved: (to: ReplicationServer) => void,
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
  const unavailableMs = (await acknowledged) - killedAt
  const standby = await startStandby(pair.standby, pair.primary.dataDir)
  await load.stop()
  const [unavailable, promoted, usual, most] = [
    unavailableMs,
    promotedMs,
    usualMs,
    Math.max(...load.tookMs),
  ].map(Math.round)
  t.diagnostic(
    `unavailable for ${unavailable} ms, promoted after ${promoted}; of ${load.tookMs.length} changes, half took ${usual}, one ${most}`,
  )
  assert.ok(unavailableMs < UNAVAILABLE_MAX_MS, `unavailable for ${unavailable} ms`)
  return { primary: pair.standby, standby }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

test(`after ${ROUNDS} fail-overs under load everything exists once, and the service uses the other server`, async (t) => {
  let pair = await startPair()
  const proxy = await startProxy(pair)
  const url = proxy.urlOf(DATABASE)
  const settings = { ...AT_ONCE, DATABASE_URL: proxy.urlOf(SERVICE) }
  const app = await startApp({ databaseUrl: url, settings })
  for (let round = 1; round <= ROUNDS; round++) pair = await failOver(t, app, pair, proxy.move)
  const { out, code } = await embarque(['doctor'], { DATABASE_URL: url, SECRET_KEY })
  assert.equal(code, 0, out)
})

test(`after ${ROUNDS} fail-overs behind PgBouncer everything exists once`, { skip: NO_POOLER }, async (t) => {
  let pair = await startPair()
  // PgBouncer connects to one name, which points to the current primary.
  const name = join(temporaryFolder(), 'primary')
  const move = ({ host }: ReplicationServer) => {
    rmSync(name, { force: true })
    symlinkSync(host, name)
  }
  move(pair.primary)
  const pooler = await startPooler({ host: name, user: SERVICE, database: DATABASE })
  after(pooler.stop)
  const settings = { ...AT_ONCE, DATABASE_URL: pooler.url }
  const proxy = await startProxy(pair)
  const app = await startApp({ databaseUrl: proxy.urlOf(DATABASE), settings })
  const moved = (to: ReplicationServer) => {
    move(to)
    proxy.move(to)
  }
  for (let round = 1; round <= ROUNDS; round++) pair = await failOver(t, app, pair, moved)
})

test('a slow statement on a replaced primary completes', async () => {
  const pair = await startPair()
  const proxy = await startProxy(pair)
  const pool = makePool({ connectionString: proxy.urlOf(DATABASE) }, 1)
  after(() => pool.end())
  // Shorter than the statement time-out.
  const slow = pool.query('select pg_sleep(7)')
  await eventually('it runs', async () => {
    const sql = `select from pg_stat_activity where query like '%sleep%' and pid <> pg_backend_pid()`
    return (await pair.primary.query(sql)).length > 0
  })
  await pair.standby.query('select pg_promote()')
  proxy.move(pair.standby)
  assert.equal((await slow).rowCount, 1)
})
