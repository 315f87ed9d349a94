// Changes a recurring invoice. A changed rhythm counts from the next due date that has no invoice yet; due dates that
// passed while it was paused are skipped.
import type { RecurringInvoice, RecurringInvoiceChange } from '../../../contract/recurring-invoices.ts'
import { recordFields } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { repriceItems } from '../invoices/priced-items.ts'
import {
  demandClient,
  readClientId,
  readDate,
  readMethods,
  readOptionalDate,
} from '../invoices/read-input.ts'
import { demandProvider } from '../payments/choose-bank.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { refuseEarlyEnd, refuseMissingInterval, remindersOf } from './create-recurring-invoice.ts'
import { moveRecurringInvoice } from './move-recurring-invoice.ts'
import { lockRecurring, type RecurringRow } from './recurring-store.ts'
import { saveRecurringInvoice } from './save-recurring-invoice.ts'
import { anchorAnew, anchorOf, nextDueDate } from './schedule.ts'
import { startSchedule } from './start-schedule.ts'
import { isActive, TO_CANCEL } from './states.ts'

export async function updateRecurringInvoice(
  world: World,
  scope: Scope,
  id: string,
  change: RecurringInvoiceChange,
): Promise<RecurringInvoice> {
  if (!isUuid(id)) fail('recurring_invoice_not_found')
  const { payment_provider_id: providerId } = change
  if (typeof providerId === 'string') await demandProvider(world, scope, providerId)
  return transaction(world, scope, async (tx) => {
    const before = (await lockRecurring(tx, id)) ?? fail('recurring_invoice_not_found')
    const team = await demandTeam(tx, tx.owner.teamId)
    const client = await demandClient(tx, tx.owner, clientIdOf(before, change))
    const edited = moveRecurringInvoice(
      edit({ ...before, client_id: client.id }, change, tx.newUuid),
      change.status ?? before.status,
    )
    refuseMissingInterval(edited.frequency, edited.custom_interval_days)
    refuseEarlyEnd(edited.start_date, edited.end_date)
    const today = dateIn(tx.now, team.time_zone)
    const anchored = anchoredAnew(before, edited, today)
    const from = beginsAnew(before, anchored) ? missedSince(before, today) : before.next_due_date
    const after = startSchedule(anchored, today, from)
    recordFields(tx, { object: 'recurring_invoice', objectId: id }, before, after)
    return saveRecurringInvoice(tx, before, after, team, client)
  })
}

/** DELETE cancels it and keeps the record. */
export async function cancelRecurringInvoice(
  world: World,
  scope: Scope,
  id: string,
): Promise<RecurringInvoice> {
  return updateRecurringInvoice(world, scope, id, TO_CANCEL)
}

function clientIdOf({ client_id }: RecurringRow, change: RecurringInvoiceChange): string {
  return change.client_id === undefined ? client_id : readClientId(change.client_id)
}

function edit(before: RecurringRow, change: RecurringInvoiceChange, newUuid: () => string): RecurringRow {
  const { start_date, end_date, payment_methods } = change
  return {
    ...before,
    ...repriceItems(before, change, newUuid),
    ...plainFields(before, change),
    ...reminders(before, change),
    payment_methods: payment_methods === undefined ? before.payment_methods : readMethods(payment_methods),
    start_date: start_date === undefined ? before.start_date : readDate('start_date', start_date),
    end_date: end_date === undefined ? before.end_date : readOptionalDate('end_date', end_date),
  }
}

const PLAIN = [
  'name',
  'frequency',
  'custom_interval_days',
  'billing_day',
  'notes',
  'payment_provider_id',
  'auto_send',
  'notify_on_generation',
] as const

function plainFields(before: RecurringRow, change: RecurringInvoiceChange): Partial<RecurringRow> {
  return Object.fromEntries(
    PLAIN.map((field) => [field, change[field] === undefined ? before[field] : change[field]]),
  )
}

function reminders(before: RecurringRow, change: RecurringInvoiceChange): Partial<RecurringRow> {
  const { notify_client_before_due, reminder_days_before_due } = change
  if (notify_client_before_due === undefined && reminder_days_before_due === undefined) return {}
  return remindersOf({
    notify_client_before_due: notify_client_before_due ?? (before.notify_client_before_due || undefined),
    reminder_days_before_due: reminder_days_before_due ?? before.reminder_days,
  })
}

/** Another start counts from there; another rhythm from the next date that has no invoice yet. */
function anchoredAnew(before: RecurringRow, edited: RecurringRow, today: Temporal.PlainDate): RecurringRow {
  if (edited.start_date !== before.start_date)
    return { ...edited, anchor: anchorOf(edited.start_date, edited.billing_day) }
  if (!changesRhythm(before, edited)) return edited
  const next = before.next_due_date ?? nextDueDate(before, today).toString()
  const from = Temporal.PlainDate.from(missedSince(before, today) ?? today)
  return { ...edited, anchor: anchorAnew(before, edited, next, from) }
}

/** The date of an invoice that should be there by now: other dates begin with it. Null: they begin today. */
function missedSince({ next_due_date }: RecurringRow, today: Temporal.PlainDate): string | null {
  return next_due_date !== null && next_due_date < today.toString() ? next_due_date : null
}

/** Whether the dates to come are others now, and begin today; a new end alone only cuts them off elsewhere. */
function beginsAnew(before: RecurringRow, edited: RecurringRow): boolean {
  const resumed = !isActive(before) && isActive(edited)
  return resumed || changesRhythm(before, edited) || before.start_date !== edited.start_date
}

function changesRhythm(before: RecurringRow, edited: RecurringRow): boolean {
  if (edited.frequency === 'custom' && before.custom_interval_days !== edited.custom_interval_days)
    return true
  return before.frequency !== edited.frequency || before.billing_day !== edited.billing_day
}
