// Local and universal time at airports. The zone database is asked once for each stretch between two changes of the
// clocks, since a search needs hundreds of conversions.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface Stretch {
  fromMs: number
  toMs: number
  offsetMs: number
}

const stretches = new Map<string, Stretch[]>()

/** How far local time is ahead of universal time. */
export function offsetAt(zone: string, atMs: number): number {
  const known = stretches.get(zone) ?? []
  for (const stretch of known) if (atMs >= stretch.fromMs && atMs < stretch.toMs) return stretch.offsetMs
  const fresh = stretchAt(zone, atMs)
  stretches.set(zone, [...known, fresh])
  return fresh.offsetMs
}

function stretchAt(zone: string, atMs: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone)
  const next = at.getTimeZoneTransition('next')
  // "previous" leaves out a change at this very moment, which begins the stretch.
  const begun = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    fromMs: begun?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    toMs: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: at.offsetNanoseconds / 1e6,
  }
}

/**
 * The moment of a local time. Where the clocks go back, the first of the two; where they skip it, as long after the
 * gap as it would have been.
 */
export function momentOf(zone: string, day: number, minute: number): number {
  const localMs = day * DAY_MS + minute * MINUTE_MS
  const before = localMs - offsetAt(zone, localMs - DAY_MS)
  if (offsetAt(zone, before) === localMs - before) return before
  const after = localMs - offsetAt(zone, localMs + DAY_MS)
  return offsetAt(zone, after) === localMs - after ? after : before
}

/** The contract's local time: no zone designator. */
export function localText(zone: string, atMs: number): string {
  const localMs = atMs + offsetAt(zone, atMs)
  const day = Math.floor(localMs / DAY_MS)
  const seconds = Math.floor((localMs - day * DAY_MS) / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  // The day is remembered; writing it anew takes longer than all the rest.
  return `${dateText(day)}T${parts.map(twoDigits).join(':')}`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

/** Days since 1970 on the local calendar. */
export function localDay(zone: string, atMs: number): number {
  return Math.floor((atMs + offsetAt(zone, atMs)) / DAY_MS)
}

export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) / DAY_MS
}

const dates = new Map<number, string>()
const DATES_MAX = 5_000

export function dateText(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (dates.size >= DATES_MAX) dates.clear()
  dates.set(day, text)
  return text
}

/** 0 for Sunday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7
}

/** ISO 8601, in hours and minutes; days where there are any. */
export function durationText(minutes: number): string {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const rest = minutes % 60
  const time = `${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`
}
