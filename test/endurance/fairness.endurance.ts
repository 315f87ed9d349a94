// Problems of one team do not affect others: while its rows are locked or its receivers hang, other teams get database
// connections and slots of the worker.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import pg from 'pg'
import { type Agency, newAgency } from '../support/agency.ts'
import type { Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'

const app = await startApp({ settings: AT_ONCE })
const ANA = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' }
const CLIENTS = '/api/v1/clients'
const CALLERS = 24
/** Well below the wait for a connection, and above what a busy machine takes for a request. */
const UNDELAYED_MS = 4_000
/** At the 99th percentile of these deliveries. */
const MORE_MAX_MS = 1_000
const DELIVERIES = 300

const newClient = async ({ live }: Agency): Promise<string> => (await live.post(CLIENTS, ANA)).body.data.id

const waitingSessions = async () =>
  (await app.asOwner(`select from pg_stat_activity where wait_event_type = 'Lock'`)).length

/** The durations of several requests, none of which may fail; the longest first. */
async function timesMs(times: number, work: () => Promise<Reply>): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    const { status, text } = await work()
    took.push(performance.now() - start)
    assert.ok(status < 300, text)
  }
  return took.sort((one, other) => other - one)
}

const longestMs = async (times: number, work: () => Promise<Reply>) =>
  Math.max(...(await timesMs(times, work)))

/** Keeps a row of each agency locked, while its callers all want to change it. */
async function whileLocked(agencies: Agency[], work: () => Promise<void>): Promise<Reply[]> {
  const ids = await Promise.all(agencies.map(newClient))
  const session = new pg.Client({ connectionString: app.databaseUrl })
  await session.connect()
  await session.query('begin')
  await session.query('select from clients where id = any($1) for update', [ids])
  const responses = agencies.flatMap(({ live }, n) =>
    Array.from({ length: CALLERS }, () => live.patch(`${CLIENTS}/${ids[n]}`, { full_name: 'Ana Souza' })),
  )
  try {
    await eventually('several wait for the row', async () => (await waitingSessions()) >= 2 * agencies.length)
    await work()
  } finally {
    await session.query('rollback')
    await session.end()
  }
  return Promise.all(responses)
}

for (const teams of [1, 2, 3]) {
  test(`while ${CALLERS} callers of ${teams} teams each wait for a locked row, others read and write without delay`, async (t) => {
    const others = await newAgency(app)
    const locked = await newAgencies(teams)
    await newClient(others)
    const responses = await whileLocked(locked, async () => {
      const readMs = await longestMs(20, () => others.live.get(CLIENTS))
      const writeMs = await longestMs(20, () => others.live.post(CLIENTS, ANA))
      t.diagnostic(`longest read ${readMs.toFixed(0)} ms, longest write ${writeMs.toFixed(0)} ms`)
      assert.ok(Math.max(readMs, writeMs) < UNDELAYED_MS, `read ${readMs} ms, write ${writeMs} ms`)
      const moved = await longestMs(1, () => others.test.post('/api/v1/test/clock/advance', { by: 'P1D' }))
      assert.ok(moved < UNDELAYED_MS, `jobs ${moved} ms`)
    })
    for (const { status, headers, body } of responses) {
      if (status === 200) continue
      assert.deepEqual([status, body.code], [503, 'service_unavailable'])
      assert.match(String(headers['retry-after']), /^\d+$/)
    }
  })
}

test('90 hanging receivers of three teams delay no delivery of another team', async (t) => {
  const [hanging, healthy] = [await startReceivers(30, 'hang'), await startReceivers(1, 'respond')]
  const [teams, quick] = [await newAgencies(3), await newAgency(app)]
  await webhooksAt(quick, healthy)
  for (const agency of teams) await webhooksAt(agency, hanging)
  const delivered = async () => {
    const before = requestsAt(healthy)
    const response = await emit(quick)
    await eventually('it is delivered', () => requestsAt(healthy) > before)
    return response
  }
  const calmMs = await longestMs(20, delivered)
  for (let n = 0; n < 20; n++) await Promise.all(teams.map(emit))
  await eventually('they hang', () => requestsAt(hanging) >= 200)
  // Long enough that the hanging deliveries time out and are retried several times.
  const busy = await timesMs(DELIVERIES, delivered)
  const at99Ms = busy[DELIVERIES / 100]!
  t.diagnostic(
    `calm ${calmMs.toFixed(0)} ms, with hanging receivers ${at99Ms.toFixed(0)} ms, ${busy[0]!.toFixed(0)} at most`,
  )
  assert.ok(at99Ms < calmMs + MORE_MAX_MS, `${at99Ms} ms instead of ${calmMs}`)
})

interface Receiver {
  url: string
  requests: number
}

const requestsAt = (receivers: Receiver[]) => receivers.reduce((sum, { requests }) => sum + requests, 0)

const emit = ({ test }: Agency) => test.post('/api/v1/test/events', { type: 'wallet.credit' })

const newAgencies = (count: number) => Promise.all(Array.from({ length: count }, () => newAgency(app)))

async function webhooksAt({ test }: Agency, receivers: Receiver[]): Promise<void> {
  for (const { url } of receivers) {
    const { status, text } = await test.post('/api/v1/webhooks', { url: `${url}/in`, events: ['*'] })
    assert.equal(status, 201, text)
  }
}

/** Without TLS, because hundreds of handshakes in this process would dominate the times. */
function startReceivers(count: number, behaviour: 'hang' | 'respond'): Promise<Receiver[]> {
  const start = async (): Promise<Receiver> => {
    const receiver = { url: '', requests: 0 }
    const server = createServer((request, response) => {
      receiver.requests++
      request.resume()
      if (behaviour === 'respond') response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => server.close().closeAllConnections())
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return receiver
  }
  return Promise.all(Array.from({ length: count }, start))
}
