// Days of a query as moments: both ends included, in the team's time zone.
import { dayEnd, dayStart, parseDate } from './dates.ts'
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

function dayOf(field: string, text: string | undefined): Temporal.PlainDate | undefined {
  if (text === undefined) return undefined
  return parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15')
}
