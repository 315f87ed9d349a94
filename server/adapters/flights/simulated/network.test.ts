import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeAirlines } from './airlines.ts'
import type { Atlas, AtlasAirport } from './atlas.ts'
import { makeNetwork } from './network.ts'
import { dayOf, flightNumbered, flightsOn, weekdayOf } from './timetable.ts'

// A small world: three countries in a row, with airlines of the table (LA, TP) and an invented one.
const airport = (
  iata_code: string,
  country: string,
  size: AtlasAirport['size'],
  latitude: number,
  longitude: number,
): AtlasAirport => ({
  ...{ iata_code, name: iata_code, city_name: iata_code, iata_city_code: iata_code },
  ...{
    time_zone: country === 'BR' ? 'America/Sao_Paulo' : 'Europe/Lisbon',
    country,
    size,
    latitude,
    longitude,
  },
})
const AIRPORTS = [
  airport('GRU', 'BR', 4, -23.4, -46.5),
  airport('BSB', 'BR', 3, -15.9, -47.9),
  airport('PMW', 'BR', 2, -10.3, -48.4),
  airport('AAA', 'BR', 0, -12, -50),
  airport('LIS', 'PT', 3, 38.8, -9.1),
  airport('OPO', 'PT', 3, 41.2, -8.7),
  airport('XXA', 'XX', 1, 15, -23),
]
const atlas: Atlas = {
  airport: (code) => AIRPORTS.find(({ iata_code }) => iata_code === code),
  airline: (code) =>
    ['LA', 'TP', 'QX'].includes(code) ? { iata_code: code, name: code, ticketPrefix: null } : undefined,
  aircraft: () => undefined,
  airportsOf: (country) => AIRPORTS.filter((one) => one.country === country),
  airlinesOf: (country) => (country === 'XX' ? ['QX'] : []),
}
const network = makeNetwork(atlas, makeAirlines(atlas))
const place = fc.constantFrom(...AIRPORTS)

test('an airline that flies a route flies it back, in every network', () => {
  const again = makeNetwork(atlas, makeAirlines(atlas))
  const names = (some: readonly { carrier: { iata_code: string } }[]) =>
    some.map(({ carrier }) => carrier.iata_code)
  for (const a of AIRPORTS) {
    for (const b of AIRPORTS) {
      assert.deepEqual(names(network.flownBy(a, b)), names(network.flownBy(b, a)))
      assert.deepEqual(names(network.flownBy(a, b)), names(again.flownBy(a, b)))
    }
  }
})

test('no route returns to its origin, and every airport has departures', () => {
  for (const one of AIRPORTS) {
    assert.deepEqual(network.flownBy(one, one), [])
    assert.ok(network.hubsAround(one).length > 0, one.iata_code)
  }
})

test('flights keep number, time and aircraft from week to week', () => {
  fc.assert(
    fc.property(place, place, fc.integer({ min: 0, max: 300 }), (from, to, days) => {
      const day = dayOf('2026-12-01') + days
      for (const airline of network.flownBy(from, to)) {
        const now = flightsOn(airline, from, to, day)
        const nextWeek = flightsOn(airline, from, to, day + 7)
        assert.equal(weekdayOf(day), weekdayOf(day + 7))
        assert.deepEqual(
          nextWeek.map(({ number, aircraft }) => [number, aircraft.code]),
          now.map(({ number, aircraft }) => [number, aircraft.code]),
        )
        for (const flight of now) {
          assert.deepEqual(flightNumbered({ airline, number: flight.number, from, to, day }), flight)
          assert.equal(flight.arriveMs - flight.departMs, flight.minutes * 60_000)
        }
        assert.equal(new Set(now.map(({ id }) => id)).size, now.length)
      }
    }),
  )
})
