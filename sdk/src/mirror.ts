// Keeps a copy of a list up to date: every object at first, then those that were created or changed, each once.
import { CHANGE_VISIBLE_SECONDS_MAX } from './generated/version.ts'
import type { ListCall } from './pages.ts'

export interface Mirrored {
  readonly id: string
  readonly updated_at: string
}

/** Where the next reading begins. It is plain JSON, to be stored with the copy. */
export interface MirrorState {
  /** `updated_after` of the next reading; null for everything. */
  readonly since: string | null
  /** The latest `updated_at` that was read for certain before all later changes. */
  readonly newest: string | null
  /** What was given of the time that is read again, by id. */
  readonly given: Readonly<Record<string, string>>
}

export interface Mirror<T> {
  /** What was created or changed since the last time. `state` moves on once all was read. */
  changes(): AsyncIterable<T>
  readonly state: MirrorState
}

const BEGINNING: MirrorState = { since: null, newest: null, given: {} }

/**
 * `list` reads by the query that it is given, such as `(query) => client.invoices.list({ ...query, limit: 100 })`.
 *
 * `updated_at` is when a change began, and the change may become visible up to CHANGE_VISIBLE_SECONDS_MAX later. So each
 * reading begins that much before the newest change of the one before, and leaves out what was given already. What was
 * deleted is not listed: its events report it.
 */
export function mirror<T extends Mirrored>(
  list: (query: { updated_after?: string }) => ListCall<T>,
  from: MirrorState = BEGINNING,
): Mirror<T> {
  let state = from
  async function* changes(): AsyncGenerator<T, void> {
    const { since, given } = state
    const read: Record<string, string> = {}
    const times = new Map<string, string>()
    let newest: string | null | undefined
    for await (const { items } of list(since === null ? {} : { updated_after: since }).pages()) {
      // Of the first page alone: whatever commits while the others are read may be older than what they show.
      newest ??= latest([state.newest ?? '', ...items.map(({ updated_at }) => updated_at)])
      for (const item of items) {
        const text = JSON.stringify(item)
        read[item.id] = text
        times.set(item.id, item.updated_at)
        if (given[item.id] !== text) yield item
      }
    }
    const next = newest ? before(newest) : since
    const again = Object.entries(read).filter(([id]) => next === null || (times.get(id) ?? '') >= next)
    state = { since: next, newest: newest ?? null, given: Object.fromEntries(again) }
  }
  return {
    changes,
    get state() {
      return state
    },
  }
}

/** Timestamps of the API are ordered as text. */
function latest(times: readonly string[]): string {
  return times.reduce((one, other) => (other > one ? other : one))
}

function before(time: string): string {
  return new Date(Date.parse(time) - CHANGE_VISIBLE_SECONDS_MAX * 1_000).toISOString()
}
