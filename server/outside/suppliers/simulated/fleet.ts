// Which aircraft an airline sends on a flight.
import { AIRCRAFT_TABLE, type AircraftType } from './aircraft-table.ts'
import type { Airline } from './airlines.ts'
import { pick } from './dice.ts'

/** Where even the longest legs of a fleet are shorter, the airline does not fly. */
export function longestRangeKm({ fleet }: Airline): number {
  return Math.max(...fleet.map((code) => AIRCRAFT_TABLE.get(code)!.rangeKm))
}

export function isShortHaul(airline: Airline): boolean {
  return longestRangeKm(airline) < 7_000
}

/** One that reaches so far, and is not made for much longer legs. Small places get small aircraft. */
export function aircraftFor(
  { fleet }: Airline,
  km: number,
  smallerSize: number,
  dice: () => number,
): AircraftType {
  const types = fleet.map((code) => AIRCRAFT_TABLE.get(code)!)
  const reaching = types.filter(({ rangeKm }) => rangeKm >= km)
  const fitting = reaching.filter(({ leastKm }) => leastKm <= km)
  const choices =
    fitting.length > 0 ? fitting : reaching.toSorted((a, b) => a.leastKm - b.leastKm).slice(0, 1)
  const small = choices.filter(({ seats }) => seats.economy < 110)
  return pick(dice, smallerSize <= 1 && small.length > 0 ? small : choices)
}
