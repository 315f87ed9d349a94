// The only way a booking changes its state, with its money, events, counts, mails and jobs.
import type { TeamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { changeCount, moveCount } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { rowOf } from '../../kernel/values/state-table.ts'
import { emit } from '../events/emit.ts'
import { notifyAgency } from '../news/jobs.ts'
import { carrierAccount, credit, debit, emitLine, type Line, type Movement } from '../wallet/ledger.ts'
import { type BookingNotice, type BookingPayload, bookingMailJob, syncBookingJob } from './jobs.ts'
import { BOOKING_MOVES, type BookingTrigger, isShown, type MoveEffects } from './states.ts'
import { type BookingColumns, type BookingRow, changeBooking } from './store.ts'
import { followMove } from './trips.ts'
import { bookingEventView } from './view.ts'

export const BOOKING_LIST = 'bookings'

/** The amount that moves in the wallet, or zero; the state table decides between debit and credit. */
type BookingMoney = Pick<Movement, 'amountCents' | 'description' | 'reason'>

interface MoveTerms {
  money?: BookingMoney
  /** Moves only while the payment deadline is later than this. */
  payableAt?: Date
}

/**
 * Applies the state table's row: next state, money, events in order. Returns the moved booking; undefined if the table
 * allows no move, or if another move came first.
 */
export async function moveBooking<Booking extends BookingRow>(
  tx: Tx,
  booking: Booking,
  trigger: BookingTrigger,
  columns: BookingColumns = {},
  { money, payableAt }: MoveTerms = {},
): Promise<Booking | undefined> {
  const row = rowOf(BOOKING_MOVES, booking.status, trigger)
  if (row.to === null) return undefined
  // A carrier that refuses an instant booking never took it: it does not join its trip.
  const left = trigger === 'refuse' ? { trip_id: null, starts_trip: false } : {}
  const change = { ...columns, ...left, status: row.to, updated_at: tx.now }
  const trip = await changeBooking(tx, booking, change, payableAt)
  if (trip === undefined) return undefined
  const moved = { ...booking, ...change, ...trip }
  count(tx, booking, moved)
  const before = booking.unannounced && !moved.unannounced ? await announce(tx, booking, moved) : booking
  await applyEffects(tx, row, { before, after: moved, money })
  return moved.unannounced ? moved : followMove(tx, moved)
}

/** Emits that the carrier has taken an instant booking, in its state before tickets are reported. */
async function announce(tx: Tx, { status, documents }: BookingRow, moved: BookingRow): Promise<BookingRow> {
  const taken = { ...moved, status, documents }
  await applyEffects(tx, rowOf(BOOKING_MOVES, status, 'announce'), { before: taken, after: taken })
  return taken
}

/** The money and the events of a booking that was just stored in its first state. */
export async function emitBookingBegun(tx: Tx, booking: BookingRow, money: BookingMoney): Promise<void> {
  if (isShown(booking.status)) changeCount(tx, BOOKING_LIST, booking.status, 1)
  await applyEffects(tx, BOOKING_MOVES.begins[booking.type], { before: booking, after: booking, money })
}

function count(tx: Tx, before: BookingRow, after: BookingRow): void {
  if (isShown(before.status)) moveCount(tx, BOOKING_LIST, before.status, after.status)
  else changeCount(tx, BOOKING_LIST, after.status, 1)
}

async function applyEffects(
  tx: Tx,
  { moves, emits }: MoveEffects,
  { before, after, money }: { before: BookingRow; after: BookingRow; money?: BookingMoney | undefined },
): Promise<void> {
  for (const type of emits) {
    // The money moves in the place of its event, so that timelines show both in this order.
    if (type === 'wallet.debit' || type === 'wallet.credit') {
      const line = moves === undefined ? null : await moveMoney(tx, moves, after, money)
      if (line !== null) emitLine(tx, line)
    } else if (type === 'booking.updated')
      emit(tx, type, bookingEventView(after), changedSince(before, after))
    else notifyAgency(tx, type, emit(tx, type, bookingEventView(after)))
  }
}

/** Null if the amount is zero. */
async function moveMoney(
  tx: Tx,
  moves: 'debit' | 'credit',
  { id, status, supplier, simulated }: BookingRow,
  money: BookingMoney | undefined,
): Promise<Line | null> {
  if (money === undefined) throw new Error(`booking ${id} became ${status} without an amount`)
  if (money.amountCents === 0n) return null
  // A refund of simulated money is simulated too.
  const movement = { ...money, account: carrierAccount(supplier), referenceId: id, simulated }
  return moves === 'debit'
    ? debit(tx, { ...movement, referenceType: 'booking' })
    : credit(tx, { ...movement, referenceType: 'refund' })
}

/** The previous values of the fields that changed, for `previous_attributes`; the time of change always does. */
function changedSince(before: BookingRow, after: BookingRow): Partial<ReturnType<typeof bookingEventView>> {
  const values = new Map(Object.entries(bookingEventView(after)))
  const changed = Object.entries(bookingEventView(before)).filter(
    ([name, value]) => name !== 'updated_at' && JSON.stringify(value) !== JSON.stringify(values.get(name)),
  )
  return Object.fromEntries(changed)
}

/** A job writes the mails after the change has committed. */
export function notify(tx: Tx, bookingId: string, notice: BookingNotice, at = tx.now): void {
  schedule(tx, bookingMailJob, { at, key: noticeKey(bookingId, notice), payload: { bookingId, notice } })
}

/** The key of the job that writes these mails. */
export function noticeKey(bookingId: string, notice: BookingNotice): string {
  return `${bookingId} ${notice}`
}

/** One mail for all changes that were found together. */
export function notifyChanged(tx: Tx, bookingId: string, changeIds: readonly string[]): void {
  const payload = { bookingId, notice: 'changed', changeIds } as const
  schedule(tx, bookingMailJob, { at: tx.now, key: `${bookingId} changed ${changeIds[0]}`, payload })
}

/**
 * Schedules the next sync after the one in this transaction. If another sync runs first, it schedules its own successor
 * and this one ends, so each booking has one chain of syncs.
 */
export function scheduleSync(tx: Tx, bookingId: string, at: Date): void {
  scheduleBookingJob(tx, syncBookingJob, at, { bookingId, since: tx.now.toISOString() })
}

/** Each job has a key of its own, so that a job can schedule the next one while it runs. */
export function scheduleBookingJob<Payload extends BookingPayload>(
  tx: Tx,
  job: TeamJob<Payload>,
  at: Date,
  payload: Payload,
): void {
  schedule(tx, job, { at, key: `${payload.bookingId} ${tx.newUuid()}`, payload })
}

const TAKE_OVER_AFTER_MS = 60_000

/** The request that begins in this transaction has ended by then, so a job may ask the carrier. */
export function takeOverAt({ now }: Tx): Date {
  return new Date(now.getTime() + TAKE_OVER_AFTER_MS)
}
