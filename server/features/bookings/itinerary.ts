// Flights as a traveller reads them, for mails and receipts: cities, days later, waits and services.
import type { Place, Segment, SegmentPassenger, Slice } from '../../../contract/flights.ts'
import type { Flight, Leg, LegEnd, Service, Stop } from '../../render/itinerary/itinerary.ts'
import type { Language } from '../flights/reference/geography.ts'
import { airportNamed, cityNamed } from '../flights/reference/place-names.ts'

/** Places in the reader's language. */
export function legsOf(slices: readonly Slice[], language: Language = 'pt-BR'): Leg[] {
  const namesOf = naming(slices, language)
  return slices.map((slice, index) => ({
    kind: kindOf(slices, index),
    number: index + 1,
    from: endOf(slice.origin, language),
    to: endOf(slice.destination, language),
    date: dateOf(slice.segments[0]!.departing_at),
    minutes: minutesIn(slice.duration),
    flights: flightsOf(slice, namesOf),
  }))
}

/** Segments name airports without a city. The carrier gives the cities at the ends of the legs. */
function naming(slices: readonly Slice[], language: Language): NamesOf {
  const cities = new Map(
    slices.flatMap(({ origin, destination, segments }) => [
      [segments[0]!.origin.iata_code, origin.city_name] as const,
      [segments.at(-1)!.destination.iata_code, destination.city_name] as const,
    ]),
  )
  return (code, airport) => ({
    city: cityNamed(code, cities.get(code) ?? null, language),
    airport: airportNamed(code, airport, language),
  })
}

type NamesOf = (code: string, airport: string) => Pick<Stop, 'city' | 'airport'>

function kindOf(slices: readonly Slice[], index: number): Leg['kind'] {
  if (slices.length === 1) return 'only'
  const [there, back] = slices
  const isRoundTrip =
    slices.length === 2 &&
    there!.origin.iata_city_code === back!.destination.iata_city_code &&
    there!.destination.iata_city_code === back!.origin.iata_city_code
  if (!isRoundTrip) return 'one of several'
  return index === 0 ? 'outbound' : 'return'
}

function endOf({ city_name, iata_code }: Place, language: Language): LegEnd {
  return { city: cityNamed(iata_code, city_name, language) ?? city_name, code: iata_code }
}

function flightsOf({ segments, duration }: Slice, namesOf: NamesOf): Flight[] {
  const start = dateOf(segments[0]!.departing_at)
  const waits = waitsOf(segments, minutesIn(duration))
  return segments.map((segment, index) => {
    const before = segments[index - 1]
    const { marketing_carrier, operating_carrier } = segment
    return {
      number: `${marketing_carrier.iata_code} ${segment.marketing_carrier_flight_number}`,
      carrier: marketing_carrier.name,
      operatedBy: operating_carrier.iata_code === marketing_carrier.iata_code ? null : operating_carrier.name,
      aircraft: segment.aircraft.name,
      minutes: minutesIn(segment.duration),
      departure: stopOf(segment.origin, segment.departing_at, start, namesOf),
      arrival: stopOf(segment.destination, segment.arriving_at, start, namesOf),
      connection:
        before === undefined
          ? null
          : {
              minutes: waits?.[index - 1] ?? null,
              changesAirport: before.destination.iata_code !== segment.origin.iata_code,
            },
      services: servicesOf(segment.passengers),
    }
  })
}

/**
 * Both local times are of one place, so their difference is the wait, except when its clocks change. Then the parts do
 * not add up to the total, and no wait is shown.
 */
function waitsOf(segments: readonly Segment[], totalMinutes: number): number[] | null {
  const waits = segments.slice(1).map(({ departing_at }, index) => {
    const arrived = Temporal.PlainDateTime.from(segments[index]!.arriving_at)
    return arrived.until(Temporal.PlainDateTime.from(departing_at)).total('minutes')
  })
  const parts = [...waits, ...segments.map(({ duration }) => minutesIn(duration))]
  return sumOf(parts) === totalMinutes ? waits : null
}

function stopOf(
  { iata_code, name, terminal }: Segment['origin'],
  clockTime: string,
  start: Temporal.PlainDate,
  namesOf: NamesOf,
): Stop {
  const date = dateOf(clockTime)
  return {
    time: clockTime.slice(11, 16),
    date,
    daysLater: start.until(date).days,
    code: iata_code,
    ...namesOf(iata_code, name),
    terminal,
  }
}

/** Groups passengers with the same cabin, fare and bags, in order of first appearance. */
function servicesOf(passengers: readonly SegmentPassenger[]): Service[] {
  const groups = Map.groupBy(passengers, ({ cabin_class, fare_basis_code, baggages }) =>
    [cabin_class, fare_basis_code, bagsOf(baggages, 'checked'), bagsOf(baggages, 'carry_on')].join('\n'),
  )
  return [...groups.values()].map((group) => {
    const { cabin_class, fare_basis_code, baggages } = group[0]!
    return {
      passengerIds: group.map(({ passenger_id }) => passenger_id),
      cabin: cabin_class,
      fareBasis: fare_basis_code,
      checkedBags: bagsOf(baggages, 'checked'),
      carryOnBags: bagsOf(baggages, 'carry_on'),
      seats: group.flatMap(({ seat }) => (seat === null ? [] : [seat])),
    }
  })
}

function bagsOf(baggages: SegmentPassenger['baggages'], type: 'checked' | 'carry_on'): number {
  return sumOf(baggages.filter((bag) => bag.type === type).map(({ quantity }) => quantity))
}

function dateOf(clockTime: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(clockTime.slice(0, 10))
}

function minutesIn(duration: string): number {
  return Temporal.Duration.from(duration).total('minutes')
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
