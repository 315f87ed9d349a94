// Markup, fee and pricing rules: the price of each offer, checked against a calculation of its own, and that stored
// offers and bookings keep their price.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CABIN_CLASSES, type Offer, PASSENGER_TYPES } from '../../../../contract/flights.ts'
import type { PricingInput } from '../../../../contract/pricing.ts'
import { type Agency, assertError, newAgency } from '../../../../test/support/agency.ts'
import {
  BOOKINGS,
  booked,
  confirm,
  HOME,
  holdBody,
  instantBody,
  zzOffer,
} from '../../../../test/support/bookings.ts'
import { cents } from '../../../../test/support/check-offers.ts'
import { makeClient } from '../../../../test/support/client.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { fullRuns } from '../../../../test/support/full-runs.ts'
import { newClient } from '../../../../test/support/invoicing.ts'
import { oneWay, roundTrip, search } from '../../../../test/support/searches.ts'
import { startApp } from '../../../../test/support/start-app.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'
import { priceByRules } from './test-support.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({ wall })
const PRICING = '/api/v1/team/pricing'
const DEFAULT = { markup_percent: 10, fee_amount: '35.00' }
const PASSENGERS = [
  { type: 'adult', count: 2 },
  { type: 'child', count: 1 },
  { type: 'infant_without_seat', count: 1 },
]

async function price({ test: client }: Agency, rules: object[], terms: object = DEFAULT) {
  const response = await client.put(PRICING, { ...terms, rules })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

async function offersOf({ test: client }: Agency, body: object): Promise<Offer[]> {
  const response = await search(client, body)
  assert.equal(response.status, 200, response.text.slice(0, 500))
  return response.body.offers
}

test('a new team has its initial terms and no rules, and /me shows them', async () => {
  const { live } = await newAgency(app)
  const begun = { markup_percent: 10, fee_amount: '35.00' }
  assert.deepEqual((await live.get(PRICING)).body.data, { ...begun, rules: [], updated_at: null })
  assert.deepEqual((await live.get('/api/v1/me')).body.data.pricing, begun)
  const [offer] = (await search(live, oneWay('GRU', 'SDU', '2026-12-08'))).body.offers
  assert.deepEqual(offer.pricing, {
    ...{ rule_id: null, rule_name: null, ...begun, fee_per: 'offer', client_id: null },
  })
})

test('rules are returned whole, keep their ids and order, and belong to one mode', async () => {
  const agency = await newAgency(app)
  const [first, second] = (
    await price(agency, [
      { name: 'EUA', route: { destination: 'US', both_ways: true }, markup_percent: 12.3456 },
      { airlines: ['LA'], cabins: ['business', 'first'], fee_amount: '80' },
    ])
  ).rules
  const nothing = { airlines: null, cabins: null, passenger_types: null, client_id: null, fee_amount: null }
  const route = { origin: null, destination: 'US', both_ways: true }
  assert.match(first.id, /^prl_/)
  assert.deepEqual(first, { ...nothing, id: first.id, name: 'EUA', route, markup_percent: 12.3456 })
  assert.deepEqual([second.fee_amount, second.markup_percent], ['80.00', null])
  const { rules } = await price(agency, [second, { ...first, markup_percent: 1 }], {
    ...DEFAULT,
    fee_amount: '1',
  })
  assert.deepEqual(rules, [second, { ...first, markup_percent: 1 }])
  assert.deepEqual((await agency.test.get('/api/v1/me')).body.data.pricing.fee_amount, '1.00')
  assert.deepEqual((await agency.live.get(PRICING)).body.data.rules, [])
  const { changes, topic, actor } = (await agency.test.get('/api/v1/audit?action=pricing.update')).body
    .data[0]
  assert.deepEqual([topic, actor.type], ['settings', 'key'])
  assert.deepEqual(Object.keys(changes[0].after), ['fee_amount', 'order', first.id], 'only what changed')
  assert.equal(JSON.stringify(changes).includes('EUA'), false, 'names may be those of people')
})

test('an invalid rule is refused by its field, and nothing changes', async () => {
  const agency = await newAgency(app)
  const ok = { airlines: ['LA'], fee_amount: '1.00' }
  const { rules } = await price(agency, [ok])
  const stranger = (await newClient((await newAgency(app)).test)).id
  const rows: [object, string][] = [
    [{ rules: [{ fee_amount: '1.00' }] }, 'rules.0'],
    [{ rules: [ok, { airlines: ['LA'] }] }, 'rules.1'],
    [{ rules: [{ ...ok, airlines: [] }] }, 'rules.0.airlines'],
    [{ rules: [{ ...ok, airlines: ['LATAM'] }] }, 'rules.0.airlines.0'],
    [{ rules: [{ ...ok, cabins: ['cargo'] }] }, 'rules.0.cabins.0'],
    [{ rules: [{ ...ok, fee_amount: '1.005' }] }, 'rules.0.fee_amount'],
    [{ rules: [{ ...ok, fee_amount: '100000.01' }] }, 'rules.0.fee_amount'],
    [{ rules: [{ ...ok, fee_amount: 1 }] }, 'rules.0.fee_amount'],
    [{ rules: [{ ...ok, markup_percent: 1.00005 }] }, 'rules.0.markup_percent'],
    [{ rules: [{ ...ok, markup_percent: -1 }] }, 'rules.0.markup_percent'],
    [{ rules: [{ ...ok, route: { origin: 'QQQ' } }] }, 'rules.0.route.origin'],
    [{ rules: [{ ...ok, route: { destination: 'XX' } }] }, 'rules.0.route.destination'],
    [{ rules: [{ ...ok, route: {} }] }, 'rules.0.route'],
    [{ rules: [{ passenger_types: ['child'], markup_percent: 1 }] }, 'rules.0.fee_amount'],
    [{ rules: [{ ...ok, id: 'prl_1' }] }, 'rules.0.id'],
    [{ rules: [rules[0], rules[0]] }, 'rules.1.id'],
    [{ rules: [{ ...ok, client_id: 'me' }] }, 'rules.0.client_id'],
    [{ rules: Array.from({ length: 101 }, () => ok) }, 'rules'],
    [{ rules: [], markup_percent: 1000.1 }, 'markup_percent'],
    [{ rules: [], fee_amount: '-1' }, 'fee_amount'],
    [{}, 'rules'],
  ]
  for (const [change, field] of rows) {
    const response = await agency.test.put(PRICING, { ...DEFAULT, ...change })
    assertError(response, 400, 'Invalid request parameters', field)
  }
  const unknown = await agency.test.put(PRICING, { ...DEFAULT, rules: [{ ...ok, client_id: stranger }] })
  assertError(unknown, 404, 'Client not found', 'rules.0.client_id')
  assert.deepEqual((await agency.test.get(PRICING)).body.data.rules, rules)
})

const money = (most: number) => fc.integer({ min: 0, max: most }).map((n) => (n / 100).toFixed(2))
const percent = fc.integer({ min: 0, max: 300_000 }).map((n) => n / 10_000)
const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: null })
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => maybe(maybe(arbitrary))
const place = maybe(fc.constantFrom('GRU', 'CGH', 'SAO', 'RIO', 'SDU', 'BR', 'US', 'MIA', 'PT'))
const rule = (clientId: string) =>
  fc
    .record({
      route: seldom(fc.record({ origin: place, destination: place, both_ways: fc.boolean() })),
      airlines: seldom(some('LA', 'G3', 'AD', 'AA', 'TP')),
      cabins: seldom(some(...CABIN_CLASSES)),
      passenger_types: seldom(some(...PASSENGER_TYPES)),
      client_id: seldom(fc.constant(clientId)),
      markup_percent: maybe(percent),
      fee_amount: money(20_000),
    })
    .filter(({ route, airlines, cabins, passenger_types, client_id }) => {
      if (route !== null && route.origin === null && route.destination === null) return false
      return [route, airlines, cabins, passenger_types, client_id].some((condition) => condition !== null)
    })
const trip = fc.record({
  ends: fc.constantFrom<[string, string]>(
    ['SAO', 'RIO'],
    ['GRU', 'SDU'],
    ['RIO', 'SAO'],
    ['GRU', 'MIA'],
    ['MIA', 'SAO'],
  ),
  back: fc.boolean(),
  cabinClass: fc.constantFrom('economy', ...CABIN_CLASSES),
  counts: fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 1 }),
  ),
  isForClient: fc.boolean(),
})

test('every offer of generated searches costs what its rules compute, to the cent', async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.test)
  const clientId = `cli_${client.id.replaceAll('-', '')}`
  const pricing = fc.record({
    markup_percent: percent,
    fee_amount: money(9_999),
    rules: fc.array(rule(clientId), { maxLength: 7 }),
  })
  const rounds = fc.sample(fc.tuple(pricing, trip), { numRuns: fullRuns ? 300 : 15, seed: 14 })
  const seen = { ruled: 0, mixed: 0, plain: 0 }
  for (const [terms, { ends, back, cabinClass, counts, isForClient }] of rounds) {
    const stored = await price(agency, terms.rules, terms)
    const passengers = PASSENGER_TYPES.map((type, index) => ({ type, count: counts[index] }))
    const rest = { passengers, cabinClass, limit: 40, ...(isForClient && { client_id: client.id }) }
    const asked = back
      ? roundTrip(ends, ['2026-12-08', '2026-12-12'], rest)
      : oneWay(...ends, '2026-12-08', rest)
    for (const offer of await offersOf(agency, asked)) {
      const expected = priceByRules(offer, terms as PricingInput, isForClient ? clientId : null)
      const { base, markup, fee } = expected
      assert.deepEqual(
        [offer.agency_markup_amount, offer.agency_fee_amount, offer.client_amount].map(cents),
        [markup, fee, base + markup + fee],
        JSON.stringify([offer.pricing, terms, expected], (_, v) => (typeof v === 'bigint' ? `${v}` : v)),
      )
      const places = [...new Set(expected.rules)]
      const ids = places.map((place) => stored.rules[place]?.id ?? null)
      const parts = offer.pricing.parts ?? [offer.pricing]
      assert.deepEqual(
        parts.map(({ rule_id }) => rule_id),
        ids,
      )
      seen[places.length > 1 ? 'mixed' : places[0] === -1 ? 'plain' : 'ruled']++
    }
  }
  for (const [kind, count] of Object.entries(seen)) assert.ok(count > 50, `${count} ${kind} offers`)
})

test('changing the rules affects no stored offer, booking or refund', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const [rule] = (
    await price(agency, [
      { name: 'Secreta', passenger_types: ['adult'], markup_percent: 20, fee_amount: '11.11' },
    ])
  ).rules
  const offer = await zzOffer(client, {
    passengers: [
      { type: 'adult', count: 2 },
      { type: 'child', count: 1 },
    ],
  })
  const refundable = await zzOffer(client)
  assert.deepEqual([offer.pricing.parts?.length, refundable.pricing.rule_id], [2, rule.id])
  assert.equal(refundable.agency_fee_amount, '11.11')
  const hold = await booked(client, holdBody(offer))
  const paid = await booked(client, instantBody(refundable))
  const penalty = Number(paid.conditions.refund_before_departure.penalty_amount)
  const refund = (Number(refundable.client_amount) - penalty).toFixed(2)
  const shown = await client.get(`${BOOKINGS}/${hold.id}`)

  await price(agency, [{ passenger_types: ['adult'], markup_percent: 900, fee_amount: '5000' }], {
    markup_percent: 500,
    fee_amount: '900',
  })
  assert.notEqual((await zzOffer(client)).client_amount, refundable.client_amount)
  const { price_changed, previous_total_amount, previous_client_amount, _meta, ...read } = (
    await client.get(`/api/v1/offers/${offer.id}`)
  ).body
  assert.deepEqual([read, price_changed], [offer, false])
  assert.equal((await client.get(`${BOOKINGS}/${hold.id}`)).text, shown.text)
  assert.equal((await booked(client, holdBody(offer))).client_amount, offer.client_amount)
  assert.deepEqual([hold.pricing, hold.client_amount], [offer.pricing, offer.client_amount])
  assert.equal((await confirm(client, hold.id, offer)).status, 200)
  assert.equal((await client.delete(`${BOOKINGS}/${paid.id}`)).body.data.refund.amount, refund)
  const debits = (await client.get('/api/v1/wallet/transactions?type=debit')).body.data.transactions
  assert.deepEqual(
    debits.map(({ amount }: { amount: string }) => amount),
    [offer.client_amount, refundable.client_amount],
  )
  const diary = agency.diary()
  const emitted = JSON.stringify([await diary.events()])
  const { rows } = await app.service.world.pool.query('select * from mails where team_id = $1', [agency.id])
  assert.ok(rows.length > 3 && emitted.includes(hold.id))
  assert.doesNotMatch(emitted + JSON.stringify(rows), /Secreta|prl_|markup|commission/)
})

test("a search for a client has the client's price, and books for that client by default", async () => {
  const agency = await newAgency(app)
  const [vip, other] = [await newClient(agency.test, { full_name: 'Vip' }), await newClient(agency.test)]
  await price(agency, [{ client_id: vip.id, markup_percent: 0, fee_amount: '0' }])
  const asked = (rest: object) => oneWay(HOME[0], HOME[1], '2026-12-20', rest)
  const [plain] = await offersOf(agency, asked({}))
  const [own] = await offersOf(agency, asked({ client_id: vip.id }))
  assert.ok(plain && own)
  assert.deepEqual([own.client_amount, own.pricing.client_id?.slice(0, 4)], [own.base_cost_brl, 'cli_'])
  assert.notEqual(plain.client_amount, plain.base_cost_brl)
  assert.equal((await booked(agency.test, holdBody(own))).client.full_name, 'Vip')
  assert.equal(
    (await booked(agency.test, holdBody(own, { client_id: other.id }))).client.full_name,
    'Ana Souza',
  )
  assertError(
    await search(agency.test, asked({ client_id: 7 })),
    400,
    'Invalid request parameters',
    'client_id',
  )
  assertError(await search(agency.live, asked({ client_id: vip.id })), 404, 'Client not found', 'client_id')
})

test('the preview names the applied rule and its price', async () => {
  const agency = await newAgency(app)
  const { rules } = await price(agency, [
    { passenger_types: ['infant_without_seat'], markup_percent: 0, fee_amount: '5.00' },
    {
      name: 'Internacional',
      route: { origin: 'BR', destination: 'US', both_ways: true },
      fee_amount: '100.00',
    },
  ])
  const preview = (body: object) =>
    agency.test.post(`${PRICING}/preview`, { base_cost_brl: '3100', airline: 'AA', ...body })
  const { pricing, ...sums } = (await preview({ origin: 'MIA', destination: 'SAO', passengers: PASSENGERS }))
    .body.data
  assert.deepEqual(sums, {
    base_cost_brl: '3100.00',
    agency_markup_percent: 9.6774,
    agency_markup_amount: '300.00',
    agency_fee_amount: '105.00',
    total_agency_commission: '405.00',
    client_amount: '3505.00',
  })
  const [seats, laps] = pricing.parts
  assert.deepEqual([seats.rule_name, seats.passengers, seats.base_cost_brl], ['Internacional', 3, '3000.00'])
  assert.deepEqual([laps.rule_id, laps.fee_total, laps.base_cost_brl], [rules[0].id, '5.00', '100.00'])
  const home = (await preview({ origin: 'GRU', destination: 'RIO' })).body.data
  assert.deepEqual([home.pricing.rule_id, home.client_amount], [null, '3445.00'])
  assertError(
    await preview({ origin: 'QQQ', destination: 'RIO' }),
    400,
    'Invalid request parameters',
    'origin',
  )
  const stranger = { origin: 'GRU', destination: 'RIO', client_id: 'cli_1' }
  assertError(await preview(stranger), 404, 'Client not found', 'client_id')
})

test('another process uses the new rules at once', async () => {
  const agency = await newAgency(app)
  const other = await startApp({ wall, databaseUrl: app.databaseUrl, settings: { ROLE: 'api' } })
  const there = makeClient(other.url, agency.liveKey)
  const currentFee = async () => (await there.get('/api/v1/me')).body.data.pricing.fee_amount
  assert.equal(await currentFee(), '35.00')
  await agency.live.put(PRICING, { markup_percent: 0, fee_amount: '77.00', rules: [] })
  await eventually('the signal arrives', async () => (await currentFee()) === '77.00')
  const [offer] = (await search(there, oneWay('GRU', 'SDU', '2027-02-08'))).body.offers
  assert.equal(offer.agency_fee_amount, '77.00')
})
