// Issues tickets for instant bookings and confirmed holds.
import type { Booking } from '../../../contract/bookings.ts'
import { OFFER_MINUTES_MAX } from '../../../contract/limits.ts'
import {
  type Found,
  isIssued,
  isPaidFor,
  type OrderOutcome,
  type SupplierOrder,
} from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { forTeam } from '../../kernel/db/team-cap.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import {
  aside,
  refusing,
  type Scope,
  stepsOf,
  type Tx,
  transaction,
} from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { StoredOffer } from '../flights/store.ts'
import type { World } from '../world.ts'
import {
  ANSWER_WITHIN_MS,
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
  TAKE_OVER_AFTER_MS,
} from './carrier.ts'
import { answerAsItIs, answeringMaker, answerWaiting, type Draft, storeDraft } from './drafts.ts'
import * as jobs from './jobs.ts'
import { emitBookingBegun, moveBooking, notify, scheduleLook, scheduleStep } from './move-booking.ts'
import { awaitsTickets } from './states.ts'
import {
  type BookingRow,
  type BookingWithClient,
  demandBooking,
  findAnyBooking,
  settledAmong,
} from './store.ts'
import { bookingView } from './view.ts'

/** The shortest wait before the carrier is asked again. */
const LOOK_AGAIN_MS_MIN = 5_000

/** The run that records the order also stores the response, so that later runs store none. */
const LOOKING_AGAIN = { request: 'none' } as const

/** The carrier has the order: records it and returns the current booking. */
async function takeOrder(
  world: World,
  scope: Scope,
  booking: BookingWithClient,
  order: SupplierOrder,
): Promise<Booking> {
  return transaction(world, scope, async (tx) => {
    const after = await recordOrder(world, tx, booking, order)
    return bookingView(after ?? (await undoLateOrder(world, tx, booking, order)))
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
  if (given !== undefined) scheduleStep(tx, jobs.cancelOrderJob, booking.id, tx.now)
  return now
}

async function recordOrder(
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
  if (!isTicketed) scheduleStep(tx, jobs.issueTicketsJob, booking.id, lookAt, LOOKING_AGAIN)
  else if (order.lookAgainAt !== null) scheduleLook(tx, booking.id, lookAt)
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
      kind: 'issuance failure',
    }
    const trigger = booking.unannounced ? 'refuse' : 'issuance_failure'
    const failed = await moveBooking(tx, booking, trigger, { synced_at: tx.now }, { money })
    // The carrier still holds the seats: release them.
    if (failed !== undefined && failed.order_data !== null)
      scheduleStep(tx, jobs.cancelOrderJob, booking.id, tx.now)
  })
}

const WAIT_MS = 60_000

export async function issueTickets(world: World, task: TaskOf<typeof jobs.issueTicketsJob>): Promise<void> {
  const { payload, scope } = task
  const { bookingId } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, bookingId)
  if (booking === undefined) return
  // While it is being cancelled: if the carrier refuses, the cancellation schedules this job again.
  const isOver = !awaitsTickets(booking) || booking.cancelling
  // Other jobs continue with the carrier's order; this one only stores the response.
  if (payload.request === 'continue' && (isOver || booking.order_data !== null))
    return answerWaiting(world, task, booking)
  if (isOver) return
  const answer = refusedIfOver(await askCarrier(world, scope, booking))
  if (answer.outcome === 'unknown') return askLater(world, jobs.issueTicketsJob, task, answer)
  // Only the request of an instant booking can still wait for a response; that of a hold got one at the hold.
  const isAnswering = booking.type === 'instant' && payload.request !== 'none'
  const last = isAnswering ? answeringMaker(world, task.last, booking) : task.last
  if (answer.outcome === 'rejected')
    await failIssuance(world, refusing(last, failureAfterDebit(answer.rejection)), booking)
  else await takeOrder(world, last, booking, answer.order)
  world.signals.tellAll('bookings')
}

/** An order that lapsed, was cancelled or failed at the carrier will never have tickets. */
function refusedIfOver(answer: OrderOutcome): OrderOutcome {
  if (answer.outcome !== 'confirmed' && answer.outcome !== 'pending') return answer
  if (isPaidFor(answer.order)) return answer
  return rejected(`The order is ${answer.order.status} at the carrier`)
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
  return paid ?? believed(await supplier.read(call(), orderOf(booking)))
}

function believed(found: Found): OrderOutcome {
  return found.outcome === 'none' ? rejected('The carrier does not know the order any more') : found
}

function rejected(message: string): OrderOutcome {
  return { outcome: 'rejected', rejection: { reason: 'other', message } }
}

/** Catches missed signals. */
const LOOK_EVERY_MS = 1_000

interface Room {
  waitFor(bookingId: string, waitMs: number): Promise<void>
  close(): void
}

/**
 * Resolves when the booking does not wait for tickets any more, or after the time. A waiting request holds no
 * connection.
 */
export async function waitForTickets(world: World, bookingId: string, waitMs: number): Promise<void> {
  if (waitMs > 0) await roomOf(world).waitFor(bookingId, waitMs)
}

/** Ends all waits before the process ends, so that every request gets its response. */
export function stopWaiting(world: World): void {
  roomOf(world).close()
}

const roomOf = perWorld((world: World): Room => {
  const waiting = new Map<string, Set<() => void>>()
  let isClosed = false
  let isLooking = false
  let again = false
  let poll: NodeJS.Timeout | undefined

  const wake = (id: string) => {
    for (const leave of waiting.get(id) ?? []) leave()
  }

  /** One query for all waiting requests, and one at a time, however many signals arrive. */
  async function look(): Promise<void> {
    again = true
    if (isLooking) return
    isLooking = true
    try {
      while (again && waiting.size > 0) {
        again = false
        const settled = await forTeam('', () => settledAmong(world.pool, [...waiting.keys()]))
        for (const id of settled) wake(id)
      }
    } catch (error) {
      world.log.warn({ err: error }, 'bookings that are waited for could not be read')
    } finally {
      isLooking = false
    }
  }

  world.signals.on('bookings', look)
  return {
    waitFor: (bookingId, waitMs) =>
      new Promise((resolve) => {
        if (isClosed) return resolve()
        const mine = waiting.get(bookingId) ?? new Set()
        waiting.set(bookingId, mine)
        poll ??= setInterval(look, LOOK_EVERY_MS)
        const timer = setTimeout(leave, waitMs)
        function leave(): void {
          clearTimeout(timer)
          mine.delete(leave)
          if (mine.size === 0) waiting.delete(bookingId)
          if (waiting.size === 0) {
            clearInterval(poll)
            poll = undefined
          }
          resolve()
        }
        mine.add(leave)
        // The tickets may have been issued before the wait began.
        void look()
      }),
    close() {
      isClosed = true
      for (const id of [...waiting.keys()]) wake(id)
    },
  }
})

/**
 * Debits and confirms first, then books at the carrier, all within the request if the carrier is quick. A job takes
 * over wherever the request ends.
 */
const REREAD_WITHIN_MS = 8_000
/** Less time than any call needs. */
const LEFT_MS_MIN = 1_000

export async function bookInstantly(
  world: World,
  scope: Scope,
  draft: Draft,
  stored: StoredOffer,
  waitMs: number,
): Promise<Booking> {
  const startedAt = performance.now()
  await refuseOtherPrice(world, scope, stored)
  const { first, last } = stepsOf(scope)
  const booking = await transaction(world, first, async (tx) => {
    const made = await storeDraft(tx, draft)
    await emitBookingBegun(tx, made, {
      amountCents: made.wallet_cents,
      description: `Booking ${made.origin}-${made.destination}, ${made.airline}`,
      kind: 'debit',
    })
    scheduleStep(tx, jobs.issueTicketsJob, made.id, new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS), {
      request: 'continue',
      waiting: waitMs === 0 ? null : { key: keyOf(scope), since: world.wall.now() },
    })
    return made
  })
  const answer = await askTwice(world, scope, booking, startedAt + ANSWER_WITHIN_MS)
  if (answer.outcome === 'rejected') {
    const failure = failureAfterDebit(answer.rejection)
    await failIssuance(world, refusing(last, failure), booking)
    throw failure
  }
  const leftMs = startedAt + waitMs - performance.now()
  const isKnown = answer.outcome !== 'unknown'
  // A job issues the tickets, or finds out whether the carrier has the order, while the request waits.
  if (leftMs > 0 && !(isKnown && isIssued(answer.order))) {
    if (isKnown) await takeOrder(world, aside(last), booking, answer.order)
    else await lookAtOnce(world, aside(last), booking)
    await waitForTickets(world, booking.id, leftMs)
    return answerAsItIs(world, last, booking.id, (now) => bookingView(now))
  }
  if (isKnown) return takeOrder(world, last, booking, answer.order)
  return transaction(world, last, async () => bookingView(booking))
}

/** The request does not ask the carrier any more, so the job need not wait for its end. */
async function lookAtOnce(world: World, scope: Scope, { id }: BookingWithClient): Promise<void> {
  await transaction(world, scope, async (tx) =>
    scheduleStep(tx, jobs.issueTicketsJob, id, tx.now, { request: 'none' }),
  )
}

/** Fails before the debit if the carrier's price has changed. */
async function refuseOtherPrice(world: World, scope: Scope, stored: StoredOffer): Promise<void> {
  const { atSupplier } = stored
  const supplier = demandSupplier(world, { supplier: stored.supplier, mode: scope.owner.mode })
  const answer = await supplier.reread(callFor(scope, REREAD_WITHIN_MS), atSupplier)
  if (answer.outcome === 'unknown') failUnavailable()
  if (answer.outcome === 'gone') fail('sold_out', { advice: `${answer.reason}; search again` })
  const { price } = answer.offer
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
  const answer = await bookAtCarrier(supplier, scope, booking, leftMs())
  if (answer.outcome !== 'unknown' || endsAt - performance.now() < LEFT_MS_MIN) return answer
  const lost = { reference: booking.id, offer: offerOf(booking) }
  const found = await supplier.find(callFor(scope, leftMs()), lost)
  // Not found yet: a job asks again later, without a waiting caller.
  return found.outcome === 'none' ? answer : found
}
