// Turns flights and a fare family into an offer in the contract's shapes. The same choice always gives the
// same offer, so an order stores only the choice.

import Type from 'typebox'
import type {
  CabinClass,
  Carrier,
  PassengerType,
  Place,
  SegmentPassenger,
} from '../../../../contract/flights.ts'
import { OFFER_MINUTES_MAX } from '../../../../contract/limits.ts'
import { shapeReader } from '../../../kernel/values/input.ts'
import { lastOf, mapNonEmpty } from '../../../kernel/values/non-empty.ts'
import type { Price, SupplierOffer, SupplierSegment, SupplierSlice } from '../port.ts'
import type { Atlas, AtlasAirport } from './atlas.ts'
import { hashOf } from './dice.ts'
import {
  adultFareCents,
  CABIN_NAMES,
  conditionsOf,
  currencyOf,
  FARE_CLASSES,
  type Family,
  type FareCurrency,
  taxCents,
} from './fares.ts'
import { type Itinerary, itineraryMemory, type Trip } from './plan-slice.ts'
import type { Flight } from './timetable.ts'
import { durationText, localText } from './timetable.ts'

/** The stored choice of an offer. A new form gets a new version. */
const ChoiceData = Type.Object({
  version: Type.Literal(1),
  family: Type.String(),
  quotedDay: Type.Integer(),
  flights: Type.Array(Type.Array(Type.String())),
  /** The payment deadline of a hold; null if it cannot be held. */
  payByMs: Type.Union([Type.Integer(), Type.Null()]),
})
type ChoiceData = Type.Static<typeof ChoiceData>

export const readChoiceData = shapeReader(ChoiceData)

export interface Choice {
  readonly itineraries: Trip
  readonly family: Family
  readonly travellers: readonly PassengerType[]
  /** The day of the search: an offer keeps its price. */
  readonly quotedDay: number
  /** The hold deadline that the offer promised, which never changes. */
  readonly payByMs?: number | null | undefined
}

/** An adult's fare, by currency, cabin and day. */
const rememberedFare = itineraryMemory<number>()
const rememberedTaxes = itineraryMemory<number>()
const rememberedSlice = itineraryMemory<SupplierSlice>()

const HOUR_MS = 3_600_000
const CHILD_SHARE = 0.75
const INFANT_SHARE = 0.1

export function buildOffer(atlas: Atlas, choice: Choice, now: Date): SupplierOffer {
  const { itineraries, family, travellers, quotedDay } = choice
  const price = priceOf(choice)
  const deadline = holdUntil(choice, now)
  const data: ChoiceData = {
    version: 1,
    family: family.code,
    quotedDay,
    flights: itineraries.map(({ flights }) => flights.map(({ id }) => id)),
    payByMs: deadline?.getTime() ?? null,
  }
  return {
    data,
    owner: itineraries[0].owner.carrier,
    // Computed on demand: only some of many offers are shown.
    get slices() {
      const name = `${family.code} ${travellers}`
      return mapNonEmpty(itineraries, (itinerary) =>
        rememberedSlice(itinerary, name, () => buildSlice(atlas, itinerary, choice)),
      )
    },
    get fareBrandNames() {
      return travellers.map(() => family.name)
    },
    price,
    get conditions() {
      return conditionsOf(family, travellers, price)
    },
    hold: deadline && { paymentRequiredBy: deadline, priceGuaranteedUntil: deadline },
    expiresAt: null,
  }
}

/** A hold lasts a day even if it is created in the last moment of its offer. */
const DAY_OF_HOLD = 24 + OFFER_MINUTES_MAX / 60

/** 24, 48 or 72 hours by family, and less if the flight departs before; null within a day of departure. */
export function holdUntil({ family, itineraries, payByMs }: Choice, now: Date): Date | null {
  if (payByMs !== undefined) return payByMs === null ? null : new Date(payByMs)
  const { departMs } = itineraries[0].flights[0]
  const hours = [72, 48, DAY_OF_HOLD].find(
    (some) => Math.floor(some) <= (family.holdHours ?? 0) && now.getTime() + some * HOUR_MS <= departMs,
  )
  return hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS)
}

/** In a currency whose usual fees are known. */
interface FarePrice extends Price {
  readonly currency: FareCurrency
}

export function priceOf({ itineraries, family, travellers, quotedDay }: Choice): FarePrice {
  const currency = currencyOf(itineraries)
  let base = 0
  let tax = 0
  for (const itinerary of itineraries) {
    const lowest = rememberedFare(itinerary, `${currency} ${family.cabin} ${quotedDay}`, () =>
      adultFareCents(itinerary, currency, family.cabin, quotedDay),
    )
    const adult = lowest * family.fareFactor
    const charges = rememberedTaxes(itinerary, currency, () => taxCents(itinerary, currency))
    for (const type of travellers) {
      base += Math.round(adult * shareOf(type))
      tax += type === 'infant_without_seat' ? Math.round(charges * INFANT_SHARE) : charges
    }
  }
  return { totalCents: BigInt(base + tax), baseCents: BigInt(base), taxCents: BigInt(tax), currency }
}

function shareOf(type: PassengerType): number {
  return type === 'adult' ? 1 : type === 'child' ? CHILD_SHARE : INFANT_SHARE
}

function buildSlice(atlas: Atlas, itinerary: Itinerary, choice: Choice): SupplierSlice {
  const { flights, owner } = itinerary
  const [first] = flights
  const last = lastOf(flights)
  return {
    origin: placeOf(first.from),
    destination: placeOf(last.to),
    duration: durationText((last.arriveMs - first.departMs) / 60_000),
    segments: mapNonEmpty(flights, (flight) => buildSegment(atlas, flight, owner.carrier, choice)),
  }
}

function buildSegment(atlas: Atlas, flight: Flight, seller: Carrier, choice: Choice): SupplierSegment {
  const { airline, number, from, to, aircraft } = flight
  const { carrier } = airline
  const isShared = carrier !== seller
  return {
    origin: stopOf(from),
    destination: stopOf(to),
    departing_at: localText(from.time_zone, flight.departMs),
    arriving_at: localText(to.time_zone, flight.arriveMs),
    operating_carrier: { iata_code: carrier.iata_code, name: carrier.name, logo_symbol_url: null },
    marketing_carrier: { iata_code: seller.iata_code, name: seller.name },
    operating_carrier_flight_number: number,
    marketing_carrier_flight_number: isShared ? sharedNumber(flight, seller) : number,
    aircraft: atlas.aircraft(aircraft.code) ?? { iata_code: aircraft.code, name: aircraft.code },
    duration: durationText(flight.minutes),
    distance: String(flight.km),
    passengers: passengersOn(flight, choice),
  }
}

/** The number under which an airline sells another's flight. */
function sharedNumber({ id }: Flight, { iata_code }: Carrier): string {
  return String(5_000 + (hashOf(`${iata_code} sells ${id.split(' ', 2).join(' ')}`) % 4_000))
}

function passengersOn(
  flight: Flight,
  { family, travellers }: Choice,
): Omit<SegmentPassenger, 'passenger_id'>[] {
  const cabin = cabinOn(flight, family.cabin)
  const seated = {
    cabin_class: cabin,
    cabin_class_marketing_name: CABIN_NAMES[cabin],
    fare_basis_code: fareBasis(flight, family, cabin),
    seat: null,
    baggages: [
      { type: 'carry_on' as const, quantity: family.carryOnBags },
      { type: 'checked' as const, quantity: family.checkedBags },
    ].filter(({ quantity }) => quantity > 0),
  }
  const onLap = { ...seated, baggages: [{ type: 'carry_on' as const, quantity: 1 }] }
  return travellers.map((type) => (type === 'infant_without_seat' ? onLap : seated))
}

/** A small feeder aircraft has economy only. */
export function cabinOn({ aircraft }: Flight, wanted: CabinClass): CabinClass {
  return aircraft.seats[wanted] > 0 ? wanted : 'economy'
}

function fareBasis({ from }: Flight, family: Family, cabin: CabinClass): string {
  return `${FARE_CLASSES[cabin]}${family.code.slice(0, 3)}${from.country}`
}

function placeOf({ iata_code, name, city_name, iata_city_code, time_zone }: AtlasAirport): Place {
  return { iata_code, name, city_name, iata_city_code, time_zone }
}

function stopOf({ iata_code, name }: AtlasAirport) {
  return { iata_code, name, terminal: null }
}
