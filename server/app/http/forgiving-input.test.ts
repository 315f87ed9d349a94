// Forgiving input: second names of fields, null for left out, formatted phones, codes in lower case, and days.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOKINGS, HOME, holdBody, PASSPORT, passengersOf, zzOffer } from '../../../test/support/bookings.ts'
import {
  INVOICES,
  ITEM,
  invoiceBody,
  newClient,
  newInvoice,
  newQuote,
} from '../../../test/support/invoicing.ts'
import { oneWay, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { tidierOf } from './forgiving-input.ts'

const app = await startApp()
const DAY = '2026-12-20'
const fieldsOf = (body: { details?: { field: string }[] }) => body.details?.map(({ field }) => field)

test('a search in snake_case and lower case finds the same flights, without a warning', async () => {
  const wanted = { cabinClass: 'economy', maxConnections: 0, departureTime: { from: '05:00', to: '23:00' } }
  const usual = await search(app.test, oneWay('GRU', 'SDU', DAY, wanted))
  assert.equal(usual.status, 200, usual.text)
  const other = await search(app.test, {
    type: 'one_way',
    slices: [{ origin: 'gru', destination: 'Sdu', departure_date: DAY }],
    passengers: [{ type: 'adult', count: 1 }],
    cabin_class: 'economy',
    max_connections: 0,
    departure_time: { from: '05:00', to: '23:00' },
  })
  assert.equal(other.status, 200, other.text)
  assert.ok(usual.body.offers.length > 0)
  assert.equal(other.body.offers.length, usual.body.offers.length)
  assert.deepEqual(other.body.warnings, usual.body.warnings)
})

test('both names of a field with the same value are accepted; different values are refused', async () => {
  const body = oneWay('GRU', 'SDU', DAY, { cabinClass: 'economy', cabin_class: 'economy' })
  assert.equal((await search(app.test, body)).status, 200)
  const slices = [{ origin: 'GRU', destination: 'SDU', departureDate: DAY, departure_date: '2026-12-21' }]
  const refused = await search(app.test, { ...body, slices, cabin_class: 'business' })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error, 'Invalid request parameters')
  assert.deepEqual(fieldsOf(refused.body)?.toSorted(), ['cabin_class', 'slices.0.departure_date'])
})

test('null in an optional field of a search or a create is the same as omitting it', async () => {
  const nothing = {
    cabinClass: null,
    maxConnections: null,
    airlines: null,
    departureTime: null,
    sort: null,
    limit: null,
    client_id: null,
    max_connections: null,
  }
  const found = await search(app.test, oneWay('GRU', 'SDU', DAY, nothing))
  assert.equal(found.status, 200, found.text)
  const client = await newClient(app.test, { phone: null, is_active: null, language: null })
  assert.equal(client.is_active, true)
  const invoice = await newInvoice(app.test, {
    tax_rate: null,
    discount_rate: null,
    status: null,
    payment_status: null,
    amount_paid: null,
    paid_at: null,
    payment_methods: null,
    notify_client: null,
  })
  assert.equal(invoice.status, 'draft')
  assert.equal(invoice.tax_rate, 0)
  const missing = await app.test.post(INVOICES, await invoiceBody(app.test, { due_date: null }))
  assert.deepEqual([missing.status, fieldsOf(missing.body)], [400, ['due_date']])
})

test('null is refused for an amount whose omission means all', async () => {
  const { id } = await newInvoice(app.test)
  const at = `${INVOICES}/${id}`
  const wrong: [path: string, body: object, field: string][] = [
    [`${at}/credit`, { amount: null }, 'amount'],
    [`${at}/overpayment-credit`, { amount: null }, 'amount'],
    [`${at}/refunds`, { amount: null }, 'amount'],
    ['/api/v1/credit-notes', { invoice_id: id, reason: 'x', amount: null }, 'amount'],
    ['/api/v1/credit-notes/preview', { invoice_id: id, amount: null }, 'amount'],
    ['/api/v1/receipts/confirm', { receipts: [{ charge_id: 'chg_1', amount: null }] }, 'receipts.0.amount'],
  ]
  for (const [path, body, field] of wrong) {
    const { status, body: response } = await app.test.post(path, body)
    assert.deepEqual([path, status, fieldsOf(response)], [path, 400, [field]])
  }
})

test('PATCH keeps null: it clears optional fields and is refused elsewhere', async () => {
  const client = await newClient(app.test, { phone: '+55 11 3000-0000' })
  const path = `/api/v1/clients/${client.id}`
  const cleared = await app.test.patch(path, { phone: null })
  assert.equal(cleared.body.data.phone, null)
  assert.equal((await app.test.patch(path, { is_active: null })).status, 400)
})

test('items of a list in a PATCH are new ones, whose nulls are omitted too', async () => {
  const { id } = await newQuote(app.test)
  const leg = {
    origin: 'GRU',
    destination: 'LIS',
    departing_at: '2026-12-20T22:10',
    arriving_at: '2026-12-21T12:10',
    flights: null,
    stops: null,
  }
  const refund = { allowed: true, fee: 100, fee_currency: null }
  const options = [{ id: null, items: [ITEM], trip: { legs: [leg], refund } }]
  const changed = await app.test.patch(`/api/v1/quotes/${id}`, { options })
  assert.equal(changed.status, 200, changed.text)
  const [{ trip }] = changed.body.data.options
  assert.deepEqual([trip.legs[0].flights, trip.refund], [[], { allowed: true, fee: 100 }])
})

test('a booking accepts offer_id, formatted phones and nulls, and returns the normalised number', async () => {
  const offer = await zzOffer(app.test)
  const passengers = passengersOf(offer, {
    phone_number: '+55 (11) 98765-43.21',
    title: null,
    identity_documents: null,
    loyalty_programme_accounts: null,
  })
  const { offerId, ...body } = holdBody(offer, {
    passengers,
    payments: null,
    metadata: null,
    client_id: null,
  })
  const booked = await app.test.post(BOOKINGS, { ...body, offer_id: offerId })
  assert.equal(booked.status, 201, booked.text)
  assert.equal(booked.body.passengers[0].phone_number, '+5511987654321')
  const stored = (await app.test.get(`${BOOKINGS}/${booked.body.id}`)).body
  assert.equal(stored.passengers[0].phone_number, '+5511987654321')
  assert.deepEqual(stored.metadata, {})
})

test("a client's invalid phone is stored as typed", async () => {
  assert.equal(
    (await newClient(app.test, { phone: 'ramal 22, falar com Bia' })).phone,
    'ramal 22, falar com Bia',
  )
})

test('a domestic booking accepts an expired or incomplete passport, with a warning', async () => {
  const offer = await zzOffer(app.test, { route: HOME })
  const documents = [
    { ...PASSPORT, expires_on: '2020-01-01' },
    { type: 'passport', unique_identifier: '' },
    PASSPORT,
  ]
  const passengers = passengersOf(offer, { identity_documents: documents })
  const booked = await app.test.post(BOOKINGS, holdBody(offer, { passengers }))
  assert.equal(booked.status, 201, booked.text)
  assert.equal(booked.body.passengers[0].identity_documents.length, 1)
  const issue = 'is not needed on a domestic flight and was left out'
  for (const index of [0, 1])
    assert.ok(
      booked.body.warnings.some(
        (warning: { field: string; issue: string }) =>
          warning.field === `passengers.0.identity_documents.${index}` && warning.issue === issue,
      ),
    )
})

test("paid_at may be a day in the team's time zone", async () => {
  const invoice = await newInvoice(app.test, { status: 'sent' })
  const paid = await app.test.patch(`${INVOICES}/${invoice.id}`, {
    payment_status: 'paid',
    paid_at: '2026-11-12',
  })
  assert.equal(paid.status, 200, paid.text)
  assert.equal(paid.body.data.paid_at, '2026-11-12T03:00:00.000Z')
  const other = await newInvoice(app.test, { status: 'sent' })
  const part = await app.test.post(`${INVOICES}/${other.id}/payments`, { amount: 10, paid_at: '2026-11-13' })
  assert.equal(part.body.data.payments[0].paid_at, '2026-11-13T03:00:00.000Z', part.text)
  const wrong = await app.test.patch(`${INVOICES}/${other.id}`, { paid_at: '2026-02-30' })
  assert.deepEqual([wrong.status, fieldsOf(wrong.body)], [400, ['paid_at']])
})

test('a body is unchanged where its schema is open', () => {
  const open = tidierOf({ type: 'object' }, 'POST')
  const body = { any: null, thing: { deep: null } }
  assert.deepEqual(open(body), [])
  assert.deepEqual(body, { any: null, thing: { deep: null } })
  const maybe = { type: 'object', properties: { note: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }
  const cleared = { note: null }
  tidierOf(maybe, 'PUT')(cleared)
  assert.deepEqual(cleared, { note: null })
  for (const strange of [null, 5, 'x', [null], undefined])
    assert.deepEqual(tidierOf(maybe, 'POST')(strange), [])
})

test('Embarque-Version: the known version or none is accepted, another is refused with the known one', async () => {
  const none = await app.live.get('/api/v1/me')
  assert.deepEqual([none.status, none.headers['embarque-version']], [200, '2026-11-01'])
  assert.equal((await app.live.get('/api/v1/me', { 'embarque-version': '2026-11-01' })).status, 200)
  for (const version of ['2027-01-01', 'latest', '2026-11-01, 2026-11-01', '']) {
    const { status, body } = await app.live.get('/api/v1/me', { 'embarque-version': version })
    assert.equal(status, 400, version)
    assert.equal(body.error, 'Invalid request parameters')
    assert.equal(body.details[0].field, 'Embarque-Version')
    assert.match(body.details[0].issue, /2026-11-01/)
  }
  assert.equal((await app.anybody.get('/api/v1/me', { 'embarque-version': '2027-01-01' })).status, 401)
})
