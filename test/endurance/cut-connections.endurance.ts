// The database connection is cut at each statement of an operation: the caller gets 503 or success, and a retry finds the
// operation done once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { type Agency, newAgency, untilSettled } from '../support/agency.ts'
import { BOOKINGS, holdBody, instantBody, paymentOf, zzOffer } from '../support/bookings.ts'
import type { Reply } from '../support/client.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { CUTS, startCuttingProxy } from '../support/endurance/cutting-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { fullRuns } from '../support/full-runs.ts'
import { invoiceBody } from '../support/invoicing.ts'
import { startApp } from '../support/start-app.ts'
import { fill, pix, RECHARGE } from '../support/wallet.ts'

const { url } = await makeDatabase()
const proxy = await startCuttingProxy(serviceUrl(url))
const worker = await startApp({ databaseUrl: url, settings: { ROLE: 'worker' } })
const api = await startApp({
  databaseUrl: url,
  settings: { ROLE: 'api', DATABASE_URL: proxy.url },
})

interface OperationRequest {
  method: 'post' | 'put' | 'delete'
  path: string
  body?: object
}

interface Operation {
  name: string
  status: number
  /** Prepares the operation over an intact connection. */
  prepare(agency: Agency, offer: Offer): Promise<OperationRequest>
  /** The rows to count: one for each operation. */
  counted: string
}

const hold = async (agency: Agency, offer: Offer): Promise<string> => {
  const { status, body, text } = await agency.test.post(BOOKINGS, holdBody(offer))
  assert.equal(status, 201, text)
  return body.id
}
const bookingsThat = (status: string) =>
  `bookings b join carrier_orders o on o.reference = b.id where team_id = $1 and b.status = '${status}'`

const OPERATIONS: Operation[] = [
  {
    name: 'a hold',
    status: 201,
    prepare: async (_, offer) => ({ method: 'post', path: BOOKINGS, body: holdBody(offer) }),
    counted: bookingsThat('pending'),
  },
  {
    name: 'an instant booking',
    status: 201,
    prepare: async (_, offer) => ({ method: 'post', path: BOOKINGS, body: instantBody(offer) }),
    counted: bookingsThat('ticketed'),
  },
  {
    name: 'a confirmation',
    status: 200,
    prepare: async (agency, offer) => ({
      method: 'put',
      path: `${BOOKINGS}/${await hold(agency, offer)}/confirm`,
      body: { payment: paymentOf(offer) },
    }),
    counted: bookingsThat('ticketed'),
  },
  {
    name: 'a cancellation',
    status: 200,
    prepare: async (agency, offer) => ({
      method: 'delete',
      path: `${BOOKINGS}/${await hold(agency, offer)}`,
    }),
    counted: bookingsThat('cancelled'),
  },
  {
    name: 'a recharge',
    status: 201,
    prepare: async () => ({ method: 'post', path: RECHARGE, body: pix('120.00') }),
    counted: 'recharges where team_id = $1 and amount_cents = 12000',
  },
  {
    name: 'an invoice',
    status: 201,
    prepare: async (agency) => ({
      method: 'post',
      path: '/api/v1/invoices',
      body: await invoiceBody(agency.test),
    }),
    counted: 'invoices where team_id = $1',
  },
]

/** The caller must retry. */
const isRetryable = ({ status, body }: Reply) => status === 503 || body.code === 'request_in_progress'

for (const { name, status, prepare, counted } of OPERATIONS) {
  test(`${name} whose connection is cut at each statement returns 503 or succeeds, and is done once`, async () => {
    const agency = await newAgency(api)
    await fill(agency.test, '50000.00')
    let done = 0
    // In the quick run, consecutive statements are cut in different ways.
    for (let round = 0; round < (fullRuns ? CUTS.length : 1); round++)
      for (let statement = 1; ; statement++) {
        const cut = CUTS[(round + statement) % CUTS.length] ?? 'before'
        const request = await prepare(agency, await zzOffer(agency.test))
        const send = () => sendOnce(agency, request, `${round}-${statement}`)
        proxy.cutAt(statement, cut)
        const response = await send()
        const wasCut = proxy.restore()
        const where = `${name}, cut ${cut} statement ${statement}`
        assert.ok(response.status === status || isRetryable(response), `${where}: ${response.text}`)
        if (response.status === 503) assert.ok(Number(response.headers['retry-after']) > 0, where)
        const last = await eventually(where, async () => {
          const again = await send()
          // A job settles the interrupted request later.
          if (again.body.code === 'request_in_progress') await agency.advance('PT2M')
          return !isRetryable(again) && again
        })
        assert.equal(last.status, status, `${where}: ${last.text}`)
        if (response.status === status) assert.equal(last.text, response.text, where)
        done++
        if (!wasCut) break
      }
    await assertOnce(agency, counted, done)
  })
}

function sendOnce(agency: Agency, { method, path, body }: OperationRequest, key: string): Promise<Reply> {
  const headers = { 'idempotency-key': key }
  return method === 'delete' ? agency.test.delete(path, headers) : agency.test[method](path, body, headers)
}

/** Each operation once, with its ledger lines, its order at the carrier and its events. */
async function assertOnce({ id }: Agency, counted: string, done: number): Promise<void> {
  await untilSettled(worker, id, 'test')
  const { pool } = worker.service.world
  const counts = await pool.query(
    `select (select count(*)::int from ${counted}) as done,
       (select count(*)::int from carrier_orders o join bookings b on b.id = o.reference where team_id = $1)
         - (select count(*)::int from bookings where team_id = $1) as orders,
       (select count(*)::int from jobs where team_id = $1 and state = 'failed') as failed,
       (select count(*)::int - max(sequence)::int from events where team_id = $1 and mode = 'test') as gaps`,
    [id],
  )
  assert.deepEqual(counts.rows, [{ done, orders: 0, failed: 0, gaps: 0 }])
  for (const prove of [proveHeads, proveLines, provePayments]) assert.deepEqual(await prove(pool), [])
}
