// Distances against published ones and against the laws of geometry; borders; names of countries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import { allAirports, findAirport } from './airports.ts'
import { countryName, isInternational } from './geography.ts'

const between = (from: string, to: string) => distanceKm(findAirport(from)!, findAirport(to)!)

const PUBLISHED: [from: string, to: string, km: number][] = [
  ['CGH', 'SDU', 366],
  ['LHR', 'CDG', 348],
  ['LAX', 'JFK', 3983],
  ['JFK', 'LHR', 5555],
  ['GRU', 'LIS', 7939],
  ['SYD', 'DFW', 13804],
  ['DXB', 'AKL', 14201],
  ['SIN', 'EWR', 15344],
  ['LHR', 'SYD', 17016],
]
for (const [from, to, km] of PUBLISHED) {
  test(`${from} to ${to} is ${km} km, within a percent`, () => {
    assert.ok(Math.abs(between(from, to) - km) < km / 100, `${between(from, to)} km`)
  })
}

const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('distances are whole and symmetric, and no detour is shorter', () => {
  fc.assert(
    fc.property(position, position, position, (a, b, c) => {
      const direct = distanceKm(a, c)
      assert.ok(Number.isInteger(direct) && direct >= 0 && direct <= 20016)
      assert.equal(direct, distanceKm(c, a))
      assert.equal(distanceKm(a, a), 0)
      assert.ok(direct <= distanceKm(a, b) + distanceKm(b, c) + 2)
    }),
  )
})

test('distances cross the date line', () => {
  const [west, east] = [
    { latitude: 0, longitude: 179.5 },
    { latitude: 0, longitude: -179.5 },
  ]
  assert.equal(distanceKm(west, east), 111)
})

test('a flight is international if it crosses a border', () => {
  const crosses = (from: string, to: string) => isInternational(findAirport(from)!, findAirport(to)!)
  assert.equal(crosses('GRU', 'SDU'), false)
  assert.equal(crosses('GRU', 'EZE'), true)
  assert.equal(crosses('JFK', 'SJU'), false, 'Puerto Rico belongs to the United States')
  assert.equal(crosses('ORY', 'CAY'), false, 'French Guiana belongs to France')
  assert.equal(crosses('PEK', 'HKG'), true, 'passports are looked at')
})

test('countries have names in both languages', () => {
  assert.deepEqual([countryName('DE'), countryName('DE', 'pt-BR')], ['Germany', 'Alemanha'])
  assert.deepEqual([countryName('HK'), countryName('HK', 'pt-BR')], ['Hong Kong', 'Hong Kong'])
  for (const code of new Set(Array.from(allAirports(), ({ countryCode }) => countryCode))) {
    for (const language of ['en', 'pt-BR'] as const) {
      assert.ok(countryName(code, language).length > 2, `${code} in ${language}`)
    }
  }
})
