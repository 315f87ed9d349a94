// Searches and re-read offers against the fake Duffel: requests, and valid and invalid responses.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Check, Errors } from 'typebox/value'
import { Conditions, type PassengerType, Slice } from '../../../../contract/flights.ts'
import {
  type Customer,
  onRoute,
  searchFor,
  sliceFrom,
  startCustomer,
} from '../../../../test/support/fakes/duffel-customer.ts'
import {
  errorResponse,
  FAKE_NOW,
  type FakeAnswer,
  type Trouble,
} from '../../../../test/support/fakes/fake-duffel.ts'
import { ROUTE } from '../../../../test/support/fakes/fake-duffel-offers.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'
import type { SupplierOffer } from '../port.ts'
import { SupplierUnavailable } from '../port.ts'
import { makeDuffel } from './duffel.ts'

let customer: Customer
before(async () => {
  customer = await startCustomer()
})
after(() => customer.close())

const search = (request: Partial<ReturnType<typeof searchFor>> = {}) =>
  customer.duffel.search(customer.call(), searchFor(request))
const lastRequest = () => customer.fake.requests.at(-1)!

async function unavailableWith(answers: Trouble['answers']): Promise<string> {
  customer.fake.upset('search', { answers })
  const error = await search().then(
    () => assert.fail('it answered'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof SupplierUnavailable)
  assert.ok(
    !error.message.includes(customer.fake.token) && !String(error.cause).includes(customer.fake.token),
  )
  return error.message
}

test("the search is sent in Duffel's form", async () => {
  const [origin, back] = [sliceFrom('SAO', 'LIS'), sliceFrom('LIS', 'SAO', '2027-03-20')]
  await search({
    slices: [origin, { ...back, departure: { fromMinute: 6 * 60, toMinute: 23 * 60 + 59 } }],
    travellers: ['adult', 'infant_without_seat', 'child'],
    cabin: 'business',
    maxConnections: 0,
  })
  const { method, path, headers, data } = lastRequest()
  assert.equal(`${method} ${path}`, 'POST /air/offer_requests?return_offers=true&supplier_timeout=17000')
  assert.equal(headers['duffel-version'], 'v2')
  assert.equal(headers.authorization, `Bearer ${customer.fake.token}`)
  assert.deepEqual(data, {
    slices: [
      { origin: 'SAO', destination: 'LIS', departure_date: '2027-03-10' },
      {
        origin: 'LIS',
        destination: 'SAO',
        departure_date: '2027-03-20',
        departure_time: { from: '06:00', to: '23:59' },
      },
    ],
    passengers: [{ type: 'adult' }, { type: 'infant_without_seat' }, { type: 'child' }],
    cabin_class: 'business',
    max_connections: 0,
  })
  await search({ maxConnections: 3 })
  assert.equal(lastRequest().data.max_connections, 2)
  await search()
  assert.equal(lastRequest().data.max_connections, 2)
})

test('an offer with every field is mapped', async () => {
  const [plain] = await search({ travellers: ['adult', 'child'] })
  const { slices, data, ...rest } = plain!
  assert.deepEqual(rest, {
    owner: { iata_code: 'ZZ', name: 'Duffel Airways' },
    fareBrandNames: ['Basic', 'Basic'],
    price: { totalCents: 374_70n, baseCents: 313_10n, taxCents: 61_60n, currency: 'USD' },
    conditions: {
      refund_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
      change_before_departure: { allowed: true, penalty_amount: '40.00', penalty_currency: 'USD' },
    },
    hold: {
      paymentRequiredBy: new Date('2026-11-18T12:00:00.000Z'),
      priceGuaranteedUntil: new Date('2026-11-17T12:00:00.000Z'),
    },
    expiresAt: new Date('2026-11-15T12:30:00.000Z'),
  })
  const passenger = {
    cabin_class: 'economy',
    cabin_class_marketing_name: 'Economy Basic',
    fare_basis_code: 'OXZ0RO',
    seat: null,
    baggages: [{ type: 'carry_on', quantity: 1 }],
  }
  const place = (iata_code: string, name: string) => ({ iata_code, name })
  const [gru, lis] = [
    place('GRU', 'Guarulhos International Airport'),
    place('LIS', 'Humberto Delgado Airport'),
  ]
  assert.deepEqual(slices, [
    {
      origin: { ...gru, city_name: 'São Paulo', iata_city_code: 'SAO', time_zone: 'America/Sao_Paulo' },
      destination: { ...lis, city_name: 'Lisbon', iata_city_code: 'LIS', time_zone: 'Europe/Lisbon' },
      duration: 'PT3H40M',
      segments: [
        {
          origin: { ...gru, terminal: '3' },
          destination: { ...lis, terminal: 'B' },
          departing_at: '2027-03-10T10:15:00',
          arriving_at: '2027-03-10T16:55:00',
          operating_carrier: {
            iata_code: 'ZZ',
            name: 'Duffel Airways',
            logo_symbol_url: 'https://assets.example/ZZ.svg',
          },
          marketing_carrier: { iata_code: 'ZZ', name: 'Duffel Airways' },
          operating_carrier_flight_number: '4321',
          marketing_carrier_flight_number: '0815',
          aircraft: { iata_code: '320', name: 'Airbus A320' },
          duration: 'PT3H40M',
          distance: '1586.2087',
          passengers: [passenger, passenger],
        },
      ],
    },
  ])
  assert.deepEqual(data, JSON.parse(JSON.stringify(data)), 'it can be stored')
})

test('an offer with every optional field missing is mapped, and requires instant payment', async () => {
  const [, sparse] = await search()
  const { price, hold, conditions, fareBrandNames, slices } = sparse!
  assert.deepEqual(price, { totalCents: 199_00n, baseCents: 199_00n, taxCents: 0n, currency: 'EUR' })
  assert.equal(hold, null)
  assert.deepEqual(fareBrandNames, [null])
  const unknown = { allowed: false, penalty_amount: null, penalty_currency: null }
  assert.deepEqual(conditions, { refund_before_departure: unknown, change_before_departure: unknown })
  const [segment] = slices[0]!.segments
  assert.deepEqual(
    [
      slices[0]!.duration,
      segment!.duration,
      segment!.origin.terminal,
      segment!.operating_carrier.logo_symbol_url,
    ],
    ['PT3H40M', 'PT3H40M', null, null],
  )
  assert.deepEqual(segment!.aircraft, { iata_code: 'EQV', name: 'Aircraft not announced' })
  assert.equal(segment!.operating_carrier_flight_number, '0815')
  const [passenger] = segment!.passengers
  assert.equal(passenger!.cabin_class_marketing_name, 'Economy')
  assert.equal(passenger!.fare_basis_code, '')
  assert.deepEqual(passenger!.baggages, [{ type: 'checked', quantity: 0 }])
})

test('every offer has the shapes of the contract', async () => {
  const all = await Promise.all([
    search({ travellers: ['adult', 'adult', 'child', 'infant_without_seat'], cabin: 'first' }),
    search({ slices: [sliceFrom('GRU', 'LIS', '2027-03-27'), sliceFrom('LIS', 'GRU', '2027-03-28')] }),
    ...Object.values(ROUTE)
      .filter((route) => route !== ROUTE.searchTimesOut)
      .map((route) => search(onRoute(route))),
  ])
  const offers = all.flat()
  assert.ok(offers.length > 30)
  for (const offer of offers) {
    for (const slice of inContract(offer))
      assert.ok(Check(Slice, slice), JSON.stringify(Errors(Slice, slice)))
    assert.ok(Check(Conditions, offer.conditions))
    assert.equal(offer.price.baseCents + offer.price.taxCents, offer.price.totalCents)
  }
})

function inContract({ slices }: SupplierOffer) {
  return slices.map((slice) => ({
    ...slice,
    id: 'sli_1',
    segments: slice.segments.map((segment) => ({
      ...segment,
      id: 'seg_1',
      operating_carrier: { ...segment.operating_carrier, logo_symbol_url: 'https://ours.example/' },
      passengers: segment.passengers.map((passenger) => ({ ...passenger, passenger_id: 'pas_1' })),
    })),
  }))
}

test("travellers keep their order, whatever Duffel's", async () => {
  const travellers: PassengerType[] = ['child', 'adult', 'infant_without_seat', 'adult']
  const [offer] = await search({ travellers })
  const { passengers } = offer!.data as { passengers: string[] }
  const offered = [...customer.fake.desk.offers.values()].at(-3)!
  offered.passengers.reverse()
  const typeOf = (id: string) => offered.passengers.find((passenger) => passenger.id === id)!.type
  assert.deepEqual(passengers.map(typeOf), travellers)
  const again = await customer.duffel.reread(customer.call(), {
    data: offer!.data,
    price: offer!.price,
    travellers,
  })
  assert.ok(again.outcome === 'confirmed')
  assert.deepEqual((again.offer.data as { passengers: string[] }).passengers.map(typeOf), travellers)
  // The lap infant has no bags, in its place.
  const bags = offer!.slices[0]!.segments[0]!.passengers.map(({ baggages }) => baggages.length)
  assert.deepEqual(bags, [1, 1, 0, 1])
})

test('no flights, and places unknown to Duffel, give no offers', async () => {
  assert.deepEqual(await search(onRoute(ROUTE.noOffers)), [])
  assert.deepEqual(await search({ slices: [sliceFrom('GRU', 'XXQ')] }), [])
})

test('connections and stops are mapped', async () => {
  const [connecting] = await search(onRoute(ROUTE.connecting))
  assert.equal(connecting!.slices[0]!.segments.length, 2)
  assert.equal(connecting!.slices[0]!.duration, 'PT8H55M')
  const [stopping] = await search(onRoute(ROUTE.stop))
  assert.equal(stopping!.slices[0]!.segments.length, 1)
})

test('a search that fails is reported', async () => {
  await assert.rejects(search(onRoute(ROUTE.searchTimesOut)), {
    name: 'SupplierUnavailable',
    message: /^Duffel answered 504 \(gateway_timeout_error, request F1request\d+\)$/,
  })
  const limited: FakeAnswer = {
    ...errorResponse(429, 'rate_limit_error', 'rate_limit_exceeded'),
    headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': 'Sun, 15 Nov 2026 12:01:00 GMT' },
  }
  assert.equal(
    await unavailableWith(limited),
    'Duffel answered 429 (rate_limit_exceeded, request F1abc, full until Sun, 15 Nov 2026 12:01:00 GMT)',
  )
  assert.equal(await unavailableWith({ status: 500 }), 'Duffel answered 500')
  assert.equal(await unavailableWith({ status: 503, body: '<html>' }), 'Duffel answered 503')
  assert.equal(
    await unavailableWith({ status: 302, headers: { location: 'https://example.com/' } }),
    'Duffel answered 302',
  )
  assert.equal(await unavailableWith({ status: 202 }), 'Duffel answered 202')
  const notUnderstood = 'Duffel answered something that is not understood'
  for (const body of ['', 'null', '[]', '{"data":null}', '{"data":{"offers":{}}}', 'x'.repeat(5_000)]) {
    assert.equal(await unavailableWith({ status: 201, body }), notUnderstood)
  }
  assert.equal(
    await unavailableWith({ status: 201, body: { data: { offers: [{ id: 'off_1' }, 7] } } }),
    notUnderstood,
  )
  assert.equal(await unavailableWith('reset'), 'the connection was closed too early')
  assert.equal(await unavailableWith('half'), 'the connection was closed too early')
  const validation = errorResponse(422, 'validation_error', 'validation_format', {
    field: 'departure_date',
    pointer: '/data/slices/0/departure_date',
  })
  assert.equal(await unavailableWith(validation), 'Duffel answered 422 (validation_format, request F1abc)')
})

test('unreadable offers are omitted, the others stay', async () => {
  const good = (await search()).length
  const { fake } = customer
  const [first, second, third] = [...fake.desk.offers.values()].slice(-3)
  const offers = [
    { ...first, total_amount: '12.345' },
    { ...first, slices: [] },
    { ...first, live_mode: true },
    { ...first, passengers: [...first!.passengers, ...first!.passengers] },
    { ...first, owner: { name: 'Nameless', iata_code: null } },
    second,
    { ...third, unheard_of: true },
  ]
  fake.upset('search', { answers: { status: 201, body: { data: { offers } } } })
  assert.equal(good, 3)
  assert.deepEqual(
    (await search()).map(({ owner }) => owner.iata_code),
    ['TP', 'LA'],
  )
})

test("a search that takes too long ends by its own limit or the caller's", async () => {
  const hasty = await startCustomer({ limits: { searchMs: 60 } })
  hasty.fake.upset('search', { answers: 'hang' })
  const away = { name: 'SupplierUnavailable', message: 'no answer came in time' }
  await assert.rejects(hasty.duffel.search(hasty.call(), searchFor()), away)
  await hasty.close()

  const release = customer.fake.hold('search')
  const given = new AbortController()
  const seen = customer.fake.count('search')
  const slow = customer.duffel.search(customer.call({ signal: given.signal }), searchFor())
  await customer.fake.waitFor('search', seen + 1)
  given.abort()
  await assert.rejects(slow, away)
  release()
})

test('airlines get less time than Duffel, within its limits', async () => {
  const waits: [searchMs: number, path: RegExp][] = [
    [4_000, /supplier_timeout=2000$/],
    [10_000, /supplier_timeout=7000$/],
    [90_000, /supplier_timeout=60000$/],
  ]
  for (const [searchMs, path] of waits) {
    const patient = await startCustomer({ limits: { searchMs } })
    await patient.offer()
    assert.match(patient.fake.requests[0]!.path, path)
    await patient.close()
  }
})

test('a slow response is awaited', async () => {
  const seen = customer.fake.count('search')
  const release = customer.fake.hold('search')
  const slow = search()
  await customer.fake.waitFor('search', seen + 1)
  release()
  assert.equal((await slow).length, 3)
})

test('an offer is read again: unchanged, more expensive, gone, expired, unknown', async () => {
  const { duffel, fake } = customer
  const same = await customer.offer()
  const again = await duffel.reread(customer.call(), same)
  assert.deepEqual(again, { outcome: 'confirmed', offer: same.found })

  const rising = await customer.offer(onRoute(ROUTE.priceRises))
  const dearer = await duffel.reread(customer.call(), rising)
  assert.equal(
    dearer.outcome === 'confirmed' && dearer.offer.price.totalCents,
    rising.price.totalCents + 10_00n,
  )

  const gone = await duffel.reread(customer.call(), await customer.offer(onRoute(ROUTE.offerGone)))
  assert.deepEqual(gone, { outcome: 'gone', reason: 'The request was refused: offer no longer available.' })

  fake.desk.offers.delete((same.data as { id: string }).id)
  const forgotten = await duffel.reread(customer.call(), same)
  assert.deepEqual(forgotten, { outcome: 'gone', reason: 'Duffel does not know this offer any more' })

  const troubles: [Trouble['answers'], string][] = [
    [
      errorResponse(500, 'api_error', 'internal_server_error'),
      'Duffel answered 500 (internal_server_error, request F1abc)',
    ],
    [
      errorResponse(422, 'airline_error', 'airline_unknown'),
      'Duffel answered 422 (airline_unknown, request F1abc)',
    ],
    [
      errorResponse(401, 'authentication_error', 'expired_access_token'),
      'Duffel answered 401 (expired_access_token, request F1abc)',
    ],
    [{ status: 200, body: '{' }, 'Duffel answered something that is not understood'],
    [
      { status: 200, body: { data: { ...[...fake.desk.offers.values()].at(-1), live_mode: true } } },
      'Duffel answered something that is not understood',
    ],
  ]
  for (const [answers, reason] of troubles) {
    fake.upset('offer', { answers })
    assert.deepEqual(await duffel.reread(customer.call(), rising), { outcome: 'unknown', reason })
  }
  const over = await startCustomer()
  const offer = await over.offer()
  over.fake.clock.advance(30 * 60_000)
  assert.deepEqual(await over.duffel.reread(over.call(), offer), {
    outcome: 'gone',
    reason: 'The offer has expired',
  })
  await over.close()
  await assert.rejects(duffel.reread(customer.call(), { ...same, data: { id: 7 } }), /no offer of Duffel's/)
})

test('a sandbox has deadlines in its own time, to the second', async () => {
  const days = 40 * 86_400_000
  const now = new Date(FAKE_NOW.getTime() + days - 230)
  const [offer] = await customer.duffel.search(customer.call({ now }), searchFor())
  assert.deepEqual(offer!.expiresAt, new Date(FAKE_NOW.getTime() + days + 30 * 60_000))
  assert.deepEqual(offer!.hold!.paymentRequiredBy, new Date(FAKE_NOW.getTime() + days + 72 * 3_600_000))
  const again = await customer.duffel.reread(customer.call({ now }), {
    data: offer!.data,
    price: offer!.price,
    travellers: ['adult'],
  })
  assert.deepEqual(again, { outcome: 'confirmed', offer })
})

test('a live team has real time, however long its call waited', async () => {
  const now = new Date(FAKE_NOW.getTime() - 90_000)
  const [offer] = await customer.duffel.search(customer.call({ mode: 'live', now }), searchFor())
  assert.deepEqual(offer!.expiresAt, new Date(FAKE_NOW.getTime() + 30 * 60_000))
})

test('test keys use the test token, live keys the live one', async () => {
  const made = (token: string) => makeDuffel({ token, wall: fixedClock(FAKE_NOW) })
  const [test, live, strange] = ['duffel_test_a', 'duffel_live_a', 'a'].map(made)
  const served = [test!, live!, strange!].map((one) => [one.serves('test'), one.serves('live')])
  assert.deepEqual(served, [
    [true, false],
    [false, true],
    [false, true],
  ])
  assert.equal(test!.name, 'duffel')
  for (const one of [test!, live!, strange!]) await one.close()
})

test('an error about a wrong token does not contain it', async () => {
  const wrong = await startCustomer({ token: 'duffel_test_wrong_SECRET' })
  await assert.rejects(wrong.duffel.search(wrong.call(), searchFor()), {
    message: 'Duffel answered 401 (access_token_not_found, request F1request1)',
  })
  await wrong.close()
})
