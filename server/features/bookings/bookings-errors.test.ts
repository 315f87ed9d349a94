// Every way a booking is refused: the contract's text, the status, the field to blame, and the decided order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, issuesOf, newAgency } from '../../../test/support/agency.ts'
import {
  ABROAD,
  anyOffer,
  BOOKINGS,
  booked,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
  paymentOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { makeId } from '../../kernel/values/ids.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({ wall })
const offer = await zzOffer(app.test)
const abroad = await zzOffer(app.test, { route: ABROAD })
const hold = (changes: object) => holdBody(offer, changes)
const instant = (changes: object) => instantBody(offer, changes)
const payment = paymentOf(offer)

const SHAPES: [name: string, body: unknown, field: string | undefined][] = [
  ['a body that is a list', [], 'body'],
  ['no offerId', hold({ offerId: undefined }), 'offerId'],
  ['an offerId that is a number', hold({ offerId: 7 }), 'offerId'],
  ['an empty offerId', hold({ offerId: '' }), 'offerId'],
  ['no type', hold({ type: undefined }), 'type'],
  ['another type', hold({ type: 'Hold' }), 'type'],
  ['no passengers', hold({ passengers: undefined }), 'passengers'],
  ['passengers that are no list', hold({ passengers: {} }), 'passengers'],
  ['instant without payments', instant({ payments: undefined }), 'payments'],
  ['payments that are no list', instant({ payments: payment }), 'payments'],
  ['no payment in the list', instant({ payments: [] }), 'payments'],
  ['two payments', instant({ payments: [payment, payment] }), 'payments'],
  ['a payment that is no object', instant({ payments: ['balance'] }), 'payments.0'],
  ['a payment without type', instant({ payments: [{ ...payment, type: undefined }] }), 'payments.0.type'],
  ['a payment by card', instant({ payments: [{ ...payment, type: 'card' }] }), 'payments.0.type'],
  [
    'an amount that is a number',
    instant({ payments: [{ ...payment, amount: 435.44 }] }),
    'payments.0.amount',
  ],
  ['no amount', instant({ payments: [{ ...payment, amount: undefined }] }), 'payments.0.amount'],
  ['no currency', instant({ payments: [{ ...payment, currency: undefined }] }), 'payments.0.currency'],
  ['metadata that is a list', hold({ metadata: [] }), 'metadata'],
  ['metadata that is a text', hold({ metadata: 'OS-1' }), 'metadata'],
  ['a client_id that is a number', hold({ client_id: 7 }), 'client_id'],
]

for (const [name, body, field] of SHAPES) {
  test(`shape: ${name}: 400 Invalid request parameters`, async () => {
    assertError(await app.test.post(BOOKINGS, body), 400, 'Invalid request parameters', field)
  })
}

test('no body: 400 Invalid request parameters', async () => {
  const { status, body } = await app.test.post(BOOKINGS)
  assert.deepEqual([status, body.error], [400, 'Invalid request parameters'])
})

test('without a key: 401 Unauthorized', async () => {
  assertError(await app.anybody.post(BOOKINGS, holdBody(offer)), 401, 'Unauthorized')
  assertError(await app.anybody.get(BOOKINGS), 401, 'Unauthorized')
})

test('an error carries code, advice, request_id, and _meta with a test key', async () => {
  const { headers, body } = await app.test.post(BOOKINGS, hold({ passengers: [] }))
  const { message, request_id, details, doc_url, user_message, _meta, ...rest } = body
  assert.deepEqual(rest, {
    success: false,
    error: 'Invalid passenger data',
    code: 'invalid_passenger_data',
    type: 'invalid_request',
    param: 'passengers',
  })
  assert.equal(user_message, 'Confira os dados dos passageiros.')
  assert.match(doc_url, /\/docs\/errors#invalid_passenger_data$/)
  assert.match(message, /^Invalid passenger data: .+/)
  assert.equal(request_id, headers['x-request-id'])
  assert.deepEqual(issuesOf(details), [
    { field: 'passengers', issue: `lacks ${offer.passengers[0]!.id} of the offer` },
  ])
  assert.equal(_meta.test_mode, true)
})

test('an unknown offer, or one of another team or mode: 404 Offer not found', async () => {
  const other = await newAgency(app)
  const strangers = [
    'off_x',
    makeId('offer', wall.now()),
    (await zzOffer(other.test)).id,
    (await anyOffer(app.live)).id,
  ]
  for (const offerId of strangers) {
    assertError(await app.test.post(BOOKINGS, hold({ offerId })), 404, 'Offer not found')
    assertError(await app.test.post(BOOKINGS, instant({ offerId })), 404, 'Offer not found')
  }
})

test('an offer can be booked until its expires_at, then 400 Offer expired', async () => {
  const agency = await newAgency(app)
  const own = await zzOffer(agency.test)
  const seconds = (Date.parse(own.expires_at) - wall.now().getTime()) / 1000
  assert.ok(seconds >= 15 * 60 && seconds <= 30 * 60)
  const { now } = (await agency.test.get('/api/v1/test/clock')).body.data
  assert.equal(now, wall.now().toISOString())
  await agency.advance(`PT${seconds - 1}S`)
  await booked(agency.test, holdBody(own))
  await agency.advance('PT1S')
  assertError(await agency.test.post(BOOKINGS, holdBody(own)), 400, 'Offer expired')
  assertError(await agency.test.post(BOOKINGS, instantBody(own)), 400, 'Offer expired')
})

test('hold on an offer that allows no hold: 400 Offer requires instant payment', async () => {
  const instantOnly = await zzOffer(app.test, { family: 'instant only' })
  assert.equal(instantOnly.payment_requirements.requires_instant_payment, true)
  const response = await app.test.post(BOOKINGS, holdBody(instantOnly))
  assertError(response, 400, 'Offer requires instant payment')
  assert.equal((await booked(app.test, instantBody(instantOnly))).status, 'ticketed')
})

test('an international flight: 400 Passport required, for each passenger without one', async () => {
  const forTwo = await zzOffer(app.test, { route: ABROAD, passengers: [{ type: 'adult', count: 2 }] })
  const [first, second] = passengersOf(forTwo)
  const passengers = [{ ...first, identity_documents: [PASSPORT] }, second]
  const response = await app.test.post(BOOKINGS, holdBody(forTwo, { passengers }))
  assertError(response, 400, 'Passport required', 'passengers.1.identity_documents')
  assert.equal(response.body.details.length, 1)
  const cpf = { type: 'tax_id', unique_identifier: '529.982.247-25', issuing_country_code: 'BR' }
  const both = await app.test.post(
    BOOKINGS,
    instantBody(forTwo, { passengers: passengersOf(forTwo, { identity_documents: [cpf] }) }),
  )
  assertError(both, 400, 'Passport required', 'passengers.0.identity_documents')
  assert.equal(both.body.details.length, 2)
})

const PAYMENTS: [name: string, change: object, field: string][] = [
  ['another amount', { amount: '435.43' }, 'amount'],
  ["the client's amount in BRL", { amount: offer.client_amount }, 'amount'],
  ['a negative amount', { amount: '-435.44' }, 'amount'],
  ['an amount with a comma', { amount: '435,44' }, 'amount'],
  ['an amount with three decimals', { amount: '435.440' }, 'amount'],
  ['an empty amount', { amount: '' }, 'amount'],
  ['another currency', { currency: 'USD' }, 'currency'],
  ['the currency in small letters', { currency: 'brl' }, 'currency'],
]
for (const [name, change, field] of PAYMENTS) {
  test(`${name}: 400 Payment amount mismatch`, async () => {
    const body = instant({ payments: [{ ...payment, ...change }] })
    const response = await app.test.post(BOOKINGS, body)
    assertError(response, 400, 'Payment amount mismatch', `payments.0.${field}`)
    const expected = field === 'amount' ? `total_amount, ${offer.total_amount} BRL` : 'total_currency, BRL'
    assert.equal(response.body.details[0].issue, `must be the offer's ${expected}`)
  })
}

test('amounts are compared after normalising: 186.2 is 186.20', async () => {
  assert.equal(abroad.total_amount, '186.20')
  const passengers = passengersOf(abroad, { identity_documents: [PASSPORT] })
  const payments = [{ type: 'balance', amount: '186.2', currency: 'USD' }]
  await booked(app.test, instantBody(abroad, { passengers, payments }))
})

test('errors come in the documented order, the next one once the one before is corrected', async () => {
  const agency = await newAgency(app)
  const other = await newAgency(app)
  const dear = await zzOffer(agency.test, { route: ABROAD, passengers: [{ type: 'adult', count: 9 }] })
  const gone = await zzOffer(agency.test, { route: ABROAD })
  await agency.advance('PT31M')
  const fresh = await zzOffer(agency.test, { route: ABROAD, passengers: [{ type: 'adult', count: 9 }] })
  assert.ok(Number(dear.client_amount) > 5000)
  const wrong = { ...paymentOf(fresh), amount: '0.01' }
  const send = (body: object) => agency.test.post(BOOKINGS, { type: 'instant', ...body })
  const invalid = passengersOf(fresh, { born_on: 'yesterday' })
  const unknown = (await zzOffer(other.test)).id
  const shapeless = { offerId: unknown, passengers: invalid, payments: [{ ...wrong, amount: 1 }] }
  assertError(await send(shapeless), 400, 'Invalid request parameters', 'payments.0.amount')
  const notFound = { ...shapeless, payments: [wrong] }
  assertError(await send(notFound), 404, 'Offer not found')
  assertError(await send({ ...notFound, offerId: gone.id }), 400, 'Offer expired')
  const found = { ...notFound, offerId: fresh.id }
  assertError(await send(found), 400, 'Invalid passenger data', 'passengers.0.born_on')
  const withoutPassports = { ...found, passengers: passengersOf(fresh) }
  assertError(await send(withoutPassports), 400, 'Passport required', 'passengers.0.identity_documents')
  const travellers = passengersOf(fresh, { identity_documents: [PASSPORT] })
  const badlyPaid = { ...found, passengers: travellers }
  assertError(await send(badlyPaid), 400, 'Payment amount mismatch', 'payments.0.amount')
  assertError(await send({ ...badlyPaid, payments: [paymentOf(fresh)] }), 422, 'Insufficient balance')
  assert.equal((await agency.test.get(BOOKINGS)).body.pagination.total, 0)
})

test('a price that changed at the carrier: 409 Price changed with the new price, for hold and instant', async () => {
  const moved = await zzOffer(app.test, { family: 'price changed' })
  for (const body of [holdBody(moved), instantBody(moved)]) {
    const response = await app.test.post(BOOKINGS, body)
    assertError(response, 409, 'Price changed', 'total_amount')
    assert.deepEqual(response.body.details, [
      { field: 'total_amount', issue: '478.98' },
      { field: 'total_currency', issue: 'BRL' },
    ])
  }
})

for (const family of ['sold out', 'gone']) {
  test(`an offer that is ${family} at the carrier: 409 Sold out, for hold and instant`, async () => {
    const away = await zzOffer(app.test, { family })
    for (const body of [holdBody(away), instantBody(away)])
      assertError(await app.test.post(BOOKINGS, body), 409, 'Sold out')
  })
}

test("the carrier rejects: 422 Carrier rejected the booking, with the carrier's message", async () => {
  const refused = await zzOffer(app.test, { family: 'rejected' })
  for (const body of [holdBody(refused), instantBody(refused)]) {
    const response = await app.test.post(BOOKINGS, body)
    assertError(response, 422, 'Carrier rejected the booking')
    assert.match(response.body.message, /The airline refuses this booking/)
  }
})

test('the carrier rejects a passenger: 400 Invalid passenger data, naming the passenger', async () => {
  const refused = await zzOffer(app.test, { family: 'passenger rejected' })
  const response = await app.test.post(BOOKINGS, holdBody(refused))
  assertError(response, 400, 'Invalid passenger data', 'passengers.0.given_name')
})

test('a rejected hold leaves nothing: no list entry, no event, no mail', async () => {
  const agency = await newAgency(app)
  for (const family of ['sold out', 'gone', 'price changed', 'rejected', 'passenger rejected'])
    await agency.test.post(BOOKINGS, holdBody(await zzOffer(agency.test, { family })))
  assert.equal((await agency.test.get(BOOKINGS)).body.pagination.total, 0)
  const diary = agency.diary()
  assert.deepEqual([await diary.types(), await diary.mails(), await diary.orders()], [[], [], []])
})
