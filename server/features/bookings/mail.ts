// The mails about a booking, as text and HTML.
import type { BookingChange, ChangedFlight } from '../../../contract/bookings.ts'
import type { PassengerType, Slice } from '../../../contract/flights.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { shownName } from '../../kernel/values/text.ts'
import type { Flight, Leg, Stop } from '../../render/itinerary/itinerary.ts'
import {
  airportText,
  bagsText,
  cabinText,
  dateText,
  durationText,
  type Language,
  legName,
  momentText,
  moneyText,
  passengerText,
  placeText,
  shortDate,
  stopsText,
  stopText,
  timeText,
} from '../../render/itinerary/itinerary.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import type { MailBlock, MailRows, MailTimeline, MailTimelineEntry } from '../../render/mail/mail.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import type { WrittenMail } from '../notifications/queue-mail.ts'
import { type Addressed, salutation } from '../notifications/salutation.ts'
import { legsOf } from './itinerary.ts'
import type { BookingNotice } from './jobs.ts'
import type { Audience, Letters, MailFacts } from './words.ts'
import { BOOKING_LABELS, BOOKING_WORDS } from './words.ts'

export interface BookingMailView {
  /** The carrier's locator; empty until the carrier has responded. */
  bookingReference: string
  bookingId: string
  agencyName: string
  /** How the mail to the client begins and ends. */
  addressed: Addressed
  /** The agency as its clients see it. */
  letterhead?: Letterhead | undefined
  clientName: string
  /** The receiver of a live mail, named in the mail of test mode. */
  clientEmail?: string | undefined
  slices: Slice[]
  passengers: { name: string; type: PassengerType; ticket: string | null }[]
  clientAmountCents: Cents
  /** The payment deadline, and the zone of the agency. */
  deadline: { at: Date; zone: string } | null
  /** What returned to the wallet; null if nothing was debited. */
  refund: { amountCents: Cents } | null
  holds: boolean
  /** No mail about its creation was sent: the mail with the tickets covers both. */
  isFirst?: boolean | undefined
  /** Changes by the carrier, if the mail is about them. */
  changes?: readonly BookingChange[] | undefined
  /** Made with a test key: its mails are marked, and go to the agency alone. */
  isTest?: boolean | undefined
  /** Made with a live key while nothing is real: its mails are marked. */
  isSimulated?: boolean | undefined
}

/** Cities named in a subject; the mail lists all. */
const CITIES_MAX = 4

export function bookingMail(
  notice: BookingNotice,
  to: Audience,
  language: Language,
  view: BookingMailView,
): WrittenMail {
  const labels = BOOKING_LABELS[language]
  const legs = legsOf(view.slices, language)
  const facts = factsOf(view, legs, language)
  const letters: Partial<Letters['client']> = BOOKING_WORDS[language][to]
  const letter = letters[notice]
  if (letter === undefined) throw new Error(`there is no mail about ${notice} to the ${to}`)
  const { subject, title, paragraphs } = letter(facts)
  return {
    subject: oneLine([...markOf(language, view), subject].join(' ')),
    ...layoutMail({
      language,
      title,
      notices: noticeOf(to, language, view),
      ...(to === 'client' && salutation(view.addressed, language)),
      paragraphs,
      blocks: [
        summaryOf({ notice, to, language, view, facts }),
        ...changesBlock(view.changes ?? [], language),
        ...legs.map((leg) => timelineOf(leg, language)),
        passengersOf(view, language),
      ],
      ...(to === 'client' && view.letterhead
        ? { sender: view.letterhead }
        : { footer: labels.footer(facts.agency) }),
    }),
  }
}

/** Marks a subject if the money is not real. `queueMail` marks every mail of test mode. */
function markOf(language: Language, { isTest, isSimulated }: BookingMailView): string[] {
  return isSimulated && !isTest ? [BOOKING_LABELS[language].simulationSubject] : []
}

/** In test mode, only the agency gets mails. */
function noticeOf(to: Audience, language: Language, { clientEmail, ...view }: BookingMailView): string[] {
  const { testNotice, testReceiver, simulationNotice } = BOOKING_LABELS[language]
  if (!view.isTest) return view.isSimulated ? [simulationNotice] : []
  return [
    to === 'client' && clientEmail !== undefined ? `${testNotice} ${testReceiver(clientEmail)}` : testNotice,
  ]
}

function factsOf(view: BookingMailView, legs: readonly Leg[], language: Language): MailFacts {
  const { deadline, refund } = view
  return {
    agency: oneLine(view.agencyName),
    client: shownName(view.clientName),
    locator: view.bookingReference,
    trip: [citiesOf(legs), ...legs.slice(0, 1).map(({ date }) => shortDate(date, language))].join(', '),
    deadline: deadline && momentText(deadline.at, deadline.zone, language),
    refund: refund && {
      amount: moneyText(refund.amountCents, language),
      isNothing: refund.amountCents === 0n,
    },
    holds: view.holds,
    isFirst: view.isFirst ?? false,
    passengers: view.passengers.length,
    asks: (view.changes ?? []).some(({ available_actions }) => available_actions.includes('accept')),
  }
}

/** São Paulo → Lisboa → Madri. If the next leg begins in another city, that city too. */
function citiesOf(legs: readonly Leg[]): string {
  const ends = legs.flatMap(({ from, to }) => [from.city, to.city])
  const cities = ends.filter((city, index) => city !== ends[index - 1])
  return cities.length <= CITIES_MAX
    ? cities.join(' → ')
    : [...cities.slice(0, CITIES_MAX - 1), '…', cities.at(-1)].join(' → ')
}

function summaryOf({
  notice,
  to,
  language,
  view,
  facts: { agency, client, locator, deadline, refund },
}: {
  readonly notice: BookingNotice
  readonly to: Audience
  readonly language: Language
  readonly view: BookingMailView
  readonly facts: MailFacts
}): MailBlock {
  const labels = BOOKING_LABELS[language]
  const isForAgency = to === 'agency'
  const isCancelled = notice === 'cancelled' || notice === 'cancelled_by_carrier' || notice === 'failed'
  const isDue = view.holds && (notice === 'created' || notice === 'reminder')
  // Clients do not need the price of a cancelled trip.
  const amount = isCancelled && !isForAgency ? null : moneyText(view.clientAmountCents, language)
  const rows: [label: string, value: string | null][] = [
    [labels.locator, locator],
    ...(isForAgency
      ? ([
          [labels.bookingId, view.bookingId],
          [labels.client, client],
        ] as [string, string][])
      : ([[labels.agency, agency]] as [string, string][])),
    [labels.amount, amount],
    [isForAgency ? labels.issueBy : labels.deadline, isDue ? deadline : null],
    [labels.refund, isForAgency && isCancelled ? (refund?.amount ?? null) : null],
  ]
  return {
    kind: 'rows',
    title: labels.summary,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  }
}

/** Each changed flight as it was, and its replacement; none if nothing changed. */
function changesBlock(changes: readonly BookingChange[], language: Language): MailRows[] {
  if (changes.length === 0) return []
  const labels = BOOKING_LABELS[language]
  const row = (label: string, flights: readonly ChangedFlight[]) => ({
    label,
    value: flights.map((flight) => flightText(flight, language)).join('\n') || labels.noFlight,
  })
  return [
    {
      kind: 'rows',
      title: labels.changes,
      rows: changes.flatMap(({ before, after }) => [row(labels.before, before), row(labels.after, after)]),
    },
  ]
}

/** LA 3054, GRU 22:30 → LIS 12:15 (+1), 15/02/2027: the date is that of departure. */
function flightText(flight: ChangedFlight, language: Language): string {
  const { marketing_carrier, marketing_carrier_flight_number: number, origin, destination } = flight
  const day = dayOf(flight.departing_at)
  const from = `${origin.iata_code} ${flight.departing_at.slice(11, 16)}`
  const daysLater = day.until(dayOf(flight.arriving_at)).days
  const to = `${destination.iata_code} ${timeText({ time: flight.arriving_at.slice(11, 16), daysLater })}`
  return `${marketing_carrier.iata_code} ${number}, ${from} → ${to}, ${shortDate(day, language)}`
}

function dayOf(local: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(local.slice(0, 10))
}

function timelineOf(leg: Leg, language: Language): MailTimeline {
  const note = [
    dateText(leg.date, language),
    durationText(leg.minutes, language),
    stopsText(leg, language),
    BOOKING_LABELS[language].localTimes,
  ]
  return {
    kind: 'timeline',
    title: `${legName(leg, language)}: ${placeText(leg.from)} → ${placeText(leg.to)}`,
    note: note.join(' · '),
    entries: leg.flights.flatMap((flight) => entriesOf(flight, language)),
  }
}

function entriesOf(flight: Flight, language: Language): MailTimelineEntry[] {
  const { flight: word, operatedBy, connection, airportChange } = BOOKING_LABELS[language]
  const { connection: wait, departure, arrival } = flight
  const names = [`${word} ${flight.number}`, flight.carrier]
  if (flight.operatedBy !== null) names.push(operatedBy(flight.operatedBy))
  const facts = [durationText(flight.minutes, language), flight.aircraft]
  const between = wait && [
    connection(wait.minutes === null ? null : durationText(wait.minutes, language)),
    ...(wait.changesAirport ? [airportChange] : []),
  ]
  return [
    ...(between ? [{ mark: '', text: '', detail: between.join(', ') }] : []),
    stopEntry(departure, language, [names.join(' · '), facts.join(' · '), serviceOf(flight, language)]),
    stopEntry(arrival, language, []),
  ]
}

function stopEntry(stop: Stop, language: Language, more: readonly string[]): MailTimelineEntry {
  const day = stop.daysLater === 0 ? '' : dateText(stop.date, language)
  const detail = [day, airportText(stop, language), ...more].filter((line) => line !== '')
  return { mark: timeText(stop), text: stopText(stop), detail: detail.join('\n') }
}

/** What all passengers get. If they differ, only the receipt has it. */
function serviceOf({ services }: Flight, language: Language): string {
  const [first, ...others] = services
  if (first === undefined || others.length > 0) return ''
  return `${cabinText(first.cabin, language)} · ${bagsText(first, language)}`
}

function passengersOf({ passengers }: BookingMailView, language: Language): MailBlock {
  const labels = BOOKING_LABELS[language]
  return {
    kind: 'list',
    title: labels.passengers,
    entries: passengers.map(({ name, type, ticket }) => {
      const kind = passengerText(type, language)
      return {
        text: shownName(name),
        detail: ticket === null ? kind : `${kind} · ${labels.ticket} ${ticket}`,
      }
    }),
  }
}

/** Names may contain line breaks, which would end a subject. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
