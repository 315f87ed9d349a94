// Aircraft of the simulated airlines: range, seats in each cabin, and the aircraft of each flight.
import type { CabinClass } from '../../../../contract/flights.ts'
import type { SimulatedAirline } from './airlines.ts'
import { pick } from './dice.ts'

export interface AircraftType {
  readonly code: string
  readonly rangeKm: number
  /** Long-range aircraft do not fly short legs. */
  readonly leastKm: number
  readonly seats: Readonly<Record<CabinClass, number>>
}

// Code, least and most kilometres, seats in economy, premium economy, business, first.
const ROWS = `
  AT7 0 1100 68 0 0 0
  E75 0 3200 64 0 12 0
  E90 0 3600 94 0 12 0
  E95 0 3800 106 0 12 0
  295 0 4300 124 0 12 0
  319 0 5200 120 24 12 0
  320 0 5400 144 30 12 0
  32N 0 5900 144 30 12 0
  321 0 5600 180 36 16 0
  73G 0 5200 114 24 8 0
  738 0 5400 144 30 12 0
  7M8 0 6200 144 30 16 0
  763 2500 11000 189 28 30 0
  788 2500 13500 190 36 32 0
  789 2500 13900 216 40 36 0
  772 3000 14000 226 40 48 8
  77W 3500 13600 264 44 58 8
  332 2500 12800 220 28 30 0
  333 2500 11300 252 32 36 0
  339 2500 13000 232 40 34 0
  359 3500 15000 231 48 44 0
  351 4000 16000 255 56 54 6
  388 5000 14800 371 48 76 14`

export const AIRCRAFT_TABLE: ReadonlyMap<string, AircraftType> = new Map(
  ROWS.trim()
    .split('\n')
    .map((line) => {
      const [code = '', ...numbers] = line.trim().split(' ')
      const [leastKm = 0, rangeKm = 0, economy = 0, premium_economy = 0, business = 0, first = 0] =
        numbers.map(Number)
      return [code, { code, leastKm, rangeKm, seats: { economy, premium_economy, business, first } }]
    }),
)

/** The airline's longest nonstop distance. */
export function longestRangeKm({ fleet }: SimulatedAirline): number {
  return Math.max(...fleet.map(({ rangeKm }) => rangeKm))
}

export function isShortHaul(airline: SimulatedAirline): boolean {
  return longestRangeKm(airline) < 7_000
}

/** An aircraft with enough range that is not made for much longer legs. Small places get small aircraft. */
export function aircraftFor(
  { fleet }: SimulatedAirline,
  km: number,
  smallerSize: number,
  dice: () => number,
): AircraftType {
  const reaching = fleet.filter(({ rangeKm }) => rangeKm >= km)
  const fitting = reaching.filter(({ leastKm }) => leastKm <= km)
  const choices =
    fitting.length > 0 ? fitting : reaching.toSorted((a, b) => a.leastKm - b.leastKm).slice(0, 1)
  const small = choices.filter(({ seats }) => seats.economy < 110)
  return pick(dice, smallerSize <= 1 && small.length > 0 ? small : choices)
}
