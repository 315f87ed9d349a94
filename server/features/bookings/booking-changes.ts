// What a carrier changed about a booking by itself: what is stored of it, how it is shown, and what is new in what the
// carrier tells now.
import type { BookingChange, ChangedFlight } from '../../../contract/booking-changes.ts'
import type { Slice } from '../../../contract/flights.ts'
import { changedFlight, type SupplierChange } from '../../adapters/flights/supplier-change.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { BookingRow } from './booking-store.ts'
import { hasFlights } from './states.ts'

export interface StoredChange extends BookingChange {
  /** The supplier's own name of it; null where we saw by ourselves that flights are others. */
  key: string | null
  /** The carrier is being asked to take our word for it. */
  accepting?: boolean
}

/** One change of one booking, as an address names it. */
export interface ChangeAddress {
  readonly id: string
  readonly change_id: string
}

// Of older ones nothing is left to be done: a booking does not grow without end.
const TOLD_MAX = 50
const SEEN_MAX = 20

export function changesOf({ changes }: Pick<BookingRow, 'changes'>): StoredChange[] {
  return JSON.parse(changes)
}

/** Nothing can be done any more about a booking that has ended. */
export function shownChanges(booking: Pick<BookingRow, 'changes' | 'status'>): BookingChange[] {
  return changesOf(booking).map((change) =>
    changeView(hasFlights(booking) ? change : { ...change, available_actions: [] }),
  )
}

export function changeView({ key, accepting, ...change }: StoredChange): BookingChange {
  return change
}

/** What a change is made from that is not told by the supplier. */
interface Made {
  readonly now: Date
  makeId(): string
}

/** What was known, brought up to date, and behind it what is new. */
export function withTold(
  known: readonly StoredChange[],
  told: readonly SupplierChange[],
  made: Made,
): { changes: StoredChange[]; fresh: StoredChange[] } {
  const newest = told.slice(-TOLD_MAX)
  const current = known.map((change) =>
    answered(
      change,
      newest.find(({ key }) => key === change.key),
    ),
  )
  const fresh = newest
    .filter(({ key }) => known.every((change) => change.key !== key))
    .map((change) => storedChange(change, made))
  return { changes: withinBounds([...current, ...fresh]), fresh }
}

function withinBounds(changes: readonly StoredChange[]): StoredChange[] {
  const told = changes.filter(({ key }) => key !== null).slice(-TOLD_MAX)
  const seen = changes.filter(({ key }) => key === null).slice(-SEEN_MAX)
  return changes.filter((change) => told.includes(change) || seen.includes(change))
}

/** A supplier that takes its time has not written down yet what was done through us. */
function answered(change: StoredChange, told: SupplierChange | undefined): StoredChange {
  if (told === undefined || (change.action_taken !== null && told.answer === null)) return change
  return {
    ...change,
    available_actions: [...told.actions],
    action_taken: told.answer,
    action_taken_at: told.answer === null ? null : (change.action_taken_at ?? timeOf(told.answeredAt)),
  }
}

function storedChange(told: SupplierChange, { makeId }: Made): StoredChange {
  return {
    id: makeId(),
    key: told.key,
    created_at: isoTimestamp(told.at),
    before: [...told.before],
    after: [...told.after],
    available_actions: [...told.actions],
    action_taken: told.answer,
    action_taken_at: timeOf(told.answeredAt),
  }
}

/** Flights are others, and no supplier said so; `after` is empty where there are none any more. */
export function seenChange(
  before: readonly Slice[],
  after: readonly Slice[],
  { now, makeId }: Made,
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
