// Reads back what an offer or an order remembers of its choice, and which seats it needs.
import type { PassengerType } from '../../../../contract/flights.ts'
import type { Airline } from './airlines.ts'
import type { Atlas } from './atlas.ts'
import { type Choice, type ChoiceData, cabinOn } from './build-offer.ts'
import { type Itinerary, rememberOf } from './connect.ts'
import { FAMILIES, type Family } from './families.ts'
import { seatsForSale } from './fares.ts'
import type { Network } from './network.ts'
import { RESERVED_FAMILIES, type ReservedFamily, ZZ } from './reserved.ts'
import { type Flight, flightNumbered } from './timetable.ts'
import { dayOf } from './zone-time.ts'

const families = new Map<string, Family>([...FAMILIES, ...RESERVED_FAMILIES].map((some) => [some.code, some]))

/** undefined where the world has changed since, so that a flight or family is no more. */
export function readChoice(
  atlas: Atlas,
  network: Network,
  data: unknown,
  travellers: readonly PassengerType[],
): Choice | undefined {
  const { version, family: code, quotedDay, flights } = data as ChoiceData
  const family = families.get(code)
  if (version !== 1 || family === undefined) return undefined
  const itineraries = flights.flatMap((ids) =>
    itineraryOf(ids.flatMap((id) => flightOf(atlas, network, id) ?? [])),
  )
  const isWhole = itineraries.every(({ flights: found }, index) => found.length === flights[index]!.length)
  return isWhole && itineraries.length === flights.length
    ? { itineraries, family, travellers, quotedDay }
    : undefined
}

function itineraryOf(flights: Flight[]): Itinerary[] {
  if (flights.length === 0) return []
  return [{ flights, owner: flights.reduce((a, b) => (b.km > a.km ? b : a)).airline }]
}

/** An id is airline and number, origin and destination, date: `LA3012 GRUSDU 2026-12-01`. */
function flightOf(atlas: Atlas, network: Network, id: string): Flight | undefined {
  const [, airlineCode = '', number = '', fromCode = '', toCode = '', date = ''] =
    /^(..)(\d+) (...)(...) (\S+)$/.exec(id) ?? []
  const from = atlas.airport(fromCode)
  const to = atlas.airport(toCode)
  if (from === undefined || to === undefined) return undefined
  const airline: Airline | undefined =
    airlineCode === 'ZZ'
      ? ZZ
      : network.flownBy(from, to).find(({ carrier }) => carrier.iata_code === airlineCode)
  return airline && flightNumbered(airline, number, from, to, dayOf(date))
}

export interface NeededSeat {
  readonly flight: string
  /** The cabin, or the family where that has seats of its own. */
  readonly cabin: string
  readonly capacity: number
}

/** One entry for each flight, sorted. */
export function seatsNeeded({ itineraries, family }: Pick<Choice, 'itineraries' | 'family'>): NeededSeat[] {
  const needed = itineraries.flatMap((itinerary) =>
    rememberOf(itinerary, `seats ${family.code}`, () =>
      itinerary.flights.map((flight) => seatOn(flight, family)),
    ),
  )
  return needed.sort((a, b) => (a.flight < b.flight ? -1 : 1))
}

function seatOn(flight: Flight, family: Family): NeededSeat {
  if ('seats' in family) {
    const { code, seats } = family as ReservedFamily
    return { flight: flight.id, cabin: code, capacity: seats ?? PLENTY }
  }
  const cabin = cabinOn(flight, family.cabin)
  return { flight: flight.id, cabin, capacity: seatsForSale(flight, cabin) }
}

const PLENTY = 1_000_000

export function seatedOf(travellers: readonly PassengerType[]): number {
  return travellers.filter((type) => type !== 'infant_without_seat').length
}
