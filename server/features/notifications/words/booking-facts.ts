// What a mail about a booking is written from, and the short words around its facts. Clients read nothing about the
// agency's wallet: what they pay, and what they get back, is between them and the agency.
import type { BookingNotice } from '../../bookings/work.ts'

export type Reader = 'client' | 'agency'

export interface MailFacts {
  agency: string
  client: string
  /** Empty until the carrier has answered. */
  locator: string
  /** São Paulo → Lisboa, 15/02/2027 */
  trip: string
  /** Where it waits for a payment. */
  deadline: string | null
  /** What returned to the wallet; null where nothing had been taken from it. */
  refund: { amount: string; isNothing: boolean } | null
  holds: boolean
  /** Nobody was told yet that it was made. */
  isFirst: boolean
  passengers: number
  /** The carrier waits for an answer to a change. */
  asks: boolean
}

export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
}

export type Letters = Readonly<Record<Reader, Readonly<Record<BookingNotice, (facts: MailFacts) => Letter>>>>

/** The word, and the locator as soon as there is one. */
export function named(word: string, { locator }: MailFacts): string {
  return locator === '' ? word : `${word} ${locator}`
}

export interface BookingLabels {
  summary: string
  locator: string
  bookingId: string
  client: string
  agency: string
  amount: string
  deadline: string
  refund: string
  passengers: string
  ticket: string
  localTimes: string
  flight: string
  operatedBy: (airline: string) => string
  connection: (duration: string | null) => string
  airportChange: string
  changes: string
  before: string
  after: string
  noFlight: string
  simulationSubject: string
  simulationNotice: string
  testNotice: string
  testReceiver: (address: string) => string
  footer: (agency: string) => string
}
