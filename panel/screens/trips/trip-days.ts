// The items of a trip by day, as they happen: beginnings, ends and flights, each on its own day.
import type { TripItem, TripSegment } from '../../../contract/trips.ts'

export interface DayEntry {
  readonly item: TripItem
  /** `main` shows the whole item, at its first day; the others remind of it on later days. */
  readonly part: 'main' | 'end' | 'flights'
  /** `08:30`; '' if unknown. */
  readonly time: string
  /** The flights of this day. */
  readonly segments: readonly TripSegment[]
}

export interface TripDay {
  /** '' for items without a date. */
  readonly day: string
  readonly entries: readonly DayEntry[]
}

export function daysOf(items: readonly TripItem[]): TripDay[] {
  const byDay = new Map<string, DayEntry[]>()
  for (const [day, entry] of items.flatMap(entriesOf)) byDay.set(day, [...(byDay.get(day) ?? []), entry])
  const days = [...byDay].map(([day, entries]) => ({ day, entries: entries.toSorted(inOrder) }))
  // Items without a date stand at the end.
  return days.toSorted((a, b) => compare(a.day || '9', b.day || '9'))
}

function entriesOf(item: TripItem): [day: string, entry: DayEntry][] {
  const segments = item.flight?.segments ?? []
  if (segments.length > 0) return flightEntries(item, segments)
  const { starts_at: start, ends_at: end } = item
  const day = start?.slice(0, 10) ?? end?.slice(0, 10) ?? ''
  const main: DayEntry = { item, part: 'main', time: start?.slice(11) ?? '', segments: [] }
  const last = end?.slice(0, 10) ?? ''
  if (last <= day) return [[day, main]]
  return [
    [day, main],
    [last, { item, part: 'end', time: end?.slice(11) ?? '', segments: [] }],
  ]
}

function flightEntries(item: TripItem, segments: readonly TripSegment[]): [string, DayEntry][] {
  const days = [...new Set(segments.map(({ departing_at: at }) => at.slice(0, 10)))].toSorted(compare)
  return days.map((day, index) => {
    const flown = segments.filter(({ departing_at: at }) => at.startsWith(day))
    const time = flown[0]?.departing_at.slice(11, 16) ?? ''
    return [day, { item, part: index === 0 ? 'main' : 'flights', time, segments: flown }]
  })
}

/** An end comes before a beginning without a time, such as a check-out before the next check-in. */
function inOrder(a: DayEntry, b: DayEntry): number {
  return compare(orderOf(a), orderOf(b)) || compare(a.item.id, b.item.id)
}

function orderOf({ part, time }: DayEntry): string {
  return time !== '' ? time : part === 'end' ? '11:59' : '23:59'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `GRU – LIS – GRU`: the places where a flight begins, connects and ends. */
export function routeOf(segments: readonly TripSegment[]): string {
  const places: string[] = []
  for (const { origin, destination } of segments)
    for (const place of [origin, destination]) if (places.at(-1) !== place) places.push(place)
  return places.join(' – ')
}
