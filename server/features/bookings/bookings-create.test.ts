// The contract's booking create and get: every field of a hold and of an instant booking, and whose booking it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency } from '../../../test/support/agency.ts'
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
import { fill } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const NOW = '2026-11-15T12:00:00.000Z'
const wall = fixedClock(new Date(NOW))
const app = await startApp({ wall })
const offer = await zzOffer(app.test)
const FAMILY = [
  { type: 'adult' as const, count: 1 },
  { type: 'child' as const, count: 1 },
  { type: 'infant_without_seat' as const, count: 1 },
]

test('POST with type hold: 201 and the bare pending booking, with every field of the contract', async () => {
  const { status, body } = await app.test.post(BOOKINGS, holdBody(offer))
  assert.equal(status, 201)
  const { id, booking_reference, client, _meta, ...rest } = body
  assert.match(id, /^ord_[0-9a-z]{26}$/)
  assert.match(booking_reference, /^[2-9A-HJ-NP-Z]{6}$/)
  assert.equal(_meta.test_mode, true)
  assert.match(client.id, /^cli_[0-9a-f]{32}$/)
  const [traveller] = offer.passengers
  const deadline = '2026-11-17T12:00:00.000Z'
  assert.deepEqual(rest, {
    status: 'pending',
    type: 'hold',
    refund: null,
    tags: [],
    trip_id: null,
    live_mode: false,
    synced_at: NOW,
    updated_at: NOW,
    created_at: NOW,
    total_amount: '435.44',
    total_currency: 'BRL',
    tax_amount: '45.44',
    tax_currency: 'BRL',
    base_amount: '390.00',
    base_currency: 'BRL',
    client_amount: '513.98',
    client_currency: 'BRL',
    wallet_amount: '513.98',
    exchange_rate_used: 1,
    base_cost_brl: '435.44',
    total_agency_commission: '78.54',
    pricing: offer.pricing,
    offer_id: offer.id,
    owner: { iata_code: 'ZZ', name: 'Zigue Zague Linhas Aéreas' },
    slices: offer.slices,
    passengers: [
      {
        id: traveller!.id,
        type: 'adult',
        given_name: 'Ana',
        family_name: 'Souza',
        gender: 'f',
        title: null,
        born_on: '1990-05-17',
        email: 'ana@example.com',
        phone_number: '+5511987654321',
        identity_documents: [],
        loyalty_programme_accounts: [],
        infant_passenger_id: null,
      },
    ],
    documents: [],
    changes: [],
    conditions: offer.conditions,
    payment_status: {
      awaiting_payment: true,
      payment_required_by: deadline,
      price_guarantee_expires_at: deadline,
    },
    metadata: {},
    external_reference: null,
  })
})

test('POST with type instant: 201, ticketed at once, with tickets and nothing left to pay', async () => {
  const { status, body } = await app.test.post(BOOKINGS, instantBody(offer))
  assert.equal(status, 201)
  assert.deepEqual([body.status, body.type], ['ticketed', 'instant'])
  const [ticket, ...more] = body.documents
  assert.deepEqual(more, [])
  assert.deepEqual(Object.keys(ticket).sort(), ['passenger_id', 'type', 'unique_identifier'])
  assert.deepEqual([ticket.type, ticket.passenger_id], ['electronic_ticket', offer.passengers[0]!.id])
  assert.match(ticket.unique_identifier, /^000\d{10}$/)
  assert.match(body.booking_reference, /^[2-9A-HJ-NP-Z]{6}$/)
  assert.deepEqual(body.payment_status, {
    awaiting_payment: false,
    payment_required_by: null,
    price_guarantee_expires_at: null,
  })
})

test('GET returns a booking as create did, with its status, documents and tags', async () => {
  for (const body of [holdBody(offer), instantBody(offer)]) {
    const made = await booked(app.test, body)
    const { status, body: read } = await app.test.get(`${BOOKINGS}/${made.id}`)
    assert.equal(status, 200)
    assert.deepEqual(read, made)
  }
})

test('production keys report live_mode true and carry no _meta', async () => {
  const agency = await newAgency(app)
  await fill(agency.live, '3000.00')
  const body = await booked(agency.live, instantBody(await anyOffer(agency.live)))
  assert.deepEqual([body.live_mode, '_meta' in body], [true, false])
})

test('a family: each passenger has a type and a ticket, the infant its adult', async () => {
  const forFamily = await zzOffer(app.test, { passengers: FAMILY })
  const body = await booked(app.test, instantBody(forFamily))
  const ids = forFamily.passengers.map(({ id }) => id)
  assert.deepEqual(
    body.passengers.map((one: { id: string; type: string }) => [one.id, one.type]),
    [
      [ids[0], 'adult'],
      [ids[1], 'child'],
      [ids[2], 'infant_without_seat'],
    ],
  )
  assert.equal(body.passengers[0].infant_passenger_id, ids[2])
  assert.deepEqual(
    body.documents.map((ticket: { passenger_id: string }) => ticket.passenger_id),
    ids,
  )
  const numbers = body.documents.map((ticket: { unique_identifier: string }) => ticket.unique_identifier)
  assert.equal(new Set(numbers).size, 3)
  const [segment] = body.slices[0].segments
  assert.deepEqual(
    segment.passengers.map((one: { passenger_id: string }) => one.passenger_id),
    ids,
  )
  assert.deepEqual(Object.keys(segment.passengers[0]).sort(), [
    'baggages',
    'cabin_class',
    'cabin_class_marketing_name',
    'fare_basis_code',
    'passenger_id',
    'seat',
  ])
})

test('passengers are accepted in any order and returned in the order of the offer', async () => {
  const forFamily = await zzOffer(app.test, { passengers: FAMILY })
  const body = await booked(
    app.test,
    holdBody(forFamily, { passengers: passengersOf(forFamily).toReversed() }),
  )
  assert.deepEqual(
    body.passengers.map((one: { id: string }) => one.id),
    forFamily.passengers.map(({ id }) => id),
  )
  assert.deepEqual(
    body.passengers.map((one: { given_name: string }) => one.given_name),
    ['Ana', 'Bruno', 'Célia'],
  )
})

test('every optional field of a passenger is stored and returned', async () => {
  const all = {
    title: 'dr',
    identity_documents: [
      PASSPORT,
      { type: 'tax_id', unique_identifier: '529.982.247-25', issuing_country_code: 'BR' },
      { type: 'known_traveler_number', unique_identifier: 'KT1', issuing_country_code: 'US' },
    ],
    loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: '123' }],
  }
  const abroad = await zzOffer(app.test, { route: ABROAD })
  const passengers = passengersOf(abroad, all)
  const body = await booked(app.test, holdBody(abroad, { passengers }))
  const read = (await app.test.get(`${BOOKINGS}/${body.id}`)).body
  const { infant_passenger_id, type, ...shown } = read.passengers[0]
  assert.deepEqual(shown, passengers[0])
  const [made] = body.passengers
  assert.deepEqual(
    made.identity_documents.map((one: { unique_identifier: string }) => one.unique_identifier),
    ['***456', '***-25', '***'],
    'what was just sent is not said again',
  )
  assert.equal(made.loyalty_programme_accounts[0].account_number, '***')
  assert.deepEqual([infant_passenger_id, type, 'warnings' in body], [null, 'adult', false])
})

test('an offer can be booked as often as it has seats: two bookings, two locators', async () => {
  const [one, two] = [await booked(app.test, holdBody(offer)), await booked(app.test, holdBody(offer))]
  assert.notEqual(one.id, two.id)
  assert.notEqual(one.booking_reference, two.booking_reference)
})

test('with an Idempotency-Key a booking is created and debited once; the replay has the same bytes', async () => {
  const agency = await newAgency(app)
  const body = instantBody(await zzOffer(agency.test))
  const headers = { 'idempotency-key': 'trip-1' }
  const first = await agency.test.post(BOOKINGS, body, headers)
  const again = await agency.test.post(BOOKINGS, body, headers)
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal((await agency.test.get(BOOKINGS)).body.pagination.total, 1)
  assert.deepEqual(await agency.diary().money(), ['debit 513.98 booking'])
})

test('unknown fields are ignored, as are invalid payments of a hold', async () => {
  const payments = [{ type: 'card', amount: 1 }, paymentOf(offer)]
  const body = await booked(app.test, holdBody(offer, { payments, colour: 'blue' }))
  assert.equal(body.status, 'pending')
})
