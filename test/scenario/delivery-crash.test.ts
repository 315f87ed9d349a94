// kill -9 in the middle of many deliveries: every event arrives at least once, and the counters agree with the log.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { findRunningServer } from '../../server/base/database/embedded-postgres/find-running-server.ts'
import { clockOf, DELIVER, deliveryLanes } from '../../server/outbox/lanes.ts'
import { campaign } from '../support/campaign.ts'
import { makeClient } from '../support/client.ts'
import { startChildService } from '../support/crash/child-service.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { LIVE_KEY } from '../support/start-app.ts'

const dataDir = await initialisedDataDir()
const settings = { PORT: '0', DATA_DIR: dataDir, BOOTSTRAP_LIVE_KEY: LIVE_KEY, RATE_LIMIT_PER_MINUTE: '0' }
const DELIVERIES = campaign(5_000, 200)
const WEBHOOKS = 5

async function connect(): Promise<pg.Client> {
  const client = new pg.Client((await findRunningServer(dataDir))!.connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

test('a killed worker loses no delivery', { timeout: 200_000 }, async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const first = await startChildService(settings)
  const client = makeClient(first.url, LIVE_KEY)
  const webhooks: string[] = []
  for (let n = 0; n < WEBHOOKS; n++) {
    const body = { url: `${receiver.url}/${n}`, events: ['wallet.credit'] }
    webhooks.push((await client.post('/api/v1/webhooks', body)).body.data.id)
  }
  const before = await connect()
  const owner = { teamId: first.teamId, mode: 'live' as const }
  await before.query(
    `with made as (
       insert into events (id, team_id, mode, sequence, type, payload, created_at)
       select 'evt_' || n, $1, 'live', 1000 + n, 'wallet.credit', '{"id":"evt_' || n || '"}', now()
       from generate_series(1, $2::int) n returning id, sequence
     ), sent as (
       insert into deliveries (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
       select 'dlv_' || id, ($3::text[])[1 + sequence % ${WEBHOOKS}], id, 'wallet.credit', 'waiting', now(), now()
       from made returning id, webhook_id
     )
     insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at)
     select $4, id, $5 || webhook_id, $6, $1, 'live', now(), 'null', now() from sent`,
    [first.teamId, DELIVERIES, webhooks, DELIVER, deliveryLanes(owner), clockOf(owner)],
  )
  await before.query('notify embarque_work')
  await before.end()
  await receiver.waitFor(DELIVERIES / 5)
  await first.kill('SIGKILL')
  const sentBefore = receiver.requests.length
  assert.ok(sentBefore < DELIVERIES, `${sentBefore} were sent before the kill`)

  const second = await startChildService(settings)
  const database = await connect()
  await eventually('all are delivered', async () => {
    const { rows } = await database.query(
      `select count(*)::int as n from deliveries where status = 'delivered'`,
    )
    return rows[0].n === DELIVERIES
  })
  const arrived = new Set(receiver.requests.map(({ body }) => JSON.parse(body).id))
  assert.equal(arrived.size, DELIVERIES, 'every event arrived')
  const { rows } = await database.query(
    `select sum(total_deliveries)::int as counted, sum(failed_deliveries)::int as failed,
      (select count(*)::int from delivery_attempts) as logged,
      (select count(*)::int from delivery_attempts where status is distinct from 200) as logged_failed,
      (select count(*)::int from due_work where kind = 'deliver') as left_over,
      (select count(*)::int from due_work_claims) as claims
     from webhooks`,
  )
  assert.deepEqual(rows[0], {
    counted: DELIVERIES,
    failed: 0,
    logged: DELIVERIES,
    logged_failed: 0,
    left_over: 0,
    claims: 0,
  })
  const twice = receiver.requests.length - DELIVERIES
  assert.ok(twice >= 0 && twice < 1_000, `${twice} arrived twice: only what was under way`)
  await database.end()
  await second.kill('SIGTERM')
})
