// Paying and cancelling at the fake Duffel: nothing twice, nothing at another price, and an outcome for every
// response.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  type Customer,
  onRoute,
  startCustomer,
  stored,
} from '../../../../test/support/fakes/duffel-customer.ts'
import {
  errorResponse,
  FAKE_NOW,
  type FakeRoute,
  type Trouble,
} from '../../../../test/support/fakes/fake-duffel.ts'
import { changeSchedule } from '../../../../test/support/fakes/fake-duffel-changes.ts'
import { ROUTE } from '../../../../test/support/fakes/fake-duffel-offers.ts'
import type { FakeOrder } from '../../../../test/support/fakes/fake-duffel-orders.ts'
import type { SupplierOrder } from '../port.ts'

const HOUR_MS = 3_600_000

let customer: Customer
beforeEach(async () => {
  customer = await startCustomer()
})
afterEach(() => customer.close())

const pay = (order: SupplierOrder) => customer.duffel.pay(customer.call(), stored(order))
const cancel = (order: SupplierOrder) => customer.duffel.cancel(customer.call(), stored(order))
const atDuffel = (order: SupplierOrder): FakeOrder =>
  customer.fake.desk.orders.get((order.data as { id: string }).id)!
const upset = (route: FakeRoute, answers: Trouble['answers'], does: Trouble['does'] = 'nothing') =>
  customer.fake.upset(route, { does, answers })

test('a held order is paid at its price, and has its tickets', async () => {
  const held = await customer.ordered('hold', { travellers: ['adult', 'child'] })
  const outcome = await pay(held)
  const sent = customer.fake.requests.find(({ route }) => route === 'pay')!.data
  assert.deepEqual(sent, {
    order_id: (held.data as { id: string }).id,
    payment: { type: 'balance', amount: '374.70', currency: 'USD' },
  })
  assert.ok(outcome.outcome === 'confirmed')
  const { status, documents, paymentRequiredBy, reference } = outcome.order
  assert.deepEqual([status, paymentRequiredBy, reference], ['ticketed', null, held.reference])
  assert.deepEqual(
    documents.map(({ passengerIndex }) => passengerIndex),
    [0, 1],
  )
})

test('paying is idempotent', async () => {
  const held = await customer.ordered('hold')
  const first = await pay(held)
  assert.deepEqual(await pay(held), first)
  assert.equal(customer.fake.count('pay'), 1)
})

test('paid, but the tickets are missing or unreadable: they come later', async () => {
  const soon = new Date(FAKE_NOW.getTime() + 60_000)
  for (const trouble of ['unread', 'unissued'] as const) {
    const held = await customer.ordered('hold')
    const release = customer.fake.hold('pay')
    const seen = customer.fake.count('pay')
    const outcome = pay(held)
    await customer.fake.waitFor('pay', seen + 1)
    if (trouble === 'unread') upset('readOrder', { status: 500 })
    else atDuffel(held).documents = []
    release()
    const paid = await outcome
    assert.ok(paid.outcome === 'pending')
    const { status, lookAgainAt, paymentRequiredBy, priceGuaranteedUntil, slices } = paid.order
    assert.deepEqual([status, lookAgainAt], ['ticketing', soon])
    assert.deepEqual([paymentRequiredBy, priceGuaranteedUntil], [null, null])
    assert.deepEqual(slices, held.slices)
  }
})

test('an accepted payment that is pending, and one that failed', async () => {
  const held = await customer.ordered('hold')
  upset('pay', { status: 201, body: { data: { id: 'pay_1', status: 'pending' } } })
  const pending = await pay(held)
  assert.ok(pending.outcome === 'pending')
  assert.equal(pending.order.status, 'ticketing')
  for (const status of ['failed', 'cancelled']) {
    upset('pay', { status: 201, body: { data: { id: 'pay_1', status } } })
    assert.deepEqual(await pay(held), {
      outcome: 'rejected',
      rejection: { reason: 'other', message: 'Duffel could not take the payment' },
    })
  }
})

const LOST: [name: string, trouble: Trouble][] = [
  ['500', { does: 'work', answers: errorResponse(500, 'api_error', 'internal_server_error') }],
  ['504', { does: 'work', answers: errorResponse(504, 'api_error', 'gateway_timeout_error') }],
  ['202', { does: 'work', answers: { status: 202 } }],
  ['a reset', { does: 'work', answers: 'reset' }],
  ['half an answer', { does: 'work', answers: 'half' }],
  ['garbage', { does: 'work', answers: { status: 201, body: '<' } }],
  ['a stumbling airline', { does: 'work', answers: errorResponse(422, 'airline_error', 'airline_internal') }],
]
for (const [name, trouble] of LOST) {
  test(`a payment lost after sending: ${name}`, async () => {
    const held = await customer.ordered('hold')
    customer.fake.upset('pay', trouble)
    assert.equal((await pay(held)).outcome, 'unknown')
    const again = await pay(held)
    assert.ok(again.outcome === 'confirmed')
    assert.equal(again.order.status, 'ticketed')
    assert.equal(customer.fake.count('pay'), 1, 'it was read before it would have been sent again')
  })
}

test('an uncertain error leaves a payment unknown, and it can be repeated', async () => {
  const held = await customer.ordered('hold')
  const troubles: [FakeRoute, Trouble['answers']][] = [
    ['readOrder', { status: 500 }],
    ['readOrder', errorResponse(404, 'invalid_request_error', 'not_found')],
    ['readOrder', { status: 200, body: '{' }],
    ['pay', { status: 429 }],
    ['pay', errorResponse(401, 'authentication_error', 'expired_access_token')],
    ['pay', errorResponse(503, 'api_error', 'service_unavailable')],
  ]
  for (const [route, answers] of troubles) {
    upset(route, answers)
    assert.equal((await pay(held)).outcome, 'unknown')
  }
  assert.equal((await pay(held)).outcome, 'confirmed')
})

test('payments that are late, at another price, or for something else are refused', async () => {
  const reasonOf = async (order: SupplierOrder) => {
    const outcome = await pay(order)
    return outcome.outcome === 'rejected' ? outcome.rejection : assert.fail(outcome.outcome)
  }
  const dearer = await customer.ordered('hold')
  atDuffel(dearer).total_amount = '190.00'
  const price = { totalCents: 190_00n, baseCents: 159_20n, taxCents: 30_80n, currency: 'USD' }
  const message = 'The price is 190.00 USD now'
  assert.deepEqual(await reasonOf(dearer), { reason: 'price_changed', message, price })

  const cancelled = await customer.ordered('hold')
  assert.equal((await cancel(cancelled)).outcome, 'confirmed')
  assert.equal((await reasonOf(cancelled)).reason, 'already_cancelled')
  assert.equal(customer.fake.count('pay'), 0)

  const moved = await customer.ordered('hold')
  changeSchedule(atDuffel(moved), 30, { at: FAKE_NOW })
  const changed = await reasonOf(moved)
  assert.deepEqual(changed, { reason: 'other', message: 'The request was refused: schedule changed.' })

  const refusals: [code: string, reason: string][] = [
    ['past_payment_required_by_date', 'expired'],
    ['already_cancelled', 'already_cancelled'],
    ['insufficient_balance', 'other'],
  ]
  const held = await customer.ordered('hold')
  for (const [code, reason] of refusals) {
    upset('pay', errorResponse(422, 'invalid_state_error', code))
    assert.deepEqual(await reasonOf(held), { reason, message: `Reported by the airline: ${code}` })
  }
  upset('pay', errorResponse(422, 'validation_error', 'price_changed'))
  const release = customer.fake.hold('pay')
  const seen = customer.fake.count('pay')
  const racing = reasonOf(held)
  await customer.fake.waitFor('pay', seen + 1)
  atDuffel(held).total_amount = '190.00'
  release()
  assert.deepEqual((await racing).price, price)

  const late = await customer.ordered('hold')
  customer.fake.clock.advance(72 * HOUR_MS)
  assert.equal((await reasonOf(late)).reason, 'expired')
})

test('a payment by another party in the meantime is recognised', async () => {
  const held = await customer.ordered('hold')
  upset('pay', errorResponse(422, 'invalid_state_error', 'already_paid'), 'work')
  const outcome = await pay(held)
  assert.ok(outcome.outcome === 'confirmed')
  assert.equal(outcome.order.status, 'ticketed')
})

test('an order is cancelled by quote and confirmation, idempotently', async () => {
  const order = await customer.ordered('instant')
  const terms = { penaltyCents: 0n, currency: 'USD' }
  assert.deepEqual(await cancel(order), { outcome: 'confirmed', terms })
  assert.deepEqual(customer.fake.requests.at(-2)!.data, { order_id: (order.data as { id: string }).id })
  assert.notEqual(atDuffel(order).cancelled_at, null)
  assert.deepEqual(await cancel(order), { outcome: 'confirmed', terms })
  assert.equal(customer.fake.count('confirm'), 1)
})

test('a hold costs nothing, and airline credits are not money', async () => {
  const nothing = { penaltyCents: 0n, currency: 'USD' }
  assert.deepEqual(await cancel(await customer.ordered('hold')), { outcome: 'confirmed', terms: nothing })
  const credits = await customer.ordered('instant', onRoute(ROUTE.refundsCredits))
  const kept = { penaltyCents: 187_35n, currency: 'USD' }
  assert.deepEqual(await cancel(credits), { outcome: 'confirmed', terms: kept })
})

test('a stale quote is requested again, once', async () => {
  const order = await customer.ordered('instant')
  const stale = errorResponse(422, 'invalid_state_error', 'order_cancellation_stale')
  upset('confirm', stale)
  assert.equal((await cancel(order)).outcome, 'confirmed')
  assert.deepEqual([customer.fake.count('quote'), customer.fake.count('confirm')], [2, 2])

  const other = await customer.ordered('instant')
  upset('confirm', stale)
  upset('confirm', stale)
  const outcome = await cancel(other)
  assert.ok(outcome.outcome === 'rejected')
  assert.equal(outcome.rejection.reason, 'other')
})

const LOST_CANCELLATIONS: [FakeRoute, Trouble][] = [
  ['quote', { answers: 'reset' }],
  ['quote', { answers: errorResponse(500, 'api_error', 'internal_server_error') }],
  ['quote', { answers: { status: 429 } }],
  ['quote', { answers: { status: 201, body: '{}' } }],
  ['confirm', { does: 'work', answers: 'reset' }],
  ['confirm', { does: 'work', answers: 'half' }],
  ['confirm', { does: 'work', answers: errorResponse(504, 'api_error', 'gateway_timeout_error') }],
  ['confirm', { does: 'work', answers: { status: 202 } }],
  ['confirm', { does: 'work', answers: { status: 200, body: { data: {} } } }],
]
for (const [route, trouble] of LOST_CANCELLATIONS) {
  test(`a cancellation lost at its ${route}: ${JSON.stringify(trouble).slice(0, 70)}`, async () => {
    const order = await customer.ordered('instant')
    customer.fake.upset(route, trouble)
    assert.equal((await cancel(order)).outcome, 'unknown')
    const terms = { penaltyCents: 0n, currency: 'USD' }
    assert.deepEqual(await cancel(order), { outcome: 'confirmed', terms })
  })
}

test('an unconfirmed confirmation is not trusted', async () => {
  const order = await customer.ordered('instant')
  const data = { id: 'ore_1', order_id: 'ord_1', confirmed_at: null, refund_to: 'balance' }
  upset('confirm', { status: 200, body: { data } })
  assert.equal((await cancel(order)).outcome, 'unknown')
})

test('orders that cannot be cancelled are refused', async () => {
  const { fake } = customer
  const fixed = await customer.ordered('instant')
  atDuffel(fixed).available_actions = ['update']
  const refused = await cancel(fixed)
  const message = 'The request was refused: order not cancellable.'
  assert.deepEqual(refused, { outcome: 'rejected', rejection: { reason: 'other', message } })

  const cancelled = await customer.ordered('instant')
  atDuffel(cancelled).cancelled_at = FAKE_NOW.toISOString()
  const before = await cancel(cancelled)
  const terms = { penaltyCents: 0n, currency: cancelled.price.currency }
  assert.deepEqual(before, { outcome: 'confirmed', terms }, 'by the airline, which pays all of it back')

  upset('readOrder', { status: 500 })
  assert.equal((await cancel(cancelled)).outcome, 'unknown')

  const lapsed = await customer.ordered('hold')
  fake.clock.advance(72 * HOUR_MS)
  upset('quote', errorResponse(422, 'invalid_state_error', 'order_not_cancellable'))
  const late = await cancel(lapsed)
  assert.ok(late.outcome === 'rejected')
  assert.equal(late.rejection.reason, 'expired')
})
