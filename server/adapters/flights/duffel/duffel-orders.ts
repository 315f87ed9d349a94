// Orders at Duffel: made once, and found again by our reference. Duffel has no idempotency key, so an order is sent
// once only; what became of a lost answer is looked up by the offer, and by the reference in the metadata.
import { parseTimestamp } from '../../../kernel/values/dates.ts'
import { makeRoom } from '../../../kernel/values/make-room.ts'
import type { BookingRequest, Call, Found, OrderOutcome, Supplier } from '../port.ts'
import {
  type Account,
  get,
  NOT_UNDERSTOOD,
  offerDataOf,
  orderDataOf,
  post,
  readOffer,
  readOrder as readOneOrder,
  timesOf,
  whyNot,
  withPrice,
} from './duffel-account.ts'
import { goneFrom, isRefusal, notAsked, rejectionFrom } from './duffel-errors.ts'
import { orderFrom } from './duffel-mapping.ts'
import { objectionTo, orderRequest, REFERENCE_KEY } from './duffel-order-request.ts'
import {
  type DuffelOrder,
  type OfferData,
  readLabel,
  readOrder,
  readOrderAnswer,
  readOrderList,
} from './duffel-shapes.ts'

type Orders = Pick<Supplier, 'book' | 'find' | 'read'>

/** An accepted order may take a couple of hours to be seen; an expired offer can no longer be ordered. */
const SEEN_WITHIN_MS = 6 * 3_600_000
const ATTEMPTS_KEPT = 10_000
const PAGES_MAX = 5

export function makeOrders(account: Account): Orders {
  // References that are being sent, or whose outcome is unknown. Callers ask `find` first; this is a second safeguard.
  const unsure = new Set<string>()

  async function send(call: Call, booking: BookingRequest): Promise<OrderOutcome> {
    const data = offerDataOf(booking.offer)
    const [known, current] = await Promise.all([
      lookUp(account, call, data, booking.reference),
      readOffer(account, call, data.id),
    ])
    if (known.kind === 'order') return outcomeOf(account, call, known.order, booking.reference, data)
    if (known.kind === 'unreadable') return { outcome: 'unknown', reason: NOT_UNDERSTOOD }
    if (known.kind === 'unread') return { outcome: 'rejected', rejection: notAsked(known.reason) }
    if (current.value === null) {
      const { answer } = current
      return { outcome: 'rejected', rejection: goneFrom(answer, account.hide) ?? notAsked(whyNot(answer)) }
    }
    const objection = objectionTo(booking, current.value)
    if (objection !== null) return { outcome: 'rejected', rejection: objection }

    const request = orderRequest(booking, current.value, data.passengers)
    const answer = await post(account, call, '/air/orders', request)
    const order =
      answer.status === 200 || answer.status === 201 ? readOrderAnswer(answer.body)?.data : undefined
    if (order !== undefined) return outcomeOf(account, call, order, booking.reference, data)
    if (!isRefusal(answer))
      return { outcome: 'unknown', reason: unknownReason(answer.status, whyNot(answer)) }
    const rejection = rejectionFrom(answer, account.hide)
    return {
      outcome: 'rejected',
      rejection: await withPrice(rejection, () => readOffer(account, call, data.id)),
    }
  }

  async function find(call: Call, data: OfferData, reference: string): Promise<Found> {
    const known = await lookUp(account, call, data, reference)
    if (known.kind === 'order') return outcomeOf(account, call, known.order, reference, data)
    if (known.kind === 'unreadable') return { outcome: 'unknown', reason: NOT_UNDERSTOOD }
    if (known.kind === 'unread') return { outcome: 'unknown', reason: known.reason }
    const expiresAt = parseTimestamp(data.expires_at)
    const isOver = expiresAt !== null && account.wall.now().getTime() - expiresAt.getTime() >= SEEN_WITHIN_MS
    return isOver ? { outcome: 'none' } : { outcome: 'unknown', reason: 'Duffel shows no such order yet' }
  }

  return {
    async book(call, booking) {
      const { reference } = booking
      if (unsure.has(reference)) {
        const found = await find(call, offerDataOf(booking.offer), reference)
        if (found.outcome !== 'none') return found
        const message = 'The order was sent before, and Duffel never made it'
        return { outcome: 'rejected', rejection: { reason: 'offer_gone', message } }
      }
      makeRoom(unsure, ATTEMPTS_KEPT)
      unsure.add(reference)
      const outcome = await send(call, booking)
      if (outcome.outcome !== 'unknown') unsure.delete(reference)
      return outcome
    },
    find: (call, lost) => find(call, offerDataOf(lost.offer), lost.reference),
    async read(call, order) {
      const data = orderDataOf(order)
      const read = await readOneOrder(account, call, data.id)
      // A 404 for an order that we know says more about our account than about the order.
      if (read.value === null) return { outcome: 'unknown', reason: whyNot(read.answer) }
      return outcomeOf(account, call, read.value, order.reference, data)
    },
  }
}

/** Translates an order into the outcome of the port. */
export function outcomeOf(
  account: Account,
  call: Call,
  order: DuffelOrder,
  reference: string,
  { passengers, offset_ms }: Pick<OfferData, 'passengers'> & Partial<Pick<OfferData, 'offset_ms'>>,
): OrderOutcome & Found {
  const times = { ...timesOf(account, call), offeredOffsetMs: offset_ms }
  const read = orderFrom(order, reference, passengers, times)
  if (read === null) return { outcome: 'unknown', reason: NOT_UNDERSTOOD }
  return { outcome: read.status === 'ticketing' ? 'pending' : 'confirmed', order: read }
}

type Known =
  | { kind: 'order'; order: DuffelOrder }
  | { kind: 'none' }
  /** The order exists, but its answer could not be read. */
  | { kind: 'unreadable' }
  | { kind: 'unread'; reason: string }

async function lookUp(account: Account, call: Call, offer: OfferData, reference: string): Promise<Known> {
  let after: string | null | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const cursor = after == null ? '' : `&after=${encodeURIComponent(after)}`
    const answer = await get(
      account,
      call,
      `/air/orders?offer_id=${encodeURIComponent(offer.id)}&limit=200${cursor}`,
    )
    const list = answer.status === 200 ? readOrderList(answer.body) : null
    if (list === null) return { kind: 'unread', reason: whyNot(answer) }
    const ours = list.data.find((item) => readLabel(item)?.metadata[REFERENCE_KEY] === reference)
    if (ours !== undefined) {
      const order = readOrder(ours)
      return order === null ? { kind: 'unreadable' } : { kind: 'order', order }
    }
    after = list.meta?.after
    if (after == null) return { kind: 'none' }
  }
  return { kind: 'unread', reason: 'Duffel lists too many orders for this offer' }
}

function unknownReason(status: number | null, why: string): string {
  if (status === 202) return 'Duffel accepted the order and has not made it yet'
  return status === 200 ? 'Duffel booked, and shows the order later' : why
}
