// How far the simulated carrier flies: thousands of airports and hundreds of airlines, from one place on one day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullRuns } from '../../../../test/support/full-runs.ts'
import { allAirlines } from '../../../features/flights/reference/airlines.ts'
import { allAirports, findAirport } from '../../../features/flights/reference/airports.ts'
import { makeAtlas } from '../../../features/flights/reference/atlas.ts'
import { AIRCRAFT_TABLE } from './aircraft.ts'
import { AIRLINE_TABLE, makeAirlines } from './airlines.ts'
import { makeNetwork } from './network.ts'
import { planSlice } from './plan-slice.ts'
import { dayOf } from './timetable.ts'

const atlas = makeAtlas()
const network = makeNetwork(atlas, makeAirlines(atlas))
const AIRPORTS = fullRuns ? 4_000 : 150
const AIRLINES = fullRuns ? 300 : 50

test(`more than ${AIRPORTS} airports and ${AIRLINES} airlines are reachable from São Paulo`, (t) => {
  const origins = [atlas.airport('GRU')!]
  const sellers = new Set<string>()
  let reached = 0
  let tried = 0
  for (const { code } of allAirports()) {
    if (reached > AIRPORTS && sellers.size > AIRLINES) break
    if (code === 'GRU') continue
    tried++
    const destinations = [atlas.airport(code)!]
    const query = { origins, destinations, day: dayOf('2026-12-01'), maxConnections: 3, airlines: null }
    const itineraries = planSlice(network, query)
    if (itineraries.length > 0) reached++
    for (const { flights } of itineraries)
      for (const { airline } of flights) sellers.add(airline.carrier.iata_code)
  }
  t.diagnostic(`${reached} of ${tried} airports, ${sellers.size} of ${[...allAirlines()].length} airlines`)
  assert.ok(reached > AIRPORTS && sellers.size > AIRLINES)
})

test('the tables of the simulated carrier use only known airlines, airports and aircraft', () => {
  for (const { code, hubs, homes, fleet } of AIRLINE_TABLE) {
    assert.ok(atlas.airline(code) !== undefined, `airline ${code}`)
    for (const hub of hubs) assert.ok(findAirport(hub) !== undefined, `hub ${hub} of ${code}`)
    assert.ok(homes.includes(findAirport(hubs[0]!)!.countryCode), `${code} has its first hub at home`)
    for (const type of fleet) assert.ok(AIRCRAFT_TABLE.has(type), `${type} of ${code}`)
  }
  for (const type of AIRCRAFT_TABLE.keys()) assert.ok(atlas.aircraft(type) !== undefined, `aircraft ${type}`)
})

test('no flight exceeds the range of its aircraft', () => {
  const origins = [atlas.airport('GRU')!]
  for (const code of ['SYD', 'NRT', 'JNB', 'LHR', 'ANC', 'MAO', 'SDU']) {
    const query = {
      origins,
      destinations: [atlas.airport(code)!],
      day: dayOf('2026-12-02'),
      maxConnections: 3,
      airlines: null,
    }
    for (const { flights } of planSlice(network, query))
      for (const { km, aircraft } of flights)
        assert.ok(km <= aircraft.rangeKm, `${aircraft.code} over ${km} km`)
  }
})
