// Days of a query as moments: both ends included, in the team's time zone.
import { dayEnd, dayStart, parseDate, parseTimestamp } from './dates.ts'
import { failField } from './fail.ts'

export interface DayRange {
  readonly from?: Date
  readonly until?: Date
}

/** `days` has the name of each field with what was sent in it. */
export function dayRange(days: Readonly<Record<string, string | undefined>>, zone: string): DayRange {
  const [first, last] = Object.entries(days).map(([field, text]) => dayOf(field, text))
  return {
    ...(first !== undefined && { from: dayStart(first, zone) }),
    ...(last !== undefined && { until: dayEnd(last, zone) }),
  }
}

/** The same where a moment may be given instead of a day; the last one is included too. */
export function momentRange(given: Readonly<Record<string, string | undefined>>, zone: string): DayRange {
  const [from, last] = Object.entries(given).map(([field, text]) => momentOf(field, text))
  const until = last && new Date(last.getTime() + 1)
  const days = Object.fromEntries(
    Object.entries(given).map(([field, text]) => [field, isMoment(text) ? undefined : text]),
  )
  return { ...dayRange(days, zone), ...(from && { from }), ...(until && { until }) }
}

const isMoment = (text: string | undefined) => text?.includes('T') === true

function momentOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined || !isMoment(text)) return undefined
  const example = '2026-11-15, or a moment such as 2026-11-15T12:00:00.000Z'
  return parseTimestamp(text) ?? failField(field, `must be a date such as ${example}`)
}

function dayOf(field: string, text: string | undefined): Temporal.PlainDate | undefined {
  if (text === undefined) return undefined
  return parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15')
}
