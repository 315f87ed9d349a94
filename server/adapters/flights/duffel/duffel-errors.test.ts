// Every public error code of Duffel, and which refusals are reliable.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DuffelResponse } from './client.ts'
import { describe, goneFrom, isAboutUs, isRefusal, rejectionFrom } from './client.ts'

const hide = (text: string) => text
const response = (status: number, body: unknown = undefined): DuffelResponse => ({
  status,
  body,
  retryAt: null,
})
const refusal = (code: string, pointer?: string, status = 422): DuffelResponse =>
  response(status, {
    errors: [{ type: 't', code, title: 'T', message: 'M', source: pointer ? { pointer } : null }],
  })
const noResponse = (wasSent: boolean): DuffelResponse => ({ status: null, wasSent, reason: 'gone' })

const CODES: [code: string, pointer: string | undefined, rejection: object][] = [
  ['offer_no_longer_available', undefined, { reason: 'sold_out' }],
  ['offer_expired', undefined, { reason: 'offer_gone' }],
  ['offer_request_already_booked', undefined, { reason: 'offer_gone' }],
  ['order_creation_already_attempted', undefined, { reason: 'offer_gone' }],
  ['not_found', '/data/selected_offers/0', { reason: 'offer_gone' }],
  ['not_found', '/data/services/0/id', { reason: 'other' }],
  ['price_changed', undefined, { reason: 'price_changed' }],
  ['payment_amount_does_not_match_order_amount', '/data/payments/0/amount', { reason: 'price_changed' }],
  ['payment_currency_does_not_match_order_currency', undefined, { reason: 'price_changed' }],
  ['past_payment_required_by_date', undefined, { reason: 'expired' }],
  ['already_cancelled', undefined, { reason: 'already_cancelled' }],
  ['not_valid_with_selected_offer', '/data/type', { reason: 'hold_unavailable' }],
  ['not_valid_with_selected_offer', '/data/services', { reason: 'other' }],
  ['invalid_passenger_name', undefined, { reason: 'passenger_data', field: 'given_name' }],
  ['invalid_passenger_title', undefined, { reason: 'passenger_data', field: 'title' }],
  ['invalid_phone_number', undefined, { reason: 'passenger_data', field: 'phone_number' }],
  ['invalid_email_address', undefined, { reason: 'passenger_data', field: 'email' }],
  ['invalid_loyalty_card', undefined, { reason: 'passenger_data', field: 'loyalty_programme_accounts' }],
  ['duplicate_passenger_name', undefined, { reason: 'passenger_data', field: 'family_name' }],
  ['order_passengers_incompatible_with_offer', undefined, { reason: 'passenger_data' }],
  [
    'invalid_passenger_name',
    '/data/passengers/2/family_name',
    { reason: 'passenger_data', passengerIndex: 2, field: 'family_name' },
  ],
  [
    'validation_required',
    '/data/passengers/1/identity_documents/0/expires_on',
    { reason: 'passenger_data', passengerIndex: 1, field: 'identity_documents.0.expires_on' },
  ],
  ['validation_length', '/passengers/0', { reason: 'passenger_data', passengerIndex: 0 }],
  ['validation_required', '/data/passengers', { reason: 'passenger_data' }],
  ['validation_required', '/data/payments', { reason: 'other' }],
  ['insufficient_balance', undefined, { reason: 'other' }],
  ['duplicate_booking', undefined, { reason: 'other' }],
  ['schedule_changed', undefined, { reason: 'other' }],
  ['order_not_cancellable', undefined, { reason: 'other' }],
  ['unheard_of', undefined, { reason: 'other' }],
]
for (const [code, pointer, rejection] of CODES) {
  test(`${code} ${pointer ?? ''}`, () => {
    const refused = refusal(code, pointer)
    assert.equal(isRefusal(refused), true)
    assert.deepEqual(rejectionFrom(refused, hide), { message: 'M', ...rejection })
  })
}

test('of several errors the most specific is used', () => {
  const errors = [
    { code: 'validation_required', message: 'first' },
    { code: 'price_changed', message: 'second' },
  ]
  assert.deepEqual(rejectionFrom(response(422, { errors }), hide), {
    reason: 'price_changed',
    message: 'second',
  })
})

test('texts are truncated, kept on one line, and taken from the first field that has one', () => {
  const said = (error: object) => rejectionFrom(response(422, { errors: [error] }), hide).message
  assert.equal(said({ code: 'x', message: 'a\r\n\tb\u0000c' }), 'a b c')
  assert.equal(said({ code: 'x', message: 'y'.repeat(1_000) }).length, 300)
  assert.equal(said({ code: 'x', message: '', title: 'the title' }), 'the title')
  assert.equal(said({ code: 400 }), 'Duffel answered 422 (400)')
})

test('definite refusals are distinguished from uncertain ones', () => {
  const believed: [DuffelResponse, boolean][] = [
    [noResponse(false), true],
    [noResponse(true), false],
    [response(400), true],
    [response(401), true],
    [response(404), true],
    [response(408), false],
    [response(422), true],
    [response(429), true],
    [response(500), false],
    [response(502), false],
    [refusal('order_not_created', undefined, 502), true],
    [refusal('airline_unknown', undefined, 502), false],
    [refusal('airline_unknown'), false],
    [refusal('airline_internal'), false],
    [response(503), false],
    [refusal('service_unavailable', undefined, 503), true],
    [refusal('gateway_timeout_error', undefined, 504), false],
    [response(504), false],
    [response(200), false],
    [response(201), false],
    [response(202), false],
    [response(204), false],
    [response(307), false],
  ]
  for (const [given, expected] of believed) assert.equal(isRefusal(given), expected, JSON.stringify(given))
})

test("an error about the service's own request is not about the order", () => {
  for (const status of [401, 403, 407, 429, 500, 503, 504]) {
    assert.equal(isAboutUs(response(status)), true)
    const refused = refusal('offer_expired', undefined, status)
    assert.equal(rejectionFrom(refused, hide).reason, 'other')
  }
  assert.equal(isAboutUs(noResponse(false)), true)
  for (const status of [200, 400, 404, 422]) assert.equal(isAboutUs(response(status)), false)
})

test('errors of expired offers are recognised', () => {
  assert.equal(goneFrom(response(404), hide)?.reason, 'offer_gone')
  assert.equal(goneFrom(refusal('offer_no_longer_available'), hide)?.reason, 'sold_out')
  assert.equal(goneFrom(refusal('offer_expired'), hide)?.reason, 'offer_gone')
  for (const other of [
    response(200),
    response(422),
    response(500),
    refusal('airline_unknown'),
    noResponse(true),
  ]) {
    assert.equal(goneFrom(other, hide), null)
  }
})

test('descriptions contain codes and numbers, no texts', () => {
  const errors = [{ code: 'a_code', message: 'secret' }, { code: 'no code, <b>' }, { code: 'a_code' }]
  const described = describe({
    status: 400,
    body: { errors, meta: { request_id: 'F1-x_Y' } },
    retryAt: 'now',
  })
  assert.equal(described, 'Duffel answered 400 (a_code, request F1-x_Y)')
  const odd = { errors, meta: { request_id: 'a b' } }
  assert.equal(describe({ status: 429, body: odd, retryAt: '<script>' }), 'Duffel answered 429 (a_code)')
  assert.equal(describe(noResponse(true)), 'gone')
})
