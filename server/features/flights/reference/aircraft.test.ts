// The table of aircraft: complete rows, and sizes and ranges that fit the kind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AIRCRAFT, findAircraft } from './aircraft.ts'

test('there are about sixty types, each once', () => {
  assert.ok(AIRCRAFT.length >= 60, `${AIRCRAFT.length}`)
  assert.equal(new Set(AIRCRAFT.map(({ code }) => code)).size, AIRCRAFT.length)
  assert.equal(new Set(AIRCRAFT.map(({ name }) => name)).size, AIRCRAFT.length)
  for (const aircraft of AIRCRAFT) {
    assert.match(aircraft.code, /^[A-Z0-9]{3}$/)
    assert.match(aircraft.name, /^[A-Z]\w+ .+/)
    assert.equal(findAircraft(aircraft.code), aircraft)
  }
  assert.equal(findAircraft('QQQ'), undefined)
})

test('seats and ranges match the type', () => {
  const limits = {
    turboprop: { seats: [9, 80], rangeKm: [1000, 2500] },
    regional_jet: { seats: [30, 140], rangeKm: [2000, 5500] },
    narrow_body: { seats: [100, 250], rangeKm: [3500, 8000] },
    wide_body: { seats: [200, 550], rangeKm: [10000, 17000] },
  }
  for (const { code, kind, seats, rangeKm } of AIRCRAFT) {
    const [fewest, most] = limits[kind].seats
    const [shortest, longest] = limits[kind].rangeKm
    assert.ok(seats >= fewest! && seats <= most!, `${code}: ${seats} seats`)
    assert.ok(rangeKm >= shortest! && rangeKm <= longest!, `${code}: ${rangeKm} km`)
  }
})

test('the fleets of Brazilian airlines are listed', () => {
  const names = ['AT7', '295', 'E95', '32N', '738', '7M8', '339', '77W', '789'].map(
    (code) => findAircraft(code)?.name,
  )
  assert.deepEqual(names, [
    'ATR 72',
    'Embraer E195-E2',
    'Embraer 195',
    'Airbus A320neo',
    'Boeing 737-800',
    'Boeing 737 MAX 8',
    'Airbus A330-900neo',
    'Boeing 777-300ER',
    'Boeing 787-9',
  ])
})
