// Calls to carriers about a booking, and the translation of their responses.
import type { BookingDocument } from '../../../contract/bookings.ts'
import type { Slice } from '../../../contract/flights.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { bareValue, type FieldIssue, foreignIssue } from '../../../contract/phrases/issues.ts'
import type {
  Call,
  BookingPassenger as CarrierPassenger,
  OfferAtSupplier,
  OrderAtSupplier,
  OrderOutcome,
  Price,
  Rejection,
  Supplier,
  SupplierOrder,
} from '../../adapters/flights/port.ts'
import type { TeamJob, TeamTask } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { parseDecimal } from '../../kernel/values/decimal.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { supplierNamed } from '../flights/offers.ts'
import type { World } from '../world.ts'
import type { CarrierPayload } from './jobs.ts'
import { type BookingRow, searchTextOf } from './store.ts'
import { type BookingContent, bookingContent, slicesOf } from './view.ts'

/** A caller gets a response within this time, however slow the carrier is. */
export const RESPOND_WITHIN_MS = 20_000

type Sold = Pick<BookingRow, 'supplier' | 'mode'>

/** The supplier of a booking or offer; fails with 503 if it is not connected. */
export function demandSupplier(world: World, { supplier, mode }: Sold): Supplier {
  return supplierNamed(world, supplier, mode)
}

/** Undefined if the supplier is not connected: a job waits until it is again. */
export function findSupplier({ suppliers }: World, { supplier, mode }: Sold): Supplier | undefined {
  return suppliers.find(({ name, serves }) => name === supplier && serves(mode))
}

export const NOT_CONNECTED = { outcome: 'unknown', reason: 'the supplier is not connected' } as const

/** For callers that cannot continue without a response. */
export function failUnavailable(): never {
  fail('service_unavailable', {
    ...adviceWith('the carrier did not answer; send the request again shortly'),
    retryAfterSeconds: 5,
  })
}

/** The first call for a booking. Its id is the reference that makes repeated calls one order. */
export function bookAtCarrier(
  supplier: Supplier,
  scope: Scope,
  booking: BookingRow,
  waitMs: number,
): Promise<OrderOutcome> {
  return supplier.book(callFor(scope, waitMs), {
    reference: booking.id,
    type: booking.type,
    offer: offerOf(booking),
    passengers: passengersFor(bookingContent(booking)),
    metadata: {},
  })
}

export function callFor({ owner, clock }: Scope, waitMs: number): Call {
  return { ...owner, now: clock.now(), signal: AbortSignal.timeout(waitMs) }
}

export function priceOf(booking: BookingRow): Price {
  return {
    totalCents: booking.total_cents,
    baseCents: booking.base_cents,
    taxCents: booking.tax_cents,
    currency: booking.currency,
  }
}

export function rateOf({ rate }: BookingRow) {
  const decimal = parseDecimal(rate)
  if (decimal === null) throw new Error(`a stored rate is none: ${rate}`)
  return decimal
}

export function offerOf(booking: BookingRow): OfferAtSupplier {
  const { offerData, passengers } = bookingContent(booking)
  return { data: offerData, price: priceOf(booking), travellers: passengers.map(({ type }) => type) }
}

export function orderOf(booking: BookingRow): OrderAtSupplier {
  const data = booking.order_data === null ? null : JSON.parse(booking.order_data)
  return { reference: booking.id, data, price: priceOf(booking) }
}

function passengersFor({ passengers }: BookingContent): CarrierPassenger[] {
  return passengers.map((passenger) => ({
    type: passenger.type,
    given_name: passenger.given_name,
    family_name: passenger.family_name,
    gender: passenger.gender,
    title: passenger.title,
    born_on: passenger.born_on,
    email: passenger.email,
    phone_number: passenger.phone_number,
    identity_documents: passenger.identity_documents.map((document) => ({
      ...document,
      expires_on: document.expires_on ?? null,
    })),
    loyalty_programme_accounts: passenger.loyalty_programme_accounts,
    infantIndex: indexOrNull(passengers.findIndex(({ id }) => id === passenger.infant_passenger_id)),
  }))
}

function indexOrNull(index: number): number | null {
  return index === -1 ? null : index
}

/** The columns of a booking that come from the carrier's order. */
export function orderColumns(world: World, booking: BookingRow, order: SupplierOrder) {
  return {
    booking_reference: order.locator,
    search_text: searchTextOf(order.locator, bookingContent(booking).passengers, order.documents),
    slices: JSON.stringify(slicesFrom(world, booking, order)),
    documents: JSON.stringify(ticketsOf(booking, order)),
    order_data: JSON.stringify(order.data),
  }
}

export function ticketsOf(booking: BookingRow, { documents }: SupplierOrder): BookingDocument[] {
  const { passengers } = bookingContent(booking)
  return documents.map(({ type, unique_identifier, passengerIndex }) => ({
    type,
    unique_identifier,
    passenger_id: passengers[passengerIndex]!.id,
  }))
}

/** The carrier's flights with our ids. A slice or segment that is still in its place keeps the id of the offer. */
export function slicesFrom({ wall }: World, booking: BookingRow, { slices }: SupplierOrder): Slice[] {
  const known = slicesOf(booking)
  const { passengers } = bookingContent(booking)
  return slices.map((slice, place) => ({
    id: known[place]?.id ?? makeId('slice', wall.now()),
    origin: slice.origin,
    destination: slice.destination,
    duration: slice.duration,
    segments: slice.segments.map((segment, index) => {
      const before = known[place]?.segments[index]
      const { iata_code, name, logo_symbol_url } = segment.operating_carrier
      const logo = logo_symbol_url ?? before?.operating_carrier.logo_symbol_url ?? ''
      // Fields in the order of the offer's, so that unchanged slices serialise to the same text.
      return {
        id: before?.id ?? makeId('segment', wall.now()),
        origin: segment.origin,
        destination: segment.destination,
        departing_at: segment.departing_at,
        arriving_at: segment.arriving_at,
        operating_carrier: { iata_code, name, logo_symbol_url: logo },
        marketing_carrier: segment.marketing_carrier,
        operating_carrier_flight_number: segment.operating_carrier_flight_number,
        marketing_carrier_flight_number: segment.marketing_carrier_flight_number,
        aircraft: segment.aircraft,
        duration: segment.duration,
        distance: segment.distance,
        passengers: segment.passengers.map((passenger, traveller) => ({
          passenger_id: passengers[traveller]!.id,
          cabin_class: passenger.cabin_class,
          cabin_class_marketing_name: passenger.cabin_class_marketing_name,
          fare_basis_code: passenger.fare_basis_code,
          seat: passenger.seat,
          baggages: passenger.baggages,
        })),
      }
    }),
  }))
}

export function bookingFailure(rejection: Rejection): Fail {
  const { reason, message, price } = rejection
  switch (reason) {
    case 'sold_out':
    case 'offer_gone':
      return new Fail('sold_out', { advice: `${message}; search again` })
    case 'price_changed':
      return new Fail('price_changed', price === undefined ? {} : { details: newPrice(price) })
    case 'passenger_data':
      return new Fail('invalid_passenger_data', {
        details: [
          {
            field: `passengers.${rejection.passengerIndex ?? 0}.${rejection.field ?? 'given_name'}`,
            issue: foreignIssue(message),
          },
        ],
      })
    case 'hold_unavailable':
      return new Fail('offer_requires_instant_payment')
    default:
      return new Fail('carrier_rejected_the_booking', { advice: message })
  }
}

/** A failed booking that was debited is kept, so the refusal is an outcome, not an invalid request. */
export function failureAfterDebit(rejection: Rejection): Fail {
  const failure = bookingFailure(rejection)
  if (failure.status !== 400) return failure
  const { details } = failure.options
  return new Fail('carrier_rejected_the_booking', { advice: rejection.message, ...(details && { details }) })
}

export function newPrice({ totalCents, currency }: { totalCents: bigint; currency: string }): FieldIssue[] {
  return [
    { field: 'total_amount', issue: bareValue(formatAmount(totalCents)) },
    { field: 'total_currency', issue: bareValue(currency) },
  ]
}

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Money depends on these responses, so the carrier is asked for two days before the job is left to people. */
const WAITS_MS = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  60 * MINUTE,
  180 * MINUTE,
  360 * MINUTE,
  720 * MINUTE,
  1440 * MINUTE,
] as const

/**
 * Schedules the same job again, after the carrier gave no response. This is not a failure of ours, so the job's own
 * retries do not apply, and the waits follow the team's clock.
 */
export async function askLater<Payload extends CarrierPayload>(
  world: World,
  job: TeamJob<Payload>,
  { payload, last }: TeamTask<Payload>,
  { reason }: { reason: string },
): Promise<void> {
  const { bookingId, asked = 0 } = payload
  const waitMs = WAITS_MS[asked]
  if (waitMs === undefined) throw new Error(`the carrier gave no response: ${reason}`)
  world.log.warn({ kind: job.type, bookingId, reason }, 'the carrier is asked again later')
  await transaction(world, last, async (tx) => {
    schedule(tx, job, {
      at: new Date(tx.now.getTime() + waitMs),
      key: `${bookingId} ${tx.newUuid()}`,
      payload: { ...payload, asked: asked + 1 },
    })
  })
}
