// Duffel's offers and orders in the shapes of the port: who travels, what it costs to the cent, what may be changed,
// and until when. Pure: time is handed in.
import type { Conditions, PassengerType } from '../../../../contract/flights.ts'
import { parseTimestamp } from '../../../base/values/dates.ts'
import { formatAmount, parseAmount } from '../../../base/values/money.ts'
import type { CancelTerms, OrderStatus, Price, SupplierOffer, SupplierOrder, Ticket } from '../port.ts'
import { brandOf, carrierFrom, slicesFrom } from './duffel-itinerary.ts'
import type {
  DuffelConditions,
  DuffelOffer,
  DuffelOrder,
  DuffelSold,
  OfferData,
  OrderData,
} from './duffel-shapes.ts'

/**
 * Duffel lives in real time, a team's sandbox in its own. What Duffel says is shown in the team's time; live teams
 * have real time.
 */
export interface Times {
  /** Real time. */
  readonly now: Date
  /** The team's time minus real time. */
  readonly offsetMs: number
}

/** null where something is missing without which it cannot be shown or sold. */
export function offerFrom(
  offer: DuffelOffer,
  travellers: readonly PassengerType[],
  times: Times,
): SupplierOffer | null {
  const passengers = passengerIds(offer.passengers, travellers)
  const expiresAt = teamTime(offer.expires_at, times)
  const price = priceFrom(offer)
  const owner = carrierFrom(offer.owner)
  if (passengers === null || expiresAt === null || price === null || owner === null) return null
  const slices = slicesFrom(offer.slices, passengers)
  if (slices === null) return null
  const brand = brandOf(offer.slices)
  const data: OfferData = { id: offer.id, expires_at: offer.expires_at, passengers }
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

/** null where it lacks what an order must have. */
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
  const paymentRequiredBy = isHeld ? teamTime(order.payment_status.payment_required_by, times) : null
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
    paymentRequiredBy,
    priceGuaranteedUntil: isHeld ? teamTime(order.payment_status.price_guarantee_expires_at, times) : null,
    lookAgainAt: lookAgainAt(order, status, times),
  }
}

/**
 * Exact, and adding up. Duffel may leave out base or tax, or show them in other currencies; the total is what is paid.
 * null for amounts that cents cannot hold.
 */
export function priceFrom(sold: DuffelSold): Price | null {
  const {
    total_amount,
    total_currency: currency,
    base_amount,
    base_currency,
    tax_amount,
    tax_currency,
  } = sold
  const totalCents = parseAmount(total_amount)
  if (totalCents === null) return null
  const part = (amount: string | null | undefined, of: string | null | undefined) =>
    amount == null || of !== currency ? null : parseAmount(amount)
  const taxCents = part(tax_amount, tax_currency)
  const baseCents = part(base_amount, base_currency)
  const tax = taxCents ?? (baseCents === null ? 0n : totalCents - baseCents)
  const taxes = tax >= 0n && tax <= totalCents ? tax : 0n
  return { totalCents, baseCents: totalCents - taxes, taxCents: taxes, currency }
}

/** What is not known counts as not allowed, and its penalty as not known. */
export function conditionsFrom(conditions: DuffelConditions | undefined): Conditions {
  const { refund_before_departure: refund, change_before_departure: change } = conditions ?? {}
  return { refund_before_departure: conditionFrom(refund), change_before_departure: conditionFrom(change) }
}

type DuffelCondition = NonNullable<DuffelConditions>['refund_before_departure']

function conditionFrom(condition: DuffelCondition): Conditions['refund_before_departure'] {
  const cents = condition?.penalty_amount == null ? null : parseAmount(condition.penalty_amount)
  const isPriced = condition?.allowed === true && cents !== null && condition.penalty_currency != null
  return {
    allowed: condition?.allowed ?? false,
    penalty_amount: isPriced ? formatAmount(cents) : null,
    penalty_currency: isPriced ? condition.penalty_currency! : null,
  }
}

// Where a refund is money in the end. Vouchers and airline credits stay with the airline.
const MONEY: ReadonlySet<string> = new Set(['balance', 'arc_bsp_cash', 'card', 'original_form_of_payment'])

/** What comes back as money; the rest of what was paid is kept. An unpaid order: nothing either way. */
export function termsFrom(
  refund: { refund_to?: string | null; refund_amount?: string | null; refund_currency?: string | null },
  paid: Price,
): CancelTerms {
  const { refund_to, refund_amount, refund_currency } = refund
  const { totalCents, currency } = paid
  if (refund_to === 'awaiting_payment') return { refundCents: 0n, penaltyCents: 0n, currency }
  const isMoney = refund_to != null && MONEY.has(refund_to) && refund_currency === currency
  const refundCents = (isMoney && refund_amount != null && parseAmount(refund_amount)) || 0n
  const penaltyCents = refundCents < totalCents ? totalCents - refundCents : 0n
  return { refundCents, penaltyCents, currency }
}

/** Our travellers' order: the first adult of ours is the first of theirs, and so on. */
function passengerIds(
  passengers: DuffelOffer['passengers'],
  travellers: readonly PassengerType[],
): string[] | null {
  const left = [...passengers]
  const ids = travellers.map((wanted) => {
    const index = left.findIndex(({ type }) => type === wanted)
    return index === -1 ? null : left.splice(index, 1)[0]!.id
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
  // A hold that lapsed is no longer awaiting payment either, but nobody paid it.
  if (order.type === 'hold' && paid_at == null && hasTicket === 0) return 'expired'
  const since = parseTimestamp(paid_at ?? order.created_at) ?? now
  return now.getTime() - since.getTime() >= TICKETLESS_AFTER_MS ? 'ticketed' : 'ticketing'
}

/** Tickets come within minutes or hours; airlines move flights any day until the last one has left. */
function lookAgainAt(order: DuffelOrder, status: OrderStatus, { now, offsetMs }: Times): Date | null {
  const after = (ms: number) => new Date(now.getTime() + offsetMs + ms)
  if (status === 'ticketing') {
    const ageMs = now.getTime() - (parseTimestamp(order.created_at) ?? now).getTime()
    return after(ageMs < 10 * MINUTE_MS ? MINUTE_MS : ageMs < HOUR_MS ? 5 * MINUTE_MS : HOUR_MS)
  }
  if (status !== 'held' && status !== 'ticketed') return null
  const { departing_at, origin } = order.slices.at(-1)!.segments.at(-1)!
  const leaves = Temporal.PlainDateTime.from(departing_at).toZonedDateTime(origin.time_zone)
  return leaves.epochMilliseconds > now.getTime() ? after(24 * HOUR_MS) : null
}

function teamTime(text: string | null | undefined, { offsetMs }: Times): Date | null {
  const at = text == null ? null : parseTimestamp(text)
  return at === null ? null : new Date(at.getTime() + offsetMs)
}
