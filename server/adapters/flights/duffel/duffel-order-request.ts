// The order that is sent to Duffel, made from a booking and the offer as it stands now; and the reasons not to send it.
import { formatAmount } from '../../../kernel/values/money.ts'
import type { BookingPassenger, BookingRequest, Rejection } from '../port.ts'
import { priceFrom } from './duffel-prices.ts'
import type { DuffelOffer } from './duffel-shapes.ts'

/** Under this name our reference travels in an order's metadata. */
export const REFERENCE_KEY = 'embarque_reference'

const METADATA_MAX = 50
const METADATA_NAME = /^[\w-]{1,40}$/
const METADATA_VALUE_MAX = 500

/** null: it may be sent. */
export function objectionTo(booking: BookingRequest, offer: DuffelOffer): Rejection | null {
  const price = priceFrom(offer)
  const accepted = booking.offer.price
  if (price === null || price.totalCents !== accepted.totalCents || price.currency !== accepted.currency) {
    const now = price === null ? offer.total_amount : formatAmount(price.totalCents)
    const message = `The price is ${now} ${offer.total_currency} now`
    return { reason: 'price_changed', message, ...(price !== null && { price }) }
  }
  if (booking.type === 'hold' && offer.payment_requirements.requires_instant_payment) {
    return { reason: 'hold_unavailable', message: 'The airline wants this offer paid at once' }
  }
  const passengerIndex = booking.passengers.findIndex(
    (passenger) => offer.passenger_identity_documents_required && documentOf(passenger, offer).length === 0,
  )
  if (passengerIndex === -1) return null
  const kinds = offer.supported_passenger_identity_document_types?.join(' or ')
  const message = `The airline wants an identity document of every passenger: ${kinds}`
  return { reason: 'passenger_data', message, passengerIndex, field: 'identity_documents' }
}

/** `passengerIds` are Duffel's, in our travellers' order. */
export function orderRequest(booking: BookingRequest, offer: DuffelOffer, passengerIds: readonly string[]) {
  const { type, passengers, reference, metadata } = booking
  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency }
  return {
    type,
    selected_offers: [offer.id],
    ...(type === 'instant' && { payments: [payment] }),
    passengers: passengers.map((passenger, index) => {
      const { given_name, family_name, gender, born_on, email, phone_number, infantIndex } = passenger
      const identity_documents = documentOf(passenger, offer)
      const loyalty_programme_accounts = accountsOf(passenger, offer)
      return {
        id: passengerIds[index],
        given_name,
        family_name,
        gender,
        title: passenger.title ?? (gender === 'm' ? 'mr' : 'ms'),
        born_on,
        email,
        phone_number,
        ...(identity_documents.length > 0 && { identity_documents }),
        ...(loyalty_programme_accounts.length > 0 && { loyalty_programme_accounts }),
        ...(infantIndex !== null && { infant_passenger_id: passengerIds[infantIndex] }),
      }
    }),
    metadata: { ...fitting(metadata), [REFERENCE_KEY]: reference },
  }
}

const ABROAD = ['passport', 'tax_id', 'known_traveler_number']
const AT_HOME = ['tax_id', 'passport', 'known_traveler_number']

/** One at most, the one that fits the trip best; a kind that the airline does not take has the whole order refused. */
function documentOf(passenger: BookingPassenger, offer: DuffelOffer) {
  const taken = offer.supported_passenger_identity_document_types ?? []
  const wanted = staysAtHome(offer) ? AT_HOME : ABROAD
  const placeOf = ({ type }: { type: string }) => wanted.indexOf(type)
  return passenger.identity_documents
    .filter((document) => placeOf(document) !== -1 && taken.includes(document.type))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .slice(0, 1)
    .map(({ type, unique_identifier, issuing_country_code, expires_on }) => ({
      type,
      unique_identifier,
      issuing_country_code,
      ...(expires_on !== null && { expires_on }),
    }))
}

/** Within one country; where Duffel does not say, abroad. */
function staysAtHome({ slices }: DuffelOffer): boolean {
  const countries = slices
    .flatMap(({ segments }) => segments)
    .flatMap(({ origin, destination }) => [origin.iata_country_code, destination.iata_country_code])
  return new Set(countries).size === 1 && countries[0] != null
}

/** Those of programmes that count for this offer: another airline's number has the whole order refused. */
function accountsOf({ loyalty_programme_accounts }: BookingPassenger, offer: DuffelOffer) {
  const counting = offer.supported_loyalty_programmes ?? []
  return loyalty_programme_accounts
    .filter(({ airline_iata_code }) => counting.includes(airline_iata_code))
    .map(({ airline_iata_code, account_number }) => ({ airline_iata_code, account_number }))
}

function fitting(metadata: BookingRequest['metadata']): Record<string, string> {
  const fits = ([name, value]: [string, string]) =>
    METADATA_NAME.test(name) && value.length <= METADATA_VALUE_MAX
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(fits)
      .slice(0, METADATA_MAX - 1),
  )
}
