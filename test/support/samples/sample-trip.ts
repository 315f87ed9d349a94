// Sample flights in the contract's shapes: overnight across the ocean, with connections, and with the most
// legs of an offer.
import type { Place, Segment, SegmentPassenger, Slice } from '../../../contract/flights.ts'

const PLACES: Readonly<Record<string, Place>> = {
  GRU: place('GRU', 'São Paulo/Guarulhos International Airport', 'São Paulo', 'SAO', 'America/Sao_Paulo'),
  CGH: place('CGH', 'São Paulo/Congonhas Airport', 'São Paulo', 'SAO', 'America/Sao_Paulo'),
  SDU: place('SDU', 'Rio de Janeiro–Santos Dumont Airport', 'Rio de Janeiro', 'RIO', 'America/Sao_Paulo'),
  BSB: place('BSB', 'Brasília International Airport', 'Brasília', 'BSB', 'America/Sao_Paulo'),
  LIS: place('LIS', 'Humberto Delgado Airport', 'Lisboa', 'LIS', 'Europe/Lisbon'),
  MAD: place('MAD', 'Adolfo Suárez Madrid–Barajas Airport', 'Madri', 'MAD', 'Europe/Madrid'),
}

export interface Hop {
  from: string
  to: string
  departs: string
  arrives: string
  duration: string
  flight?: string
}

/** São Paulo to Lisbon overnight, arriving on the next day. */
export const OVERNIGHT: Hop = {
  from: 'GRU',
  to: 'LIS',
  departs: '2027-02-15T22:10:00',
  arrives: '2027-02-16T11:05:00',
  duration: 'PT9H55M',
  flight: 'TP 84',
}

/** The way home with a connection in Madrid of 1 h 40. */
export const HOME: readonly Hop[] = [
  {
    from: 'LIS',
    to: 'MAD',
    departs: '2027-02-27T18:15:00',
    arrives: '2027-02-27T20:35:00',
    duration: 'PT1H20M',
    flight: 'TP 1018',
  },
  {
    from: 'MAD',
    to: 'GRU',
    departs: '2027-02-27T22:15:00',
    arrives: '2027-02-28T05:00:00',
    duration: 'PT10H45M',
    flight: 'LA 8065',
  },
]

export const PASSENGER: SegmentPassenger = {
  passenger_id: 'pas_ana',
  cabin_class: 'economy',
  cabin_class_marketing_name: 'Economy',
  fare_basis_code: 'YSTANDARD',
  seat: null,
  baggages: [
    { type: 'checked', quantity: 1 },
    { type: 'carry_on', quantity: 1 },
  ],
}

export function sampleRoundTrip(passengers: readonly SegmentPassenger[] = [PASSENGER]): Slice[] {
  return [sampleSlice([OVERNIGHT], 'PT9H55M', passengers), sampleSlice(HOME, 'PT13H45M', passengers)]
}

export function sampleSlice(
  hops: readonly Hop[],
  duration: string,
  passengers: readonly SegmentPassenger[] = [PASSENGER],
): Slice {
  return {
    id: `sli_${hops[0]!.departs}`,
    origin: PLACES[hops[0]!.from]!,
    destination: PLACES[hops.at(-1)!.to]!,
    duration,
    segments: hops.map((hop) => segmentOf(hop, passengers)),
  }
}

/** Six legs of two flights each, a week apart. */
export function sampleLongTrip(passengers: readonly SegmentPassenger[] = [PASSENGER]): Slice[] {
  const start = Temporal.PlainDate.from('2027-03-01')
  return Array.from({ length: 6 }, (_, index) => {
    const day = start.add({ weeks: index })
    const [from, to] = index % 2 === 0 ? ['CGH', 'SDU'] : ['SDU', 'CGH']
    const hops: Hop[] = [
      { from: from!, to: 'BSB', departs: `${day}T08:00:00`, arrives: `${day}T09:45:00`, duration: 'PT1H45M' },
      { from: 'BSB', to: to!, departs: `${day}T11:00:00`, arrives: `${day}T12:50:00`, duration: 'PT1H50M' },
    ]
    return sampleSlice(hops, 'PT4H50M', passengers)
  })
}

function segmentOf(hop: Hop, passengers: readonly SegmentPassenger[]): Segment {
  const [code = 'LA', number = '3456'] = (hop.flight ?? 'LA 3456').split(' ')
  const carrier = { iata_code: code, name: code === 'TP' ? 'TAP Air Portugal' : 'LATAM Airlines' }
  return {
    id: `seg_${hop.departs}`,
    origin: { ...stop(hop.from), terminal: hop.from === 'GRU' ? '3' : null },
    destination: { ...stop(hop.to), terminal: hop.to === 'LIS' ? '1' : null },
    departing_at: hop.departs,
    arriving_at: hop.arrives,
    operating_carrier: { ...carrier, logo_symbol_url: 'https://example.com/logo.svg' },
    marketing_carrier: carrier,
    operating_carrier_flight_number: number,
    marketing_carrier_flight_number: number,
    aircraft: { iata_code: '339', name: 'Airbus A330-900neo' },
    duration: hop.duration,
    distance: '7939',
    passengers: [...passengers],
  }
}

function stop(code: string) {
  const { iata_code, name } = PLACES[code]!
  return { iata_code, name }
}

function place(
  iata_code: string,
  name: string,
  city_name: string,
  iata_city_code: string,
  time_zone: string,
) {
  return { iata_code, name, city_name, iata_city_code, time_zone }
}
