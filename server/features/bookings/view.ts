// The public JSON of a booking.
import {
  type Booking,
  type BookingDetail,
  type BookingDocument,
  type BookingPassenger,
  type BookingStatus,
  type BookingWarning,
  CancelledBooking,
  type ConfirmedBooking,
} from '../../../contract/bookings.ts'
import type { Snapshot } from '../../../contract/event-operations.ts'
import type { Carrier, Conditions, OfferPricing, Slice } from '../../../contract/flights.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromDecimal, parseOwnDecimal } from '../../kernel/values/decimal.ts'
import { withMaskedNumbers, withoutNumbers } from '../../kernel/values/masked-numbers.ts'
import { type Cents, formatAmount, multiplyToCents } from '../../kernel/values/money.ts'
import { clientIdFromUuid } from '../clients/store.ts'
import { shownChanges } from './changes.ts'
import { awaitsPayment, isShown } from './states.ts'
import type { BookingRow, BookingWithClient, ClientOfBooking } from './store.ts'

/** The constant parts of a booking, stored as JSON; passengers are encrypted apart. */
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

/** Throws for a booking whose carrier has not responded yet: no caller may see it. */
export function shownStatus({ id, status }: Pick<BookingRow, 'id' | 'status'>): BookingStatus {
  if (!isShown(status)) throw new Error(`booking ${id} was to be shown before its carrier responded`)
  return status
}

/** What the carrier is paid, in BRL. */
export function baseCostOf({ total_cents, rate }: Pick<BookingRow, 'total_cents' | 'rate'>): Cents {
  return multiplyToCents(total_cents, parseOwnDecimal(rate))
}

/** Numbers of documents and loyalty accounts are masked, unless the caller may read them. */
export function bookingView(booking: BookingWithClient, showsDocuments = false): Booking {
  const { currency } = booking
  const costCents = baseCostOf(booking)
  const { owner, passengers, conditions, metadata, warnings, pricing } = bookingContent(booking)
  return {
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: shownStatus(booking),
    type: booking.type,
    live_mode: booking.mode === 'live',
    synced_at: isoTimestamp(booking.synced_at),
    created_at: isoTimestamp(booking.created_at),
    updated_at: isoTimestamp(booking.updated_at),
    total_amount: formatAmount(booking.total_cents),
    total_currency: currency,
    tax_amount: formatAmount(booking.tax_cents),
    tax_currency: currency,
    base_amount: formatAmount(booking.base_cents),
    base_currency: currency,
    client_amount: formatAmount(booking.client_cents),
    client_currency: 'BRL',
    wallet_amount: formatAmount(booking.wallet_cents),
    exchange_rate_used: numberFromDecimal(parseOwnDecimal(booking.rate)),
    base_cost_brl: formatAmount(costCents),
    total_agency_commission: formatAmount(booking.client_cents - costCents),
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
    external_reference: booking.external_reference,
    trip_id: booking.trip_id,
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The response of a create: a new booking has no tags and no refund. */
export function newBookingView(booking: BookingWithClient): BookingDetail {
  return { ...bookingView(booking), refund: null, tags: [] }
}

/** The object of a booking event: amounts as in the list, and passengers without documents. */
export function bookingEventView(booking: BookingRow): Snapshot<'booking'> {
  const { passengers, metadata } = bookingContent(booking)
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
    metadata,
    external_reference: booking.external_reference,
    created_at: isoTimestamp(booking.created_at),
    updated_at: isoTimestamp(booking.updated_at),
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
    refund: refundView(booking),
  }
}

export function refundView(booking: BookingRow): CancelledBooking['refund'] {
  return {
    amount: formatAmount(booking.refund_cents ?? 0n),
    currency: 'BRL',
    penalty_amount: formatAmount(booking.penalty_cents ?? 0n),
    penalty_currency: booking.penalty_currency ?? booking.currency,
  }
}

export function clientOf({ client_id, client_name, client_email }: ClientOfBooking) {
  return { id: clientIdFromUuid(client_id), full_name: client_name, email: client_email }
}

export function bookingContent({
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
