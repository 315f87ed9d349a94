// The carrier's changes to a booking: how they are stored, shown, and brought up to date with the supplier's.
import type { BookingChange, ChangedFlight } from '../../../contract/bookings.ts'
import type { Slice } from '../../../contract/flights.ts'
import { changedFlight, type SupplierChange } from '../../adapters/flights/port.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { hasFlights } from './states.ts'
import type { BookingRow } from './store.ts'

export interface StoredChange extends BookingChange {
  /** The supplier's id of the change; null if we noticed the change ourselves. */
  key: string | null
  /** The carrier is being asked to record our acceptance. */
  accepting?: boolean
}

/** One change of one booking, as in its path. */
export interface ChangeAddress {
  readonly id: string
  readonly change_id: string
}

// Older changes need no action; the limit bounds the size of a booking.
const REPORTED_MAX = 50
const SEEN_MAX = 20

export function changesOf({ changes }: Pick<BookingRow, 'changes'>): StoredChange[] {
  return JSON.parse(changes)
}

/** A booking that has ended allows no actions. */
export function shownChanges(booking: Pick<BookingRow, 'changes' | 'status'>): BookingChange[] {
  return changesOf(booking).map((change) =>
    changeView(hasFlights(booking) ? change : { ...change, available_actions: [] }),
  )
}

export function changeView({ key, accepting, ...change }: StoredChange): BookingChange {
  return change
}

/** Time and id of a new change. */
interface NewChange {
  readonly now: Date
  makeId(): string
}

/** The known changes brought up to date with the supplier's, followed by new ones. */
export function withReported(
  known: readonly StoredChange[],
  reported: readonly SupplierChange[],
  newChange: NewChange,
): { changes: StoredChange[]; fresh: StoredChange[] } {
  const newest = reported.slice(-REPORTED_MAX)
  const current = known.map((change) =>
    updated(
      change,
      newest.find(({ key }) => key === change.key),
    ),
  )
  const fresh = newest
    .filter(({ key }) => known.every((change) => change.key !== key))
    .map((change) => storedChange(change, newChange))
  return { changes: withinBounds([...current, ...fresh]), fresh }
}

function withinBounds(changes: readonly StoredChange[]): StoredChange[] {
  const reported = changes.filter(({ key }) => key !== null).slice(-REPORTED_MAX)
  const seen = changes.filter(({ key }) => key === null).slice(-SEEN_MAX)
  return changes.filter((change) => reported.includes(change) || seen.includes(change))
}

/** A slow supplier may not show yet what was accepted through us. */
function updated(change: StoredChange, reported: SupplierChange | undefined): StoredChange {
  if (reported === undefined || (change.action_taken !== null && reported.response === null)) return change
  return {
    ...change,
    available_actions: [...reported.actions],
    action_taken: reported.response,
    action_taken_at:
      reported.response === null ? null : (change.action_taken_at ?? timeOf(reported.respondedAt)),
  }
}

function storedChange(reported: SupplierChange, { makeId }: NewChange): StoredChange {
  return {
    id: makeId(),
    key: reported.key,
    created_at: isoTimestamp(reported.at),
    before: [...reported.before],
    after: [...reported.after],
    available_actions: [...reported.actions],
    action_taken: reported.response,
    action_taken_at: timeOf(reported.respondedAt),
  }
}

/** A change that we noticed and the supplier did not report; `after` is empty if no flights are left. */
export function seenChange(
  before: readonly Slice[],
  after: readonly Slice[],
  { now, makeId }: NewChange,
): StoredChange {
  const [was, is] = [flightsOf(before), flightsOf(after)]
  return {
    id: makeId(),
    key: null,
    created_at: isoTimestamp(now),
    before: missingIn(was, is),
    after: missingIn(is, was),
    available_actions: [],
    action_taken: null,
    action_taken_at: null,
  }
}

function flightsOf(slices: readonly Slice[]): ChangedFlight[] {
  return slices.flatMap(({ segments }) => segments.map(changedFlight))
}

function missingIn(flights: readonly ChangedFlight[], others: readonly ChangedFlight[]): ChangedFlight[] {
  const texts = new Set(others.map((flight) => JSON.stringify(flight)))
  return flights.filter((flight) => !texts.has(JSON.stringify(flight)))
}

function timeOf(at: Date | null): string | null {
  return at === null ? null : isoTimestamp(at)
}
