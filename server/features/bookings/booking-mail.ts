// Mails about a booking, for its client and for the agency: made, ticketed, to be paid soon, changed, cancelled. Each
// shows who flies, when and where, so that nobody has to look for another mail.
import type { BookingChange } from '../../../contract/booking-changes.ts'
import type { PassengerType, Slice } from '../../../contract/flights.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { shownName } from '../../kernel/values/shown-name.ts'
import {
  type Language,
  momentText,
  moneyText,
  passengerText,
  shortDate,
} from '../../render/itinerary/itinerary-words.ts'
import type { Leg } from '../../render/itinerary/leg.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import type { MailBlock } from '../../render/mail/mail-blocks.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import type { MailFacts, Reader } from '../notifications/words/booking-facts.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import { changesBlock } from './changes-block.ts'
import { legsOf } from './itinerary.ts'
import { timelineOf } from './leg-timeline.ts'
import type { BookingNotice } from './work.ts'

export interface BookingMailView {
  /** The carrier's locator; empty until the carrier has answered. */
  bookingReference: string
  bookingId: string
  agencyName: string
  /** As its clients see it. */
  letterhead?: Letterhead | undefined
  clientName: string
  /** Whom a mail of test mode would have gone to. */
  clientEmail?: string | undefined
  slices: Slice[]
  passengers: { name: string; type: PassengerType; ticket: string | null }[]
  clientAmountCents: Cents
  /** Until when it must be paid, and the zone of the agency. */
  deadline: { at: Date; zone: string } | null
  /** What returned to the wallet; null where nothing had been taken from it. */
  refund: { amountCents: Cents } | null
  holds: boolean
  /** Nobody was told yet that it was made: its tickets' mail says both. */
  isFirst?: boolean | undefined
  /** What the carrier changed, of a mail about that. */
  changes?: readonly BookingChange[] | undefined
  /** Made with a test key: its mails say so, and go to the agency alone. */
  isTest?: boolean | undefined
  /** Made with a live key where nothing is real: its mails say so. */
  isSimulated?: boolean | undefined
}

export interface WrittenMail {
  subject: string
  text: string
  html: string
}

/** Cities named in a subject; the rest is in the mail. */
const CITIES_MAX = 4

export function bookingMail(
  notice: BookingNotice,
  to: Reader,
  language: Language,
  view: BookingMailView,
): WrittenMail {
  const labels = MAIL_WORDS[language].bookingLabels
  const legs = legsOf(view.slices, language)
  const facts = factsOf(view, legs, language)
  const { subject, title, paragraphs } = MAIL_WORDS[language].booking[to][notice](facts)
  return {
    subject: oneLine([...markOf(language, view), subject].join(' ')),
    ...layoutMail({
      language,
      title,
      paragraphs: [...noticeOf(to, language, view), ...paragraphs],
      blocks: [
        summaryOf(notice, to, language, view, facts),
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

/** What a subject begins with where the money is not real. Every mail of test mode is marked as it is stored. */
function markOf(language: Language, { isTest, isSimulated }: BookingMailView): string[] {
  return isSimulated && !isTest ? [MAIL_WORDS[language].bookingLabels.simulationSubject] : []
}

/** Nobody but the agency is written to in test mode. */
function noticeOf(to: Reader, language: Language, { clientEmail, ...view }: BookingMailView): string[] {
  const { testNotice, testReceiver, simulationNotice } = MAIL_WORDS[language].bookingLabels
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

/** São Paulo → Lisboa → Madri; where the next leg begins elsewhere, that city too. */
function citiesOf(legs: readonly Leg[]): string {
  const ends = legs.flatMap(({ from, to }) => [from.city, to.city])
  const cities = ends.filter((city, index) => city !== ends[index - 1])
  return cities.length <= CITIES_MAX
    ? cities.join(' → ')
    : [...cities.slice(0, CITIES_MAX - 1), '…', cities.at(-1)].join(' → ')
}

function summaryOf(
  notice: BookingNotice,
  to: Reader,
  language: Language,
  view: BookingMailView,
  { agency, client, locator, deadline, refund }: MailFacts,
): MailBlock {
  const labels = MAIL_WORDS[language].bookingLabels
  const isForAgency = to === 'agency'
  const isCancelled = notice === 'cancelled' || notice === 'cancelled_by_carrier'
  const isDue = view.holds && (notice === 'created' || notice === 'reminder')
  // The price of a cancelled trip is left out.
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
    [labels.deadline, isDue ? deadline : null],
    [labels.refund, isForAgency && isCancelled ? (refund?.amount ?? null) : null],
  ]
  return {
    kind: 'rows',
    title: labels.summary,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  }
}

function passengersOf({ passengers }: BookingMailView, language: Language): MailBlock {
  const labels = MAIL_WORDS[language].bookingLabels
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

/** Names hold line breaks at times; in a subject they would end it. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
