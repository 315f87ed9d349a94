// Tests the Portuguese names of airports and cities from responses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { airportName, cityName, clearPlaceNames, storePlaceNames } from '../../panel/logic/place-names.ts'

const LISBON = { iata_code: 'LIS', name: 'Lisbon Airport', city_name: 'Lisbon' }

test('a place has the name of the response, until the language changes', () => {
  const names = () => [airportName(LISBON), cityName(LISBON)]
  assert.deepEqual(names(), ['Lisbon Airport', 'Lisbon'])
  for (const nothing of [undefined, null, 'text', { places: 'LIS' }, { places: [null, {}] }])
    storePlaceNames(nothing)
  assert.deepEqual(names(), ['Lisbon Airport', 'Lisbon'])
  storePlaceNames({ places: [{ iata_code: 'LIS', name: 'Aeroporto Humberto Delgado', city_name: 'Lisboa' }] })
  assert.deepEqual(names(), ['Aeroporto Humberto Delgado', 'Lisboa'])
  clearPlaceNames()
  assert.deepEqual(names(), ['Lisbon Airport', 'Lisbon'])
})
