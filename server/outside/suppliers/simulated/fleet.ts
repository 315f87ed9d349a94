// Which aircraft an airline sends on a flight.
import type { AircraftType } from './aircraft-table.ts'
import type { SimulatedAirline } from './airlines.ts'
import { pick } from './dice.ts'

/** Beyond it the airline does not fly nonstop. */
export function longestRangeKm({ fleet }: SimulatedAirline): number {
  return Math.max(...fleet.map(({ rangeKm }) => rangeKm))
}

export function isShortHaul(airline: SimulatedAirline): boolean {
  return longestRangeKm(airline) < 7_000
}

/** One that reaches so far, and is not made for much longer legs. Small places get small aircraft. */
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
