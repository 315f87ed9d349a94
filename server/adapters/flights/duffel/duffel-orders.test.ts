// Booking at the fake Duffel: an order is sent once, every response has its outcome, and lost orders are
// found.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { PassengerType } from '../../../../contract/flights.ts'
import {
  bookingOf,
  type Customer,
  onRoute,
  orderIn,
  sliceFrom,
  startCustomer,
  stored,
} from '../../../../test/support/fakes/duffel-customer.ts'
import {
  errorResponse,
  FAKE_NOW,
  type FakeAnswer,
  type Trouble,
} from '../../../../test/support/fakes/fake-duffel.ts'
import { changeSchedule } from '../../../../test/support/fakes/fake-duffel-changes.ts'
import { type FakeOffer, ROUTE } from '../../../../test/support/fakes/fake-duffel-offers.ts'
import type { BookingRequest, Call, OrderOutcome } from '../port.ts'
import { offerDataOf } from './account.ts'

const HOUR_MS = 3_600_000

let customer: Customer
beforeEach(async () => {
  customer = await startCustomer()
})
afterEach(() => customer.close())

const book = (booking: BookingRequest, call: Partial<Call> = {}) =>
  customer.duffel.book(customer.call(call), booking)
const ordersMade = () => customer.fake.desk.orders.size

function rejectionIn(outcome: OrderOutcome) {
  assert.equal(outcome.outcome, 'rejected')
  return outcome.outcome === 'rejected' ? outcome.rejection : assert.fail()
}

test('an instant order: request and response', async () => {
  const travellers: PassengerType[] = ['adult', 'infant_without_seat', 'child']
  const offer = await customer.offer({ travellers })
  const unfit = { 'not fit': 'x', long: 'x'.repeat(501), embarque_reference: 'theirs' }
  const metadata = { client_reference: 'A-1', ...unfit }
  const outcome = await book(bookingOf(offer, { metadata }))
  const { id, passengers: ids } = offer.data as { id: string; passengers: string[] }
  const sent = customer.fake.requests.find(({ route }) => route === 'order')!.data
  const passport = {
    type: 'passport',
    unique_identifier: 'FX123456',
    issuing_country_code: 'BR',
    expires_on: '2031-06-25',
  }
  const common = { family_name: "D'Ávila-Souza", email: 'amelia@example.com', phone_number: '+5511987654321' }
  const person = { ...common, identity_documents: [passport] }
  assert.deepEqual(sent, {
    type: 'instant',
    selected_offers: [id],
    payments: [{ type: 'balance', amount: '562.05', currency: 'USD' }],
    passengers: [
      {
        id: ids[0],
        given_name: 'Amélia',
        gender: 'f',
        title: 'ms',
        born_on: '1987-07-24',
        infant_passenger_id: ids[1],
        ...person,
      },
      { id: ids[1], given_name: 'João', gender: 'm', title: 'mr', born_on: '2026-06-01', ...person },
      { id: ids[2], given_name: 'Zoë', gender: 'f', title: 'ms', born_on: '2019-05-01', ...person },
    ],
    metadata: { client_reference: 'A-1', embarque_reference: 'ord_ours1' },
  })
  assert.equal(outcome.outcome, 'confirmed')
  const { slices, ...order } = orderIn(outcome)
  const [made] = customer.fake.desk.orders.values()
  assert.deepEqual(order, {
    reference: 'ord_ours1',
    data: { id: made!.id, passengers: ids },
    price: offer.price,
    locator: 'RZPNX8',
    status: 'ticketed',
    owner: { iata_code: 'ZZ', name: 'Duffel Airways' },
    conditions: offer.found.conditions,
    documents: [0, 1, 2].map((passengerIndex) => ({
      type: 'electronic_ticket',
      unique_identifier: `957210631281${passengerIndex}`,
      passengerIndex,
    })),
    paymentRequiredBy: null,
    priceGuaranteedUntil: null,
    changes: [],
    cancelTerms: null,
    lookAgainAt: new Date(FAKE_NOW.getTime() + 24 * HOUR_MS),
  })
  assert.deepEqual(slices, offer.found.slices)
  const asked = customer.fake.requests.slice(1).map(({ route }) => route)
  assert.deepEqual(asked.sort(), ['listOrders', 'offer', 'order'], 'looked up and re-read, then sent once')
  assert.equal(asked.at(-1), 'order')
})

test('a given title is kept, and documents that the airline does not accept are not sent', async () => {
  const offer = await customer.offer({}, 'TP')
  const booking = bookingOf(offer)
  const outcome = await book({ ...booking, passengers: [{ ...booking.passengers[0]!, title: 'dr' }] })
  assert.equal(outcome.outcome, 'confirmed')
  const [sent] = customer.fake.requests.at(-1)!.data.passengers as Record<string, unknown>[]
  assert.equal(sent!.title, 'dr')
  assert.equal('identity_documents' in sent!, false)
})

test('one document is sent: the tax id at home, the passport abroad, of the accepted types', async () => {
  type Kinds = FakeOffer['supported_passenger_identity_document_types']
  const sentOn = async (route: string, taken: Kinds) => {
    const offer = await customer.offer(onRoute(route))
    const { id } = offerDataOf(offer)
    Object.assign(customer.fake.desk.offers.get(id) ?? {}, {
      supported_passenger_identity_document_types: taken,
    })
    const made = orderIn(await book(bookingOf(offer, { reference: `ord_${id}` })))
    assert.equal(made.status, 'ticketed')
    const sent = customer.fake.requests.at(-1)?.data.passengers
    return /"identity_documents":\[\{"type":"(\w+)"[^[]*\}\]/.exec(JSON.stringify(sent))?.[1]
  }
  assert.equal(await sentOn('GRU-GIG', ['passport', 'tax_id']), 'tax_id')
  assert.equal(await sentOn('GRU-GIG', ['passport']), 'passport')
  assert.equal(await sentOn('GRU-LIS', ['tax_id', 'passport']), 'passport')
  assert.equal(await sentOn('GRU-LIS', ['tax_id']), 'tax_id')
  assert.equal(await sentOn('GRU-LIS', ['known_traveler_number']), undefined)
})

test('a hold sends no payment, and has its deadlines', async () => {
  const outcome = await book(bookingOf(await customer.offer(), { type: 'hold' }))
  assert.equal('payments' in customer.fake.requests.at(-1)!.data, false)
  assert.equal(outcome.outcome, 'confirmed')
  const { status, documents, paymentRequiredBy, priceGuaranteedUntil } = orderIn(outcome)
  assert.deepEqual([status, documents], ['held', []])
  assert.deepEqual(paymentRequiredBy, new Date('2026-11-18T12:00:00.000Z'))
  assert.deepEqual(priceGuaranteedUntil, new Date('2026-11-17T12:00:00.000Z'))
})

test('a hold of two slices for a family keeps its deadline on an advanced test clock', async () => {
  const now = new Date(FAKE_NOW.getTime() + 365 * 24 * HOUR_MS)
  const offer = await customer.offer(
    {
      slices: [sliceFrom('GRU', 'LIS'), sliceFrom('LIS', 'GRU', '2027-03-20')],
      travellers: ['adult', 'adult', 'child'],
    },
    'LA',
    { now },
  )
  // The team's clock has been advanced since.
  const later = new Date(now.getTime() + 10 * 60_000)
  const order = orderIn(await book(bookingOf(offer, { type: 'hold' }), { now: later }))
  assert.equal(order.locator, 'LA9574839HXYZ')
  assert.equal(order.slices.length, 2)
  assert.deepEqual(order.paymentRequiredBy, new Date(now.getTime() + 72 * HOUR_MS))
  assert.deepEqual(order.paymentRequiredBy, offer.found.hold!.paymentRequiredBy)
})

test('a reference known to Duffel returns its order', async () => {
  const offer = await customer.offer()
  const first = await book(bookingOf(offer))
  const second = await book(bookingOf(offer))
  assert.deepEqual(second, first)
  assert.equal(ordersMade(), 1)
  assert.notDeepEqual(await book(bookingOf(offer, { reference: 'ord_ours2' })), first)
  assert.equal(ordersMade(), 2)
})

test('one reference booked twice at once is sent once', async () => {
  const offer = await customer.offer()
  const outcomes = await Promise.all([book(bookingOf(offer)), book(bookingOf(offer)), book(bookingOf(offer))])
  assert.equal(outcomes[0].outcome, 'confirmed')
  // The others find it, or do not see it yet.
  for (const { outcome } of outcomes) assert.notEqual(outcome, 'rejected')
  assert.equal(ordersMade(), 1)
})

test('tickets can come later', async () => {
  const offer = await customer.offer()
  customer.fake.upset('order', { does: 'work', answers: 'hang' })
  const given = new AbortController()
  const lost = book(bookingOf(offer), { signal: given.signal })
  await customer.fake.waitFor('order')
  given.abort()
  assert.equal((await lost).outcome, 'unknown')
  const [made] = customer.fake.desk.orders.values()
  made!.documents = []
  const found = await customer.duffel.find(customer.call(), { reference: 'ord_ours1', offer })
  assert.ok(found.outcome === 'pending')
  assert.equal(found.order.status, 'ticketing')
  assert.deepEqual(found.order.lookAgainAt, new Date(FAKE_NOW.getTime() + 60_000))
})

// The failure of the order's request, whether it succeeded anyway, and our outcome.
const LOST: [name: string, trouble: Trouble, reason: string | RegExp][] = [
  ['202', { does: 'hidden', answers: { status: 202 } }, 'Duffel accepted the order and has not made it yet'],
  [
    '200 without data',
    { does: 'hidden', answers: { status: 200, body: {} } },
    'Duffel booked, and shows the order later',
  ],
  ...(
    [
      ['504', 504, 'api_error', 'gateway_timeout_error'],
      ['500', 500, 'api_error', 'internal_server_error'],
      ['502 of the airline', 502, 'airline_error', 'airline_unknown'],
      ['422 of a stumbling airline', 422, 'airline_error', 'airline_internal'],
    ] as const
  ).map(([name, status, type, code]): (typeof LOST)[number] => [
    name,
    { does: 'hidden', answers: errorResponse(status, type, code) },
    new RegExp(`^Duffel answered ${status}`),
  ]),
  ['502 of a proxy', { does: 'work', answers: { status: 502, body: '<html>' } }, 'Duffel answered 502'],
  ['503 of a proxy', { does: 'work', answers: { status: 503, body: '' } }, 'Duffel answered 503'],
  [
    'a redirect',
    { does: 'work', answers: { status: 303, headers: { location: '/' } } },
    'Duffel answered 303',
  ],
  ['408', { does: 'work', answers: { status: 408 } }, 'Duffel answered 408'],
  [
    'garbage',
    { does: 'work', answers: { status: 201, body: '{"data":{' } },
    'Duffel answered something that is not understood',
  ],
  [
    'another shape',
    { does: 'work', answers: { status: 201, body: { data: { id: 'ord_1' } } } },
    'Duffel answered something that is not understood',
  ],
  ['a connection that breaks', { does: 'work', answers: 'reset' }, 'the connection was closed too early'],
  ['half an answer', { does: 'work', answers: 'half' }, 'the connection was closed too early'],
]
for (const [name, trouble, reason] of LOST) {
  test(`lost after sending: ${name}`, async () => {
    const { fake, duffel } = customer
    const offer = await customer.offer()
    fake.upset('order', trouble)
    const outcome = await book(bookingOf(offer))
    assert.ok(outcome.outcome === 'unknown')
    if (typeof reason === 'string') assert.equal(outcome.reason, reason)
    else assert.match(outcome.reason, reason)
    assert.ok(!outcome.reason.includes(fake.token))

    const lost = { reference: 'ord_ours1', offer }
    if (trouble.does === 'hidden') {
      const yet = { outcome: 'unknown', reason: 'Duffel shows no such order yet' }
      assert.deepEqual(await duffel.find(customer.call(), lost), yet)
      assert.deepEqual(await book(bookingOf(offer)), yet, 'it is not sent again')
      fake.reveal()
    }
    const found = await duffel.find(customer.call(), lost)
    assert.ok(found.outcome === 'confirmed')
    assert.equal(found.order.status, 'ticketed')
    assert.deepEqual(await book(bookingOf(offer)), found)
    assert.equal(fake.count('order'), 1)
    assert.equal(ordersMade(), 1)
  })
}

test("a time-out after sending, by the service's own limit", async () => {
  const hasty = await startCustomer({ limits: { writeMs: 60 } })
  const offer = await hasty.offer()
  hasty.fake.upset('order', { answers: 'hang' })
  const outcome = await hasty.duffel.book(hasty.call(), bookingOf(offer))
  assert.deepEqual(outcome, { outcome: 'unknown', reason: 'no answer came in time' })
  await hasty.close()
})

test('an order that never appears is given up hours after it could still be created', async () => {
  const { fake, duffel } = customer
  const offer = await customer.offer()
  fake.upset('order', { answers: { status: 202 } })
  assert.equal((await book(bookingOf(offer))).outcome, 'unknown')
  const find = () => duffel.find(customer.call(), { reference: 'ord_ours1', offer })
  fake.clock.advance(30 * 60_000 + 6 * HOUR_MS - 1)
  assert.equal((await find()).outcome, 'unknown')
  fake.clock.advance(1)
  // Real time counts: an advanced or delayed test clock changes nothing.
  assert.deepEqual(await find(), { outcome: 'none' })
  assert.equal(rejectionIn(await book(bookingOf(offer))).reason, 'offer_gone')
  assert.equal(fake.count('order'), 1)
})

test('the test clock does not make an order definitely absent', async () => {
  const offer = await customer.offer()
  const now = new Date(FAKE_NOW.getTime() + 90 * 24 * HOUR_MS)
  const found = await customer.duffel.find(customer.call({ now }), { reference: 'ord_ours1', offer })
  assert.equal(found.outcome, 'unknown')
})

test('the look-up distinguishes references, over several pages, and skips unreadable orders', async () => {
  const { fake, duffel } = customer
  const offer = await customer.offer()
  for (let count = 1; count <= 3; count++) await book(bookingOf(offer, { reference: `ord_other${count}` }))
  await book(bookingOf(offer))
  const [first, ...rest] = [...fake.desk.orders.values()]
  const find = () => duffel.find(customer.call(), { reference: 'ord_ours1', offer })
  fake.upset('listOrders', {
    answers: { status: 200, body: { data: [first, { id: 7 }, null], meta: { after: 'a&b' } } },
  })
  fake.upset('listOrders', { answers: { status: 200, body: { data: rest, meta: { after: null } } } })
  const found = await find()
  assert.ok(found.outcome === 'confirmed')
  assert.equal(found.order.reference, 'ord_ours1')
  assert.match(fake.requests.at(-1)!.path, /^\/air\/orders\?offer_id=off_\w+&limit=200&after=a%26b$/)

  const unreadable = { id: 'ord_x', metadata: { embarque_reference: 'ord_ours1' } }
  fake.upset('listOrders', { answers: { status: 200, body: { data: [unreadable] } } })
  assert.deepEqual(await find(), {
    outcome: 'unknown',
    reason: 'Duffel answered something that is not understood',
  })
  fake.upset('listOrders', { answers: { status: 200, body: { data: [unreadable] } } })
  const sent = fake.count('order')
  assert.equal((await book(bookingOf(offer))).outcome, 'unknown', 'it is there, whatever it is')
  assert.equal(fake.count('order'), sent)
  for (let page = 0; page < 5; page++) {
    fake.upset('listOrders', { answers: { status: 200, body: { data: [], meta: { after: 'more' } } } })
  }
  assert.equal((await find()).outcome, 'unknown')
})

test('a failed look-up is unknown, even after the time limit', async () => {
  const { fake, duffel } = customer
  const offer = await customer.offer()
  fake.clock.advance(24 * HOUR_MS)
  const troubles: Trouble['answers'][] = [
    errorResponse(500, 'api_error', 'internal_server_error'),
    errorResponse(404, 'invalid_request_error', 'not_found'),
    errorResponse(401, 'authentication_error', 'expired_access_token'),
    { status: 200, body: '[' },
    { status: 200, body: {} },
  ]
  for (const answers of troubles) {
    fake.upset('listOrders', { answers })
    assert.equal((await duffel.find(customer.call(), { reference: 'x', offer })).outcome, 'unknown')
  }
  const signal = AbortSignal.abort()
  assert.equal((await duffel.find(customer.call({ signal }), { reference: 'x', offer })).outcome, 'unknown')
})

test('before anything is sent: gone, more expensive, not holdable, no document, aborted', async () => {
  const { fake } = customer
  const sold = rejectionIn(await book(bookingOf(await customer.offer(onRoute(ROUTE.offerGone)))))
  assert.deepEqual(sold, {
    reason: 'sold_out',
    message: 'The request was refused: offer no longer available.',
  })

  const rising = await customer.offer(onRoute(ROUTE.priceRises))
  const dearer = rejectionIn(await book(bookingOf(rising)))
  assert.equal(dearer.reason, 'price_changed')
  assert.equal(dearer.message, 'The price is 197.35 USD now')
  assert.deepEqual(dearer.price, {
    totalCents: 197_35n,
    baseCents: 166_55n,
    taxCents: 30_80n,
    currency: 'USD',
  })

  const offer = await customer.offer()
  const inEuro = { ...offer, price: { ...offer.price, currency: 'EUR' } }
  assert.equal(rejectionIn(await book(bookingOf(inEuro))).reason, 'price_changed')

  const instant = await customer.offer({}, 'TP')
  assert.equal(rejectionIn(await book(bookingOf(instant, { type: 'hold' }))).reason, 'hold_unavailable')

  const strict = await customer.offer({ travellers: ['adult', 'child'] })
  fake.desk.offers.get((strict.data as { id: string }).id)!.passenger_identity_documents_required = true
  const booking = bookingOf(strict)
  const passengers = [booking.passengers[0]!, { ...booking.passengers[1]!, identity_documents: [] }]
  assert.deepEqual(rejectionIn(await book({ ...booking, passengers })), {
    reason: 'passenger_data',
    message: 'The airline wants an identity document of every passenger: passport',
    passengerIndex: 1,
    field: 'identity_documents',
  })

  fake.desk.offers.delete((instant.data as { id: string }).id)
  assert.equal(rejectionIn(await book(bookingOf(instant))).reason, 'offer_gone')

  const unasked = /^Duffel could not be asked, and nothing was done: /
  const troubles: ['offer' | 'listOrders', FakeAnswer][] = [
    ['offer', errorResponse(500, 'api_error', 'internal_server_error')],
    ['offer', { status: 200, body: '{' }],
    ['listOrders', errorResponse(429, 'rate_limit_error', 'rate_limit_exceeded')],
  ]
  for (const [route, answers] of troubles) {
    fake.upset(route, { answers })
    const { reason, message } = rejectionIn(await book(bookingOf(offer)))
    assert.equal(reason, 'other')
    assert.match(message, unasked)
  }
  const { message } = rejectionIn(await book(bookingOf(offer), { signal: AbortSignal.abort() }))
  assert.match(message, unasked)
  assert.equal(fake.count('order'), 0)
  assert.equal((await book(bookingOf(offer))).outcome, 'confirmed', 'and later it can be booked')
})

test('a caller who aborts during the second read has nothing sent', async () => {
  const { fake } = customer
  const offer = await customer.offer()
  const release = fake.hold('offer')
  const given = new AbortController()
  const outcome = book(bookingOf(offer), { signal: given.signal })
  await fake.waitFor('offer')
  given.abort()
  release()
  assert.equal((await outcome).outcome, 'rejected')
  assert.equal(fake.count('order'), 0)
})

const pointer = (path: string) => ({ field: path.split('/').at(-1)!, pointer: `/data${path}` })
const RESET = 'Sun, 15 Nov 2026 12:01:00 GMT'
const messageOf = (code: string) => `Reported by the airline: ${code}`

// Refused orders: nothing was booked, and why.
const REFUSED: [response: FakeAnswer, rejection: object][] = [
  [
    errorResponse(422, 'airline_error', 'offer_no_longer_available'),
    { reason: 'sold_out', message: messageOf('offer_no_longer_available') },
  ],
  [
    errorResponse(422, 'invalid_state_error', 'offer_expired'),
    { reason: 'offer_gone', message: messageOf('offer_expired') },
  ],
  [
    errorResponse(422, 'invalid_state_error', 'order_creation_already_attempted'),
    { reason: 'offer_gone', message: messageOf('order_creation_already_attempted') },
  ],
  [
    errorResponse(422, 'validation_error', 'validation_format', pointer('/passengers/0/phone_number')),
    {
      reason: 'passenger_data',
      message: messageOf('validation_format'),
      passengerIndex: 0,
      field: 'phone_number',
    },
  ],
  [
    errorResponse(422, 'invalid_state_error', 'insufficient_balance'),
    { reason: 'other', message: messageOf('insufficient_balance') },
  ],
  [
    errorResponse(422, 'airline_error', 'duplicate_booking'),
    { reason: 'other', message: messageOf('duplicate_booking') },
  ],
  [
    errorResponse(502, 'airline_error', 'order_not_created'),
    { reason: 'other', message: messageOf('order_not_created') },
  ],
  [
    errorResponse(503, 'api_error', 'service_unavailable'),
    {
      reason: 'other',
      message:
        'Duffel could not be asked, and nothing was done: Duffel answered 503 (service_unavailable, request F1abc)',
    },
  ],
  [
    { status: 429, headers: { 'ratelimit-reset': RESET } },
    {
      reason: 'other',
      message: `Duffel could not be asked, and nothing was done: Duffel answered 429 (full until ${RESET})`,
    },
  ],
]
for (const [answers, rejection] of REFUSED) {
  test(`refused: ${JSON.stringify(rejection).slice(0, 90)}`, async () => {
    const offer = await customer.offer()
    customer.fake.upset('order', { answers })
    assert.deepEqual(rejectionIn(await book(bookingOf(offer))), rejection)
    assert.equal((await book(bookingOf(offer))).outcome, 'confirmed', 'a refusal is no lost answer')
  })
}

test('a price that changes between second read and order is returned with the new one', async () => {
  const { fake } = customer
  const codes = ['price_changed', 'payment_amount_does_not_match_order_amount']
  for (const code of codes) {
    const offer = await customer.offer()
    const sold = fake.desk.offers.get((offer.data as { id: string }).id)!
    const release = fake.hold('order')
    fake.upset('order', { answers: errorResponse(422, 'validation_error', code) })
    const seen = fake.count('order')
    const outcome = book(bookingOf(offer))
    await fake.waitFor('order', seen + 1)
    sold.total_amount = '200.00'
    release()
    const { reason, price } = rejectionIn(await outcome)
    assert.equal(reason, 'price_changed')
    assert.deepEqual(price, { totalCents: 200_00n, baseCents: 169_20n, taxCents: 30_80n, currency: 'USD' })
  }
})

test('a changed price that cannot be read is returned without it', async () => {
  const { fake } = customer
  const offer = await customer.offer()
  fake.upset('order', { answers: errorResponse(422, 'validation_error', 'price_changed') })
  const release = fake.hold('order')
  const outcome = book(bookingOf(offer))
  await fake.waitFor('order')
  fake.upset('offer', { answers: { status: 500 } })
  release()
  assert.deepEqual(rejectionIn(await outcome), {
    reason: 'price_changed',
    message: messageOf('price_changed'),
  })
})

test("refusals of Duffel's test mode are recognised", async () => {
  const noBalance = await customer.offer(onRoute(ROUTE.noBalance))
  assert.equal(rejectionIn(await book(bookingOf(noBalance))).reason, 'other')
  const fails = await customer.offer(onRoute(ROUTE.airlineFails))
  assert.equal((await book(bookingOf(fails, { reference: 'ord_ours2' }))).outcome, 'unknown')
  const offer = await customer.offer()
  const booking = bookingOf(offer)
  const passengers = [{ ...booking.passengers[0]!, family_name: 'X'.repeat(21) }]
  assert.deepEqual(rejectionIn(await book({ ...booking, passengers })), {
    reason: 'passenger_data',
    message: "Field 'family_name' is not right",
    passengerIndex: 0,
    field: 'family_name',
  })
  customer.fake.clock.advance(30 * 60_000)
  assert.equal(rejectionIn(await book(booking)).reason, 'offer_gone')
  assert.equal(ordersMade(), 0)
})

test('a token in an external text is removed', async () => {
  const { fake } = customer
  const offer = await customer.offer()
  const errors = [{ type: 'airline_error', code: 'x', message: `Bearer ${fake.token}\n\tis\0 wrong` }]
  fake.upset('order', { answers: { status: 422, body: { errors } } })
  const { message } = rejectionIn(await book(bookingOf(offer)))
  assert.equal(message, 'Bearer ... is wrong')
})

test('an order as it is now: moved by the airline, cancelled, expired, absent', async () => {
  const { fake, duffel } = customer
  const instant = await customer.ordered('instant')
  const read = () => duffel.read(customer.call(), stored(instant))
  const made = fake.desk.orders.get((instant.data as { id: string }).id)!
  assert.deepEqual(await read(), { outcome: 'confirmed', order: instant })
  changeSchedule(made, 95, { at: FAKE_NOW })
  const moved = await read()
  assert.ok(moved.outcome === 'confirmed')
  const [segment] = moved.order.slices[0]!.segments
  assert.equal(segment!.departing_at, '2027-03-10T11:50:00')
  made.cancelled_at = FAKE_NOW.toISOString()
  const cancelled = await read()
  assert.ok(cancelled.outcome === 'confirmed')
  assert.deepEqual([cancelled.order.status, cancelled.order.lookAgainAt], ['cancelled', null])

  fake.desk.orders.delete(made.id)
  assert.deepEqual((await read()).outcome, 'unknown')

  const held = await customer.ordered('hold')
  fake.clock.advance(72 * HOUR_MS)
  const lapsed = await duffel.read(customer.call(), stored(held))
  assert.ok(lapsed.outcome === 'confirmed')
  assert.deepEqual([lapsed.order.status, lapsed.order.paymentRequiredBy], ['expired', null])
  fake.upset('readOrder', { answers: { status: 200, body: { data: {} } } })
  assert.equal((await duffel.read(customer.call(), stored(held))).outcome, 'unknown')
  await assert.rejects(duffel.read(customer.call(), { ...stored(held), data: null }), /no order of Duffel's/)
})

test('on the route of moved flights every read has a later flight', async () => {
  const order = await customer.ordered('instant', onRoute(ROUTE.airlineChanges))
  const times: string[] = []
  for (let count = 0; count < 2; count++) {
    const read = await customer.duffel.read(customer.call(), stored(order))
    assert.ok(read.outcome === 'confirmed')
    times.push(read.order.slices[0]!.segments[0]!.departing_at.slice(11, 16))
  }
  assert.deepEqual(times, ['11:15', '12:15'])
})
