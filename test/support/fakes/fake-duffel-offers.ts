// The offers of the fake Duffel: places, flights and offers in the shapes of its public description, gaps
// included, and the routes on which its test mode fails.

import type { Offer } from '@duffel/api/types'
import type { CabinClass, PassengerType } from '../../../contract/flights.ts'
import { formatAmount, parseAmount } from '../../../server/kernel/values/money.ts'
import type { WithGaps } from './duffel-types.ts'

interface Town {
  name: string
  city: string
  cityCode: string
  country: string
  zone: string
}

const town = (name: string, city: string, cityCode: string, country: string, zone: string): Town => ({
  name,
  city,
  cityCode,
  country,
  zone,
})
const LONDON = ['London', 'LON', 'GB', 'Europe/London'] as const
const SAO_PAULO = ['São Paulo', 'SAO', 'BR', 'America/Sao_Paulo'] as const
const RIO = ['Rio de Janeiro', 'RIO', 'BR', 'America/Sao_Paulo'] as const
const NEW_YORK = ['New York', 'NYC', 'US', 'America/New_York'] as const
const TOWNS: Readonly<Record<string, Town>> = {
  GRU: town('Guarulhos International Airport', ...SAO_PAULO),
  CGH: town('Congonhas Airport', ...SAO_PAULO),
  GIG: town('Galeão International Airport', ...RIO),
  SDU: town('Santos Dumont Airport', ...RIO),
  LIS: town('Humberto Delgado Airport', 'Lisbon', 'LIS', 'PT', 'Europe/Lisbon'),
  MAD: town('Adolfo Suárez Madrid–Barajas Airport', 'Madrid', 'MAD', 'ES', 'Europe/Madrid'),
  LHR: town('Heathrow Airport', ...LONDON),
  LGW: town('Gatwick Airport', ...LONDON),
  STN: town('Stansted Airport', ...LONDON),
  LTN: town('Luton Airport', ...LONDON),
  JFK: town('John F. Kennedy International Airport', ...NEW_YORK),
  EWR: town('Newark Liberty International Airport', ...NEW_YORK),
  DXB: town('Dubai International Airport', 'Dubai', 'DXB', 'AE', 'Asia/Dubai'),
  AMS: town('Amsterdam Airport Schiphol', 'Amsterdam', 'AMS', 'NL', 'Europe/Amsterdam'),
  BTS: town('M. R. Štefánik Airport', 'Bratislava', 'BTS', 'SK', 'Europe/Bratislava'),
  MRU: town('Sir Seewoosagur Ramgoolam Airport', 'Port Louis', 'MRU', 'MU', 'Indian/Mauritius'),
  SYD: town('Sydney Airport', 'Sydney', 'SYD', 'AU', 'Australia/Sydney'),
  PVD: town('Rhode Island T. F. Green Airport', 'Providence', 'PVD', 'US', 'America/New_York'),
  RAI: town('Nelson Mandela Airport', 'Praia', 'RAI', 'CV', 'Atlantic/Cape_Verde'),
}
/** One airport for each city code; a real search would have several. */
const CITIES: Readonly<Record<string, string>> = { SAO: 'GRU', RIO: 'GIG', LON: 'LHR', NYC: 'JFK' }

/** The behaviour of the test mode on a route of one slice. */
export const ROUTE = {
  noOffers: 'PVD-RAI',
  holdable: 'JFK-EWR',
  /** Our addition: its holds end before its offers. */
  heldBriefly: 'EWR-JFK',
  connecting: 'LHR-DXB',
  stop: 'DXB-AMS',
  noBaggage: 'BTS-MRU',
  searchTimesOut: 'STN-LHR',
  offerGone: 'LGW-LHR',
  priceRises: 'LHR-STN',
  airlineFails: 'LHR-LGW',
  noBalance: 'LGW-STN',
  airlineChanges: 'LHR-LTN',
  refundsCredits: 'LTN-SYD',
} as const

export interface SearchedSlice {
  origin: string
  destination: string
  departure_date: string
  departure_time?: { from: string; to: string }
}
export interface SearchedPassenger {
  id: string
  type: PassengerType
}
export interface Search {
  id: string
  createdAt: Date
  slices: SearchedSlice[]
  passengers: SearchedPassenger[]
  cabin: CabinClass
  maxConnections: number
  /** Whether real flights are sold. */
  isLive?: boolean
}
/** Creates an id with a prefix: off_0000000000000000000001. */
export type NextId = (prefix: string) => string

const OFFER_LIFE_MS = 30 * 60_000
const HOUR_MS = 3_600_000

export type FakeOffer = ReturnType<typeof makeOffer>

export function isKnownPlace(code: string): boolean {
  return code in TOWNS || code in CITIES
}

export function routeOf({ slices }: { slices: { origin: string; destination: string }[] }): string {
  return slices.length === 1 ? `${slices[0]!.origin}-${slices[0]!.destination}` : ''
}

/** Three offers: a plain one, one with all the gaps the description allows, and an expensive one with refunds. */
export function makeOffers(search: Search, nextId: NextId): FakeOffer[] {
  if (routeOf(search) === ROUTE.noOffers) return []
  return FARES.map((fare) => makeOffer(search, fare, nextId))
}

/** "187.35" and 10_00n are "197.35". */
export function plus(amount: string, cents: bigint): string {
  return formatAmount(parseAmount(amount)! + cents)
}

/** Moves a local time, as airlines move flights. */
export function shifted(local: string, minutes: number): string {
  return Temporal.PlainDateTime.from(local).add({ minutes }).toString({ smallestUnit: 'second' })
}

const airline = (iata_code: string, name: string, logo_symbol_url: string | null) => ({
  id: `arl_0000${iata_code.toLowerCase()}`,
  iata_code,
  name,
  logo_symbol_url,
  logo_lockup_url: null,
  conditions_of_carriage_url: null,
})
const AIRLINES = {
  ZZ: airline('ZZ', 'Duffel Airways', 'https://assets.example/ZZ.svg'),
  TP: airline('TP', 'TAP Air Portugal', null),
  LA: airline('LA', 'LATAM Airlines', 'https://assets.example/LA.svg'),
}
/** Typed as a boolean, because a test may change it. */
const NOT_YET: boolean = false
const DOCUMENTS: NonNullable<WithGaps<Offer>['supported_passenger_identity_document_types']> = ['passport']

interface Fare {
  owner: keyof typeof AIRLINES
  brand: string | null
  totalCents: bigint
  taxCents: bigint | null
  currency: string
  canBeHeld: boolean
  conditions: { refund: bigint | 'no' | 'unknown'; change: bigint | 'no' | 'unknown' }
  bags: { type: 'checked' | 'carry_on'; quantity: number }[]
  /** Omits optional fields. */
  sparse: boolean
}
const FARES: readonly Fare[] = [
  {
    owner: 'ZZ',
    brand: 'Basic',
    totalCents: 187_35n,
    taxCents: 30_80n,
    currency: 'USD',
    canBeHeld: true,
    conditions: { refund: 'no', change: 40_00n },
    bags: [{ type: 'carry_on', quantity: 1 }],
    sparse: false,
  },
  {
    owner: 'TP',
    brand: null,
    totalCents: 199_00n,
    taxCents: null,
    currency: 'EUR',
    canBeHeld: false,
    conditions: { refund: 'unknown', change: 'unknown' },
    bags: [{ type: 'checked', quantity: 0 }],
    sparse: true,
  },
  {
    owner: 'LA',
    brand: 'Full',
    totalCents: 1_240_10n,
    taxCents: 141_00n,
    currency: 'BRL',
    canBeHeld: true,
    conditions: { refund: 0n, change: 0n },
    bags: [
      { type: 'checked', quantity: 2 },
      { type: 'carry_on', quantity: 1 },
    ],
    sparse: false,
  },
]

function makeOffer(search: Search, fare: Fare, nextId: NextId) {
  const route = routeOf(search)
  const at = (ms: number) => new Date(search.createdAt.getTime() + ms).toISOString()
  const canBeHeld = fare.canBeHeld || route === ROUTE.holdable || route === ROUTE.heldBriefly
  const hold = route === ROUTE.heldBriefly ? HOUR_MS / 6 : 72 * HOUR_MS
  const seats = BigInt(search.passengers.length)
  const taxCents = fare.taxCents === null ? null : fare.taxCents * seats
  const totalCents = fare.totalCents * seats
  const currency = fare.currency
  return {
    id: nextId('off'),
    live_mode: search.isLive ?? NOT_YET,
    created_at: at(0),
    updated_at: at(0),
    expires_at: at(OFFER_LIFE_MS),
    owner: AIRLINES[fare.owner],
    total_amount: formatAmount(totalCents),
    total_currency: currency,
    base_amount: formatAmount(totalCents - (taxCents ?? 0n)),
    base_currency: currency,
    tax_amount: taxCents === null ? null : formatAmount(taxCents),
    tax_currency: taxCents === null ? null : currency,
    total_emissions_kg: '460',
    partial: false,
    passenger_identity_documents_required: NOT_YET,
    supported_passenger_identity_document_types: fare.sparse ? [] : [...DOCUMENTS],
    supported_loyalty_programmes: fare.sparse ? [] : [String(fare.owner)],
    available_services: null,
    payment_requirements: {
      requires_instant_payment: !canBeHeld,
      payment_required_by: canBeHeld ? at(hold) : null,
      price_guarantee_expires_at: canBeHeld ? at((hold * 2) / 3) : null,
    },
    conditions: {
      refund_before_departure: condition(fare.conditions.refund, currency),
      change_before_departure: condition(fare.conditions.change, currency),
    },
    passengers: search.passengers.map(({ id, type }) => ({
      id,
      type,
      age: null,
      given_name: null,
      family_name: null,
      fare_type: null,
      loyalty_programme_accounts: [],
    })),
    private_fares: [],
    slices: search.slices.map((slice) => makeSlice(search, slice, fare, nextId)),
  } satisfies WithGaps<Offer>
}

function condition(penalty: bigint | 'no' | 'unknown', currency: string) {
  if (penalty === 'unknown') return null
  if (penalty === 'no') return { allowed: false, penalty_amount: null, penalty_currency: null } as const
  return { allowed: true, penalty_amount: formatAmount(penalty), penalty_currency: currency } as const
}

function makeSlice(search: Search, slice: SearchedSlice, fare: Fare, nextId: NextId) {
  const [from, to] = [airportOf(slice.origin), airportOf(slice.destination)]
  const isDirect = routeOf(search) !== ROUTE.connecting || search.maxConnections === 0
  const hops = isDirect ? [from, to] : [from, 'AMS', to]
  const start = Temporal.PlainDateTime.from(
    `${slice.departure_date}T${slice.departure_time?.from ?? '10:15'}`,
  )
  let leaves = start.toZonedDateTime(TOWNS[from]!.zone)
  const segments = hops.slice(1).map((hop, index) => {
    const segment = makeSegment({ search, fare, from: hops[index]!, to: hop, leaves, nextId })
    leaves = leaves.add({ minutes: FLIGHT_MINUTES + 95 })
    return segment
  })
  return {
    id: nextId('sli'),
    origin: placeOf(from),
    origin_type: AIRPORT,
    destination: placeOf(to),
    destination_type: AIRPORT,
    duration: fare.sparse ? null : isDirect ? 'PT3H40M' : 'PT8H55M',
    fare_brand_name: fare.brand,
    conditions: {
      refund_before_departure: null,
      change_before_departure: null,
      advance_seat_selection: null,
      priority_boarding: null,
      priority_check_in: null,
    },
    comparison_key: 'A1',
    ngs_shelf: 1,
    segments,
  }
}

const FLIGHT_MINUTES = 220
const AIRPORT = 'airport' as const

function makeSegment(of: {
  search: Search
  fare: Fare
  from: string
  to: string
  leaves: Temporal.ZonedDateTime
  nextId: NextId
}) {
  const { search, fare, from, to, leaves, nextId } = of
  const local = (at: Temporal.ZonedDateTime) => at.toPlainDateTime().toString({ smallestUnit: 'second' })
  const route = routeOf(search)
  const bags = route === ROUTE.noBaggage ? [] : fare.bags
  return {
    id: nextId('seg'),
    origin: placeOf(from),
    destination: placeOf(to),
    origin_terminal: fare.sparse ? null : '3',
    destination_terminal: fare.sparse ? null : 'B',
    departing_at: local(leaves),
    arriving_at: local(leaves.add({ minutes: FLIGHT_MINUTES }).withTimeZone(TOWNS[to]!.zone)),
    duration: fare.sparse ? null : 'PT3H40M',
    distance: fare.sparse ? null : '1586.2087',
    aircraft: fare.sparse ? null : { id: 'arc_0000320', iata_code: '320', name: 'Airbus A320' },
    operating_carrier: AIRLINES[fare.owner],
    operating_carrier_flight_number: fare.sparse ? null : '4321',
    marketing_carrier: AIRLINES[fare.owner],
    marketing_carrier_flight_number: '0815',
    media: [],
    stops: (route === ROUTE.stop ? ['LHR'] : []).map((stop) => ({
      id: nextId('sto'),
      duration: 'PT1H',
      airport: placeOf(stop),
      arriving_at: local(leaves.add({ minutes: 80 })),
      departing_at: local(leaves.add({ minutes: 140 })),
    })),
    passengers: search.passengers.map(({ id, type }) => ({
      passenger_id: id,
      cabin_class: search.cabin,
      cabin_class_marketing_name: fare.sparse ? null : 'Economy Basic',
      fare_basis_code: fare.sparse ? null : 'OXZ0RO',
      baggages: type === 'infant_without_seat' ? [] : bags,
      cabin: { name: search.cabin, marketing_name: 'Economy Basic', amenities: null },
    })),
  }
}

/** A slice of the request, as the response repeats it. */
export function searchedPlace({ origin, destination, departure_date }: SearchedSlice) {
  const [from, to] = [placeOf(airportOf(origin)), placeOf(airportOf(destination))]
  return { departure_date, origin: from, origin_type: AIRPORT, destination: to, destination_type: AIRPORT }
}

function airportOf(code: string): string {
  return CITIES[code] ?? code
}

function placeOf(iata: string) {
  const { name, city, cityCode, country, zone } = TOWNS[iata]!
  return {
    id: `arp_${iata.toLowerCase()}_${country.toLowerCase()}`,
    type: AIRPORT,
    iata_code: iata,
    icao_code: null,
    name,
    city_name: city,
    iata_city_code: cityCode,
    iata_country_code: country,
    time_zone: zone,
    latitude: 0,
    longitude: 0,
    city: null,
  }
}
