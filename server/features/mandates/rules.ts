// Pure rules of mandates: which rhythms fit, when an invoice may be debited, its cycle, and the days of retries.
import type { Frequency } from '../../../contract/invoicing-states.ts'
import {
  type DebitAttempt,
  MANDATE_FREQUENCIES,
  type MandateFrequency,
  type MandateObstacle,
  type MandateRetries,
} from '../../../contract/mandate-states.ts'
import type { Cents } from '../../kernel/values/money.ts'

/** Payers' banks take a charge from 10 to 2 days before its day; a day is left for the bank of the agency. */
const CHARGED_DAYS_BEFORE = 7
const CHARGED_DAYS_BEFORE_MIN = 3
const RETRIES_MAX = 3
const RETRY_DAYS_MAX = 7
/** Days after the first attempt on which the account is debited again. */
const RETRY_AFTER_DAYS = [2, 4, RETRY_DAYS_MAX]
/** A bank debits in the night and in the evening of the day; it is asked after each. */
const ASKED_AT_HOURS = [9, 22]

const MONTHS: Readonly<Record<MandateFrequency, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  annual: 12,
}

/** Null for the rhythms that Pix Automático does not have. */
export function mandateFrequency(frequency: Frequency): MandateFrequency | null {
  return MANDATE_FREQUENCIES.find((one) => one === frequency) ?? null
}

interface Terms {
  readonly frequency: MandateFrequency
  readonly amount_cents: Cents
  readonly starts_on: string
  readonly ends_on: string | null
}

/** The number of the cycle in which a due date lies, from 0; negative before the first. Each has one charge. */
export function cycleOf(
  { frequency, starts_on }: Pick<Terms, 'frequency' | 'starts_on'>,
  dueOn: string,
): number {
  const [start, due] = [Temporal.PlainDate.from(starts_on), Temporal.PlainDate.from(dueOn)]
  const months = (due.year - start.year) * 12 + due.month - start.month
  return Math.floor(months / MONTHS[frequency])
}

/** Why the mandate cannot pay this invoice; null if it can. Whether its cycle is used is for the books to say. */
export function obstacleFor(
  terms: Terms,
  { dueOn, owedCents }: { readonly dueOn: string; readonly owedCents: Cents },
  today: Temporal.PlainDate,
): MandateObstacle | null {
  if (cycleOf(terms, dueOn) < 0 || (terms.ends_on !== null && dueOn > terms.ends_on)) return 'outside_mandate'
  if (owedCents !== terms.amount_cents) return 'amount_differs'
  return daysUntil(dueOn, today) < CHARGED_DAYS_BEFORE_MIN ? 'too_late' : null
}

/** The first day on which the charge is created. */
export function chargeDay(dueOn: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(dueOn).subtract({ days: CHARGED_DAYS_BEFORE })
}

function daysUntil(dueOn: string, today: Temporal.PlainDate): number {
  return today.until(dueOn, { largestUnit: 'day' }).days
}

/** Codes after which banks take no other attempt: account closed, another amount or payer, no such mandate. */
const FINAL_CODES: ReadonlySet<string | null> = new Set(
  'AC05 AM09 DENC DS27 DTED MIDI MSUC NITX RC09'.split(' '),
)

/** The day of the next attempt; null if there is none. Never today: banks take days in the future only. */
export function nextRetryDay(
  retries: MandateRetries,
  attempts: readonly DebitAttempt[],
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const [first] = attempts
  const last = attempts.at(-1)
  if (retries === 'none' || first === undefined || last?.status !== 'refused') return null
  if (FINAL_CODES.has(last.code) || attempts.length > RETRIES_MAX) return null
  const days = RETRY_AFTER_DAYS.map((after) => Temporal.PlainDate.from(first.on).add({ days: after }))
  const isLater = (day: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(day, today) > 0 && Temporal.PlainDate.compare(day, last.on) > 0
  return days.find(isLater) ?? null
}

/** The next hour on or after this day at which the bank knows how an attempt ended. */
export function nextLook(on: string, now: Date, zone: string): Date {
  const first = laterOf(
    Temporal.PlainDate.from(on),
    now.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate(),
  )
  const moments = [first, first.add({ days: 1 })].flatMap((day) =>
    ASKED_AT_HOURS.map((hour) => {
      const at = day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) })
      return new Date(at.epochMilliseconds)
    }),
  )
  return moments.find((at) => at > now) ?? new Date(now.getTime() + 3_600_000)
}

function laterOf(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) >= 0 ? a : b
}
