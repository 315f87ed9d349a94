// `Prefer: wait=N` on confirming and instant booking: the response waits for tickets that another process issues,
// without a database connection. With a key, the stored response equals the one sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Effect } from '../../server/adapters/flights/simulated/reserved.ts'
import { type Agency, assertError, newAgency } from '../support/agency.ts'
import { BOOKINGS, booked, holdBody, instantBody, paymentOf, zzOffer } from '../support/bookings.ts'
import type { Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/start-app.ts'

/** Fewer connections than requests that wait. */
const CONNECTIONS = 4
const api = await startApp({ settings: { ROLE: 'api', DATABASE_POOL_MAX: String(CONNECTIONS) } })
const worker = await startApp({ databaseUrl: api.databaseUrl, settings: { ROLE: 'worker' } })
const { pool } = worker.service.world

interface Desk {
  agency: Agency
  hold(): Promise<string>
  confirm(id: string, headers: Record<string, string>): Promise<Reply>
  instant(headers: Record<string, string>): Promise<Reply>
  /** Of the booking that came last. */
  status(): Promise<string>
}

async function open(family: Effect = 'none'): Promise<Desk> {
  const agency = await newAgency(api)
  const offer = await zzOffer(agency.test, { family })
  return {
    agency,
    hold: async () => (await booked(agency.test, holdBody(offer))).id,
    confirm: (id, headers) =>
      agency.test.put(`${BOOKINGS}/${id}/confirm`, { payment: paymentOf(offer) }, headers),
    instant: (headers) => agency.test.post(BOOKINGS, instantBody(offer), headers),
    status: async () => (await agency.test.get(BOOKINGS)).body.data[0].status,
  }
}

const WAIT = { prefer: 'wait=20' }
const KEY = { 'idempotency-key': 'trip-1' }

test('Prefer: wait makes a confirmation wait for tickets of another process; without it nothing changes', async () => {
  const { confirm, hold } = await open()
  const id = await hold()
  const waited = await confirm(id, { prefer: 'respond-async, wait=10' })
  assert.deepEqual([waited.status, waited.body.data.status], [200, 'ticketed'], waited.text)
  assert.equal(waited.body.data.documents.length, 1)
  assert.equal(waited.headers['preference-applied'], 'wait=10')
  for (const headers of [{}, { prefer: 'wait=soon' }, { prefer: 'return=minimal' }] as const) {
    const answer = await confirm(await hold(), headers)
    assert.deepEqual([answer.status, answer.body.data.status], [200, 'confirmed'], answer.text)
    assert.equal(answer.headers['preference-applied'], undefined)
  }
  assertError(await confirm(id, WAIT), 409, 'Booking already confirmed')
})

test('with a key: duplicates get 409 while one waits, then the same bytes', async () => {
  const { agency, hold, confirm, status } = await open('tickets late')
  const id = await hold()
  const first = confirm(id, { ...WAIT, ...KEY })
  await eventually('the booking is paid', async () => (await status()) === 'confirmed')
  assertError(await confirm(id, { ...WAIT, ...KEY }), 409, 'Request in progress')
  // After a minute a job responds for a request that may be gone: its response is first, and counts.
  await agency.advance('PT1M')
  await agency.advance('PT10M')
  assert.equal(await status(), 'ticketed')
  const { status: code, text, body } = await first
  assert.deepEqual([code, body.data.status], [200, 'confirmed'], text)
  const again = await confirm(id, KEY)
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [text, 'true'])
  assert.equal(again.headers['preference-applied'], undefined)
  assert.deepEqual(await agency.diary().money(), ['debit 513.98 booking'])
})

test('the carrier issues none: 422 with the debit returned, also as the stored response', async () => {
  const { agency, hold, confirm } = await open('payment rejected')
  const id = await hold()
  const answer = await confirm(id, { ...WAIT, ...KEY })
  assertError(answer, 422, 'Carrier rejected the booking')
  assert.match(answer.body.message, /no tickets, and what was debited has been returned/)
  assert.deepEqual(await agency.diary().money(), ['debit 513.98 booking', 'credit 513.98 refund'])
  assert.equal((await confirm(id, KEY)).text, answer.text)
})

test('an instant booking waits for its later tickets, with one order and one debit', async () => {
  const { agency, instant, status } = await open('tickets late')
  const making = instant(WAIT)
  await eventually('the carrier has it', async () => (await agency.diary().orders()).includes('ticketing'))
  assert.equal(await status(), 'confirmed')
  await agency.advance('PT10M')
  const { status: code, text, body, headers } = await making
  assert.deepEqual([code, body.status, body.documents.length], [201, 'ticketed', 1], text)
  assert.equal(headers['preference-applied'], 'wait=20')
  assert.deepEqual(await agency.diary().money(), ['debit 513.98 booking'])
})

test('an instant booking with a lost response is looked up at once, not after a minute', async () => {
  const { agency, instant } = await open('request lost')
  const making = instant({ prefer: 'wait=1' })
  await eventually('a job has asked the carrier', async () => {
    const sql = `select from jobs where team_id = $1 and type = 'issue-tickets' and payload::jsonb ? 'asked'`
    return (await pool.query(sql, [agency.id])).rows.length > 0
  })
  const { status, body, headers } = await making
  assert.deepEqual([status, body.status, headers['preference-applied']], [201, 'confirmed', 'wait=1'])
})

test('more waiting requests than connections block no one, and all get a response on shutdown', async () => {
  const { agency, confirm, hold } = await open('tickets late')
  const ids = await Promise.all(Array.from({ length: 3 * CONNECTIONS }, hold))
  const waiting = ids.map((id) => confirm(id, WAIT))
  await eventually('all are paid', async () => {
    const { body } = await agency.test.get(`${BOOKINGS}?status=confirmed`)
    return body.pagination.total === ids.length
  })
  assert.equal((await agency.test.get('/api/v1/wallet/balance')).status, 200)
  const stopped = api.service.stop()
  for (const { status, body, text } of await Promise.all(waiting))
    assert.deepEqual([status, body.data.status], [200, 'confirmed'], text)
  await stopped
})
