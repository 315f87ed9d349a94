import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SimulatedAirline } from './airlines.ts'
import { combine } from './offers.ts'
import type { Itinerary, Trip } from './plan-slice.ts'
import type { Flight } from './timetable.ts'

const HOUR_MS = 3_600_000

/** Only the fields that the choice uses: seller, ends and times. */
function itinerary(seller: string, from: string, to: string, departMs: number, id = ''): Itinerary {
  const airport = (iata_code: string) => ({ iata_code })
  const flight = { id, from: airport(from), to: airport(to), departMs, arriveMs: departMs + HOUR_MS }
  return {
    flights: [flight as Flight],
    owner: { carrier: { iata_code: seller, name: seller } } as SimulatedAirline,
  }
}

const slice = (day: number) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom('LA', 'G3', 'AD', 'TP'),
        fc.constantFrom('GRU', 'CGH', 'VCP'),
        fc.constantFrom('GIG', 'SDU'),
        fc.integer({ min: 0, max: 23 }),
      ),
      { minLength: 1, maxLength: 30 },
    )
    .map((rows) =>
      rows.map(([seller, from, to, hour]) => itinerary(seller, from, to, (day * 24 + hour) * HOUR_MS)),
    )

const trip = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, day) => slice(day * 3))))

test('offers are at most the limit, with one itinerary per slice, each after the last arrival', () => {
  fc.assert(
    fc.property(trip, fc.integer({ min: 1, max: 70 }), (plans, limit) => {
      const found = combine(plans, limit)
      assert.ok(found.length >= 1 && found.length <= limit)
      for (const itineraries of found) {
        assert.equal(itineraries.length, plans.length)
        for (const [index, one] of itineraries.entries()) {
          assert.ok(plans[index]!.includes(one))
          const before = itineraries[index - 1]
          if (before) assert.ok(one.flights[0].departMs >= before.flights[0].arriveMs + HOUR_MS)
        }
      }
    }),
  )
})

test('with a high limit every itinerary is in an offer, and every airport in the first ones', () => {
  fc.assert(
    fc.property(trip, (plans) => {
      const found = combine(plans, 1_000)
      for (const [index, plan] of plans.entries()) {
        const used = new Set(found.map((itineraries) => itineraries[index]))
        for (const one of plan) assert.ok(used.has(one))
      }
      const places = (some: readonly Trip[]) =>
        new Set(
          some.flatMap((all) =>
            all.flatMap(({ flights }, index) => [
              `${index}${flights[0].from.iata_code}`,
              `${index}${flights[0].to.iata_code}`,
            ]),
          ),
        )
      // Each of the first ones adds an airport, so they are at most as many as airports.
      assert.deepEqual(places(found.slice(0, 5 * plans.length)), places(found))
    }),
  )
})

test('an airline that flies every slice is not mixed with others', () => {
  const there = [itinerary('LA', 'GRU', 'GIG', 0), itinerary('G3', 'GRU', 'GIG', 0)]
  const back = [itinerary('G3', 'GIG', 'GRU', 100 * HOUR_MS), itinerary('LA', 'GIG', 'GRU', 100 * HOUR_MS)]
  for (const itineraries of combine([there, back], 10))
    assert.equal(new Set(itineraries.map(({ owner }) => owner.carrier.iata_code)).size, 1)
})

test('a slice without flights gives no offers', () => {
  assert.deepEqual(combine([[itinerary('LA', 'GRU', 'GIG', 0)], []], 10), [])
})
