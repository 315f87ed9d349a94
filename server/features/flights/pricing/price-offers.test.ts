import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CabinClass, Place } from '../../../../contract/flights.ts'
import type { SupplierOffer } from '../../../adapters/flights/port.ts'
import { makeDecimal } from '../../../kernel/values/decimal.ts'
import { priceOffers, tripEnds } from './price-offers.ts'
import type { PricedTrip } from './rules.ts'

const place = (iata_code: string, iata_city_code = iata_code): Place => ({
  iata_code,
  iata_city_code,
  name: '',
  city_name: '',
  time_zone: 'America/Sao_Paulo',
})
const GRU = place('GRU', 'SAO')
const CGH = place('CGH', 'SAO')
const SDU = place('SDU', 'RIO')
const MIA = place('MIA')

const ENDS: [string, Place[], [Place, Place]][] = [
  ['one way', [GRU, SDU], [GRU, SDU]],
  ['there and back', [GRU, SDU, GRU], [GRU, SDU]],
  ['back to another airport of the city', [GRU, SDU, CGH], [GRU, SDU]],
  ['through several places', [GRU, SDU, MIA], [GRU, MIA]],
]

const legsOf = (stops: Place[]) =>
  stops.slice(1).map((destination, index) => ({ origin: stops[index] ?? destination, destination }))

for (const [name, stops, [origin, destination]] of ENDS) {
  test(`destination of a trip: ${name}`, () => {
    assert.deepEqual(tripEnds(legsOf(stops)), { origin, destination })
  })
}

/** As much of an offer as pricing looks at. */
function offerOf(stops: Place[], cabins: CabinClass[], currency = 'BRL', airline = 'LA'): SupplierOffer {
  const segments = cabins.map((cabin_class) => ({ passengers: [{ cabin_class }] }))
  const slices = legsOf(stops).map((leg) => ({ ...leg, segments }))
  const price = { totalCents: 100_00n, baseCents: 90_00n, taxCents: 10_00n, currency }
  return { slices, owner: { iata_code: airline, name: '' }, price } as unknown as SupplierOffer
}

const TERMS = {
  rule: null,
  markupPercent: makeDecimal(10n),
  feeCents: 1n,
  feePer: 'offer',
  passengers: 1,
  weight: 10n,
} as const

async function priced(offers: SupplierOffer[], partsForAll: [typeof TERMS] | null = null) {
  const asked: PricedTrip[] = []
  const world = {
    exchangeRates: { rateOf: async (code: string) => (code === 'XTS' ? null : makeDecimal(2n)) },
  } as unknown as Parameters<typeof priceOffers>[0]
  const pricing = {
    partsFor(trip: PricedTrip) {
      asked.push(trip)
      return [TERMS]
    },
    partsForAll,
  }
  const found = offers.map((offer) => ({ supplier: 'x', offer }))
  return { ...(await priceOffers(world, found, pricing)), asked }
}

test('rules are evaluated once per distinct trip, not per offer', async () => {
  const trips = [GRU, CGH].flatMap((origin) => ['LA', 'G3'].map((airline) => [origin, airline] as const))
  const offers = trips.flatMap(([origin, airline]) =>
    Array.from({ length: 50 }, () => offerOf([origin, SDU], ['economy'], 'BRL', airline)),
  )
  const { priced: all, asked } = await priced(offers)
  assert.deepEqual([all.length, asked.length], [200, 4])
  assert.deepEqual(asked[0], {
    origin: ['GRU', 'SAO', 'BR'],
    destination: ['SDU', 'RIO', 'BR'],
    airline: 'LA',
    cabin: 'economy',
  })
  for (const { price } of all) assert.equal(price.clientCents, 220_01n)
})

test('if all trips have the same price rule, their flights are not read', async () => {
  const offer = Object.defineProperty(offerOf([GRU, SDU], ['economy']), 'slices', {
    get: () => assert.fail('they were looked at'),
  })
  const { priced: all, asked } = await priced([offer], [TERMS])
  assert.deepEqual([all.length, all[0]?.price.clientCents, asked], [1, 220_01n, []])
})

test('the cabin of a trip is its best', async () => {
  const cabinOf = async (...cabins: CabinClass[]) =>
    (await priced([offerOf([GRU, MIA, GRU], cabins)])).asked[0]?.cabin
  assert.equal(await cabinOf('economy', 'economy'), 'economy')
  assert.equal(await cabinOf('economy', 'business'), 'business')
  assert.equal(await cabinOf('first', 'premium_economy'), 'first')
})

test('offers in a currency without a rate are left out, and reported', async () => {
  const { priced: all, warnings } = await priced([
    offerOf([GRU, MIA], ['economy'], 'XTS'),
    offerOf([GRU, MIA], ['economy'], 'USD'),
  ])
  assert.deepEqual(
    all.map(({ offer }) => offer.price.currency),
    ['USD'],
  )
  assert.match(warnings[0]?.issue ?? '', /no current rate of XTS/)
})
