// DELETE /api/v1/bookings/:id: from every state, with what returns to the wallet to the cent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../../contract/flights.ts'
import { type Agency, assertError, balanceOf, type Diary, newAgency } from '../../../test/support/agency.ts'
import {
  ABROAD,
  anyOffer,
  BOOKINGS,
  booked,
  confirm,
  HOME,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fill } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import type { TeamTerms } from '../teams/teams.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })
const CANCELLED = ['booking.cancelled', 'booking.updated']
const REFUNDED = ['booking.cancelled', 'wallet.credit', 'booking.updated']

interface Made {
  agency: Agency
  diary: Diary
  offer: Offer
  id: string
  cancel(headers?: Record<string, string>): ReturnType<Agency['test']['delete']>
  status(): Promise<string>
}

/** A booking in an agency of its own, up to the state that is wanted. */
async function made(
  state: 'pending' | 'paid',
  {
    family = 'none',
    route = HOME as readonly [string, string],
    ...terms
  }: Partial<TeamTerms> & {
    family?: string
    route?: readonly [string, string]
  } = {},
): Promise<Made> {
  const agency = await newAgency(app, terms)
  const offer = await zzOffer(agency.test, { family, route })
  const passengers = passengersOf(offer, { identity_documents: [PASSPORT] })
  const body = state === 'pending' ? holdBody(offer, { passengers }) : instantBody(offer, { passengers })
  const { id } = await booked(agency.test, body)
  const diary = agency.diary()
  await diary.types()
  await diary.money()
  await diary.mails()
  return {
    agency,
    diary,
    offer,
    id,
    cancel: (headers) => agency.test.delete(`${BOOKINGS}/${id}`, headers),
    status: async () => (await agency.test.get(`${BOOKINGS}/${id}`)).body.status,
  }
}

const refundOf = (amount: string, penalty: string, penaltyCurrency = 'BRL') => ({
  amount,
  currency: 'BRL',
  penalty_amount: penalty,
  penalty_currency: penaltyCurrency,
})
const nothing = (currency: string) => refundOf('0.00', '0.00', currency)

for (const [route, currency] of [
  [HOME, 'BRL'],
  [ABROAD, 'USD'],
] as const) {
  test(`pending in ${currency}: 200, no cost, all 0.00, and the carrier releases the hold`, async () => {
    const { id, diary, cancel, status } = await made('pending', { route })
    const { status: code, body } = await cancel()
    const { _meta, ...rest } = body
    assert.equal(code, 200)
    assert.equal(_meta.test_mode, true)
    assert.deepEqual(rest, { success: true, data: { id, status: 'cancelled', refund: nothing(currency) } })
    assert.equal(await status(), 'cancelled')
    assert.deepEqual(await diary.types(), CANCELLED)
    assert.deepEqual(await diary.mails(), ['cancelled client', 'cancelled agency'])
    assert.deepEqual([await diary.money(), await diary.orders()], [[], ['cancelled']])
  })
}

for (const state of ['pending', 'paid'] as const) {
  test(`${state}: a cancellation with an Idempotency-Key has the same response, and replays it`, async () => {
    const plain = (await (await made(state)).cancel()).body
    const { id, cancel } = await made(state)
    const headers = { 'idempotency-key': `cancel ${state}`.replace(' ', '-') }
    const first = await cancel(headers)
    assert.deepEqual([first.status, first.body], [200, { ...plain, data: { ...plain.data, id } }])
    assert.deepEqual((await cancel(headers)).body, first.body)
  })
}

test('confirmed, tickets not yet issued: cancelled for the penalty, and never issued', async () => {
  const { agency, diary, cancel, status } = await made('paid', { family: 'tickets late' })
  assert.equal(await status(), 'confirmed')
  const { body } = await cancel()
  assert.deepEqual(body.data.refund, refundOf('398.98', '115.00'))
  assert.deepEqual(await diary.types(), REFUNDED)
  assert.deepEqual(await diary.money(), ['credit 398.98 refund'])
  await agency.advance('PT1H')
  assert.equal(await status(), 'cancelled')
  assert.deepEqual([await diary.types(), await diary.orders()], [[], ['cancelled']])
})

test('ticketed: cancelled, the debit is returned less the penalty', async () => {
  const { diary, cancel, status } = await made('paid')
  const { body } = await cancel()
  assert.deepEqual(body.data.refund, refundOf('398.98', '115.00'))
  assert.equal(await status(), 'cancelled')
  assert.deepEqual(await diary.types(), REFUNDED)
  assert.deepEqual(await diary.money(), ['credit 398.98 refund'])
  assert.deepEqual(await diary.mails(), ['cancelled client', 'cancelled agency'])
  assert.deepEqual(await diary.orders(), ['cancelled'])
})

test('a penalty in USD is converted at the exchange rate of the booking', async () => {
  const { diary, offer, cancel } = await made('paid', { route: ABROAD })
  assert.deepEqual([offer.client_amount, offer.exchange_rate_used], ['1141.03', 5.4])
  // 1141.03 less 45.00 x 5.4
  assert.deepEqual((await cancel()).body.data.refund, refundOf('898.03', '45.00', 'USD'))
  assert.deepEqual(await diary.money(), ['credit 898.03 refund'])
})

test('a cancelled booking has its refund; refund is null for other and for unpaid bookings', async () => {
  for (const state of ['pending', 'paid'] as const) {
    const { agency, id, cancel } = await made(state)
    const refund = async () => (await agency.test.get(`${BOOKINGS}/${id}`)).body.refund
    assert.equal(await refund(), null)
    await cancel()
    assert.deepEqual(await refund(), state === 'paid' ? refundOf('398.98', '115.00') : null)
  }
})

test('a team whose debits are base_cost gets its debit back, less the penalty', async () => {
  const { diary, cancel } = await made('paid', { debits: 'base_cost' })
  assert.equal((await cancel()).body.data.refund.amount, '320.44')
  assert.deepEqual(await diary.money(), ['credit 320.44 refund'])
})

test('after departure the refund is 0 and the penalty is the whole price', async () => {
  const { agency, diary, cancel } = await made('paid')
  await agency.advance('P36D')
  assert.deepEqual((await cancel()).body.data.refund, refundOf('0.00', '435.44'))
  assert.deepEqual([await diary.types(), await diary.money()], [CANCELLED, []])
})

test('a live ticket that is not refundable: amount 0.00, no credit, the balance stays', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.live)
  assert.equal(offer.conditions.refund_before_departure.allowed, false)
  await fill(agency.live, '3000.00')
  const { id } = await booked(agency.live, instantBody(offer))
  const diary = agency.diary('live')
  await diary.types()
  const before = await balanceOf(agency.live)
  const { refund } = (await agency.live.delete(`${BOOKINGS}/${id}`)).body.data
  assert.deepEqual([refund.amount, refund.currency], ['0.00', 'BRL'])
  assert.deepEqual([await diary.types(), await balanceOf(agency.live)], [CANCELLED, before])
})

test('the refund is a ledger credit that names the booking', async () => {
  const { agency, id, cancel } = await made('paid')
  await cancel()
  const { transactions } = (await agency.test.get('/api/v1/wallet/transactions?type=credit')).body.data
  assert.equal(transactions.length, 1)
  const [{ amount, reference_type, reference_id, description }] = transactions
  assert.deepEqual([amount, reference_type, reference_id], ['398.98', 'refund', id])
  const { booking_reference } = (await agency.test.get(`${BOOKINGS}/${id}`)).body
  assert.equal(description, `Refund of booking ${booking_reference}`)
})

test('cancelled seats can be sold again', async () => {
  const agency = await newAgency(app)
  const ten = await zzOffer(agency.test, { family: 'ten seats' })
  const holds = await Promise.all(Array.from({ length: 10 }, () => booked(agency.test, holdBody(ten))))
  assertError(await agency.test.post(BOOKINGS, holdBody(ten)), 409, 'Sold out')
  await agency.test.delete(`${BOOKINGS}/${holds[3].id}`)
  await agency.diary().orders()
  assert.equal((await agency.test.post(BOOKINGS, holdBody(ten))).status, 201)
})

for (const state of ['pending', 'paid'] as const) {
  test(`already cancelled, from ${state}: 409 Booking already cancelled, and no second refund`, async () => {
    const { diary, cancel } = await made(state)
    await cancel()
    await diary.types()
    await diary.money()
    assertError(await cancel(), 409, 'Booking already cancelled')
    assert.deepEqual(
      [await diary.types(), await diary.money(), await diary.orders()],
      [[], [], ['cancelled']],
    )
  })
}

test('expired: 409 Booking expired', async () => {
  const { agency, cancel } = await made('pending')
  await agency.advance('PT48H')
  assertError(await cancel(), 409, 'Booking expired')
})

test('failed: 409 Booking failed', async () => {
  const { agency, offer, id, diary, cancel, status } = await made('pending', { family: 'payment rejected' })
  await confirm(agency.test, id, offer)
  await diary.types()
  assert.equal(await status(), 'failed')
  assertError(await cancel(), 409, 'Booking failed')
})

test('the carrier rejects: 422 Carrier rejected the cancellation, and nothing changes', async () => {
  const { diary, cancel, status } = await made('paid', { family: 'cancellation refused' })
  const response = await cancel()
  assertError(response, 422, 'Carrier rejected the cancellation')
  assert.match(response.body.message, /The airline does not cancel this order/)
  assert.equal(await status(), 'ticketed')
  assert.deepEqual([await diary.types(), await diary.money(), await diary.mails()], [[], [], []])
  assertError(await cancel(), 422, 'Carrier rejected the cancellation')
})

test('with an Idempotency-Key a booking is cancelled and refunded once; the replay has the same bytes', async () => {
  const { agency, diary, id } = await made('paid')
  const headers = { 'idempotency-key': 'cancel-1' }
  const first = await agency.test.delete(`${BOOKINGS}/${id}`, headers)
  const again = await agency.test.delete(`${BOOKINGS}/${id}`, headers)
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(await diary.money(), ['credit 398.98 refund'])
})

test('of 20 simultaneous cancellations one succeeds, with one refund', async () => {
  const { diary, cancel } = await made('paid')
  const responses = await Promise.all(Array.from({ length: 20 }, cancel))
  const codes = responses.map(({ status, body }) => (status === 200 ? 'done' : `${status} ${body.error}`))
  assert.equal(codes.filter((code) => code === 'done').length, 1)
  for (const code of codes)
    assert.match(code, /^done$|^409 (?:Booking already cancelled|Request in progress)$/)
  assert.deepEqual([await diary.types(), await diary.money()], [REFUNDED, ['credit 398.98 refund']])
})
