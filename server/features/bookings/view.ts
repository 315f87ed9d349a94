// The public JSON of a booking, with its trip and the carrier's changes.
import type { BookingChange, ChangedFlight } from '../../../contract/bookings.ts'
import {
  type Booking,
  type BookingDocument,
  type BookingPassenger,
  type BookingStatus,
  type BookingWarning,
  CancelledBooking,
  type ConfirmedBooking,
} from '../../../contract/bookings.ts'
import type { Snapshot } from '../../../contract/event-operations.ts'
import type { Carrier, Conditions, OfferPricing, Slice } from '../../../contract/flights.ts'
import { changedFlight, type SupplierChange } from '../../adapters/flights/port.ts'
import { dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { withMaskedNumbers, withoutNumbers } from '../../kernel/values/masked-numbers.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { clientIdFromUuid } from '../clients/store.ts'
import { findAirport } from '../flights/reference/airports.ts'
import { isInternational } from '../flights/reference/geography.ts'
import type { Trip } from './passengers.ts'
import { awaitsPayment, hasFlights, isShown } from './states.ts'
import type { BookingRow, BookingWithClient, ClientOfBooking } from './store.ts'

// What a carrier changed about a booking by itself: what is stored of it, how it is shown, and what is new in what the
// carrier tells now.

export interface StoredChange extends BookingChange {
  /** The supplier's own name of it; null where we saw by ourselves that flights are others. */
  key: string | null
  /** The carrier is being asked to take our word for it. */
  accepting?: boolean
}

/** One change of one booking, as an address names it. */
export interface ChangeAddress {
  readonly id: string
  readonly change_id: string
}

// Of older ones nothing is left to be done: a booking does not grow without end.
const TOLD_MAX = 50
const SEEN_MAX = 20

export function changesOf({ changes }: Pick<BookingRow, 'changes'>): StoredChange[] {
  return JSON.parse(changes)
}

/** Nothing can be done any more about a booking that has ended. */
export function shownChanges(booking: Pick<BookingRow, 'changes' | 'status'>): BookingChange[] {
  return changesOf(booking).map((change) =>
    changeView(hasFlights(booking) ? change : { ...change, available_actions: [] }),
  )
}

export function changeView({ key, accepting, ...change }: StoredChange): BookingChange {
  return change
}

/** What a change is made from that is not told by the supplier. */
interface Made {
  readonly now: Date
  makeId(): string
}

/** What was known, brought up to date, and behind it what is new. */
export function withTold(
  known: readonly StoredChange[],
  told: readonly SupplierChange[],
  made: Made,
): { changes: StoredChange[]; fresh: StoredChange[] } {
  const newest = told.slice(-TOLD_MAX)
  const current = known.map((change) =>
    answered(
      change,
      newest.find(({ key }) => key === change.key),
    ),
  )
  const fresh = newest
    .filter(({ key }) => known.every((change) => change.key !== key))
    .map((change) => storedChange(change, made))
  return { changes: withinBounds([...current, ...fresh]), fresh }
}

function withinBounds(changes: readonly StoredChange[]): StoredChange[] {
  const told = changes.filter(({ key }) => key !== null).slice(-TOLD_MAX)
  const seen = changes.filter(({ key }) => key === null).slice(-SEEN_MAX)
  return changes.filter((change) => told.includes(change) || seen.includes(change))
}

/** A supplier that takes its time has not written down yet what was done through us. */
function answered(change: StoredChange, told: SupplierChange | undefined): StoredChange {
  if (told === undefined || (change.action_taken !== null && told.answer === null)) return change
  return {
    ...change,
    available_actions: [...told.actions],
    action_taken: told.answer,
    action_taken_at: told.answer === null ? null : (change.action_taken_at ?? timeOf(told.answeredAt)),
  }
}

function storedChange(told: SupplierChange, { makeId }: Made): StoredChange {
  return {
    id: makeId(),
    key: told.key,
    created_at: isoTimestamp(told.at),
    before: [...told.before],
    after: [...told.after],
    available_actions: [...told.actions],
    action_taken: told.answer,
    action_taken_at: timeOf(told.answeredAt),
  }
}

/** Flights are others, and no supplier said so; `after` is empty where there are none any more. */
export function seenChange(
  before: readonly Slice[],
  after: readonly Slice[],
  { now, makeId }: Made,
): StoredChange {
  const [was, is] = [flightsOf(before), flightsOf(after)]
  return {
    id: makeId(),
    key: null,
    created_at: isoTimestamp(now),
    before: missingIn(was, is),
    after: missingIn(is, was),
    available_actions: [],
    action_taken: null,
    action_taken_at: null,
  }
}

function flightsOf(slices: readonly Slice[]): ChangedFlight[] {
  return slices.flatMap(({ segments }) => segments.map(changedFlight))
}

function missingIn(flights: readonly ChangedFlight[], others: readonly ChangedFlight[]): ChangedFlight[] {
  const texts = new Set(others.map((flight) => JSON.stringify(flight)))
  return flights.filter((flight) => !texts.has(JSON.stringify(flight)))
}

function timeOf(at: Date | null): string | null {
  return at === null ? null : isoTimestamp(at)
}

/** The parts of a booking that never change, stored as JSON; its passengers apart, sealed. */
export interface BookingContent {
  owner: Carrier
  passengers: BookingPassenger[]
  conditions: Conditions
  metadata: Record<string, unknown>
  warnings: BookingWarning[]
  /** What the supplier needs to find the offer again. */
  offerData: unknown
  pricing: OfferPricing
}

/** Throws for a booking whose carrier has not answered yet: no caller may see it. */
export function shownStatus({ id, status }: Pick<BookingRow, 'id' | 'status'>): BookingStatus {
  if (!isShown(status)) throw new Error(`booking ${id} was to be shown before its carrier answered`)
  return status
}

/** Numbers of documents and loyalty programmes are masked, unless somebody who may see them asks. */
export function bookingView(booking: BookingWithClient, showsDocuments = false): Booking {
  const { currency } = booking
  const { owner, passengers, conditions, metadata, warnings, pricing } = contentOf(booking)
  return {
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: shownStatus(booking),
    type: booking.type,
    live_mode: booking.mode === 'live',
    synced_at: isoTimestamp(booking.synced_at),
    created_at: isoTimestamp(booking.created_at),
    total_amount: formatAmount(booking.total_cents),
    total_currency: currency,
    tax_amount: formatAmount(booking.tax_cents),
    tax_currency: currency,
    base_amount: formatAmount(booking.base_cents),
    base_currency: currency,
    client_amount: formatAmount(booking.client_cents),
    client_currency: 'BRL',
    wallet_amount: formatAmount(booking.wallet_cents),
    pricing,
    offer_id: booking.offer_id,
    client: clientOf(booking),
    owner,
    slices: slicesOf(booking),
    passengers: showsDocuments ? passengers : passengers.map(withMaskedNumbers),
    documents: documentsOf(booking),
    changes: shownChanges(booking),
    conditions,
    payment_status: {
      awaiting_payment: awaitsPayment(booking),
      payment_required_by: timestampOf(booking.payment_required_by),
      price_guarantee_expires_at: timestampOf(booking.price_guaranteed_until),
    },
    metadata,
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The object of a booking event: amounts as the list shows them, and of passengers no document. */
export function bookingEventView(booking: BookingRow): Snapshot<'booking'> {
  const { passengers } = contentOf(booking)
  return {
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: shownStatus(booking),
    total_amount: formatAmount(booking.client_cents),
    currency: 'BRL',
    documents: documentsOf(booking),
    passengers: passengers.map(withoutNumbers),
    slices: slicesOf(booking),
    changes: shownChanges(booking),
    created_at: isoTimestamp(booking.created_at),
  }
}

export function confirmedView(booking: BookingRow): ConfirmedBooking {
  return {
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: shownStatus(booking),
    documents: documentsOf(booking).map(({ type, unique_identifier }) => ({ type, unique_identifier })),
  }
}

export function cancelledView(booking: BookingRow): CancelledBooking {
  return {
    id: booking.id,
    status: CancelledBooking.properties.status.const,
    refund: {
      amount: formatAmount(booking.refund_cents ?? 0n),
      currency: 'BRL',
      penalty_amount: formatAmount(booking.penalty_cents ?? 0n),
      penalty_currency: booking.penalty_currency ?? booking.currency,
    },
  }
}

export function clientOf({ client_id, client_name, client_email }: ClientOfBooking) {
  return { id: clientIdFromUuid(client_id), full_name: client_name, email: client_email }
}

export function contentOf({
  content,
  passengers,
}: Pick<BookingRow, 'content' | 'passengers'>): BookingContent {
  return { ...JSON.parse(content), passengers: JSON.parse(passengers) }
}

export function slicesOf({ slices }: Pick<BookingRow, 'slices'>): Slice[] {
  return JSON.parse(slices)
}

export function documentsOf({ documents }: Pick<BookingRow, 'documents'>): BookingDocument[] {
  return JSON.parse(documents)
}

function timestampOf(at: Date | null): string | null {
  return at === null ? null : isoTimestamp(at)
}

// What the rules for passengers need to know of a trip: today, its last day, and whether it crosses a border.

export function tripOf(slices: readonly Slice[], now: Date): Trip {
  const last = slices.at(-1)!
  const home = findAirport(slices[0]?.origin.iata_code ?? '')
  return {
    // Where the trip begins, as for the dates of a search.
    today: dateIn(now, home?.zone ?? 'UTC'),
    lastDeparture: dayOf(last.segments[0]!.departing_at),
    lastArrival: dayOf(last.segments.at(-1)!.arriving_at),
    international: slices.some((slice) => crossesBorder(slice)),
  }
}

/** An unknown airport counts as abroad: asking for a needless passport is better than a passenger left behind. */
function crossesBorder({ origin, destination }: Slice): boolean {
  const from = findAirport(origin.iata_code)
  const to = findAirport(destination.iata_code)
  return from === undefined || to === undefined || isInternational(from, to)
}

function dayOf(time: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(time.slice(0, 10))
}
