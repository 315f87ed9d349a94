// Several suppliers at once: offers are merged and sorted, a slow or failing one costs only its own offers, and
// identical simultaneous searches share a call.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Offer, OfferRequestResult } from '../../../contract/flights.ts'
import { cents } from '../../../test/support/check-offers.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  FAKE_NOW,
  FAKE_TOKEN,
  type FakeDuffel,
  startFakeDuffel,
} from '../../../test/support/fakes/fake-duffel.ts'
import { oneWay, roundTrip, SEARCH, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'

const DAY = '2026-12-08'
/** Requests that have reached their route. */
let admitted = 0

async function withDuffel(settings: Record<string, string> = {}) {
  const duffel = await startFakeDuffel()
  after(() => duffel.close())
  const app = await startApp({
    wall: duffel.clock,
    prepare: (fastify) =>
      fastify.addHook('preHandler', async () => {
        admitted++
      }),
    settings: {
      SUPPLIERS: 'simulated, duffel',
      DUFFEL_TEST_TOKEN: FAKE_TOKEN,
      DUFFEL_URL: duffel.url,
      SUPPLIER_SEARCH_SECONDS: '1',
      EXCHANGE_RATES: 'USD=5.40, EUR=6.25, GBP=7.10',
      ...settings,
    },
  })
  return { app, duffel }
}

const { app, duffel } = await withDuffel()

/** Duffel gives its offers a logo of its own. */
const isOfDuffel = ({ slices }: Offer) =>
  !slices[0]!.segments[0]!.operating_carrier.logo_symbol_url.startsWith(app.url)

async function found(body: object, from = app): Promise<OfferRequestResult> {
  const response = await search(from.test, body)
  assert.equal(response.status, 200, response.text.slice(0, 500))
  return response.body
}

test('offers of both suppliers are merged, sorted by client price, and cut together', async () => {
  const { offers, warnings } = await found(oneWay('GRU', 'LIS', DAY, { limit: 100 }))
  assert.deepEqual(warnings, [])
  const theirs = offers.filter(isOfDuffel)
  assert.ok(theirs.length > 0 && theirs.length < offers.length)
  const prices = offers.map(({ client_amount }) => cents(client_amount))
  assert.deepEqual(
    prices,
    prices.toSorted((a, b) => Number(a - b)),
  )
  const days: [string, string] = [DAY, '2026-12-20']
  const all = await found(roundTrip(['GRU', 'MAD'], days))
  assert.ok(all.offers_total > 200, `${all.offers_total} of both`)
  assert.equal(all.offers.length, 200)
  const few = await found(roundTrip(['GRU', 'MAD'], days, { limit: 5 }))
  assert.deepEqual([few.offers.length, few.offers_total], [5, all.offers_total])
})

test("Duffel offers match the contract's shapes, with correct times and sums", async () => {
  const alone = await withDuffel({ SUPPLIERS: 'duffel' })
  const trips = [
    oneWay('GRU', 'LIS', DAY),
    oneWay('JFK', 'EWR', DAY),
    roundTrip(['GRU', 'MAD'], [DAY, '2026-12-20']),
  ]
  let offers = 0
  for (const body of trips) {
    const result = await found(body, alone.app)
    offers += result.offers.length
    for (const offer of result.offers) {
      assert.equal(cents(offer.total_amount), cents(offer.base_amount) + cents(offer.tax_amount))
      assert.equal(offer.passengers.length, 1)
      assert.ok(Date.parse(offer.expires_at) - FAKE_NOW.getTime() <= 30 * 60_000)
      for (const { segments } of offer.slices) {
        assert.ok(segments.length > 0)
        for (const { distance } of segments) assert.ok(Number(distance) > 0)
      }
    }
  }
  assert.ok(offers > 2)
  assert.ok(alone.duffel.count('search') === trips.length)
})

test('a Duffel offer is read again from Duffel', async () => {
  const { offers } = await found(oneWay('GRU', 'LIS', DAY, { limit: 100 }))
  const offer = offers.find(isOfDuffel)!
  const before = duffel.count('offer')
  const { status, body } = await app.test.get(`/api/v1/offers/${offer.id}`)
  assert.deepEqual([status, body.price_changed, body.total_amount], [200, false, offer.total_amount])
  assert.equal(duffel.count('offer'), before + 1)
})

test('filters apply to offers of every supplier', async () => {
  const body = oneWay('GRU', 'LIS', DAY, {
    maxConnections: 0,
    departureTime: { from: '06:00', to: '20:00' },
    limit: 200,
  })
  for (const { slices } of (await found(body)).offers) {
    assert.equal(slices[0]!.segments.length, 1)
    const time = slices[0]!.segments[0]!.departing_at.slice(11, 16)
    assert.ok(time >= '06:00' && time <= '20:00')
  }
  const { offers } = await found(oneWay('GRU', 'LIS', DAY, { airlines: ['TP'] }))
  for (const { slices } of offers)
    for (const { marketing_carrier } of slices[0]!.segments) assert.equal(marketing_carrier.iata_code, 'TP')
})

const TROUBLES: [string, Parameters<FakeDuffel['upset']>[1], RegExp][] = [
  ['fails', { answers: { status: 500, body: 'oops' } }, /^failed; /],
  ['hangs', { answers: 'hang' }, /in time/],
  ['is torn down', { answers: 'reset' }, /^failed; /],
  ['answers something else', { answers: { status: 200, body: '<html>' } }, /^failed; /],
]

for (const [what, trouble, issue] of TROUBLES) {
  test(`a supplier that ${what} gives a warning; offers of the other are returned`, async () => {
    duffel.upset('search', trouble)
    const { offers, warnings } = await found(oneWay('GRU', 'LIS', DAY))
    assert.equal(warnings.length, 1)
    assert.equal(warnings[0]!.source, 'duffel')
    assert.match(warnings[0]!.issue, issue)
    assert.ok(offers.length > 0 && !offers.some(isOfDuffel))
  })
}

test('the simulated carrier fails and times out on its reserved routes', async () => {
  for (const [destination, issue] of [
    ['CZS', /^failed; /],
    ['RBR', /in time/],
  ] as const) {
    const { warnings } = await found(oneWay('FEN', destination, DAY))
    assert.deepEqual(
      warnings.map(({ source }) => source),
      ['simulated'],
    )
    assert.match(warnings[0]!.issue, issue)
  }
})

test('if every supplier fails, the search is 503', async () => {
  duffel.upset('search', { answers: { status: 500, body: 'oops' } })
  const { status, body, headers } = await search(app.test, oneWay('FEN', 'CZS', DAY))
  assert.deepEqual([status, body.error], [503, 'Service unavailable'])
  assert.ok(Number(headers['retry-after']) > 0)
})

test('a currency without a rate omits its offers, with a warning', async () => {
  const own = await withDuffel({ SUPPLIERS: 'duffel', EXCHANGE_RATES: 'JPY=0.035' })
  const { offers, warnings } = await found(oneWay('GRU', 'LIS', DAY), own.app)
  assert.equal(
    offers.some(({ total_currency }) => total_currency !== 'BRL'),
    false,
  )
  assert.equal(warnings[0]!.source, 'exchange rates')
  assert.match(warnings[0]!.issue, /no current rate of [A-Z]{3} is known/)
})

test('identical simultaneous searches of a team share one supplier call, each with its own ids', async () => {
  const body = oneWay('GRU', 'MAD', DAY)
  const before = duffel.count('search')
  const release = duffel.hold('search')
  const { pool } = app.service.world
  const target = admitted + 10
  const all = Array.from({ length: 10 }, () => found(body))
  await duffel.waitFor('search', before + 1)
  // All are in, and none waits for the database any more, nor is about to: so they wait for Duffel.
  let calmLooks = 0
  await eventually('ten searches wait', () => {
    const isCalm = admitted === target && pool.idleCount === pool.totalCount
    calmLooks = isCalm ? calmLooks + 1 : 0
    return calmLooks === 10
  })
  release()
  const results = await Promise.all(all)
  assert.equal(duffel.count('search'), before + 1)
  assert.equal(new Set(results.map(({ id }) => id)).size, 10)
  const ids = results.flatMap(({ offers }) => offers.map(({ id }) => id))
  assert.equal(new Set(ids).size, ids.length)
})

test('another search, another team or another time is another call', async () => {
  const before = duffel.count('search')
  await Promise.all([
    found(oneWay('GRU', 'LIS', DAY)),
    found(oneWay('GRU', 'LIS', '2026-12-09')),
    found(oneWay('GRU', 'LIS', DAY, { cabinClass: 'business' })),
  ])
  await found(oneWay('GRU', 'LIS', DAY))
  assert.equal(duffel.count('search'), before + 4)
})

test('a Duffel test token serves test keys only', async () => {
  const before = duffel.count('search')
  const { body } = await search(app.live, oneWay('GRU', 'LIS', DAY))
  assert.ok(body.offers.length > 0)
  assert.equal(duffel.count('search'), before)
})

test('an offer whose hold would end before the offer itself requires instant payment', async () => {
  for (const [origin, destination, isInstant] of [
    ['EWR', 'JFK', true],
    ['JFK', 'EWR', false],
  ] as const) {
    const { offers } = await found(oneWay(origin, destination, DAY))
    const theirs = offers.filter(isOfDuffel)
    assert.ok(theirs.length > 0)
    for (const { id, expires_at, payment_requirements: terms } of theirs) {
      assert.equal(terms.requires_instant_payment, isInstant, id)
      assert.equal(terms.payment_required_by > expires_at, !isInstant, id)
    }
  }
})

test('in production a live search without a real supplier is 503 and names the setting', async () => {
  const production = await startApp({ settings: { NODE_ENV: 'production' } })
  const body = oneWay(
    'GRU',
    'SDU',
    new Date(production.service.world.wall.now().getTime() + 9e8).toISOString().slice(0, 10),
  )
  const live = await search(production.live, body)
  assert.deepEqual([live.status, live.body.error], [503, 'Service unavailable'])
  assert.match(live.body.message, /name a real one in SUPPLIERS/)
  assert.equal((await search(production.test, body)).status, 200)
})

test('searches are not stored under an Idempotency-Key: each runs again', async () => {
  const headers = { 'idempotency-key': 'one-search', 'content-type': 'application/json' }
  const send = (body: object) => app.test.raw('POST', SEARCH, JSON.stringify(body), headers)
  const before = duffel.count('search')
  const first = await send(oneWay('GRU', 'LIS', DAY))
  const second = await send(oneWay('GRU', 'LIS', DAY))
  const other = await send(oneWay('GRU', 'MAD', DAY))
  for (const { status, headers: sent, body } of [first, second, other]) {
    assert.deepEqual([status, sent['idempotent-replayed']], [200, undefined])
    assert.equal((await app.test.get(`/api/v1/offers/${body.offers[0].id}`)).status, 200)
  }
  assert.equal(new Set([first, second, other].map(({ body }) => body.id)).size, 3)
  assert.equal(duffel.count('search'), before + 3)
  const { rows } = await app.service.world.pool.query(`select from idempotency_keys where key = 'one-search'`)
  assert.equal(rows.length, 0)
})

test('a team selects the suppliers of its live searches; test searches use all', async () => {
  const choose = (suppliers: string[] | null) => app.live.patch('/api/v1/team', { search: { suppliers } })
  const { connected_suppliers } = (await choose(['simulated'])).body.data.search
  assert.deepEqual(connected_suppliers, ['simulated', 'duffel'])
  assert.equal((await search(app.live, oneWay('GRU', 'LIS', DAY))).status, 200)
  await choose(['duffel'])
  const refused = await search(app.live, oneWay('GRU', 'LIS', DAY))
  assert.deepEqual([refused.status, refused.body.code], [503, 'service_unavailable'])
  assert.match(refused.body.message, /none of the suppliers that your team wants is connected/)
  const { offers } = await found(oneWay('GRU', 'LIS', DAY, { limit: 100 }))
  assert.ok(offers.some((offer) => !isOfDuffel(offer)))
  assert.equal((await choose(null)).body.data.search.suppliers, null)
})
