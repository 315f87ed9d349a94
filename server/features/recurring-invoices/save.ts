// Saves a recurring invoice with its state, events and next job, and its public JSON.

import type { RecurringStatus } from '../../../contract/invoicing-states.ts'
import { recurringRefusal } from '../../../contract/phrases/states.ts'
import type { RecurringInvoice } from '../../../contract/recurring-invoices.ts'
import { moveCount } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { allowedFrom, emittedUpTo, rowOf } from '../../kernel/values/state-table.ts'
import { clientFields } from '../clients/clients.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { isSameRow } from '../documents/input.ts'
import { pricedView } from '../documents/items.ts'
import { emit } from '../events/emit.ts'
import { scheduleEndMandates } from '../mandates/jobs.ts'
import { earlyDefaultView } from '../teams/early-payment.ts'
import type { Team } from '../teams/store.ts'
import { dueDateFrom, momentOf, scheduleInvoices } from './schedule.ts'
import { isActive, isExpired, mayExpire, RECURRING_MOVES } from './states.ts'
import { insertRecurring, type RecurringRow, updateStoredRecurring } from './store.ts'

export const RECURRING_LIST = 'recurring_invoices'

/** `before` is null for a new one. */
export async function saveRecurringInvoice(
  tx: Tx,
  {
    before,
    wanted,
    team,
    knownClient,
  }: {
    readonly before: RecurringRow | null
    readonly wanted: RecurringRow
    readonly team: Team
    readonly knownClient?: ClientRow | undefined
  },
): Promise<RecurringInvoice> {
  const isChanged = before === null || !isSameRow(before, wanted)
  const recurring = isChanged ? { ...wanted, updated_at: tx.now } : before
  if (before === null) await insertRecurring(tx, recurring)
  else if (isChanged) await updateStoredRecurring(tx, recurring)
  if (before !== null && isExpired(recurring) && !isExpired(before))
    scheduleEndMandates(tx, { recurring_invoice_id: recurring.id, after_debits: true })
  moveCount(tx, RECURRING_LIST, before?.status ?? null, recurring.status)
  scheduleInvoices(tx, recurring, team.time_zone)
  const client = knownClient ?? (await clientOf(tx, tx.owner, recurring))
  const view = recurringView(recurring, client, team.time_zone)
  for (const type of emittedUpTo(RECURRING_MOVES, before?.status, recurring.status)) emit(tx, type, view)
  return view
}

/** Fails if the state table refuses the move. */
export function moveRecurringInvoice(before: RecurringRow, status: RecurringStatus): RecurringRow {
  const { to, refusal } = rowOf(RECURRING_MOVES, before.status, status)
  if (refusal !== undefined)
    fail(refusal, recurringRefusal(before.status, allowedFrom(RECURRING_MOVES, before.status)))
  return { ...before, status: to ?? before.status }
}

/**
 * Sets the next due date after a creation, resumption or change. `from` is the due date that comes next anyway; null if the
 * dates start again today. A date that has an invoice never gets another.
 */
export function startSchedule(
  recurring: RecurringRow,
  today: Temporal.PlainDate,
  from: string | null,
): RecurringRow {
  if (!isActive(recurring)) return withEnd({ ...recurring, next_due_date: null }, today)
  const next_due_date = dueDateFrom(recurring, from === null ? today : Temporal.PlainDate.from(from))
  const effective_from = from === null ? today.toString() : recurring.effective_from
  return withEnd({ ...recurring, next_due_date, effective_from }, today)
}

/** A past end date expires it at once, unless invoices are still missing. */
function withEnd(recurring: RecurringRow, today: Temporal.PlainDate): RecurringRow {
  const { end_date, next_due_date } = recurring
  if (end_date === null || next_due_date !== null) return recurring
  const isOver = Temporal.PlainDate.compare(today, Temporal.PlainDate.from(end_date)) > 0
  return isOver && mayExpire(recurring) ? moveRecurringInvoice(recurring, 'expired') : recurring
}

export function recurringView(
  recurring: RecurringRow,
  client: ClientRow,
  timeZone: string,
): RecurringInvoice {
  const { next_due_date } = recurring
  return {
    id: recurring.id,
    ...clientFields(client),
    name: recurring.name,
    frequency: recurring.frequency,
    custom_interval_days: recurring.custom_interval_days,
    billing_day: recurring.billing_day,
    start_date: recurring.start_date,
    end_date: recurring.end_date,
    status: recurring.status,
    ...pricedView(recurring),
    early_payment: earlyDefaultView(recurring.early_payment),
    notes: recurring.notes,
    currency: 'BRL',
    payment_provider_id: recurring.payment_provider_id,
    payment_methods: recurring.payment_methods,
    mandate_retries: recurring.mandate_retries,
    auto_send: recurring.auto_send,
    notify_on_generation: recurring.notify_on_generation,
    notify_client_before_due: recurring.notify_client_before_due,
    reminder_days_before_due: recurring.reminder_days,
    next_due_date,
    next_generation_at:
      next_due_date === null ? null : isoTimestamp(momentOf(recurring, next_due_date, timeZone)),
    last_invoice_id: recurring.last_invoice_id,
    invoices_generated: recurring.invoices_generated,
    metadata: recurring.metadata,
    external_reference: recurring.external_reference,
    created_at: isoTimestamp(recurring.created_at),
    updated_at: isoTimestamp(recurring.updated_at),
  }
}
