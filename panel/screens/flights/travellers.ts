// Passengers of the booking form: validation and request.
import type { Offer, OfferPassenger, PassengerType } from '../../../contract/flights.ts'
import type { Row } from '../../api/operations.ts'
import { isDay } from '../../logic/calendar-days.ts'
import { phoneOf } from '../../logic/masks.ts'

export type PickedClient = Row<'clients.list'>

export interface TravellerFields {
  given_name: string
  family_name: string
  gender: string
  born_on: string
  passport: { unique_identifier: string; issuing_country_code: string; expires_on: string }
}

export interface TravellersForm {
  passengers: TravellerFields[]
  /** One contact for the whole booking. */
  contact: { email: string; phone_number: string }
  /** The client of the agency that the booking is for. */
  client: PickedClient | null
  /** The id of the trip that the booking joins, NEW_TRIP, or ''. */
  trip: string
}

export const NEW_TRIP = 'new'

export type TravellerFault =
  | 'required'
  | 'name'
  | 'email'
  | 'phone'
  | 'day'
  | 'future'
  | 'expired'
  | 'country'
  | PassengerType

export interface TripTerms {
  readonly needsPassport: boolean
  /** YYYY-MM-DD, both. */
  readonly today: string
  readonly lastDeparture: string
}

const AGES: Readonly<Record<PassengerType, readonly [from: number, to: number]>> = {
  adult: [12, 150],
  child: [2, 11],
  infant_without_seat: [0, 1],
}
const NAME = /^(?=.*\p{L})[\p{Script=Latin}\p{Mn} \-'’.]{1,60}$/u
const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;".]+(?:\.[^\s@<>,;".]+)+$/

export function emptyTravellers(count: number): TravellersForm {
  const passport = { unique_identifier: '', issuing_country_code: 'BR', expires_on: '' }
  const one = { given_name: '', family_name: '', gender: '', born_on: '', passport }
  return {
    passengers: Array.from({ length: count }, () => ({ ...one })),
    contact: { email: '', phone_number: '' },
    client: null,
    trip: '',
  }
}

/** Errors by form field; the service would reject each. */
export function travellerFaults(
  { passengers, contact }: Pick<TravellersForm, 'passengers' | 'contact'>,
  types: readonly PassengerType[],
  terms: TripTerms,
): Map<string, TravellerFault> {
  const faults = new Map<string, TravellerFault>()
  const note = (field: string, fault: TravellerFault | undefined) => {
    if (fault !== undefined) faults.set(field, fault)
  }
  for (const [index, one] of passengers.entries()) {
    const path = `passengers.${index}`
    note(`${path}.given_name`, textFault(one.given_name, NAME, 'name'))
    note(`${path}.family_name`, textFault(one.family_name, NAME, 'name'))
    note(`${path}.gender`, one.gender === '' ? 'required' : undefined)
    note(`${path}.born_on`, birthFault(one.born_on, types[index] ?? 'adult', terms))
    if (!terms.needsPassport) continue
    const { unique_identifier: number, issuing_country_code: country, expires_on: expiry } = one.passport
    note(`${path}.passport.unique_identifier`, number.trim() === '' ? 'required' : undefined)
    note(`${path}.passport.issuing_country_code`, textFault(country.toUpperCase(), /^[A-Z]{2}$/, 'country'))
    note(`${path}.passport.expires_on`, expiryFault(expiry, terms))
  }
  note('contact.email', textFault(contact.email, EMAIL, 'email'))
  const phone = contact.phone_number.trim()
  note('contact.phone_number', phone === '' ? 'required' : phoneOf(phone) === undefined ? 'phone' : undefined)
  return faults
}

function textFault(text: string, form: RegExp, fault: TravellerFault): TravellerFault | undefined {
  if (text.trim() === '') return 'required'
  return form.test(text.trim()) ? undefined : fault
}

function birthFault(born: string, type: PassengerType, { today, lastDeparture }: TripTerms) {
  if (born === '') return 'required'
  if (!isDay(born)) return 'day'
  if (born > today) return 'future'
  const age = ageOn(lastDeparture, born)
  const [from, to] = AGES[type]
  return age < from || age > to ? type : undefined
}

function expiryFault(expiry: string, { lastDeparture }: TripTerms) {
  if (expiry === '') return 'required'
  if (!isDay(expiry)) return 'day'
  return expiry < lastDeparture ? 'expired' : undefined
}

function ageOn(day: string, born: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/** Assigns each lap infant to an adult, in order. */
export function infantsByAdult(
  passengers: readonly Pick<OfferPassenger, 'id' | 'type'>[],
): Map<string, string> {
  const infants = passengers.filter(({ type }) => type === 'infant_without_seat')
  const adults = passengers.filter(({ type }) => type === 'adult')
  return new Map(
    adults.flatMap(({ id }, index) => (infants[index] ? [[id, infants[index].id] as const] : [])),
  )
}

export interface BookingChoice {
  readonly type: 'hold' | 'instant'
  readonly needsPassport: boolean
  readonly clientId: string | undefined
  readonly trip?: string | undefined
  /** The quoted flight of the trip whose place the booking takes. */
  readonly tripItem?: string | undefined
}

export function bookingBody(
  offer: Offer,
  { passengers, contact }: Pick<TravellersForm, 'passengers' | 'contact'>,
  choice: BookingChoice,
) {
  const laps = infantsByAdult(offer.passengers)
  const phone_number = phoneOf(contact.phone_number) ?? contact.phone_number
  return {
    offerId: offer.id,
    type: choice.type,
    passengers: offer.passengers.flatMap(({ id }, index) => {
      const one = passengers[index]
      if (one === undefined) return []
      const { given_name, family_name, gender, born_on, passport } = one
      const names = { given_name: given_name.trim(), family_name: family_name.trim() }
      const issuing_country_code = passport.issuing_country_code.trim().toUpperCase()
      const unique_identifier = passport.unique_identifier.trim()
      const document = { ...passport, type: 'passport', unique_identifier, issuing_country_code }
      const infant = laps.get(id)
      return {
        id,
        ...names,
        gender,
        born_on,
        email: contact.email.trim(),
        phone_number,
        ...(choice.needsPassport && { identity_documents: [document] }),
        ...(infant !== undefined && { infant_passenger_id: infant }),
      }
    }),
    ...(choice.type === 'instant' && {
      payments: [{ type: 'balance', amount: offer.total_amount, currency: offer.total_currency }],
    }),
    ...(choice.clientId !== undefined && { client_id: choice.clientId }),
    ...tripOf(choice),
  }
}

function tripOf({ trip = '', tripItem = '' }: BookingChoice) {
  if (trip === '') return {}
  if (trip === NEW_TRIP) return { start_trip: true }
  return { trip_id: trip, ...(tripItem !== '' && { trip_item_id: tripItem }) }
}

/** Maps a field name of the API to the form's. */
export function formField(field: string): string {
  return field
    .replace(/^passengers\.\d+\.(email|phone_number)$/, 'contact.$1')
    .replace(/\.identity_documents(?:\.0)?$/, '.passport.unique_identifier')
    .replace('.identity_documents.0.', '.passport.')
}

/** Takes the first word as the given name; the user can correct it. */
export function namesOf(full: string): { given_name: string; family_name: string } {
  const [given_name = '', ...rest] = full.trim().split(/\s+/)
  return { given_name, family_name: rest.join(' ') }
}
