// Issues tickets: of instant bookings within the request, and of confirmed holds by a job.
import { BOOKING_OPERATIONS, type BookingDetail } from '../../../contract/bookings.ts'
import { OFFER_MINUTES_MAX } from '../../../contract/limits.ts'
import {
  type Found,
  isIssued,
  isPaidFor,
  type OrderOutcome,
  type SupplierOrder,
} from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import {
  aside,
  refusing,
  type Scope,
  stepsOf,
  type Tx,
  transaction,
} from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { StoredOffer } from '../flights/store.ts'
import type { World } from '../world.ts'
import {
  askLater,
  bookAtCarrier,
  callFor,
  demandSupplier,
  failUnavailable,
  failureAfterDebit,
  findSupplier,
  NOT_CONNECTED,
  newPrice,
  offerOf,
  orderColumns,
  orderOf,
  RESPOND_WITHIN_MS,
} from './carrier.ts'
import { type Draft, storeDraft } from './drafts.ts'
import * as jobs from './jobs.ts'
import {
  emitBookingBegun,
  moveBooking,
  notify,
  scheduleBookingJob,
  scheduleSync,
  takeOverAt,
} from './move-booking.ts'
import { respondingToWaiting, respondToWaiting, respondWithBooking, waitingRequest } from './responses.ts'
import { awaitsTickets } from './states.ts'
import { type BookingRow, type BookingWithClient, demandBooking, findAnyBooking } from './store.ts'
import { newBookingView } from './view.ts'
import { waitForTickets } from './wait-for-tickets.ts'

const REREAD_WITHIN_MS = 8_000
/** Less time than any call needs. */
const LEFT_MS_MIN = 1_000

/**
 * Debits and confirms first, then books at the carrier, all within the request if the carrier is quick. A job takes
 * over wherever the request ends.
 */
export async function bookInstantly(
  world: World,
  scope: Scope,
  { draft, stored, waitMs }: { readonly draft: Draft; readonly stored: StoredOffer; readonly waitMs: number },
): Promise<BookingDetail> {
  const startedAt = performance.now()
  await refuseOtherPrice(world, scope, stored)
  const { first, last } = stepsOf(scope)
  const booking = await transaction(world, first, async (tx) => {
    const made = await storeDraft(tx, draft)
    await emitBookingBegun(tx, made, {
      amountCents: made.wallet_cents,
      description: `Booking ${made.origin}-${made.destination}, ${made.airline}`,
      reason: 'debit',
    })
    scheduleBookingJob(tx, jobs.issueTicketsJob, takeOverAt(tx), {
      bookingId: made.id,
      waiting: waitingRequest(world, scope),
    })
    return made
  })
  const response = await askTwice(world, scope, booking, startedAt + RESPOND_WITHIN_MS)
  if (response.outcome === 'rejected') {
    const failure = failureAfterDebit(response.rejection)
    await failIssuance(world, refusing(last, failure), booking)
    throw failure
  }
  const leftMs = startedAt + waitMs - performance.now()
  const isKnown = response.outcome !== 'unknown'
  // A job issues the tickets, or finds out whether the carrier has the order, while the request waits.
  if (leftMs > 0 && !(isKnown && isIssued(response.order))) {
    if (isKnown) await recordOrder(world, aside(last), booking, response.order)
    else await scheduleIssuanceNow(world, aside(last), booking)
    await waitForTickets(world, booking.id, leftMs)
    return respondWithBooking(world, last, booking.id, (now) => newBookingView(now))
  }
  if (isKnown) return recordOrder(world, last, booking, response.order)
  return transaction(world, last, async () => newBookingView(booking))
}

/** The request does not ask the carrier any more, so the job need not wait for its end. */
async function scheduleIssuanceNow(world: World, scope: Scope, { id }: BookingWithClient): Promise<void> {
  await transaction(world, scope, async (tx) =>
    scheduleBookingJob(tx, jobs.issueTicketsJob, tx.now, { bookingId: id }),
  )
}

/** Fails before the debit if the carrier's price has changed. */
async function refuseOtherPrice(world: World, scope: Scope, stored: StoredOffer): Promise<void> {
  const { atSupplier } = stored
  const supplier = demandSupplier(world, { supplier: stored.supplier, mode: scope.owner.mode })
  const response = await supplier.reread(callFor(scope, REREAD_WITHIN_MS), atSupplier)
  if (response.outcome === 'unknown') failUnavailable()
  if (response.outcome === 'gone') fail('sold_out', { advice: `${response.reason}; search again` })
  const { price } = response.offer
  const isSame =
    price.totalCents === atSupplier.price.totalCents && price.currency === atSupplier.price.currency
  if (!isSame) fail('price_changed', { details: newPrice(price) })
}

/** If the response is lost, the order is looked up once right away: often it exists. */
async function askTwice(
  world: World,
  scope: Scope,
  booking: BookingWithClient,
  endsAt: number,
): Promise<OrderOutcome> {
  const supplier = demandSupplier(world, booking)
  const leftMs = () => Math.max(LEFT_MS_MIN, Math.floor(endsAt - performance.now()))
  const response = await bookAtCarrier(supplier, scope, booking, leftMs())
  if (response.outcome !== 'unknown' || endsAt - performance.now() < LEFT_MS_MIN) return response
  const lost = { reference: booking.id, offer: offerOf(booking) }
  const found = await supplier.find(callFor(scope, leftMs()), lost)
  // Not found yet: a job asks again later, without a waiting caller.
  return found.outcome === 'none' ? response : found
}

const WAIT_MS = 60_000

export async function issueTickets(world: World, task: TaskOf<typeof jobs.issueTicketsJob>): Promise<void> {
  const { payload, scope } = task
  const { bookingId } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, bookingId)
  if (booking === undefined) return
  // While it is being cancelled: if the carrier refuses, the cancellation schedules this job again.
  const isOver = !awaitsTickets(booking) || booking.cancelling
  // The request got as far as the order: another job issues its tickets, and this one only responds.
  if (payload.waiting !== undefined && (isOver || booking.order_data !== null))
    return respondToWaiting(world, task, booking)
  if (isOver) return
  const response = refusedIfOver(await askCarrier(world, scope, booking))
  if (response.outcome === 'unknown') return askLater(world, jobs.issueTicketsJob, task, response)
  const last = respondingToWaiting(world, task, BOOKING_OPERATIONS['bookings.create'])
  if (response.outcome === 'rejected')
    await failIssuance(world, refusing(last, failureAfterDebit(response.rejection)), booking)
  else await recordOrder(world, last, booking, response.order)
  world.signals.notifyAll('bookings')
}

/** An order that lapsed, was cancelled or failed at the carrier will never have tickets. */
function refusedIfOver(response: OrderOutcome): OrderOutcome {
  if (response.outcome !== 'confirmed' && response.outcome !== 'pending') return response
  if (isPaidFor(response.order)) return response
  return rejected(`The order is ${response.order.status} at the carrier`)
}

async function askCarrier(world: World, scope: Scope, booking: BookingWithClient): Promise<OrderOutcome> {
  const supplier = findSupplier(world, booking)
  if (supplier === undefined) return NOT_CONNECTED
  const call = () => callFor(scope, WAIT_MS)
  if (booking.order_data === null) {
    const found = await supplier.find(call(), { reference: booking.id, offer: offerOf(booking) })
    if (found.outcome !== 'none') return found
    // The offer has expired, so the order cannot be created any more, and the debit is returned.
    const triedForMs = scope.clock.now().getTime() - booking.created_at.getTime()
    if (triedForMs > OFFER_MINUTES_MAX * 60_000) return rejected('The carrier did not take the booking')
    return bookAtCarrier(supplier, scope, booking, WAIT_MS)
  }
  const paid = booking.type === 'hold' ? await supplier.pay(call(), orderOf(booking)) : undefined
  return paid ?? rejectedIfNone(await supplier.read(call(), orderOf(booking)))
}

function rejectedIfNone(found: Found): OrderOutcome {
  return found.outcome === 'none' ? rejected('The carrier does not know the order any more') : found
}

function rejected(message: string): OrderOutcome {
  return { outcome: 'rejected', rejection: { reason: 'other', message } }
}

/** The shortest wait before the carrier is asked again. */
const LOOK_AGAIN_MS_MIN = 5_000

/** The carrier has the order: records it and returns the current booking. */
async function recordOrder(
  world: World,
  scope: Scope,
  booking: BookingWithClient,
  order: SupplierOrder,
): Promise<BookingDetail> {
  return transaction(world, scope, async (tx) => {
    const after = await applyOrder(world, tx, booking, order)
    return newBookingView(after ?? (await undoLateOrder(world, tx, booking, order)))
  })
}

/** The booking was moved meanwhile, and that move stands. If it was given up, the carrier's order is cancelled too. */
async function undoLateOrder(
  world: World,
  tx: Tx,
  booking: BookingWithClient,
  order: SupplierOrder,
): Promise<BookingWithClient> {
  const now = await demandBooking(tx, booking.id)
  if (now.order_data !== null) return now
  const { order_data, booking_reference } = orderColumns(world, booking, order)
  const given = await moveBooking(tx, now, 'late_order', { order_data, booking_reference })
  if (given !== undefined) scheduleBookingJob(tx, jobs.cancelOrderJob, tx.now, { bookingId: booking.id })
  return now
}

async function applyOrder(
  world: World,
  tx: Tx,
  booking: BookingWithClient,
  order: SupplierOrder,
): Promise<BookingWithClient | undefined> {
  const isTicketed = isIssued(order)
  // Before the booking is announced, a new reference needs no event of its own.
  const isKnown = booking.unannounced || booking.booking_reference === order.locator
  const after = await moveBooking(tx, booking, isTicketed ? 'issue' : isKnown ? 'await_tickets' : 'order', {
    ...orderColumns(world, booking, order),
    unannounced: false,
    ...(isTicketed && { ticketed_at: tx.now }),
    synced_at: tx.now,
  })
  if (after === undefined) return undefined
  // Mails about an instant booking wait until the carrier has the order, because it may still fail. If the tickets come
  // within a minute, one mail covers both.
  if (isTicketed) notify(tx, booking.id, 'ticketed')
  else if (booking.order_data === null)
    notify(tx, booking.id, 'created', new Date(tx.now.getTime() + SOON_MS))
  const lookAt = later(tx.now, order.lookAgainAt ?? tx.now)
  if (!isTicketed) scheduleBookingJob(tx, jobs.issueTicketsJob, lookAt, { bookingId: booking.id })
  else if (order.lookAgainAt !== null) scheduleSync(tx, booking.id, lookAt)
  return after
}

const SOON_MS = 60_000

function later(now: Date, at: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime() + LOOK_AGAIN_MS_MIN))
}

/** The carrier will not issue tickets: refunds the debit, unless the booking was moved meanwhile. */
async function failIssuance(world: World, scope: Scope, booking: BookingRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const money = {
      amountCents: booking.wallet_cents,
      description: `Refund of booking ${booking.booking_reference || booking.id}: tickets not issued`,
      reason: 'issuance failure',
    }
    const trigger = booking.unannounced ? 'refuse' : 'issuance_failure'
    const failed = await moveBooking(tx, booking, trigger, { synced_at: tx.now }, { money })
    if (failed !== undefined) notify(tx, booking.id, 'failed')
    // The carrier still holds the seats: release them.
    if (failed !== undefined && failed.order_data !== null)
      scheduleBookingJob(tx, jobs.cancelOrderJob, tx.now, { bookingId: booking.id })
  })
}
