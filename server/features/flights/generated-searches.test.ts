// Thousands of generated searches, each response checked against schema, zone database and arithmetic.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CABIN_CLASSES, type Offer, SORTS } from '../../../contract/flights.ts'
import { assertError } from '../../../test/support/agency.ts'
import { BOOKINGS, holdBody, PASSPORT, passengersOf } from '../../../test/support/bookings.ts'
import { checkResult } from '../../../test/support/check-offers.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { daysAfter, type SearchBody, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { allAirports, allCities } from './reference/airports.ts'

const SEARCHES = fullRuns ? 248 : 40
const AIRLINES = fullRuns ? 60 : 30
const TOGETHER = 8
/** The same searches in every run. */
const SEED = 20_261_115

const HOLDS = fullRuns ? 150 : 12

const NOW = new Date('2026-11-15T12:00:00.000Z')
const HOUR_MS = 3_600_000
const wall = fixedClock(NOW)
const app = await startApp({ wall })

const cities = [...allCities()].map(({ code }) => code)
const large = [...allAirports()].filter(({ size }) => size >= 2).map(({ code }) => code)
const others = [...allAirports()].filter(({ size }) => size < 2).map(({ code }) => code)
const brazilian = [...allAirports()].filter(({ size, countryCode }) => size >= 2 && countryCode === 'BR')

const place = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...brazilian.map(({ code }) => code)) },
  { weight: 8, arbitrary: fc.constantFrom(...large) },
  { weight: 4, arbitrary: fc.constantFrom(...cities) },
  { weight: 1, arbitrary: fc.constantFrom(...others) },
)

const passengers = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 4 }))
  .map(([adults, children, infants]) => [
    { type: 'adult', count: adults },
    { type: 'child', count: children },
    { type: 'infant_without_seat', count: Math.min(infants, adults) },
  ])

const additions = fc.record(
  {
    cabinClass: fc.constantFrom('economy', 'economy', 'economy', ...CABIN_CLASSES),
    maxConnections: fc.constantFrom(0, 1, 1, 2, 2, 3, 3, 3),
    sort: fc.constantFrom(...SORTS),
    departureTime: fc.constantFrom({ from: '06:00', to: '18:00' }, { from: '09:30' }, { to: '17:00' }),
    limit: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ['limit'] },
)

/** Through places one after the other, or there and back, on days that never go back. */
const tripWithin = (days: number) =>
  fc
    .record({
      places: fc.uniqueArray(place, { minLength: 2, maxLength: 3 }),
      firstDay: fc.integer({ min: 0, max: days }),
      stays: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 5, maxLength: 5 }),
      isReturn: fc.boolean(),
    })
    .map(({ places, firstDay, stays, isReturn }) => {
      const stops = isReturn ? [places[0]!, places[1]!, places[0]!] : places
      let day = firstDay
      const slices = stops.slice(1).map((destination, index) => {
        const departureDate = daysAfter(wall.now(), day)
        day += stays[index]!
        return { origin: stops[index]!, destination, departureDate }
      })
      const type = isReturn ? 'round_trip' : slices.length === 1 ? 'one_way' : 'multi_city'
      return { type, slices }
    })

const anySearch = fc
  .tuple(tripWithin(340), passengers, additions)
  .map(([asked, travellers, rest]): SearchBody => ({ ...asked, passengers: travellers, ...rest }))

const seen = {
  offers: 0,
  connections: 0,
  empty: 0,
  airlines: new Set<string>(),
  currencies: new Set<string>(),
}

async function tryOut(body: SearchBody): Promise<void> {
  const response = await search(app.live, body)
  if (response.status === 400) {
    // Chance put an airport and its own city together, or a day that is over where the trip begins.
    assert.match(response.body.error, /^(Invalid request parameters|Departure date in the past)$/)
    return
  }
  assert.equal(response.status, 200, response.text.slice(0, 500))
  checkResult(body, response.body, NOW)
  if (response.body.offers.length === 0) seen.empty++
  for (const offer of response.body.offers) {
    seen.offers++
    seen.currencies.add(offer.total_currency)
    for (const { segments } of offer.slices) {
      seen.connections += segments.length - 1
      for (const segment of segments) seen.airlines.add(segment.operating_carrier.iata_code)
    }
  }
}

test(`${SEARCHES} searches: every offer is complete, valid and adds up`, async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySearch, { minLength: TOGETHER, maxLength: TOGETHER }), async (bodies) => {
      await Promise.all(bodies.map(tryOut))
    }),
    { numRuns: SEARCHES / TOGETHER, seed: SEED, endOnFailure: true },
  )
  t.diagnostic(`${seen.offers} offers of ${seen.airlines.size} airlines, ${seen.connections} connections`)
  t.diagnostic(`${seen.empty} searches found nothing`)
  assert.ok(seen.empty < SEARCHES / 2)
  assert.ok(seen.offers > SEARCHES && seen.connections > SEARCHES && seen.airlines.size > AIRLINES)
  assert.deepEqual([...seen.currencies].sort(), ['BRL', 'EUR', 'USD'])
})

const held = { holds: 0, refusals: 0, hours: new Set<number>() }

/** Holds some of the offers at a moment of their lifetime: each is as promised. */
async function holdLate(body: SearchBody, share: number): Promise<void> {
  const { body: found } = await search(app.live, { ...body, sort: 'departure' })
  const offers: Offer[] = found.offers ?? []
  if (offers.length === 0) return
  const lastMs = Date.parse(offers[0]!.expires_at) - 1
  wall.set(new Date(wall.now().getTime() + Math.floor((lastMs - wall.now().getTime()) * share)))
  for (const offer of offers) {
    const passengers = passengersOf(offer, { identity_documents: [PASSPORT] })
    const response = await app.live.post(BOOKINGS, holdBody(offer, { passengers }))
    const { requires_instant_payment, ...promised } = offer.payment_requirements
    if (requires_instant_payment) {
      assertError(response, 400, 'Offer requires instant payment')
      held.refusals++
      continue
    }
    // The last seats may have gone to the holds before it.
    if (response.body.error === 'Sold out') continue
    assert.equal(response.status, 201, response.text)
    assert.deepEqual(response.body.payment_status, { awaiting_payment: true, ...promised })
    const hours = (Date.parse(promised.payment_required_by) - wall.now().getTime()) / HOUR_MS
    assert.ok(hours >= 24 && hours <= 72, `${hours} hours to pay`)
    held.hours.add(Math.floor(hours / 24))
    held.holds++
  }
}

test(`the offers of ${HOLDS} searches can be held as promised, at any moment of their lifetime`, async () => {
  const anyMoment = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))
  await fc.assert(
    fc.asyncProperty(tripWithin(4), anyMoment, async (asked, share) => {
      const limit = 3
      await holdLate({ ...asked, passengers: [{ type: 'adult', count: 1 }], limit }, share)
    }),
    { numRuns: HOLDS, seed: SEED, endOnFailure: true },
  )
  assert.ok(held.holds > HOLDS && held.refusals > 0, JSON.stringify(held))
  assert.deepEqual([...held.hours].sort(), [1, 2, 3])
})
