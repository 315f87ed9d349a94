// The mapping of Duffel's shapes, one rule at a time: money, durations across zones, states, terms and gaps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FAKE_NOW } from '../../../../test/support/fakes/fake-duffel.ts'
import { makeDesk } from '../../../../test/support/fakes/fake-duffel-desk.ts'
import { type FakeOffer, makeOffers, type Search } from '../../../../test/support/fakes/fake-duffel-offers.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { brandOf, carrierFrom, slicesFrom } from './itinerary.ts'
import { offerFrom, orderFrom } from './mapping.ts'
import { conditionsFrom, priceFrom, termsFrom } from './prices.ts'
import {
  type DuffelOffer,
  type DuffelOrder,
  type DuffelSegment,
  readOffer,
  readOrder,
  type Times,
} from './shapes.ts'

const HOUR_MS = 3_600_000
const NOW: Times = { now: FAKE_NOW, offsetMs: 0 }

const SEARCH: Search = {
  id: 'orq_1',
  createdAt: FAKE_NOW,
  slices: [{ origin: 'GRU', destination: 'LIS', departure_date: '2027-03-10' }],
  passengers: [{ id: 'pas_1', type: 'adult' }],
  cabin: 'economy',
  maxConnections: 1,
}
const OFFER = offerLike()

function offerLike(changes: Partial<DuffelOffer> = {}): DuffelOffer {
  const made: FakeOffer = makeOffers(SEARCH, (prefix) => `${prefix}_1`)[0]!
  return readOffer({ ...made, ...changes }) ?? assert.fail('not an offer')
}

function segmentLike(changes: Partial<DuffelSegment> = {}): DuffelSegment {
  return { ...OFFER.slices[0]!.segments[0]!, ...changes }
}

function flown(changes: Partial<DuffelSegment>) {
  return slicesFrom([{ segments: [segmentLike(changes)] }], ['pas_1'])?.[0] ?? null
}

const place = (time_zone: string, latitude?: number, longitude?: number) => ({
  iata_code: 'AAA',
  name: 'A',
  time_zone,
  ...(latitude !== undefined && { latitude, longitude: longitude! }),
})

test('prices are exact, and base and tax always add up', () => {
  const usd = (total_amount: string, more = {}) => priceFrom({ total_amount, total_currency: 'USD', ...more })
  const price = (totalCents: bigint, baseCents: bigint) => ({
    totalCents,
    baseCents,
    taxCents: totalCents - baseCents,
    currency: 'USD',
  })
  const parts = { base_amount: '70.10', base_currency: 'USD', tax_amount: '30.20', tax_currency: 'USD' }
  assert.deepEqual(usd('100.30', parts), price(100_30n, 70_10n))
  assert.deepEqual(usd('100.30'), price(100_30n, 100_30n))
  assert.deepEqual(usd('100.30', { ...parts, tax_amount: null }), price(100_30n, 70_10n), 'the rest is tax')
  assert.deepEqual(usd('100.30', { ...parts, base_amount: null }), price(100_30n, 70_10n), 'the rest is fare')
  assert.deepEqual(usd('100.31', parts), price(100_31n, 70_11n), 'a cent that is missing goes to the fare')
  assert.deepEqual(usd('20.00', parts), price(20_00n, 20_00n), 'taxes above the total are none')
  assert.deepEqual(
    usd('100.30', { ...parts, tax_currency: 'EUR', base_currency: 'EUR' }),
    price(100_30n, 100_30n),
  )
  assert.deepEqual(usd('12000'), price(12_000_00n, 12_000_00n), 'yen have no cents')
  for (const odd of ['12.345', '-1.00', '1,000.00', '', 'free', '1e3', '99999999999999.00']) {
    assert.equal(usd(odd), null, odd)
  }
})

test('any base and tax add up and are not negative', () => {
  const amount = fc.option(
    fc.bigInt({ min: 0n, max: 10_000_000n }).map((cents) => formatAmount(cents)),
    { nil: null },
  )
  const currency = fc.constantFrom('USD', 'EUR', null)
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10_000_000n }),
      amount,
      currency,
      amount,
      currency,
      (total, base, of, tax, inn) => {
        const price = priceFrom({
          total_amount: formatAmount(total),
          total_currency: 'USD',
          base_amount: base,
          base_currency: of,
          tax_amount: tax,
          tax_currency: inn,
        })!
        assert.equal(price.totalCents, total)
        assert.equal(price.baseCents + price.taxCents, total)
        assert.ok(price.baseCents >= 0n && price.taxCents >= 0n)
      },
    ),
  )
})

test('conditions: unknown means not allowed, and a penalty has two decimals', () => {
  const unknown = { allowed: false, penalty_amount: null, penalty_currency: null }
  const both = (condition: typeof unknown | object) => ({
    refund_before_departure: condition,
    change_before_departure: unknown,
  })
  const refund = (condition: object | null) =>
    conditionsFrom({ refund_before_departure: condition as never, change_before_departure: null })
  assert.deepEqual(conditionsFrom(undefined), both(unknown))
  assert.deepEqual(conditionsFrom(null), both(unknown))
  assert.deepEqual(refund(null), both(unknown))
  const free = { allowed: true, penalty_amount: '0', penalty_currency: 'BRL' }
  assert.deepEqual(refund(free), both({ ...free, penalty_amount: '0.00' }))
  const silent = { allowed: true, penalty_amount: null, penalty_currency: null }
  assert.deepEqual(refund(silent), both(silent))
  assert.deepEqual(refund({ ...free, penalty_currency: null }), both(silent), 'an amount of nothing')
  assert.deepEqual(refund({ ...free, penalty_amount: '1.234' }), both(silent))
  assert.deepEqual(refund({ allowed: false, penalty_amount: '5.00', penalty_currency: 'BRL' }), both(unknown))
})

test('terms: refunded money counts, the rest is kept, and credits are not money', () => {
  const paid = { totalCents: 100_00n, baseCents: 80_00n, taxCents: 20_00n, currency: 'USD' }
  const terms = (
    refund_to: string | null,
    refund_amount: string | null,
    refund_currency: string | null = 'USD',
  ) => {
    const { penaltyCents, currency } = termsFrom({ refund_to, refund_amount, refund_currency }, paid)
    assert.equal(currency, 'USD')
    return penaltyCents
  }
  for (const to of ['balance', 'card', 'arc_bsp_cash', 'original_form_of_payment']) {
    assert.equal(terms(to, '60.50'), 39_50n)
  }
  assert.equal(terms('balance', '100.00'), 0n)
  assert.equal(terms('balance', '120.00'), 0n, 'services that were bought elsewhere')
  assert.equal(terms('balance', '0.00'), 100_00n)
  assert.equal(terms('awaiting_payment', '0.00'), 0n)
  for (const to of ['voucher', 'airline_credits', 'unheard_of', null]) {
    assert.equal(terms(to, '60.50'), 100_00n)
  }
  assert.equal(terms('balance', null), 100_00n)
  assert.equal(terms('balance', '60.50', 'EUR'), 100_00n, 'another currency is for people to decide')
  assert.equal(terms('balance', 'x'), 100_00n)
})

test('flying times are computed from local times and zones', () => {
  const duration = (
    from: string,
    departing_at: string,
    to: string,
    arriving_at: string,
    given: string | null = null,
  ) =>
    flown({ origin: place(from), departing_at, destination: place(to), arriving_at, duration: given })
      ?.duration
  const [sp, lis, nyc] = ['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York']
  assert.equal(duration(sp, '2027-03-10T23:00:00', lis, '2027-03-11T11:30:00'), 'PT9H30M')
  assert.equal(duration(sp, '2027-03-10T10:00', sp, '2027-03-10T10:45'), 'PT45M')
  assert.equal(duration(sp, '2027-03-10T10:00:00', sp, '2027-03-10T12:00:00'), 'PT2H')
  // Over the date line it lands before it departs, in local time.
  assert.equal(
    duration('Pacific/Auckland', '2027-07-10T19:00:00', 'America/Los_Angeles', '2027-07-10T12:00:00'),
    'PT12H',
  )
  // The nights in which Lisbon's clocks go forward and New York's go back.
  assert.equal(duration(lis, '2027-03-28T00:30:00', lis, '2027-03-28T02:30:00'), 'PT1H')
  assert.equal(duration(nyc, '2026-11-01T00:30:00', nyc, '2026-11-01T03:30:00'), 'PT4H')
  // Half past one occurs twice: Duffel's duration decides, if it matches one of them.
  assert.equal(duration(nyc, '2026-11-01T00:30:00', nyc, '2026-11-01T01:30:00', 'PT2H'), 'PT2H')
  assert.equal(duration(nyc, '2026-11-01T00:30:00', nyc, '2026-11-01T01:30:00', 'PT1H'), 'PT1H')
  assert.equal(duration(nyc, '2026-11-01T00:30:00', nyc, '2026-11-01T01:30:00', 'PT7H'), 'PT1H')
  assert.equal(duration(sp, '2027-03-10T10:00:00', sp, '2027-03-11T12:05:00', 'P1DT2H5M'), 'PT26H5M')
  assert.equal(duration(sp, '2027-03-10T10:00:00', sp, '2027-03-10T12:00:00', 'P1M'), 'PT2H')
  const impossible = [
    duration(sp, '2027-03-10T10:00:00', sp, '2027-03-10T10:00:00'),
    duration(sp, '2027-03-10T10:00:00', sp, '2027-03-10T09:00:00'),
    duration(sp, '2027-02-30T10:00:00', sp, '2027-03-10T09:00:00'),
    duration('Mars/Olympus', '2027-03-10T10:00:00', sp, '2027-03-10T12:00:00'),
  ]
  assert.deepEqual(impossible, [undefined, undefined, undefined, undefined])
})

test('missing fields of a flight have defaults', () => {
  const segment = (changes: Partial<DuffelSegment>) => flown(changes)!.segments[0]!
  const codeshare = segment({
    operating_carrier: { iata_code: 'LA', name: 'LATAM' },
    operating_carrier_flight_number: null,
  })
  assert.equal(codeshare.operating_carrier_flight_number, '', "another carrier's number is left out")
  const small = segment({ operating_carrier: { iata_code: null, name: 'Pilatus & Sons' } }).operating_carrier
  assert.deepEqual(small, { iata_code: 'ZZ', name: 'Pilatus & Sons', logo_symbol_url: null })
  assert.equal(flown({ marketing_carrier: { iata_code: null, name: 'X' } }), null)
  const craft = (aircraft: NonNullable<DuffelSegment['aircraft']> | null) => segment({ aircraft }).aircraft
  assert.deepEqual(craft({ iata_code: 'too long', name: 'Zeppelin' }), { iata_code: 'EQV', name: 'Zeppelin' })
  assert.deepEqual(craft(null), { iata_code: 'EQV', name: 'Aircraft not announced' })
  assert.equal(segment({ origin_terminal: '' }).origin.terminal, null)
  assert.equal(segment({ departing_at: '2027-03-10T10:15' }).departing_at, '2027-03-10T10:15:00')
  const [passenger] = OFFER.slices[0]!.segments[0]!.passengers
  const seat = { designator: '14B', name: 'Exit row seat' }
  const baggages = [
    { type: 'checked', quantity: 1 },
    { type: 'parrot', quantity: 1 },
  ]
  const seated = segment({ passengers: [{ ...passenger!, seat, baggages }] }).passengers
  assert.deepEqual([seated[0]!.seat, seated[0]!.baggages], ['14B', [{ type: 'checked', quantity: 1 }]])
})

test('a missing distance is the great circle', () => {
  const distance = (given: string | null, origin = OFFER.slices[0]!.segments[0]!.origin, to = origin) =>
    flown({ distance: given, origin, destination: { ...to, time_zone: 'Europe/Lisbon' } })!.segments[0]!
      .distance
  const [gru, lis] = [
    place('America/Sao_Paulo', -23.4356, -46.4731),
    place('Europe/Lisbon', 38.7742, -9.1342),
  ]
  assert.equal(distance('7938.5', gru, lis), '7938.5')
  const km = Number(distance(null, gru, lis))
  assert.ok(Math.abs(km - 7_930) < 30, `${km} km`)
  assert.equal(distance(null, place('America/Sao_Paulo'), lis), '0')
  assert.equal(distance('far', gru, gru), '0')
})

test('a place without a city is its own city', () => {
  const bare = { ...place('America/Sao_Paulo'), city_name: null, iata_city_code: null }
  const slice = flown({ origin: bare })!
  assert.deepEqual(slice.origin, {
    iata_code: 'AAA',
    name: 'A',
    city_name: 'A',
    iata_city_code: 'AAA',
    time_zone: 'America/Sao_Paulo',
  })
})

test('brands of slices, and airlines without a code, are mapped', () => {
  const brands = (...names: (string | null)[]) =>
    brandOf(names.map((fare_brand_name) => ({ fare_brand_name, segments: [] })))
  assert.equal(brands('Light', 'Light'), 'Light')
  assert.equal(brands('Light', 'Plus'), 'Light / Plus')
  assert.equal(brands(null, 'Plus', ''), 'Plus')
  assert.equal(brands(null), null)
  assert.deepEqual(carrierFrom({ iata_code: 'LA', name: 'LATAM' }), { iata_code: 'LA', name: 'LATAM' })
  for (const iata_code of [null, '', 'L', 'la', 'LATAM'])
    assert.equal(carrierFrom({ iata_code, name: 'X' }), null)
})

test('travellers that differ from the search are refused', () => {
  assert.equal(offerFrom(OFFER, ['child'], NOW), null)
  assert.equal(offerFrom(OFFER, ['adult', 'adult'], NOW), null)
  assert.equal(offerFrom(OFFER, [], NOW), null)
  assert.notEqual(offerFrom(OFFER, ['adult'], NOW), null)
})

test('a lap infant that an airline omits flies with the others', () => {
  const [slice] = slicesFrom(OFFER.slices, ['pas_1', 'pas_2'])!
  const [adult, infant] = slice!.segments[0]!.passengers
  assert.deepEqual(infant, { ...adult, baggages: [] })
})

test('a hold needs a deadline, and may lack a price guarantee', () => {
  const holdOf = (requires_instant_payment: boolean, by: string | null, guarantee: string | null = null) => {
    const requirements = { payment_required_by: by, price_guarantee_expires_at: guarantee }
    return offerFrom(
      offerLike({ payment_requirements: { requires_instant_payment, ...requirements } }),
      ['adult'],
      NOW,
    )!.hold
  }
  const by = '2026-11-18T12:00:00.642000Z'
  assert.deepEqual(holdOf(false, by), {
    paymentRequiredBy: new Date('2026-11-18T12:00:00.642Z'),
    priceGuaranteedUntil: null,
  })
  assert.equal(holdOf(false, null), null)
  assert.equal(holdOf(true, by), null)
  assert.equal(holdOf(false, 'tomorrow'), null)
  assert.equal(offerFrom(offerLike({ expires_at: 'soon' }), ['adult'], NOW), null)
})

function orderLike(type: 'hold' | 'instant', changes: Partial<DuffelOrder> = {}): DuffelOrder {
  const desk = makeDesk(fixedClock(FAKE_NOW))
  desk.search(
    { slices: SEARCH.slices, passengers: [{ type: 'adult' }, { type: 'adult' }] },
    new URLSearchParams(),
  )
  const [offer] = desk.offers.values()
  const payment = { type: 'balance', amount: offer!.total_amount, currency: offer!.total_currency }
  const person = { title: 'mr', gender: 'm', given_name: 'A', family_name: 'B', born_on: '1990-01-01' }
  const passengers = offer!.passengers.map(({ id }) => ({
    id,
    ...person,
    email: 'a@b.c',
    phone_number: '+5511999999999',
  }))
  const payments = type === 'hold' ? [] : [payment]
  const made = desk.order({ type, selected_offers: [offer!.id], passengers, payments })
  return { ...(readOrder(made) ?? assert.fail('not an order')), ...changes }
}

function stateOf(order: DuffelOrder, hoursLater = 0) {
  const times = { now: new Date(FAKE_NOW.getTime() + hoursLater * HOUR_MS), offsetMs: 0 }
  const { status, lookAgainAt, documents } = orderFrom(
    order,
    'r',
    order.passengers.map(({ id }) => id),
    times,
  )!
  const minutes = lookAgainAt === null ? null : (lookAgainAt.getTime() - times.now.getTime()) / 60_000
  return [status, minutes, documents.length]
}

test('each state of an order has its next check', () => {
  const day = 24 * 60
  const instant = orderLike('instant')
  const held = orderLike('hold')
  assert.deepEqual(stateOf(instant), ['ticketed', day, 2])
  assert.deepEqual(stateOf(instant, 24 * 300), ['ticketed', null, 2], 'the flights have left')
  const leaves = Temporal.PlainDateTime.from(instant.slices[0].segments[0].departing_at)
  const zone = instant.slices[0].segments[0].origin.time_zone
  const hoursLeft = (leaves.toZonedDateTime(zone).epochMilliseconds - FAKE_NOW.getTime()) / HOUR_MS
  const waits = [15 * 24, 13 * 24, 2 * 24, 20, 1].map((hours) => stateOf(instant, hoursLeft - hours)[1])
  assert.deepEqual(waits, [day, day / 2, 180, 60, 60], 'the nearer it is, the more often')
  assert.deepEqual(stateOf({ ...instant, cancelled_at: FAKE_NOW.toISOString() }), ['cancelled', null, 2])

  const withoutDocuments = { ...instant, documents: [] }
  assert.deepEqual(stateOf(withoutDocuments), ['ticketing', 1, 0])
  assert.deepEqual(stateOf(withoutDocuments, 0.5), ['ticketing', 5, 0])
  assert.deepEqual(stateOf(withoutDocuments, 3), ['ticketing', 60, 0])
  assert.deepEqual(stateOf(withoutDocuments, 6), ['ticketed', day, 0], 'an airline without tickets')
  const [ticket] = instant.documents!
  assert.deepEqual(stateOf({ ...instant, documents: [ticket!] }), ['ticketing', 1, 1], 'one of two')
  const receipt = { ...ticket!, type: 'electronic_miscellaneous_document_associated' }
  assert.deepEqual(stateOf({ ...instant, documents: [receipt] }), ['ticketing', 1, 0])
  const shared = { ...ticket!, passenger_ids: instant.passengers.map(({ id }) => id) }
  assert.deepEqual(stateOf({ ...instant, documents: [shared] }), ['ticketed', day, 2], 'one ticket for both')
  assert.deepEqual(stateOf({ ...instant, documents: [{ ...ticket!, passenger_ids: null }] }), [
    'ticketing',
    1,
    0,
  ])

  assert.deepEqual(stateOf(held), ['held', day, 0])
  assert.deepEqual(stateOf(held, 72), ['expired', null, 0])
  const lapsed = { ...held.payment_status, awaiting_payment: false }
  assert.deepEqual(
    stateOf({ ...held, payment_status: lapsed }),
    ['expired', null, 0],
    'Duffel stopped waiting',
  )
  const paid = { ...lapsed, paid_at: FAKE_NOW.toISOString() }
  assert.deepEqual(stateOf({ ...held, payment_status: paid }), ['ticketing', 1, 0])
})

test('an implausible order is refused', () => {
  const order = orderLike('instant')
  const ids = order.passengers.map(({ id }) => id)
  const broken: Partial<DuffelOrder>[] = [
    { total_amount: '1.234' },
    { owner: { iata_code: null, name: 'X' } },
    { slices: [{ segments: [segmentLike({ arriving_at: '2020-01-01T00:00:00' })] }] },
  ]
  for (const changes of broken) assert.equal(orderFrom({ ...order, ...changes }, 'r', ids, NOW), null)
})
