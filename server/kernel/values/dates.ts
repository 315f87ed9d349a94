// Reads and writes timestamps, days and durations strictly, so that nothing depends on Date's guesses.
import { CLOCK_ADVANCE_YEARS_MAX } from '../../../contract/limits.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
// No second 60: leap seconds do not exist in the time that computers count.
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
// Temporal would also take signs, lower case and a unit named twice (P1Y1Y); what remains is left to it.
const DURATION =
  /^P(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?$/
// Temporal would also take offsets (+03:00) and whole timestamps as zones.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** The contract's timestamp: UTC with milliseconds and Z. */
export function isoTimestamp(at: Date): string {
  return at.toISOString()
}

/**
 * Reads an ISO 8601 timestamp with a zone (Z or an offset) on a day that exists; anything finer than a
 * millisecond is cut off. Null for anything else, and outside the years 1 to 9999 of UTC.
 */
export function parseTimestamp(text: string): Date | null {
  if (!TIMESTAMP.test(text)) return null
  const at = nullIfRefused(() => new Date(Temporal.Instant.from(text).epochMilliseconds))
  return at !== null && isWrittenYear(at.getUTCFullYear()) ? at : null
}

/** Reads YYYY-MM-DD if that day exists. */
export function parseDate(text: string): Temporal.PlainDate | null {
  if (!DATE.test(text)) return null
  const date = nullIfRefused(() => Temporal.PlainDate.from(text))
  return date !== null && isWrittenYear(date.year) ? date : null
}

/** The day it is at this moment in an IANA zone. */
export function dateIn(at: Date, zone: string): Temporal.PlainDate {
  return at.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate()
}

/** The first moment of the day: midnight, or where the clocks skip midnight, the moment after the gap. */
export function dayStart(date: Temporal.PlainDate, zone: string): Date {
  return new Date(date.toZonedDateTime(zone).epochMilliseconds)
}

/** The exclusive end of the day, which is the start of the next one; days have 23 or 25 hours at times. */
export function dayEnd(date: Temporal.PlainDate, zone: string): Date {
  return dayStart(date.add({ days: 1 }), zone)
}

/** Whether this is an IANA zone name in its usual spelling, so that it can be stored and shown as it is. */
export function isTimeZone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false
  return nullIfRefused(() => zoneId(text)) === text
}

/** Reads an ISO 8601 duration that is above zero, without a sign, and a whole number of milliseconds. */
export function parseDuration(text: string): Temporal.Duration | null {
  if (!DURATION.test(text)) return null
  const duration = nullIfRefused(() => Temporal.Duration.from(text))
  if (duration === null || duration.blank) return null
  if (duration.microseconds !== 0 || duration.nanoseconds !== 0) return null
  return duration
}

/**
 * The moment a duration later, by the UTC calendar (31 January plus P1M is the last of February). Null if
 * it is no duration, or if it ends more than two calendar years after `at`.
 */
export function addDuration(at: Date, duration: string): Date | null {
  const parsed = parseDuration(duration)
  if (parsed === null) return null
  const start = at.toTemporalInstant().toZonedDateTimeISO('UTC')
  const latest = start.add({ years: CLOCK_ADVANCE_YEARS_MAX })
  const end = nullIfRefused(() => start.add(parsed))
  if (end === null || end.epochMilliseconds > latest.epochMilliseconds) return null
  return new Date(end.epochMilliseconds)
}

function zoneId(text: string): string {
  return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId
}

// PostgreSQL has no year 0, and five digits would need another notation.
function isWrittenYear(year: number): boolean {
  return year >= 1 && year <= 9999
}

// Temporal says no with a RangeError; any other error is a fault of ours and must be seen.
function nullIfRefused<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
