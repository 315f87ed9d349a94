// kill -9 in the middle of everything, on a database of the service's own that waits for the disk: what was answered is
// there, nothing is there twice, work goes on, and every delivery arrives. Of each kill the next service takes over.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { clockOf, DELIVER, deliveryQueues, queueOf } from '../../server/kernel/jobs/jobs.ts'
import { makeClient, type Reply } from '../support/client.ts'
import { hangingJob } from '../support/crash/hanging-job.ts'
import { makeOwnDatabase } from '../support/crash/own-database.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { fullRuns } from '../support/full-runs.ts'
import { INVOICES, ITEM, newClient } from '../support/invoicing.ts'
import { sendingAgain } from '../support/send-again.ts'
import { LIVE_KEY } from '../support/start-app.ts'

const { start, running, connect, isServed } = await makeOwnDatabase()
const WRITES = fullRuns ? 200 : 48
const DELIVERIES = fullRuns ? 5_000 : 200
const WEBHOOKS = 5

test(`kill -9 during ${WRITES} concurrent writes and running jobs`, {
  timeout: 200_000,
}, async () => {
  const first = await start('development')
  const database = await connect()
  const owner = { teamId: first.teamId, mode: 'live' as const }
  await database.query(
    `insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at)
     select $2, 'job-' || n, $3, $4, $1, 'live', now(), $5, now() from generate_series(1, 20) n`,
    [
      first.teamId,
      hangingJob.type,
      queueOf(hangingJob.type, owner),
      clockOf(owner),
      hangingJob.write({ hangsIn: 'development' }),
    ],
  )
  await eventually('jobs are running', async () => {
    const { rows } = await database.query(
      `select count(*)::int as n from jobs join job_claims on job_id = id where type = 'mark'`,
    )
    return rows[0].n === 20
  })

  const answered = new Map<number, Reply>()
  const { id: client_id } = await newClient(makeClient(first.url, LIVE_KEY))
  const draft = { client_id, issue_date: '2026-11-10', due_date: '2026-11-20', items: [ITEM] }
  const write = async (client: ReturnType<typeof makeClient>, n: number) => {
    const reply = await client.post(
      INVOICES,
      { ...draft, notes: `write-${n}` },
      { 'idempotency-key': `write-${n}` },
    )
    // One team's writes share half of the connections: those that waited too long are sent again.
    if (reply.status !== 503) answered.set(n, reply)
    return reply
  }
  const before = sendingAgain(makeClient(first.url, LIVE_KEY))
  const writes = Array.from({ length: WRITES }, (_, n) => write(before, n).catch(() => undefined))
  await eventually('some have responses', () => answered.size >= WRITES / 4)
  await first.kill('SIGKILL')
  await Promise.all(writes)
  const acknowledged = new Map(answered)
  assert.ok(
    acknowledged.size >= WRITES / 4 && acknowledged.size < WRITES,
    `${acknowledged.size} were answered before the kill`,
  )

  // The database server outlives its service; the next one takes the folder over.
  const second = await start('test')
  const again = sendingAgain(makeClient(second.url, LIVE_KEY))
  const invoices = await connect()
  for (const [n, reply] of acknowledged) {
    assert.equal(reply.status, 201)
    const { rows } = await invoices.query('select id from invoices where notes = $1', [`write-${n}`])
    assert.deepEqual(
      rows.map((row) => row.id),
      [reply.body.data.id],
      `write-${n} was answered, so it is there`,
    )
  }
  // Clients send what they are unsure of again, all of it.
  const retried = await Promise.all(Array.from({ length: WRITES }, (_, n) => write(again, n)))
  for (const [n, reply] of retried.entries()) {
    assert.equal(reply.status, 201, reply.text)
    if (acknowledged.has(n)) assert.equal(reply.text, acknowledged.get(n)!.text)
  }
  const { rows } = await invoices.query(
    `select count(*)::int as all, count(distinct notes)::int as notes from invoices where notes like 'write-%'`,
  )
  assert.deepEqual(rows[0], { all: WRITES, notes: WRITES })
  const events = await invoices.query(`select count(*)::int as n from events where payload like '%"write-%'`)
  assert.equal(events.rows[0].n, WRITES, 'one event for each')

  // What was being done is done, once, within seconds.
  await eventually('the jobs are done', async () => {
    const left = await invoices.query(`select 1 from jobs where type = 'mark'`)
    return left.rows.length === 0
  })
  const marks = await invoices.query(
    `select count(*)::int as n, max(sequence)::int as last from events where payload like '%"job-%'`,
  )
  assert.equal(marks.rows[0].n, 20)
  const dense = await invoices.query('select count(*)::int = max(sequence) as dense from events')
  assert.equal(dense.rows[0].dense, true)
  await invoices.end()
})

test('a killed worker loses no delivery', { timeout: 200_000 }, async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const first = await running()
  const client = makeClient(first.url, LIVE_KEY)
  const webhooks: string[] = []
  for (let n = 0; n < WEBHOOKS; n++) {
    const body = { url: `${receiver.url}/${n}`, events: ['wallet.credit'] }
    webhooks.push((await client.post('/api/v1/webhooks', body)).body.data.id)
  }
  const before = await connect()
  // Notices about invoices would look like jobs left behind.
  await eventually('nothing is left of the writes', async () => {
    const left = `select from jobs where run_at <= now() or id in (select job_id from job_claims)`
    return (await before.query(left)).rowCount === 0
  })
  const { rows: owners } = await before.query('select distinct team_id from webhooks')
  const owner = { teamId: owners[0].team_id, mode: 'live' as const }
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
     insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at)
     select $4, id, $5 || webhook_id, $6, $1, 'live', now(), 'null', now() from sent`,
    [owner.teamId, DELIVERIES, webhooks, DELIVER, deliveryQueues(owner), clockOf(owner)],
  )
  await before.query('notify embarque_work')
  await before.end()
  await receiver.waitFor(DELIVERIES / 5)
  await first.kill('SIGKILL')
  const sentBefore = receiver.requests.length
  assert.ok(sentBefore < DELIVERIES, `${sentBefore} were sent before the kill`)

  await start('test')
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
      (select count(*)::int from jobs where type = 'deliver') as left_over,
      (select count(*)::int from job_claims) as claims
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
})

test('a clean stop leaves no server running', async () => {
  const last = await running()
  await last.kill('SIGTERM')
  assert.equal(await isServed(), false)
})
