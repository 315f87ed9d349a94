// POST /api/v1/flights/search as the contract describes it, and what was decided about it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer, OfferRequestResult, Slice } from '../../../contract/flights.ts'
import { newAgency } from '../../../test/support/agency.ts'
import { checkResult } from '../../../test/support/check-offers.ts'
import { makeClient } from '../../../test/support/client.ts'
import { oneWay, roundTrip, SEARCH, type SearchBody, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { createTeam } from '../teams/teams.ts'
import { findOffer } from './offers.ts'
import { airportsOfCity } from './reference/airports.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({ wall })
const { databaseUrl } = app

async function found(body: SearchBody, client = app.live): Promise<OfferRequestResult> {
  const response = await search(client, body)
  assert.equal(response.status, 200, response.text.slice(0, 500))
  checkResult(body, response.body, wall.now())
  return response.body
}

const everywhere = ({ offers }: OfferRequestResult) => offers.flatMap(({ slices }) => slices)
const endsOf = (slices: Slice[]) =>
  new Set(slices.flatMap(({ origin, destination }) => [origin.iata_code, destination.iata_code]))
/** The parts that repeat across searches. */
const lasting = (offers: Offer[]) =>
  JSON.parse(
    JSON.stringify(offers, (name, value) =>
      /^(id|passenger_id|.*_at|.*_by)$/.test(name) ? undefined : value,
    ),
  )

test('a round trip for two: bare object, 40 offers or more, cheapest first', async () => {
  const body = roundTrip(['GRU', 'SDU'], ['2026-12-01', '2026-12-05'], {
    passengers: [{ type: 'adult', count: 2 }],
  })
  const result = await found(body)
  assert.deepEqual(Object.keys(result), ['id', 'offers', 'offers_total', 'slices', 'passengers', 'warnings'])
  assert.ok(result.offers.length >= 40, `${result.offers.length}`)
  assert.deepEqual(result.warnings, [])
  for (const { slices, owner } of result.offers) {
    assert.deepEqual(
      slices.map(({ origin, destination }) => [origin.iata_code, destination.iata_code]),
      [
        ['GRU', 'SDU'],
        ['SDU', 'GRU'],
      ],
    )
    assert.ok(['LA', 'G3', 'AD', '2Z'].includes(owner.iata_code), owner.name)
  }
})

test('a trip of six legs is found', async () => {
  const cities = ['GRU', 'BSB', 'REC', 'FOR', 'MAO', 'GIG', 'POA']
  const slices = cities.slice(1).map((destination, index) => ({
    origin: cities[index]!,
    destination,
    departureDate: `2026-12-${10 + 2 * index}`,
  }))
  const result = await found({ type: 'multi_city', slices, passengers: [{ type: 'adult', count: 1 }] })
  assert.ok(result.offers.length > 10)
})

test('adults, children and infants each have an entry, a fare and baggage of their own', async () => {
  const passengers = [
    { type: 'infant_without_seat', count: 1 },
    { type: 'child', count: 1 },
    { type: 'adult', count: 2 },
  ]
  const family = await found(oneWay('GRU', 'REC', '2026-12-01', { passengers }))
  assert.deepEqual(
    family.passengers.map(({ type }) => type),
    ['adult', 'adult', 'child', 'infant_without_seat'],
  )
  const alone = await found(oneWay('GRU', 'REC', '2026-12-01'))
  const flightOf = ({ slices, passengers: [first] }: Offer) => {
    const flights = slices[0]!.segments.map((segment) => segment.departing_at + segment.origin.iata_code)
    return [first!.fare_brand_name, slices[0]!.segments[0]!.marketing_carrier.iata_code, ...flights].join()
  }
  let compared = 0
  for (const offer of family.offers) {
    const single = alone.offers.find((other) => flightOf(other) === flightOf(offer))
    if (single === undefined) continue
    compared++
    // Two and three quarters and a tenth of the adult's fare, to the cent for each traveller.
    const share = (Number(offer.base_amount) * 100) / (Number(single.base_amount) * 100)
    assert.ok(Math.abs(share - 2.85) < 0.001, String(share))
    const [adult, , , infant] = offer.slices[0]!.segments[0]!.passengers
    assert.ok(adult!.baggages.length >= infant!.baggages.length)
  }
  assert.ok(compared > 5)
})

for (const [cabin, destination] of [
  ['economy', 'MIA'],
  ['premium_economy', 'MIA'],
  ['business', 'MIA'],
  ['first', 'LHR'],
] as const) {
  test(`cabinClass ${cabin} is flown on the longest leg at least`, async () => {
    const { offers } = await found(oneWay('GRU', destination, '2026-12-10', { cabinClass: cabin }))
    assert.ok(offers.length > 0)
    for (const { slices } of offers) {
      const longest = slices[0]!.segments.reduce((a, b) => (Number(b.distance) > Number(a.distance) ? b : a))
      assert.equal(longest.passengers[0]!.cabin_class, cabin)
    }
  })
}

for (const [city, other] of [
  ['SAO', 'BSB'],
  ['RIO', 'BSB'],
  ['NYC', 'MIA'],
  ['LON', 'MAD'],
  ['PAR', 'GRU'],
] as const) {
  test(`${city} stands for all its airports, as origin and as destination`, async () => {
    const airports = airportsOfCity(city).map(({ code }) => code)
    assert.ok(airports.length > 1)
    for (const body of [oneWay(city, other, '2026-12-03'), oneWay(other, city, '2026-12-03')]) {
      const ends = endsOf(everywhere(await found(body)))
      assert.deepEqual(
        airports.filter((code) => !ends.has(code)),
        [],
      )
    }
  })
}

test('a search from city to city covers all airports of both, there and back', async () => {
  for (const pair of [
    ['SAO', 'RIO'],
    ['NYC', 'LON'],
    ['LON', 'SAO'],
  ] as [string, string][]) {
    const { offers } = await found(roundTrip(pair, ['2026-12-03', '2026-12-12']))
    const ends = endsOf(offers.flatMap(({ slices }) => slices))
    for (const code of pair.flatMap((city) => airportsOfCity(city).map((airport) => airport.code)))
      assert.ok(ends.has(code), `${pair}: ${code}`)
  }
})

test('repeating a search returns the same flights and fares with new ids', async () => {
  const body = roundTrip(['GIG', 'LIS'], ['2027-01-10', '2027-01-24'])
  const first = await found(body)
  const second = await found(body)
  assert.ok(first.offers.length > 10)
  assert.deepEqual(lasting(second.offers), lasting(first.offers))
  assert.notEqual(second.id, first.id)
  const ids = new Set(first.offers.map(({ id }) => id))
  assert.ok(second.offers.every(({ id }) => !ids.has(id)))
})

test('a sold-out flight disappears for every team of that mode and for no other mode', async () => {
  const body = oneWay('GRU', 'SDU', '2026-12-18', { airlines: ['AD'] })
  const departures = ({ offers }: OfferRequestResult) =>
    new Set(offers.map(({ slices }) => slices[0]!.segments[0]!.departing_at))
  const before = await found(body)
  const { world } = app.service
  const teamId = (await app.live.get('/api/v1/me')).body.data.id
  const [offer] = before.offers
  const { atSupplier } = await findOffer(world.pool, { teamId, mode: 'live' }, offer!.id, wall.now())
  const call = { teamId, mode: 'live' as const, now: wall.now(), signal: new AbortController().signal }
  const [carrier] = world.suppliers
  for (let sold = 0; ; sold++) {
    const order = { reference: `ord_${sold}`, type: 'instant' as const, offer: atSupplier }
    const { outcome } = await carrier!.book(call, { ...order, passengers: [], metadata: {} })
    if (outcome === 'rejected') break
    assert.equal(outcome, 'confirmed')
  }
  const gone = offer!.slices[0]!.segments[0]!.departing_at
  assert.deepEqual(new Set([...departures(await found(body)), gone]), departures(before))
  assert.equal(departures(await found(body)).has(gone), false)
  assert.equal(departures(await found(body, app.test)).has(gone), true)
  const { status, body: response } = await app.live.get(`/api/v1/offers/${offer!.id}`)
  assert.deepEqual([status, response.error], [409, 'Sold out'])
})

test('another service on another database returns the same flights', async () => {
  const body = oneWay('CNF', 'SSA', '2026-12-20')
  const other = await startApp({ wall })
  const there = (await search(other.live, body)).body.offers
  const here = (await found(body)).offers
  const host = (url: string) => url.replace(/^http:\/\/[^/]+/, '')
  const plain = (offers: Offer[]) =>
    JSON.stringify(lasting(offers), (name, value) => (name === 'logo_symbol_url' ? host(value) : value))
  assert.equal(plain(there), plain(here))
})

test('a flight that has departed, or closes within the hour, is not offered', async () => {
  const { offers } = await found(oneWay('GRU', 'SDU', '2026-11-15'))
  // It is 09:00 in São Paulo.
  assert.ok(offers.length > 0)
  for (const { slices } of offers) assert.ok(slices[0]!.segments[0]!.departing_at >= '2026-11-15T10:00:00')
})

test('no offer can be held within a day of its departure', async () => {
  const { offers } = await found(oneWay('GRU', 'SDU', '2026-11-15'))
  assert.ok(offers.every(({ payment_requirements }) => payment_requirements.requires_instant_payment))
  const later = await found(oneWay('GRU', 'SDU', '2026-11-25'))
  assert.ok(later.offers.every(({ payment_requirements }) => !payment_requirements.requires_instant_payment))
})

test("prices include the team's markup and fee, and foreign currencies their rate", async () => {
  const { secrets } = await createTeam(app.service.world, {
    name: 'Rio',
    email: 'rio@example.com',
    markupPercent: '7.25',
    feeAmount: '12.34',
  })
  const client = makeClient(app.url, secrets.live)
  const [home] = (await found(oneWay('GRU', 'SDU', '2026-12-01'), client)).offers
  assert.deepEqual(
    [home!.total_currency, home!.exchange_rate_used, home!.agency_markup_percent, home!.agency_fee_amount],
    ['BRL', 1, 7.25, '12.34'],
  )
  const [usa] = (await found(oneWay('GRU', 'MIA', '2026-12-01'), client)).offers
  assert.deepEqual([usa!.total_currency, usa!.exchange_rate_used], ['USD', 5.4])
  const [europe] = (await found(oneWay('GRU', 'LIS', '2026-12-01'), client)).offers
  assert.deepEqual([europe!.total_currency, europe!.exchange_rate_used], ['EUR', 6.25])
})

test('conditions by fare family: Light no refund, Standard changes for a fee, Plus refundable', async () => {
  const { offers } = await found(oneWay('GRU', 'REC', '2026-12-15'))
  const terms = new Map(offers.map((offer) => [offer.passengers[0]!.fare_brand_name, offer]))
  const { refund_before_departure: light } = terms.get('Light')!.conditions
  assert.deepEqual(light, { allowed: false, penalty_amount: null, penalty_currency: null })
  const { change_before_departure: standard } = terms.get('Standard')!.conditions
  assert.deepEqual([standard.allowed, standard.penalty_currency], [true, 'BRL'])
  const { refund_before_departure: plus } = terms.get('Plus')!.conditions
  assert.ok(plus.allowed && Number(plus.penalty_amount) > 0)
  const bags = (name: string) => terms.get(name)!.slices[0]!.segments[0]!.passengers[0]!.baggages
  assert.ok(!bags('Light').some(({ type }) => type === 'checked'))
  assert.ok(bags('Standard').some(({ type, quantity }) => type === 'checked' && quantity === 1))
})

test('without offers, slices name the requested places', async () => {
  const body = roundTrip(['FEN', 'BVB'], ['2026-12-01', '2026-12-03'])
  const result = await found(body, app.test)
  assert.deepEqual(result.offers, [])
  assert.deepEqual(
    result.slices.map(({ origin, destination, segments }) => [
      origin.iata_code,
      destination.city_name,
      destination.time_zone,
      segments.length,
    ]),
    [
      ['FEN', 'Boa Vista', 'America/Boa_Vista', 0],
      ['BVB', 'Fernando de Noronha', 'America/Noronha', 0],
    ],
  )
  assert.equal(result.passengers.length, 1)
})

test('maxConnections limits the connections', async () => {
  const most = async (maxConnections?: number) => {
    const { offers } = await found(
      oneWay('POA', 'JFK', '2026-12-08', maxConnections === undefined ? {} : { maxConnections }),
    )
    return offers.length === 0 ? -1 : Math.max(...offers.map(({ slices }) => slices[0]!.segments.length - 1))
  }
  assert.ok((await most()) > 0)
  assert.equal(await most(1), 1)
  assert.ok((await most(0)) <= 0)
})

test('airlines keeps offers sold by those airlines', async () => {
  const { offers } = await found(oneWay('GRU', 'BSB', '2026-12-08', { airlines: ['G3', 'AD'] }))
  assert.ok(offers.length > 0)
  const sellers = new Set(
    offers.flatMap(({ slices }) => slices[0]!.segments).map((s) => s.marketing_carrier.iata_code),
  )
  assert.deepEqual([...sellers].sort(), ['AD', 'G3'])
  assert.deepEqual((await found(oneWay('GRU', 'BSB', '2026-12-08', { airlines: ['QF'] }))).offers, [])
})

test('departureTime keeps local departures within a window, for all slices or for each', async () => {
  const times = ({ offers }: OfferRequestResult, slice: number) =>
    offers.map(({ slices }) => slices[slice]!.segments[0]!.departing_at.slice(11, 16))
  const days: [string, string] = ['2026-12-08', '2026-12-11']
  const all = await found(roundTrip(['GRU', 'SDU'], days, { departureTime: { from: '06:00', to: '12:00' } }))
  assert.ok(all.offers.length > 0)
  for (const slice of [0, 1])
    for (const time of times(all, slice)) assert.ok(time >= '06:00' && time <= '12:00', time)
  const each = await found(roundTrip(['GRU', 'SDU'], days, { departureTime: [null, { from: '17:00' }] }))
  assert.ok(times(each, 0).some((time) => time < '12:00'))
  assert.ok(times(each, 1).every((time) => time >= '17:00'))
})

test('sort orders by duration or departure; the top-level slices are those of the cheapest', async () => {
  const minutes = ({ slices }: Offer) => Temporal.Duration.from(slices[0]!.duration).total('minutes')
  const body = oneWay('GRU', 'JFK', '2026-12-08')
  const byDuration = (await found({ ...body, sort: 'duration' })).offers.map(minutes)
  assert.deepEqual(
    byDuration,
    byDuration.toSorted((a, b) => a - b),
  )
  assert.ok(new Set(byDuration).size > 1)
  const byDeparture = (await found({ ...body, sort: 'departure' })).offers.map(
    ({ slices }) => slices[0]!.segments[0]!.departing_at,
  )
  assert.deepEqual(byDeparture, byDeparture.toSorted())
})

test('up to 200 offers are returned; limit cuts, and offers_total counts all', async () => {
  const of = async (destination: string, filters = {}) => {
    const body = roundTrip(['GRU', destination], ['2026-12-08', '2026-12-15'], filters)
    const { offers, offers_total } = await found(body)
    return [offers.length, offers_total]
  }
  assert.deepEqual(await of('SDU'), [200, 200])
  assert.deepEqual(await of('SDU', { limit: 7 }), [7, 200])
  assert.deepEqual(await of('SDU', { limit: 201 }), [200, 200], 'above the maximum it is the maximum')
  const [some = 0, total] = await of('LIS', { maxConnections: 1 })
  assert.ok(some > 1 && some < 200, String(some))
  assert.equal(total, some)
  assert.deepEqual(await of('LIS', { maxConnections: 1, limit: 1 }), [1, some])
  assert.deepEqual(await of('FEN', { airlines: ['AF'] }), [0, 0])
})

test('ZZ and its fare families are only on reserved routes and for test keys', async () => {
  const owners = ({ offers }: OfferRequestResult) => new Set(offers.map(({ owner }) => owner.iata_code))
  const reserved = oneWay('FEN', 'MCP', '2026-12-08')
  assert.deepEqual(owners(await found(reserved, app.test)), new Set(['ZZ']))
  assert.equal(owners(await found(reserved, app.live)).has('ZZ'), false)
  for (const [from, to] of ['GRU SDU', 'FEN REC', 'GRU MIA'].map((pair) => pair.split(' ')))
    assert.equal(owners(await found(oneWay(from!, to!, '2026-12-08'), app.test)).has('ZZ'), false)
})

test("a test key gets test_mode and searches at its team's clock", async () => {
  const fresh = await newAgency(app)
  await fresh.advance('P30D')
  const past = await search(fresh.test, oneWay('GRU', 'SDU', '2026-12-01'))
  assert.equal(past.body.error, 'Departure date in the past')
  const response = await search(fresh.test, oneWay('GRU', 'SDU', '2026-12-20'))
  assert.equal(response.body._meta.test_mode, true)
  checkResult(oneWay('GRU', 'SDU', '2026-12-20'), response.body, new Date('2026-12-15T12:00:00Z'))
  assert.equal((await search(fresh.live, oneWay('GRU', 'SDU', '2026-12-01'))).status, 200)
})

test('a read-only key may search', async () => {
  const key = (await app.live.post('/api/v1/api-keys', { name: 'reader', read_only: true })).body.data.secret
  const reader = makeClient(app.url, key)
  assert.equal((await search(reader, oneWay('GRU', 'SDU', '2026-12-01'))).status, 200)
  assert.equal((await reader.post('/api/v1/api-keys', { name: 'x' })).status, 403)
})

test('searches have their own rate limit', async () => {
  const limited = await startApp({ wall, databaseUrl, settings: { SEARCH_LIMIT_PER_MINUTE: '2' } })
  const body = oneWay('GRU', 'SDU', '2026-12-01', { limit: 1 })
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await search(limited.live, body)).status)
  assert.deepEqual(statuses, [200, 200, 429])
  assert.equal((await limited.live.get('/api/v1/me')).status, 200)
})

test('the logo of every airline in a response is public', async () => {
  const { offers } = await found(oneWay('GRU', 'SDU', '2026-12-01', { limit: 10 }))
  const [logo] = offers.map(({ slices }) => slices[0]!.segments[0]!.operating_carrier.logo_symbol_url)
  const response = await app.anybody.get(logo!)
  assert.deepEqual([response.status, response.headers['content-type']], [200, 'image/svg+xml'])
  assert.match(response.text, /^<svg .*<\/svg>$/)
  assert.equal((await app.anybody.get('/airlines/99.svg')).status, 404)
  const behind = await startApp({ wall, databaseUrl, settings: { PUBLIC_URL: 'https://api.example.com' } })
  const { body } = await behind.live.post(SEARCH, oneWay('GRU', 'SDU', '2026-12-01', { limit: 1 }))
  const { logo_symbol_url } = body.offers[0].slices[0].segments[0].operating_carrier
  assert.match(logo_symbol_url, /^https:\/\/api\.example\.com\/airlines\/[A-Z0-9]{2}\.svg$/)
})

test('an unknown field gives a warning with the nearest name, and the search runs', async () => {
  const slice = { origin: 'GRU', destination: 'SDU', departureDate: '2026-12-01', departure_day: 'x' }
  const misspelt = { slices: [slice], cabinClas: 'business', max_conections: 0 }
  const { offers, warnings } = await found(oneWay('GRU', 'SDU', '2026-12-01', { limit: 1, ...misspelt }))
  assert.equal(offers.length, 1)
  const warningFor = (field: string, meant: string) => ({
    source: 'request',
    issue: `${field} is not a known field and was left out; did you mean ${meant}?`,
  })
  assert.deepEqual(warnings, [
    warningFor('slices.0.departure_day', 'slices.0.departureDate'),
    warningFor('cabinClas', 'cabinClass'),
    warningFor('max_conections', 'maxConnections'),
  ])
})

test('limit 1 returns the cheapest offer', async () => {
  const all = await found(oneWay('SAO', 'RIO', '2026-12-03'))
  const one = await found(oneWay('SAO', 'RIO', '2026-12-03', { limit: 1 }))
  assert.deepEqual(
    one.offers.map(({ client_amount }) => client_amount),
    [all.offers[0]!.client_amount],
  )
})
