// Where a trip begins and where it leads: a round trip to its first destination, any other trip to its last.
import type { Place } from '../../../contract/flights.ts'

interface Leg {
  readonly origin: Place
  readonly destination: Place
}

export function tripEnds(slices: readonly Leg[]): Leg {
  const [first] = slices
  const last = slices.at(-1)
  if (first === undefined || last === undefined) throw new Error('a trip without slices leads nowhere')
  const { origin } = first
  const isBack = last.destination.iata_city_code === origin.iata_city_code
  return { origin, destination: isBack ? first.destination : last.destination }
}
