// Parses and formats timestamps, days and durations strictly, independent of Date's guesses.
import { CLOCK_ADVANCE_YEARS_MAX } from '../../../contract/limits.ts'
import type { Issue } from '../../../contract/phrases/issues.ts'
import { putBounded } from './bounded.ts'
import { failField } from './fail.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
// No second 60: leap seconds do not exist in the time that computers count.
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
// Temporal would also accept signs, lower case and repeated units (P1Y1Y).
const DURATION =
  /^P(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?$/
// Temporal would also accept offsets (+03:00) and whole timestamps as zones.
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

// Temporal refuses with a RangeError; any other error is a bug and must be visible.
function nullIfRefused<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

// Days of a query as timestamps: both ends included, in the team's time zone.

export interface DayRange {
  readonly from?: Date
  readonly until?: Date
}

/** `days` has the value of each field by name. */
export function dayRange(days: Readonly<Record<string, string | undefined>>, zone: string): DayRange {
  const [first, last] = Object.entries(days).map(([field, text]) => dayOf(field, text))
  return {
    ...(first !== undefined && { from: dayStart(first, zone) }),
    ...(last !== undefined && { until: dayEnd(last, zone) }),
  }
}

/** Like `dayRange`, for fields that take a timestamp or a day; the end is included too. */
export function momentRange(given: Readonly<Record<string, string | undefined>>, zone: string): DayRange {
  const [from, last] = Object.entries(given).map(([field, text]) => momentOf(field, text))
  const until = last && new Date(last.getTime() + 1)
  const days = Object.fromEntries(
    Object.entries(given).map(([field, text]) => [field, isMoment(text) ? undefined : text]),
  )
  return { ...dayRange(days, zone), ...(from && { from }), ...(until && { until }) }
}

/** Ranges of time by column. A column without a limit is left out. */
export type Times = Readonly<Record<string, DayRange>>

export const ANY_TIME: Times = {}

/**
 * The filters `created_after`, `created_before` and the like: from a moment on, and before another. A day counts from
 * its beginning and to its end.
 */
export function timesOf(
  query: Readonly<Record<string, unknown>>,
  zone: string,
  names: readonly string[] = ['created', 'updated'],
): Times {
  const ranges = names.map((name) => [`${name}_at`, rangeIn(query, name, zone)] as const)
  const limited = ranges.filter(([, { from, until }]) => from !== undefined || until !== undefined)
  return limited.length === 0 ? ANY_TIME : Object.fromEntries(limited)
}

export function rangeIn(query: Readonly<Record<string, unknown>>, name: string, zone: string): DayRange {
  const [first, last] = [`${name}_after`, `${name}_before`].map((field) => momentOrDay(field, query[field]))
  return {
    ...(first !== undefined && { from: first instanceof Date ? first : dayStart(first, zone) }),
    ...(last !== undefined && { until: last instanceof Date ? last : dayEnd(last, zone) }),
  }
}

/** The same for a column that holds days: the first and the last of them. */
export function daysIn(query: Readonly<Record<string, unknown>>, name: string, zone: string) {
  const [first, last] = [`${name}_after`, `${name}_before`].map((field) => momentOrDay(field, query[field]))
  const day = (given: Date | Temporal.PlainDate) =>
    (given instanceof Date ? dateIn(given, zone) : given).toString()
  return { ...(first !== undefined && { first: day(first) }), ...(last !== undefined && { last: day(last) }) }
}

function momentOrDay(field: string, text: unknown): Date | Temporal.PlainDate | undefined {
  if (typeof text !== 'string') return undefined
  return momentOf(field, text) ?? dayOf(field, text)
}

/** What lies in both. */
export function overlapOf(one: DayRange, other: DayRange = {}): DayRange {
  const from = [one.from, other.from]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => b.getTime() - a.getTime())[0]
  const until = [one.until, other.until]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => a.getTime() - b.getTime())[0]
  return { ...(from && { from }), ...(until && { until }) }
}

/** Whether all of these columns of a row are within their ranges. */
export function isWithin(row: Readonly<Record<string, unknown>>, times: Times): boolean {
  return Object.entries(times).every(([column, { from, until }]) => {
    const at = row[column]
    return at instanceof Date && (from === undefined || at >= from) && (until === undefined || at < until)
  })
}

const TIME_ISSUE: Issue = 'must be a day or a timestamp such as 2026-11-15 or 2026-11-15T12:00:00.000Z'
const isMoment = (text: string | undefined) => text?.includes('T') === true

function momentOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined || !isMoment(text)) return undefined
  return parseTimestamp(text) ?? failField(field, TIME_ISSUE)
}

function dayOf(field: string, text: string | undefined): Temporal.PlainDate | undefined {
  if (text === undefined) return undefined
  return parseDate(text) ?? failField(field, TIME_ISSUE)
}

// The hour at which people get mail: on a given day, or the next time.

/** If the clocks skip that hour, the next one. */
export function morningOf(day: Temporal.PlainDate, timeZone: string, hour: number): Date {
  const at = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) })
  return new Date(at.epochMilliseconds)
}

/** The next such hour in the future. */
export function nextMorning(now: Date, timeZone: string, hour: number) {
  const today = dateIn(now, timeZone)
  const at = morningOf(today, timeZone, hour)
  if (at > now) return { day: today, at }
  const day = today.add({ days: 1 })
  return { day, at: morningOf(day, timeZone, hour) }
}

// Business days of Brazilian banks, which decide when boletos are valid and cleared.

/** The time zone of Brazilian banks, wherever their clients are. */
export const BANK_ZONE = 'America/Sao_Paulo'

/**
 * National holidays. 2 November became one by Lei 10.607/2002, but banks were closed before (Resolução
 * 2.516/1998).
 */
const FIXED_HOLIDAYS = new Set(['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'])

/** National since Lei 14.759/2023; before, a holiday of some states and cities only. */
const BLACK_AWARENESS_DAY = '11-20'
const BLACK_AWARENESS_SINCE_YEAR = 2024

/** Days from Easter to Carnaval's Monday and Tuesday, Good Friday and Corpus Christi. */
const EASTER_HOLIDAYS = [-48, -47, -2, 60]

/**
 * The national calendar of banks (Resolução CMN 4.880/2020), from 1990 on: local holidays do not count, Ash
 * Wednesday and 31 December are business days. Exceptions of single years in the 1990s are left out.
 */
export function isBusinessDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek <= 5 && !isBankHoliday(date)
}

/** The nth business day after this day, which is never counted itself. */
export function addBusinessDays(date: Temporal.PlainDate, days: number): Temporal.PlainDate {
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError(`not a count of business days: ${days}`)
  let day = date
  for (let left = days; left > 0; ) {
    day = day.add({ days: 1 })
    if (isBusinessDay(day)) left -= 1
  }
  return day
}

function isBankHoliday(date: Temporal.PlainDate): boolean {
  const monthDay = date.toString().slice(-5)
  if (FIXED_HOLIDAYS.has(monthDay)) return true
  if (monthDay === BLACK_AWARENESS_DAY && date.year >= BLACK_AWARENESS_SINCE_YEAR) return true
  return EASTER_HOLIDAYS.includes(easterOf(date.year).until(date, { largestUnit: 'day' }).days)
}

const YEARS_KEPT_MAX = 200
const easters = new Map<number, Temporal.PlainDate>()

function easterOf(year: number): Temporal.PlainDate {
  const known = easters.get(year)
  if (known !== undefined) return known
  const easter = findEaster(year)
  putBounded(easters, year, easter, YEARS_KEPT_MAX)
  return easter
}

/** The Sunday after the first full moon from 21 March on, by the moon of the Gregorian calendar. */
function findEaster(year: number): Temporal.PlainDate {
  const fullMoon = new Temporal.PlainDate(year, 3, 21).add({ days: fullMoonOf(year) })
  return fullMoon.add({ days: 7 - (fullMoon.dayOfWeek % 7) })
}

/** Days from 21 March to that full moon: it comes round every 19 years, with corrections by the century. */
function fullMoonOf(year: number): number {
  const place = year % 19
  const century = Math.floor(year / 100)
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const days = (19 * place + correction + 15) % 30
  // No later than 18 April, and within 19 years never twice on the same day.
  if (days === 29 || (days === 28 && place > 10)) return days - 1
  return days
}

/** 05/11/2026 */
export function brazilianDate({ day, month, year }: Temporal.PlainDate): string {
  return [String(day).padStart(2, '0'), String(month).padStart(2, '0'), String(year).padStart(4, '0')].join(
    '/',
  )
}
