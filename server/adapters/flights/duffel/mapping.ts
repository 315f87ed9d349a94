// Duffel's offers and orders in the shapes of the port: travellers, deadlines and states. Pure functions of
// their input and the time.
import type { PassengerType } from '../../../../contract/flights.ts'
import { parseTimestamp } from '../../../kernel/values/dates.ts'
import type { OrderStatus, SupplierOffer, SupplierOrder, Ticket } from '../port.ts'
import { changesFrom } from './changes.ts'
import { brandOf, carrierFrom, slicesFrom } from './itinerary.ts'
import { conditionsFrom, priceFrom, termsFrom } from './prices.ts'
import {
  type DuffelOffer,
  type DuffelOrder,
  type OfferData,
  type OrderData,
  type Times,
  teamTime,
} from './shapes.ts'

/** null if it lacks something that is needed to show or sell it. */
export function offerFrom(
  offer: DuffelOffer,
  travellers: readonly PassengerType[],
  times: Times,
): (SupplierOffer & { readonly expiresAt: Date }) | null {
  const passengers = passengerIds(offer.passengers, travellers)
  const expiresAt = teamTime(offer.expires_at, times)
  const price = priceFrom(offer)
  const owner = carrierFrom(offer.owner)
  if (passengers === null || expiresAt === null || price === null || owner === null) return null
  const slices = slicesFrom(offer.slices, passengers)
  if (slices === null) return null
  const brand = brandOf(offer.slices)
  const { id, expires_at } = offer
  const data: OfferData = { id, expires_at, passengers, offset_ms: times.offsetMs }
  return {
    data,
    owner,
    slices,
    fareBrandNames: travellers.map(() => brand),
    price,
    conditions: conditionsFrom(offer.conditions),
    hold: holdFrom(offer.payment_requirements, times),
    expiresAt,
  }
}

/** null if it lacks something that an order must have. */
export function orderFrom(
  order: DuffelOrder,
  reference: string,
  passengers: readonly string[],
  times: Times,
): SupplierOrder | null {
  const price = priceFrom(order)
  const owner = carrierFrom(order.owner)
  const slices = slicesFrom(order.slices, passengers)
  if (price === null || owner === null || slices === null) return null
  const documents = ticketsOf(order, passengers)
  const status = statusOf(order, documents, passengers.length, times.now)
  const isHeld = status === 'held'
  const { payment_required_by, price_guarantee_expires_at } = order.payment_status
  const offered = { ...times, offsetMs: times.offeredOffsetMs ?? times.offsetMs }
  const data: OrderData = { id: order.id, passengers: [...passengers] }
  return {
    reference,
    data,
    price,
    locator: order.booking_reference,
    status,
    owner,
    slices,
    conditions: conditionsFrom(order.conditions),
    documents,
    paymentRequiredBy: isHeld ? teamTime(payment_required_by, offered) : null,
    priceGuaranteedUntil: isHeld ? teamTime(price_guarantee_expires_at, offered) : null,
    changes: changesFrom(order, times),
    cancelTerms: order.cancellation == null ? null : termsFrom(order.cancellation, price),
    lookAgainAt: lookAgainAt(order, status, times),
  }
}

/** In our travellers' order: our first adult is Duffel's first, and so on. */
function passengerIds(
  passengers: DuffelOffer['passengers'],
  travellers: readonly PassengerType[],
): string[] | null {
  const left = [...passengers]
  const ids = travellers.map((wanted) => {
    const index = left.findIndex(({ type }) => type === wanted)
    const [found] = index === -1 ? [] : left.splice(index, 1)
    return found?.id ?? null
  })
  return left.length === 0 && ids.every((id) => id !== null) ? ids : null
}

function holdFrom(requirements: DuffelOffer['payment_requirements'], times: Times): SupplierOffer['hold'] {
  const paymentRequiredBy = teamTime(requirements.payment_required_by, times)
  if (requirements.requires_instant_payment || paymentRequiredBy === null) return null
  return { paymentRequiredBy, priceGuaranteedUntil: teamTime(requirements.price_guarantee_expires_at, times) }
}

function ticketsOf({ documents }: DuffelOrder, passengers: readonly string[]): Ticket[] {
  return (documents ?? []).flatMap(({ type, unique_identifier, passenger_ids }) =>
    type !== 'electronic_ticket'
      ? []
      : (passenger_ids ?? [])
          .map((id) => passengers.indexOf(id))
          .filter((index) => index !== -1)
          .map((passengerIndex) => ({ type, unique_identifier, passengerIndex })),
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Some airlines issue no tickets, or none for infants: after this time a paid order counts as issued. */
const TICKETLESS_AFTER_MS = 6 * HOUR_MS

function statusOf(order: DuffelOrder, tickets: Ticket[], travellers: number, now: Date): OrderStatus {
  const { awaiting_payment, paid_at, payment_required_by } = order.payment_status
  if (order.cancelled_at != null) return 'cancelled'
  if (awaiting_payment) {
    const deadline = payment_required_by == null ? null : parseTimestamp(payment_required_by)
    return deadline !== null && deadline <= now ? 'expired' : 'held'
  }
  const hasTicket = new Set(tickets.map(({ passengerIndex }) => passengerIndex)).size
  if (hasTicket === travellers) return 'ticketed'
  // An expired hold is no longer awaiting payment either, but was never paid.
  if (order.type === 'hold' && paid_at == null && hasTicket === 0) return 'expired'
  const since = parseTimestamp(paid_at ?? order.created_at) ?? now
  return now.getTime() - since.getTime() >= TICKETLESS_AFTER_MS ? 'ticketed' : 'ticketing'
}

/** How often an order is read, by the time until its next flight. */
const LOOKS = [
  { beforeMs: 14 * DAY_MS, everyMs: DAY_MS },
  { beforeMs: 3 * DAY_MS, everyMs: DAY_MS / 2 },
  { beforeMs: DAY_MS, everyMs: 3 * HOUR_MS },
]

/** Tickets take minutes or hours; airlines change flights until the last one has departed. */
function lookAgainAt(order: DuffelOrder, status: OrderStatus, { now, offsetMs }: Times): Date | null {
  const after = (ms: number) => new Date(now.getTime() + offsetMs + ms)
  if (status === 'ticketing') {
    const ageMs = now.getTime() - (parseTimestamp(order.created_at) ?? now).getTime()
    return after(ageMs < 10 * MINUTE_MS ? MINUTE_MS : ageMs < HOUR_MS ? 5 * MINUTE_MS : HOUR_MS)
  }
  if (status !== 'held' && status !== 'ticketed') return null
  const leavesIn = order.slices
    .flatMap(({ segments }) => segments)
    .map(({ departing_at, origin }) =>
      Temporal.PlainDateTime.from(departing_at).toZonedDateTime(origin.time_zone),
    )
    .map(({ epochMilliseconds }) => epochMilliseconds - now.getTime())
    .filter((ms) => ms > 0)
  if (leavesIn.length === 0) return null
  const nextMs = Math.min(...leavesIn)
  return after(LOOKS.find(({ beforeMs }) => nextMs > beforeMs)?.everyMs ?? HOUR_MS)
}
