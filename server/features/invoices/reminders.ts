// Reminders before and after the due date, and the move to overdue.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, morningOf } from '../../kernel/values/dates.ts'
import { findRecurring, type RecurringRow } from '../recurring-invoices/store.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import * as jobs from './jobs.ts'
import { REMINDER_HOUR, roundKey, scheduleReminderRound, wantsReminders } from './reminder-rounds.ts'
import { type ReminderPlan, reminderDue } from './rules.ts'
import { saveChange, scheduleOverdue } from './save.ts'
import { isOverdue, isPaid, isSent } from './states.ts'
import { FIRST_ID, type InvoiceRow, lockInvoice, type OpenInvoice, openInvoices } from './store.ts'

/** Invoices of one job; the job schedules the next batch with its own transaction. */
const BATCH = 200
/** Banks are never closed for longer; that long an invoice may be paid on time after its due date. */
const CLOSED_DAYS_MAX = 7

/** Schedules the notices of a morning. If no invoice is open, the rounds end until the next one is sent. */
export async function remindClients(
  world: World,
  { payload, last }: TaskOf<typeof jobs.remindClientsJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const team = await demandTeam(tx, tx.owner.teamId)
    if (!wantsReminders(team)) return
    const plan = { before: team.reminder_days_before, after: team.reminder_days_after }
    const since = Temporal.PlainDate.from(payload.since)
    const latest = since.subtract({ days: Math.max(plan.after.at(-1) ?? 0, CLOSED_DAYS_MAX) })
    const after = payload.after ?? { due_date: latest.toString(), id: FIRST_ID }
    const open = await openInvoices(tx, tx.owner, after, BATCH)
    const today = dateIn(tx.now, team.time_zone)
    for (const invoice of open) await remind(tx, invoice, plan, { since, today })
    if (open.length > 0) scheduleReminderRound(tx, team)
    const end = open.at(-1)
    if (end !== undefined && open.length === BATCH) scheduleNextBatch(tx, since, end)
  })
}

/** The day is in the key, so that an invoice causes one reminder a day. */
async function remind(
  tx: Tx,
  { id, due_date, recurring_invoice_id }: OpenInvoice,
  plan: ReminderPlan,
  { since, today }: { since: Temporal.PlainDate; today: Temporal.PlainDate },
): Promise<void> {
  const due = reminderDue(plan, { dueDate: Temporal.PlainDate.from(due_date), since, today })
  if (due === null) return
  if (due.kind === 'reminder' && (await remindsItself(tx, recurring_invoice_id))) return
  const notice = due.kind === 'overdue' ? due : { ...due, all: [due.days] }
  const payload = { ...notice, invoice_id: id }
  schedule(tx, jobs.notifyClientJob, { at: tx.now, key: `reminder ${id} ${today}`, payload })
}

/** A recurring invoice with reminders of its own needs none of the agency's before the due date. */
async function remindsItself(tx: Tx, recurringId: string | null): Promise<boolean> {
  const recurring = recurringId === null ? undefined : await findRecurring(tx, tx.owner, recurringId)
  return recurring?.notify_client_before_due ?? false
}

/** The key is the morning's, and the invoice after which the batch begins. */
function scheduleNextBatch(tx: Tx, since: Temporal.PlainDate, { id, due_date }: OpenInvoice): void {
  const payload = { since: since.toString(), after: { id, due_date } }
  schedule(tx, jobs.remindClientsJob, {
    at: tx.now,
    key: `${roundKey(tx.owner, since)} after ${id}`,
    payload,
  })
}

/** One job for each reminder of a recurring invoice, except those whose time has passed. */
export function scheduleReminders(
  tx: Tx,
  { notify_client_before_due, reminder_days }: RecurringRow,
  { id, due_date }: InvoiceRow,
  timeZone: string,
): void {
  if (!notify_client_before_due) return
  for (const days of reminder_days) {
    const at = morningOf(Temporal.PlainDate.from(due_date).subtract({ days }), timeZone, REMINDER_HOUR)
    if (at < tx.now) continue
    const payload = { kind: 'reminder' as const, invoice_id: id, days, all: reminder_days }
    schedule(tx, jobs.notifyClientJob, { at, key: `reminder ${id} ${days}`, payload })
  }
}

/** Runs at the first moment of the day after the due date. */
export async function overdueInvoice(
  world: World,
  { payload, last }: TaskOf<typeof jobs.invoiceOverdueJob>,
): Promise<void> {
  const { invoice_id } = payload
  await transaction(world, last, async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id)
    if (invoice === undefined || !isSent(invoice) || invoice.payment_status_is_set) return
    if (isPaid(invoice) || isOverdue(invoice)) return
    const { time_zone } = await demandTeam(tx, tx.owner.teamId)
    if (
      Temporal.PlainDate.compare(dateIn(tx.now, time_zone), Temporal.PlainDate.from(invoice.due_date)) > 0
    ) {
      await saveChange(world, tx, { before: invoice, banks: {} })
    } else {
      // The team moved to a time zone in which the due date is not over yet.
      scheduleOverdue(tx, invoice, time_zone)
    }
  })
}
