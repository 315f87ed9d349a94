// The due dates of a recurring invoice, computed from its row by `rules.ts`, and its scheduled jobs.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { dayEnd } from '../../kernel/values/dates.ts'
import {
  anchorFor,
  type BillingPlan,
  billingDayFrom,
  firstDueDate,
  generationDays,
  generationMoment,
  issueDateOf,
} from './rules.ts'
import { mayExpire } from './states.ts'
import type { RecurringRow } from './store.ts'

// Declares the jobs of recurring invoices.

/** Creates the invoice of one due date. */
export const generateInvoiceJob = teamJob<{ recurring_invoice_id: string; due_date: string }>(
  'generate-invoice',
  { waits: TECHNICAL, cap: 8 },
)

/** Expires a recurring invoice after its end date. */
export const expireRecurringJob = teamJob<{ recurring_invoice_id: string; end_date: string }>(
  'expire-recurring',
  { waits: TECHNICAL, cap: 4 },
)

type Planned = Pick<
  RecurringRow,
  'frequency' | 'custom_interval_days' | 'billing_day' | 'anchor' | 'end_date' | 'last_due_date'
>

const day = (text: string) => Temporal.PlainDate.from(text)

/** The first due date on this day or after it that has no invoice yet; null when the end date comes before it. */
export function dueDateFrom(recurring: Planned, from: Temporal.PlainDate): string | null {
  const { end_date } = recurring
  const due = nextDueDate(recurring, from)
  return end_date !== null && Temporal.PlainDate.compare(due, day(end_date)) > 0 ? null : due.toString()
}

/** `dueDateFrom`, whatever the end date. */
export function nextDueDate(recurring: Planned, from: Temporal.PlainDate): Temporal.PlainDate {
  return firstDueDate(planOf(recurring), firstOpenDay(recurring, from))
}

/** The first anchor, from which periods are counted. */
export function anchorOf(startDate: string, billingDay: number): string {
  return anchorFor(day(startDate), billingDay).toString()
}

/**
 * The anchor of a new rhythm: the date that would have come next, so that no period is lost. Only a new billing day moves
 * it, within its month, or to the month after if that day is past.
 */
export function newAnchor(
  before: Planned,
  edited: Planned,
  { next, from }: { next: string; from: Temporal.PlainDate },
): string {
  if (edited.frequency === 'custom' && edited.billing_day === before.billing_day) return next
  return billingDayFrom(day(next), edited.billing_day, firstOpenDay(before, from)).toString()
}

/** The next invoices, as long as nothing changes. */
export function upcoming(
  recurring: Planned & Generated,
  next: string | null,
  timeZone: string,
  count: number,
): { dueDate: string; issueDate: string; at: Date }[] {
  const all: { dueDate: string; issueDate: string; at: Date }[] = []
  for (let due = next; due !== null && all.length < count; ) {
    all.push({
      dueDate: due,
      issueDate: issueDateFor(recurring, due),
      at: momentOf(recurring, due, timeZone),
    })
    due = dueDateFrom(recurring, day(due).add({ days: 1 }))
  }
  return all
}

type Generated = Pick<RecurringRow, 'effective_from' | 'payment_methods'>

export function issueDateFor(recurring: Generated, dueDate: string): string {
  return issueDateOf(day(dueDate), day(recurring.effective_from), generationDays(recurring)).toString()
}

export function momentOf(recurring: Generated, dueDate: string, timeZone: string): Date {
  return generationMoment(day(dueDate), timeZone, generationDays(recurring))
}

/** Schedules the next invoice and the end. A job that is scheduled already stays the only one. */
export function scheduleInvoices(tx: Tx, recurring: RecurringRow, timeZone: string): void {
  const { id, next_due_date, end_date } = recurring
  if (next_due_date !== null) {
    const payload = { recurring_invoice_id: id, due_date: next_due_date }
    const at = momentOf(recurring, next_due_date, timeZone)
    schedule(tx, generateInvoiceJob, { at, key: `${id} ${next_due_date}`, payload })
  }
  if (end_date !== null && mayExpire(recurring)) {
    const payload = { recurring_invoice_id: id, end_date }
    const at = dayEnd(day(end_date), timeZone)
    // The time is part of the key, so that a team that changes its time zone gets another job.
    schedule(tx, expireRecurringJob, { at, key: `${id} ${at.getTime()}`, payload })
  }
}

function planOf({ frequency, custom_interval_days, billing_day, anchor }: Planned): BillingPlan {
  return {
    frequency,
    customIntervalDays: custom_interval_days,
    billingDay: billing_day,
    anchor: day(anchor),
  }
}

/** This day, or the one after the last date that has an invoice. */
function firstOpenDay({ last_due_date }: Planned, from: Temporal.PlainDate): Temporal.PlainDate {
  return last_due_date === null ? from : laterOf(from, day(last_due_date).add({ days: 1 }))
}

function laterOf(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) >= 0 ? a : b
}
