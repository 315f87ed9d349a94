// Periods of reports: those that people ask for by name, the one before, and how much changed since.
import { dayMs, daysAfter, isoDay } from './calendar-days.ts'
import { centsOf } from './money.ts'

export interface ReportSpan {
  readonly start_date: string
  readonly end_date: string
}

export interface ReportPeriod extends ReportSpan {
  readonly group_by: string
}

const DAY_MS = 24 * 60 * 60 * 1_000

export const PERIOD_NAMES = ['thisMonth', 'lastMonth', 'quarter', 'thisYear', 'lastYear'] as const
export type PeriodName = (typeof PERIOD_NAMES)[number]

/** `today` is the team's calendar day, YYYY-MM-DD. */
export function namedPeriods(today: string): Readonly<Record<PeriodName, ReportPeriod>> {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const first = (at: number, of = year) => isoDay(Date.UTC(of, at - 1, 1))
  return {
    thisMonth: { start_date: first(month), end_date: today, group_by: '' },
    lastMonth: { start_date: first(month - 1), end_date: daysAfter(first(month), -1), group_by: '' },
    quarter: { start_date: daysAfter(today, -89), end_date: today, group_by: 'week' },
    thisYear: { start_date: first(1), end_date: today, group_by: 'month' },
    lastYear: { start_date: first(1, year - 1), end_date: `${year - 1}-12-31`, group_by: 'month' },
  }
}

/** The same number of days directly before the span. */
export function spanBefore({ start_date: first, end_date: last }: ReportSpan): ReportSpan {
  const days = (dayMs(last) - dayMs(first)) / DAY_MS + 1
  return { start_date: daysAfter(first, -days), end_date: daysAfter(first, -1) }
}

/** In whole percent; undefined if the earlier value is zero. */
export function percentChange(now: string | number, before: string | number): number | undefined {
  const was = centsOf(before) ?? 0n
  if (was <= 0n) return undefined
  return Math.round(Number((((centsOf(now) ?? 0n) - was) * 1_000n) / was) / 10)
}
