// Changes by the carrier: found by syncs and hints, recorded, and accepted.
import type { BookingChange } from '../../../contract/bookings.ts'
import { BOOKING_OPERATIONS } from '../../../contract/bookings.ts'
import {
  type AcceptOutcome,
  isCancelled,
  isIssued,
  type SignedMessage,
  type Supplier,
  type SupplierOrder,
} from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { refusing, type Scope, stepsOf, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import { nextState } from '../../kernel/values/state-table.ts'
import { scopeOf, type World } from '../world.ts'
import { recordCancellation } from './cancel.ts'
import {
  askLater,
  callFor,
  demandSupplier,
  failUnavailable,
  findSupplier,
  NOT_CONNECTED,
  orderOf,
  RESPOND_WITHIN_MS,
  slicesFrom,
  ticketsOf,
} from './carrier.ts'
import {
  type ChangeAddress,
  changesOf,
  changeView,
  type StoredChange,
  seenChange,
  withReported,
} from './changes.ts'
import * as jobs from './jobs.ts'
import { moveBooking, notifyChanged, scheduleBookingJob, scheduleSync, takeOverAt } from './move-booking.ts'
import { respondingToWaiting, waitingRequest } from './responses.ts'
import { BOOKING_MOVES, isLookedAfter, isTicketed } from './states.ts'
import {
  type BookingRow,
  bookingsOfOrders,
  demandBooking,
  findAnyBooking,
  findBooking,
  lockBooking,
  searchTextOf,
} from './store.ts'
import { bookingContent, documentsOf, slicesOf } from './view.ts'

export async function acceptChange(
  world: World,
  scope: Scope,
  address: ChangeAddress,
): Promise<BookingChange> {
  const known = findIn(await findBooking(readerOf(world), scope.owner, address.id), address)
  if (known.action_taken === 'accepted') return transaction(world, scope, async () => changeView(known))
  const { first, last } = stepsOf(scope)
  const booking = await markAccepting(world, first, address, waitingRequest(world, scope))
  const response = await askToAccept(world, scope, booking, address.change_id)
  if (response.outcome === 'unknown') return failUnavailable()
  if (response.outcome === 'confirmed') return endAcceptance(world, last, address, 'accepted')
  const failure = acceptanceFailure(response)
  await endAcceptance(world, refusing(last, failure), address, 'refused')
  throw failure
}

function findIn(booking: BookingRow | undefined, { change_id }: ChangeAddress): StoredChange {
  const changes = changesOf(booking ?? fail('booking_not_found'))
  return changes.find(({ id }) => id === change_id) ?? fail('change_not_found')
}

/** Marks the change, so that no other request asks the carrier about it. */
async function markAccepting(
  world: World,
  first: Scope,
  address: ChangeAddress,
  waiting: ReturnType<typeof waitingRequest>,
): Promise<BookingRow> {
  return transaction(world, first, async (tx) => {
    const { id, change_id: changeId } = address
    await lockBooking(tx, id)
    const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
    const change = findIn(booking, address)
    if (change.accepting) fail('request_in_progress', { retryAfterSeconds: 1 })
    const isOver = nextState(BOOKING_MOVES, booking.status, 'mark_change') === null
    if (isOver || !change.available_actions.includes('accept')) fail('change_not_acceptable')
    // Fails before anything is written if the supplier is not connected, because the carrier could not be asked.
    demandSupplier(world, booking)
    const changes = withChange(booking, { ...change, accepting: true })
    const marked = await moveBooking(tx, booking, 'mark_change', { changes })
    if (marked === undefined) fail('request_in_progress', { retryAfterSeconds: 1 })
    schedule(tx, jobs.acceptChangeJob, {
      at: takeOverAt(tx),
      key: `${changeId} ${tx.newUuid()}`,
      payload: { bookingId: id, changeId, waiting },
    })
    return marked
  })
}

/** Finishes an acceptance whose request got no response from the carrier. */
export async function settleAcceptance(
  world: World,
  task: TaskOf<typeof jobs.acceptChangeJob>,
): Promise<void> {
  const { payload, scope } = task
  const { bookingId: id, changeId: change_id } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, id)
  if (booking === undefined || !changesOf(booking).some((one) => one.id === change_id && one.accepting))
    return
  const response = await askToAccept(world, scope, booking, change_id)
  if (response.outcome === 'unknown') return askLater(world, jobs.acceptChangeJob, task, response)
  const last = respondingToWaiting(world, task, BOOKING_OPERATIONS['bookings.acceptChange'])
  if (response.outcome === 'confirmed') await endAcceptance(world, last, { id, change_id }, 'accepted')
  else await endAcceptance(world, refusing(last, acceptanceFailure(response)), { id, change_id }, 'refused')
}

async function askToAccept(
  world: World,
  scope: Scope,
  booking: BookingRow,
  changeId: string,
): Promise<AcceptOutcome> {
  const { key } = changeIn(booking, changeId)
  const supplier = findSupplier(world, booking)
  if (supplier === undefined || key === null) return NOT_CONNECTED
  return supplier.acceptChange(callFor(scope, RESPOND_WITHIN_MS), orderOf(booking), key)
}

/** Returns the change as recorded. A booking that ended meanwhile stays as it is. */
async function endAcceptance(
  world: World,
  scope: Scope,
  { id, change_id }: ChangeAddress,
  end: 'accepted' | 'refused',
): Promise<BookingChange> {
  return transaction(world, scope, async (tx) => {
    await lockBooking(tx, id)
    const booking = await demandBooking(tx, id)
    const { accepting, ...change } = changeIn(booking, change_id)
    const isNews = end === 'accepted' && change.action_taken === null
    const ended: StoredChange = isNews
      ? { ...change, available_actions: [], action_taken: end, action_taken_at: isoTimestamp(tx.now) }
      : change
    const trigger = isNews ? 'accept_change' : 'mark_change'
    await moveBooking(tx, booking, trigger, { changes: withChange(booking, ended) })
    // The carrier may reissue the tickets.
    if (isNews) scheduleBookingJob(tx, jobs.syncBookingJob, tx.now, { bookingId: id })
    return changeView(ended)
  })
}

function acceptanceFailure({ rejection }: Extract<AcceptOutcome, { outcome: 'rejected' }>): Fail {
  return new Fail('carrier_rejected_the_acceptance', { advice: rejection.message })
}

function changeIn(booking: BookingRow, changeId: string): StoredChange {
  const found = changesOf(booking).find(({ id }) => id === changeId)
  if (found === undefined) throw new Error(`booking ${booking.id} has no change ${changeId} any more`)
  return found
}

/** The stored changes of the booking, with this one replaced. */
function withChange(booking: BookingRow, changed: StoredChange): string {
  return JSON.stringify(changesOf(booking).map((change) => (change.id === changed.id ? changed : change)))
}

const WAIT_MS = 30_000

/** The wait after another writer changed the booking during the call. */
const LOOK_AFTER_OTHERS_MS = 60_000

/**
 * Reads the order again, because carriers change and cancel flights after the sale. Records and notifies changes, and
 * refunds a cancellation by the carrier.
 */
export async function syncBooking(world: World, task: TaskOf<typeof jobs.syncBookingJob>): Promise<void> {
  const { payload, scope, last } = task
  const { bookingId, since } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, bookingId)
  // While it is being cancelled: if the carrier refuses, the cancellation schedules this job again.
  if (booking === undefined || !isLookedAfter(booking) || booking.cancelling) return
  if (since !== undefined && since !== booking.synced_at.toISOString()) return
  const supplier = findSupplier(world, booking)
  const found = (await supplier?.read(callFor(scope, WAIT_MS), orderOf(booking))) ?? NOT_CONNECTED
  if (found.outcome === 'unknown') return askLater(world, jobs.syncBookingJob, task, found)
  if (found.outcome === 'none') return
  const { order } = found
  if (isCancelled(order)) return recordCancellation(world, last, booking, order)
  // Neither cancelled nor ticketed: a person must ask the carrier.
  if (isTicketed(booking) && !isIssued(order))
    world.log.error({ booking: booking.id, status: order.status }, 'a ticketed order changed at its carrier')
  await transaction(world, last, async (tx) => {
    const isRecorded = await recordChanges(world, tx, booking, order)
    const { lookAgainAt } = order
    const soon = new Date(tx.now.getTime() + LOOK_AFTER_OTHERS_MS)
    if (!isRecorded) scheduleBookingJob(tx, jobs.syncBookingJob, soon, { bookingId })
    else if (lookAgainAt !== null && lookAgainAt > tx.now) scheduleSync(tx, bookingId, lookAgainAt)
  })
}

/** Returns false if the booking changed since it was read. */
async function recordChanges(
  world: World,
  tx: Tx,
  booking: BookingRow,
  order: SupplierOrder,
): Promise<boolean> {
  const made = { now: tx.now, makeId: () => tx.newId('bookingChange') }
  const slices = slicesFrom(world, booking, order)
  // While the carrier reissues tickets after a change, it may show none.
  const tickets = order.documents.length === 0 ? documentsOf(booking) : ticketsOf(booking, order)
  const columns = {
    slices: JSON.stringify(slices),
    documents: JSON.stringify(tickets),
    departure_date: slices[0]?.segments[0]?.departing_at.slice(0, 10) ?? booking.departure_date,
  }
  const { changes, fresh } = withReported(changesOf(booking), order.changes, made)
  if (fresh.length === 0 && columns.slices !== booking.slices) {
    const seen = seenChange(slicesOf(booking), slices, made)
    // Another aircraft or terminal is not another flight.
    if (seen.before.length + seen.after.length > 0) fresh.push(seen)
    changes.push(...fresh)
  }
  const after = { ...columns, changes: JSON.stringify(changes) }
  const isSame = (['slices', 'documents', 'changes'] as const).every((name) => after[name] === booking[name])
  const search = after.documents !== booking.documents && {
    search_text: searchTextOf(booking.booking_reference, bookingContent(booking).passengers, tickets),
  }
  const trigger = isSame ? 'sync' : 'reschedule'
  const synced = await moveBooking(tx, booking, trigger, { ...after, ...search, synced_at: tx.now })
  if (synced !== undefined && fresh.length > 0)
    notifyChanged(
      tx,
      booking.id,
      fresh.map(({ id }) => id),
    )
  return synced !== undefined
}

/** Whether a supplier of this name is configured to send signed hints. */
export function isHintAddress({ suppliers }: World, name: string): boolean {
  return suppliers.some((supplier) => supplier.name === name && supplier.hear !== undefined)
}

/**
 * Syncs the orders that a supplier names. A hint is not trusted: the orders are read at the supplier. One name may have
 * several accounts, each with its own secret.
 */
export async function receiveHint(world: World, name: string, message: SignedMessage): Promise<void> {
  const hints = world.suppliers
    .filter((supplier) => supplier.name === name)
    .flatMap((supplier) => {
      const hint = supplier.hear?.(message) ?? null
      return hint === null ? [] : [{ supplier, hint }]
    })
  if (hints.length === 0) fail('unauthorized', { advice: 'the signature is not that of the webhook' })
  for (const { supplier, hint } of hints) await syncOrders(world, supplier, hint)
}

async function syncOrders(
  world: World,
  { name, serves }: Supplier,
  { id, orderIds }: { id: string; orderIds: readonly string[] },
): Promise<void> {
  for (const { bookingId, owner } of await bookingsOfOrders(world.pool, name, orderIds)) {
    if (!serves(owner.mode)) continue
    await transaction(world, await scopeOf(world, owner), async (tx) => {
      // The same hint again, before the job ran, is the same job.
      schedule(tx, jobs.syncBookingJob, {
        at: tx.now,
        key: `${bookingId} hint ${id}`,
        payload: { bookingId },
      })
    })
  }
}
