// kill -9 in the middle of everything: what was answered is there, nothing is there twice, work goes on.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { findRunningServer } from '../../server/base/database/embedded-postgres/find-running-server.ts'
import { clockOf, laneOf } from '../../server/outbox/lanes.ts'
import { campaign } from '../support/campaign.ts'
import { makeClient, type Reply } from '../support/client.ts'
import { type ChildService, startChildService } from '../support/crash/child-service.ts'
import { mark } from '../support/crash/mark.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'
import { INVOICES, ITEM, newClient } from '../support/invoicing.ts'
import { LIVE_KEY, TEST_KEY } from '../support/start-app.ts'

const dataDir = await initialisedDataDir()
const settings = {
  PORT: '0',
  DATA_DIR: dataDir,
  BOOTSTRAP_LIVE_KEY: LIVE_KEY,
  BOOTSTRAP_TEST_KEY: TEST_KEY,
  RATE_LIMIT_PER_MINUTE: '0',
}
const WRITES = campaign(200, 48)

const services: ChildService[] = []
const sessions: pg.Client[] = []

async function start(environment: string): Promise<ChildService> {
  const service = await startChildService({ ...settings, NODE_ENV: environment })
  services.push(service)
  return service
}

async function connect(): Promise<pg.Client> {
  const running = (await findRunningServer(dataDir)) ?? assert.fail('no server runs')
  const session = new pg.Client(running.connection)
  // Where a test failed, the server may end first.
  session.on('error', () => {})
  await session.connect()
  sessions.push(session)
  return session
}

// Also where the test failed: a process that is left behind, or its server, would keep the whole suite from ending.
after(async () => {
  for (const session of sessions) await session.end()
  for (const service of services) await service.kill('SIGKILL')
  // Only a service that is stopped stops the server.
  if ((await findRunningServer(dataDir)) !== null) await (await start('test')).kill('SIGTERM')
})

test(`kill -9 in the middle of ${WRITES} concurrent writes and running work`, {
  timeout: 200_000,
}, async () => {
  const first = await start('development')
  const database = await connect()
  const owner = { teamId: first.teamId, mode: 'live' as const }
  await database.query(
    `insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at)
     select $2, 'piece-' || n, $3, $4, $1, 'live', now(), $5, now() from generate_series(1, 20) n`,
    [
      first.teamId,
      mark.kind,
      laneOf(mark.kind, owner),
      clockOf(owner),
      mark.write({ hangsIn: 'development' }),
    ],
  )
  await eventually('work is being done', async () => {
    const { rows } = await database.query(
      `select count(*)::int as n from due_work join due_work_claims on work_id = id where kind = 'mark'`,
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
    answered.set(n, reply)
    return reply
  }
  const before = makeClient(first.url, LIVE_KEY)
  const writes = Array.from({ length: WRITES }, (_, n) => write(before, n).catch(() => undefined))
  await eventually('some are answered', () => answered.size >= WRITES / 4)
  await first.kill('SIGKILL')
  await Promise.all(writes)
  const acknowledged = new Map(answered)
  assert.ok(
    acknowledged.size >= WRITES / 4 && acknowledged.size < WRITES,
    `${acknowledged.size} were answered before the kill`,
  )

  // The database server outlives its service; the next one takes the folder over.
  const second = await start('test')
  const again = makeClient(second.url, LIVE_KEY)
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
  await eventually('the work is done', async () => {
    const left = await invoices.query(`select 1 from due_work where kind = 'mark'`)
    return left.rows.length === 0
  })
  const marks = await invoices.query(
    `select count(*)::int as n, max(sequence)::int as last from events where payload like '%"piece-%'`,
  )
  assert.equal(marks.rows[0].n, 20)
  const dense = await invoices.query('select count(*)::int = max(sequence) as dense from events')
  assert.equal(dense.rows[0].dense, true)
  await invoices.end()
  await second.kill('SIGTERM')
  assert.equal(await findRunningServer(dataDir), null, 'a clean stop leaves no server behind')
})
