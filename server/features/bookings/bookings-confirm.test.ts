// PUT /api/v1/bookings/:id/confirm: each row of the transition table and of the error table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../../contract/flights.ts'
import { type Agency, assertError, balanceOf, newAgency } from '../../../test/support/agency.ts'
import {
  ABROAD,
  anyOffer,
  BOOKINGS,
  booked,
  confirm,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
  paymentOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fill } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({ wall })
const offer = await zzOffer(app.test)
const held = async () => (await booked(app.test, holdBody(offer))).id as string
const statusOf = async (id: string, { test } = app as Pick<Agency, 'test'>) =>
  (await test.get(`${BOOKINGS}/${id}`)).body.status

async function heldInAgency(family = 'none'): Promise<{ agency: Agency; own: Offer; id: string }> {
  const agency = await newAgency(app)
  const own = await zzOffer(agency.test, { family })
  return { agency, own, id: (await booked(agency.test, holdBody(own))).id }
}

test('pending to confirmed: 200 in the envelope, debited, and issued right after', async () => {
  const { agency, own, id } = await heldInAgency()
  const diary = agency.diary()
  await diary.types()
  const { status, body } = await confirm(agency.test, id, own)
  assert.equal(status, 200)
  const { _meta, ...rest } = body
  const { booking_reference } = (await agency.test.get(`${BOOKINGS}/${id}`)).body
  assert.equal(_meta.test_mode, true)
  assert.deepEqual(rest, {
    success: true,
    data: { id, booking_reference, status: 'confirmed', documents: [] },
  })
  assert.deepEqual(await diary.types(), [
    'booking.confirmed',
    'wallet.debit',
    'booking.updated',
    'booking.ticketed',
    'booking.updated',
  ])
  assert.deepEqual(await diary.money(), ['debit 513.98 booking'])
  const issued = (await agency.test.get(`${BOOKINGS}/${id}`)).body
  assert.equal(issued.status, 'ticketed')
  assert.equal(issued.documents.length, 1)
  assert.equal(issued.payment_status.awaiting_payment, false)
})

test('a live hold debits its client_amount, with the locator in the description', async () => {
  const agency = await newAgency(app)
  const own = await anyOffer(agency.live)
  await fill(agency.live, own.client_amount)
  const { id, booking_reference } = await booked(agency.live, holdBody(own))
  const { body } = await confirm(agency.live, id, own)
  assert.deepEqual([body.data.status, '_meta' in body], ['confirmed', false])
  const { transactions } = (await agency.live.get('/api/v1/wallet/transactions?type=debit')).body.data
  assert.equal(transactions.length, 1)
  const [{ amount, reference_type, reference_id, description }] = transactions
  assert.deepEqual([amount, reference_type, reference_id], [own.client_amount, 'booking', id])
  assert.equal(description, `Booking ${booking_reference}, GRU-SDU`)
  assert.equal(await balanceOf(agency.live), '0.00')
})

test('a foreign hold is paid in its own currency and debited in BRL', async () => {
  const agency = await newAgency(app)
  const abroad = await zzOffer(agency.test, { route: ABROAD })
  const passengers = passengersOf(abroad, { identity_documents: [PASSPORT] })
  const { id } = await booked(agency.test, holdBody(abroad, { passengers }))
  assert.equal(abroad.total_currency, 'USD')
  assert.equal((await confirm(agency.test, id, abroad)).status, 200)
  assert.deepEqual(await agency.diary().money(), [`debit ${abroad.client_amount} booking`])
})

test('confirmed, tickets not yet issued: 409 Booking already confirmed', async () => {
  const { agency, own, id } = await heldInAgency('tickets late')
  await confirm(agency.test, id, own)
  assert.equal(await statusOf(id, agency), 'confirmed')
  assertError(await confirm(agency.test, id, own), 409, 'Booking already confirmed')
})

test('ticketed: 409 Booking already confirmed', async () => {
  const { id } = await booked(app.test, instantBody(offer))
  assertError(await confirm(app.test, id, offer), 409, 'Booking already confirmed')
})

test('cancelled: 409 Booking already cancelled', async () => {
  const id = await held()
  await app.test.delete(`${BOOKINGS}/${id}`)
  assertError(await confirm(app.test, id, offer), 409, 'Booking already cancelled')
})

test('expired: 409 Booking expired', async () => {
  const { agency, own, id } = await heldInAgency()
  await agency.advance('PT48H')
  assert.equal(await statusOf(id, agency), 'expired')
  assertError(await confirm(agency.test, id, own), 409, 'Booking expired')
})

test('past its deadline, before the worker expires it: 409 Booking expired, nothing debited', async () => {
  const lonely = await startApp({ wall, settings: { ROLE: 'api' } })
  const own = await zzOffer(lonely.test)
  const { id } = await booked(lonely.test, holdBody(own))
  const { rows } = await lonely.service.world.pool.query(
    'update bookings set payment_required_by = $2 where id = $1 returning status',
    [id, wall.now()],
  )
  assert.deepEqual(rows, [{ status: 'pending' }])
  assertError(await confirm(lonely.test, id, own), 409, 'Booking expired')
  assert.deepEqual((await lonely.test.get('/api/v1/wallet/transactions')).body.data.transactions, [])
})

test('failed: 409 Booking failed', async () => {
  const { agency, own, id } = await heldInAgency('payment rejected')
  await confirm(agency.test, id, own)
  await agency.diary().types()
  assert.equal(await statusOf(id, agency), 'failed')
  assertError(await confirm(agency.test, id, own), 409, 'Booking failed')
})

test('an unknown booking, or one of another team or mode: the same 404 Booking not found', async () => {
  const other = await newAgency(app)
  const theirs = await zzOffer(other.test)
  const strangers = [
    'ord_x',
    `ord_${'0'.repeat(26)}`,
    (await booked(other.test, holdBody(theirs))).id,
    (await booked(app.live, holdBody(await anyOffer(app.live)))).id,
  ]
  const messages = new Set<string>()
  for (const id of strangers) {
    for (const response of [
      await confirm(app.test, id, offer),
      await app.test.get(`${BOOKINGS}/${id}`),
      await app.test.delete(`${BOOKINGS}/${id}`),
    ]) {
      assertError(response, 404, 'Booking not found')
      messages.add(response.body.message)
    }
  }
  assert.equal(messages.size, 1)
})

const SHAPES: [name: string, body: object, field: string][] = [
  ['no payment', {}, 'payment'],
  ['a list of payments', { payment: [paymentOf(offer)] }, 'payment'],
  ['the name that create uses', { payments: [paymentOf(offer)] }, 'payment'],
  ['no type', { payment: { ...paymentOf(offer), type: undefined } }, 'payment.type'],
  ['another type', { payment: { ...paymentOf(offer), type: 'card' } }, 'payment.type'],
  ['an amount that is a number', { payment: { ...paymentOf(offer), amount: 435.44 } }, 'payment.amount'],
  ['no currency', { payment: { ...paymentOf(offer), currency: undefined } }, 'payment.currency'],
]
for (const [name, body, field] of SHAPES) {
  test(`${name}: 400 Invalid request parameters`, async () => {
    const id = await held()
    const response = await app.test.put(`${BOOKINGS}/${id}/confirm`, body)
    assertError(response, 400, 'Invalid request parameters', field)
    assert.equal(await statusOf(id), 'pending')
  })
}

const MISMATCHES: [name: string, change: object, field: string][] = [
  ['another amount', { amount: '435.45' }, 'payment.amount'],
  ["the client's amount in BRL", { amount: offer.client_amount }, 'payment.amount'],
  ['another currency', { currency: 'EUR' }, 'payment.currency'],
]
for (const [name, change, field] of MISMATCHES) {
  test(`${name}: 400 Payment amount mismatch, and the booking stays pending`, async () => {
    const id = await held()
    const payment = { ...paymentOf(offer), ...change }
    const response = await app.test.put(`${BOOKINGS}/${id}/confirm`, { payment })
    assertError(response, 400, 'Payment amount mismatch', field)
    assert.equal(await statusOf(id), 'pending')
  })
}

test('errors come in order: shape, not found, state, payment, balance', async () => {
  const agency = await newAgency(app)
  const own = await anyOffer(agency.live)
  const wrong = { payment: { ...paymentOf(own), amount: '0.01' } }
  const put = (id: string, body: object) => agency.live.put(`${BOOKINGS}/${id}/confirm`, body)
  assertError(await put('ord_x', {}), 400, 'Invalid request parameters', 'payment')
  assertError(await put('ord_x', wrong), 404, 'Booking not found')
  const [gone, poor] = [await booked(agency.live, holdBody(own)), await booked(agency.live, holdBody(own))]
  await agency.live.delete(`${BOOKINGS}/${gone.id}`)
  assertError(await put(gone.id, wrong), 409, 'Booking already cancelled')
  assertError(await put(poor.id, wrong), 400, 'Payment amount mismatch', 'payment.amount')
  assertError(await confirm(agency.live, poor.id, own), 422, 'Insufficient balance')
})

test('Insufficient balance leaves a hold pending, without events; after a recharge it is confirmed', async () => {
  const agency = await newAgency(app)
  const own = await anyOffer(agency.live)
  const { id } = await booked(agency.live, holdBody(own))
  const diary = agency.diary('live')
  await diary.types()
  assertError(await confirm(agency.live, id, own), 422, 'Insufficient balance')
  assert.deepEqual([await diary.types(), await diary.orders()], [[], ['held']])
  assert.equal((await agency.live.get(`${BOOKINGS}/${id}`)).body.status, 'pending')
  await fill(agency.live, own.client_amount)
  assert.equal((await confirm(agency.live, id, own)).status, 200)
})

test('with an Idempotency-Key a hold is paid once; the replay has the same bytes', async () => {
  const { agency, own, id } = await heldInAgency()
  const headers = { 'idempotency-key': 'pay-1' }
  const send = () => agency.test.put(`${BOOKINGS}/${id}/confirm`, { payment: paymentOf(own) }, headers)
  const first = await send()
  await agency.diary().types()
  const again = await send()
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(await agency.diary().money(), ['debit 513.98 booking'])
})
