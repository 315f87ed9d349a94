// Creates bookings, confirms holds, and expires holds at their deadline.
import {
  BOOKING_OPERATIONS,
  type BookingDetail,
  type BookingWarning,
  type ConfirmedBooking,
} from '../../../contract/bookings.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import type { SupplierOrder } from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { releaseClaim } from '../../kernel/outbox/idempotency.ts'
import {
  aside,
  refusing,
  type Scope,
  stepsOf,
  type Tx,
  transaction,
} from '../../kernel/outbox/transaction.ts'
import { detailsFor, Fail, fail } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { refusalOf } from '../../kernel/values/state-table.ts'
import { findOffer } from '../flights/offers.ts'
import type { StoredOffer } from '../flights/store.ts'
import { spendableCents } from '../wallet/ledger.ts'
import type { World } from '../world.ts'
import {
  askLater,
  bookAtCarrier,
  bookingFailure,
  callFor,
  demandSupplier,
  failUnavailable,
  findSupplier,
  NOT_CONNECTED,
  offerOf,
  orderColumns,
  priceOf,
  RESPOND_WITHIN_MS,
} from './carrier.ts'
import {
  checkPayment,
  type Debits,
  type Draft,
  draftBooking,
  readBookingInput,
  readConfirmInput,
  storeDraft,
} from './drafts.ts'
import * as jobs from './jobs.ts'
import { moveBooking, notify, scheduleBookingJob, scheduleSync, takeOverAt } from './move-booking.ts'
import { itineraryOf, type ReadPassengers, readPassengers } from './passengers.ts'
import { respondingToWaiting, respondWithBooking, waitingRequest } from './responses.ts'
import { BOOKING_MOVES, isShown } from './states.ts'
import {
  type BookingRow,
  type BookingWithClient,
  demandBooking,
  findAnyBooking,
  findBooking,
  forgetRequested,
} from './store.ts'
import { bookInstantly } from './tickets.ts'
import { confirmedView, newBookingView } from './view.ts'
import { waitForTickets } from './wait-for-tickets.ts'

const REMINDER_BEFORE_MS = 12 * 3_600_000

export async function createBooking(
  world: World,
  scope: Scope,
  {
    body,
    debits,
    waitMs = 0,
  }: {
    readonly body: Record<string, unknown>
    readonly debits: Debits
    readonly waitMs?: number
  },
): Promise<BookingDetail> {
  const request = readBookingInput(body)
  const stored = await findOffer(world.pool, scope.owner, request.offerId, scope.clock.now())
  if (request.type === 'hold' && stored.offer.payment_requirements.requires_instant_payment)
    fail('offer_requires_instant_payment')
  const travellers = rightPassengers(request.passengers, stored, scope.clock.now())
  if (request.payment !== undefined) checkPayment(request.payment, stored.atSupplier.price, 'payments.0')
  const draft = draftBooking(world, scope, { request, stored, travellers, debits })
  return request.type === 'instant'
    ? bookInstantly(world, scope, { draft, stored, waitMs })
    : holdBooking(world, scope, draft)
}

function rightPassengers(
  input: unknown[],
  { offer }: StoredOffer,
  now: Date,
): Extract<ReadPassengers, { outcome: 'right' }> {
  const read = readPassengers(input, offer.passengers, itineraryOf(offer.slices, now))
  if (read.outcome === 'right') return read
  if (read.outcome === 'passport required') fail('passport_required', { details: read.faults })
  return fail('invalid_passenger_data', { details: read.faults })
}

/**
 * Holds an offer at the carrier. The booking is hidden until the carrier responds. If the response is lost,
 * `settleHold` either adopts the hold or releases it.
 */
async function holdBooking(world: World, scope: Scope, draft: Draft): Promise<BookingDetail> {
  const { first, last } = stepsOf(scope)
  const requested = await transaction(world, first, async (tx) => {
    const made = await storeDraft(tx, draft)
    const waiting = waitingRequest(world, scope)
    scheduleBookingJob(tx, jobs.settleHoldJob, takeOverAt(tx), { bookingId: made.id, waiting })
    return made
  })
  const supplier = demandSupplier(world, requested)
  const response = await bookAtCarrier(supplier, scope, requested, RESPOND_WITHIN_MS)
  if (response.outcome === 'unknown') return failUnavailable()
  if (response.outcome === 'rejected')
    return deleteRefused(world, last, requested, bookingFailure(response.rejection))
  if (response.order.paymentRequiredBy === null) {
    // Without a payment deadline the hold is of no use. If its release fails, it lapses by itself.
    await supplier.cancel(callFor(scope, RESPOND_WITHIN_MS), response.order)
    return deleteRefused(world, last, requested, new Fail('offer_requires_instant_payment'))
  }
  return showHold(world, last, {
    booking: requested,
    order: response.order,
    deadline: response.order.paymentRequiredBy,
  })
}

/** Finds out whether the carrier has a hold whose response was lost. */
export async function settleHold(world: World, task: TaskOf<typeof jobs.settleHoldJob>): Promise<void> {
  const { payload, scope, last } = task
  const { bookingId } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, bookingId)
  if (booking === undefined || isShown(booking.status)) return
  const supplier = findSupplier(world, booking)
  if (supplier === undefined) return askLater(world, jobs.settleHoldJob, task, NOT_CONNECTED)
  const found = await supplier.find(callFor(scope, RESPOND_WITHIN_MS), {
    reference: booking.id,
    offer: offerOf(booking),
  })
  if (found.outcome === 'unknown') return askLater(world, jobs.settleHoldJob, task, found)
  if (found.outcome !== 'none' && found.order.status === 'held') {
    const { paymentRequiredBy } = found.order
    // The request may be sent again with the same idempotency key, and then gets this booking.
    if (booking.idempotency_key !== null && paymentRequiredBy !== null) {
      await showHold(world, respondingToWaiting(world, task, BOOKING_OPERATIONS['bookings.create']), {
        booking,
        order: found.order,
        deadline: paymentRequiredBy,
      })
      return
    }
    const released = await supplier.cancel(callFor(scope, RESPOND_WITHIN_MS), found.order)
    if (released.outcome === 'unknown') return askLater(world, jobs.settleHoldJob, task, released)
  }
  await deleteUnheld(world, last, booking)
}

/** The carrier has the hold: shows the booking. Fails with 503 if another run showed or deleted it. */
async function showHold(
  world: World,
  scope: Scope,
  {
    booking,
    order,
    deadline,
  }: { readonly booking: BookingWithClient; readonly order: SupplierOrder; readonly deadline: Date },
): Promise<BookingDetail> {
  return transaction(world, scope, async (tx) => {
    const held = await moveBooking(tx, booking, 'hold', {
      ...orderColumns(world, booking, order),
      payment_required_by: deadline,
      price_guaranteed_until: order.priceGuaranteedUntil,
      synced_at: tx.now,
    })
    if (held === undefined) return failUnavailable()
    notify(tx, booking.id, 'created')
    const remindAt = new Date(deadline.getTime() - REMINDER_BEFORE_MS)
    if (remindAt > tx.now) notify(tx, booking.id, 'reminder', remindAt)
    scheduleBookingJob(tx, jobs.expireBookingJob, deadline, { bookingId: booking.id })
    if (order.lookAgainAt !== null) scheduleSync(tx, booking.id, order.lookAgainAt)
    return withWarning(newBookingView(held), await warningOfBalance(tx, held, scope.reply?.language))
  })
}

/** A hold needs no money, but its creator should know if the wallet could not pay for it now. */
async function warningOfBalance(
  tx: Tx,
  booking: BookingRow,
  language: ReaderLanguage = 'pt-BR',
): Promise<BookingWarning | undefined> {
  const spendable = await spendableCents(tx, tx.owner, booking)
  if (spendable >= booking.wallet_cents) return undefined
  const values = { has: formatAmount(spendable), takes: formatAmount(booking.wallet_cents) }
  // Recharges do not change the test wallet.
  const issue =
    tx.owner.mode === 'live'
      ? issueWith(
          'the wallet has {has} BRL and confirming takes {takes} BRL: recharge it before payment_required_by',
          values,
        )
      : issueWith(
          'the wallet has {has} BRL and confirming takes {takes} BRL: set what it holds with POST /api/v1/test/wallet before payment_required_by',
          values,
        )
  return detailsFor(language, [{ field: 'wallet.balance', issue }])[0]
}

function withWarning(view: BookingDetail, warning: BookingWarning | undefined): BookingDetail {
  return warning === undefined ? view : { ...view, warnings: [...(view.warnings ?? []), warning] }
}

/**
 * Deletes a booking that the carrier refused. A failure that the caller can correct is not remembered under the key.
 */
async function deleteRefused(
  world: World,
  last: Scope,
  booking: BookingWithClient,
  failure: Fail,
): Promise<never> {
  const isWrong = failure.status === 400
  await transaction(world, isWrong ? aside(last) : refusing(last, failure), async (tx) => {
    await forgetRequested(tx, booking.id)
    if (isWrong && booking.idempotency_key !== null) await releaseClaim(tx, tx.owner, booking.idempotency_key)
  })
  throw failure
}

async function deleteUnheld(world: World, last: Scope, booking: BookingWithClient): Promise<void> {
  await transaction(world, last, async (tx) => {
    if (!(await forgetRequested(tx, booking.id))) return
    if (booking.idempotency_key !== null) await releaseClaim(tx, tx.owner, booking.idempotency_key)
  })
}

/**
 * Debits and confirms a held booking in one transaction; a job issues the tickets at once. If the request waits for the
 * tickets, a second transaction stores its response.
 */
export async function confirmBooking(
  world: World,
  scope: Scope,
  id: string,
  { body, waitMs = 0 }: { readonly body: Record<string, unknown>; readonly waitMs?: number },
): Promise<ConfirmedBooking> {
  const payment = readConfirmInput(body)
  const endsAt = performance.now() + waitMs
  const { first, last } = stepsOf(scope)
  const confirmed = await transaction(world, waitMs === 0 ? scope : first, async (tx) => {
    const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
    const refusal = refusalOf(BOOKING_MOVES, booking.status, 'confirm')
    if (refusal !== undefined) fail(refusal)
    checkPayment(payment, priceOf(booking), 'payment')
    // Fails before the debit if the supplier is not connected, because no tickets could be issued.
    demandSupplier(world, booking)
    const money = {
      amountCents: booking.wallet_cents,
      description: `Booking ${booking.booking_reference}, ${booking.origin}-${booking.destination}`,
      reason: 'debit',
    }
    const confirmed = await moveBooking(tx, booking, 'confirm', {}, { money, payableAt: tx.now })
    // Another request moved the booking, or its deadline passed and the job that expires it has not run yet.
    if (confirmed === undefined) {
      const { status } = await demandBooking(tx, id)
      const reason = refusalOf(BOOKING_MOVES, status, 'confirm')
      return fail(reason ?? 'booking_expired')
    }
    scheduleBookingJob(tx, jobs.issueTicketsJob, tx.now, { bookingId: id })
    if (waitMs > 0) scheduleResponse(tx, id, waitingRequest(world, scope))
    return confirmedView(confirmed)
  })
  if (waitMs === 0) return confirmed
  await waitForTickets(world, id, endsAt - performance.now())
  return respondWithBooking(world, last, id, confirmedView)
}

/** If the request ends early, a job stores its response for a retry with the same key. */
function scheduleResponse(tx: Tx, bookingId: string, waiting: ReturnType<typeof waitingRequest>): void {
  if (waiting.key === null) return
  scheduleBookingJob(tx, jobs.issueTicketsJob, takeOverAt(tx), { bookingId, waiting })
}

/** Runs at the payment deadline of a hold. The carrier releases the seats by itself. */
export async function expireBooking(
  world: World,
  { payload, last }: TaskOf<typeof jobs.expireBookingJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const booking = await findAnyBooking(tx, tx.owner, payload.bookingId)
    if (booking !== undefined) await moveBooking(tx, booking, 'deadline')
  })
}
