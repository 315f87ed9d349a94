// What an e-ticket receipt shows, and the sentences on it in the language of its client.
import type { Conditions, PassengerType } from '../../../contract/flights.ts'
import type { Cents } from '../../kernel/values/money.ts'
import {
  airportText,
  bagsText,
  cabinText,
  dateText,
  durationText,
  type Language,
  stopsText,
} from '../../render/itinerary/itinerary-words.ts'
import type { Connection, Flight, Leg, Service, Stop } from '../../render/itinerary/leg.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { type PageWords, pageWords } from '../../render/words/page-words.ts'

export interface ReceiptView {
  language: Language
  agency: Letterhead
  clientName: string
  /** The carrier's locator. */
  bookingReference: string
  bookingId: string
  /** The airline whose tickets they are. */
  airlineName: string
  /** The day of issue in the agency's zone. */
  issuedOn: Temporal.PlainDate
  /** In the order of the booking; ids are those of the legs' services. */
  passengers: { id: string; name: string; type: PassengerType; ticket: string | null }[]
  legs: Leg[]
  conditions: Conditions
  clientAmountCents: Cents
  /** What of that is taxes, as far as it can be told: label and value. */
  sums: [string, string][]
  /** Made with a test key, or paid with simulated money: worth nothing, and it says so on every page. */
  isSimulated: boolean
}

export function legFacts(leg: Leg, language: Language): string {
  return [dateText(leg.date, language), durationText(leg.minutes, language), stopsText(leg, language)].join(
    ' · ',
  )
}

export function flightFacts({ minutes, aircraft }: Flight, language: Language): string {
  return [durationText(minutes, language), aircraft].join(' · ')
}

export function stopFacts(stop: Stop, language: Language): string[] {
  return [airportText(stop, language), dateText(stop.date, language)]
}

export function connectionText({ minutes, changesAirport }: Connection, language: Language): string {
  const { ticket } = pageWords(language)
  const wait = ticket.connection(minutes === null ? null : durationText(minutes, language))
  return changesAirport ? `${wait}${ticket.otherAirport}` : wait
}

/** Where not all get the same, passengers are named by their place in the list above. */
export function serviceText(service: Service, flight: Flight, { passengers, language }: ReceiptView): string {
  const { ticket } = pageWords(language)
  const { passengerIds, seats, fareBasis, cabin } = service
  const numbers = passengerIds.map((id) => passengers.findIndex((passenger) => passenger.id === id) + 1)
  const prefix = flight.services.length === 1 ? '' : ticket.whose(numbers)
  const facts = [cabinText(cabin, language), bagsText(service, language), ticket.fareBasis(fareBasis)]
  return prefix + [...facts, ...(seats.length > 0 ? [ticket.seats(seats)] : [])].join(' · ')
}

export function conditionTexts({ conditions, language }: ReceiptView): string[] {
  const words = pageWords(language)
  return [
    conditionText(conditions.refund_before_departure, words.ticket.refund, words),
    conditionText(conditions.change_before_departure, words.ticket.change, words),
  ]
}

function conditionText(
  { allowed, penalty_amount, penalty_currency }: Conditions['refund_before_departure'],
  says: PageWords['ticket']['refund'],
  { decimal }: PageWords,
): string {
  if (!allowed) return `${says.name}: ${says.no}`
  if (penalty_amount === null) return `${says.name}: ${says.asked}`
  if (/^0+\.0+$/.test(penalty_amount)) return `${says.name}: ${says.free}`
  return `${says.name}: ${says.fee(`${penalty_currency ?? ''} ${penalty_amount.replace('.', decimal)}`)}`
}
