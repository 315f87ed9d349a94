// Reads back what an offer or an order kept of its choice of flights, and tells which seats it needs.
import type { PassengerType } from '../../../../contract/flights.ts'
import { isNonEmpty } from '../../../kernel/values/non-empty.ts'
import type { Opaque } from '../supplier-offer.ts'
import type { SimulatedAirline } from './airlines.ts'
import type { Atlas } from './atlas.ts'
import { type Choice, cabinOn, readChoiceData } from './build-offer.ts'
import { FAMILIES, type Family, seatsForSale } from './fares.ts'
import type { Network } from './network.ts'
import { type Itinerary, itineraryMemory, longestOf } from './plan-slice.ts'
import { isReserved, RESERVED_FAMILIES, ZZ } from './reserved.ts'
import { type Flight, flightNumbered } from './timetable.ts'
import { dayOf } from './zone-time.ts'

const families = new Map<string, Family>([...FAMILIES, ...RESERVED_FAMILIES].map((some) => [some.code, some]))

/** undefined where an update of the reference data has removed a flight or family since. */
export function readChoice(
  atlas: Atlas,
  network: Network,
  data: Opaque,
  travellers: readonly PassengerType[],
): Choice | undefined {
  const kept = readChoiceData(data)
  if (kept === null) return undefined
  const family = families.get(kept.family)
  const itineraries = kept.flights.flatMap((ids) => itineraryOf(atlas, network, ids) ?? [])
  if (family === undefined || itineraries.length < kept.flights.length || !isNonEmpty(itineraries))
    return undefined
  return { itineraries, family, travellers, quotedDay: kept.quotedDay, payByMs: kept.payByMs }
}

function itineraryOf(atlas: Atlas, network: Network, ids: readonly string[]): Itinerary | undefined {
  const flights = ids.flatMap((id) => flightOf(atlas, network, id) ?? [])
  if (flights.length < ids.length || !isNonEmpty(flights)) return undefined
  return { flights, owner: longestOf(flights).airline }
}

/** An id is airline and number, origin and destination, date: `LA3012 GRUSDU 2026-12-01`. */
function flightOf(atlas: Atlas, network: Network, id: string): Flight | undefined {
  const [, airlineCode = '', number = '', fromCode = '', toCode = '', date = ''] =
    /^(..)(\d+) (...)(...) (\S+)$/.exec(id) ?? []
  const from = atlas.airport(fromCode)
  const to = atlas.airport(toCode)
  if (from === undefined || to === undefined) return undefined
  const airline: SimulatedAirline | undefined =
    airlineCode === 'ZZ'
      ? ZZ
      : network.flownBy(from, to).find(({ carrier }) => carrier.iata_code === airlineCode)
  return airline && flightNumbered(airline, number, from, to, dayOf(date))
}

interface NeededSeat {
  readonly flight: string
  /** The cabin, or the family where that has seats of its own. */
  readonly cabin: string
  readonly capacity: number
}

const rememberedSeats = itineraryMemory<NeededSeat[]>()

/** One entry for each flight, sorted. */
export function seatsNeeded({ itineraries, family }: Pick<Choice, 'itineraries' | 'family'>): NeededSeat[] {
  const needed = itineraries.flatMap((itinerary) => seatsOn(itinerary, family))
  return needed.sort((a, b) => (a.flight < b.flight ? -1 : 1))
}

/** Of one itinerary, in the order of its flights. */
export function seatsOn(itinerary: Itinerary, family: Family): readonly NeededSeat[] {
  return rememberedSeats(itinerary, family.code, () =>
    itinerary.flights.map((flight) => seatOn(flight, family)),
  )
}

function seatOn(flight: Flight, family: Family): NeededSeat {
  if (isReserved(family)) return { flight: flight.id, cabin: family.code, capacity: family.seats ?? PLENTY }
  const cabin = cabinOn(flight, family.cabin)
  return { flight: flight.id, cabin, capacity: seatsForSale(flight, cabin) }
}

const PLENTY = 1_000_000
