// Creates a recurring invoice. Due dates before the day of its creation are skipped: nobody is billed for the past.
import type { RecurringInvoice, RecurringInvoiceInput } from '../../../contract/recurring-invoices.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { priceItems, readItems, readRate } from '../invoices/priced-items.ts'
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
import { REMINDER_DAYS_DEFAULT } from './billing-dates.ts'
import { moveRecurringInvoice } from './move-recurring-invoice.ts'
import type { RecurringRow } from './recurring-store.ts'
import { saveRecurringInvoice } from './save-recurring-invoice.ts'
import { anchorOf } from './schedule.ts'
import { startSchedule } from './start-schedule.ts'
import { RECURRING_MOVES } from './states.ts'

export async function createRecurringInvoice(
  world: World,
  scope: Scope,
  input: RecurringInvoiceInput,
): Promise<RecurringInvoice> {
  const client_id = readClientId(input.client_id)
  const start_date = readDate('start_date', input.start_date)
  const end_date = readOptionalDate('end_date', input.end_date)
  const custom_interval_days = input.custom_interval_days ?? null
  refuseMissingInterval(input.frequency, custom_interval_days)
  refuseEarlyEnd(start_date, end_date)
  const rates = [
    readRate('discount_rate', input.discount_rate),
    readRate('tax_rate', input.tax_rate),
  ] as const
  const payment_provider_id = input.payment_provider_id ?? null
  if (payment_provider_id !== null) await demandProvider(world, scope, payment_provider_id)
  return transaction(world, scope, async (tx) => {
    const priced = priceItems(readItems(input.items, tx.newUuid), ...rates)
    const team = await demandTeam(tx, tx.owner.teamId)
    const today = dateIn(tx.now, team.time_zone)
    await demandClient(tx, tx.owner, client_id)
    const recurring: RecurringRow = {
      id: tx.newUuid(),
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      client_id,
      name: input.name,
      frequency: input.frequency,
      custom_interval_days,
      billing_day: input.billing_day,
      start_date,
      end_date,
      status: RECURRING_MOVES.begins.create.to,
      ...priced,
      notes: input.notes ?? null,
      payment_provider_id,
      payment_methods: readMethods(input.payment_methods),
      auto_send: input.auto_send ?? false,
      notify_on_generation: input.notify_on_generation ?? false,
      ...remindersOf(input),
      anchor: anchorOf(start_date, input.billing_day),
      wished_on: today.toString(),
      next_due_date: null,
      last_due_date: null,
      last_invoice_id: null,
      invoices_generated: 0,
      created_at: tx.now,
      updated_at: tx.now,
    }
    const moved = moveRecurringInvoice(recurring, input.status ?? recurring.status)
    const change = { topic: 'records', object: 'recurring_invoice', objectId: recurring.id } as const
    record(tx, { ...change, before: null, after: { status: moved.status } })
    return saveRecurringInvoice(tx, null, startSchedule(moved, today, null), team)
  })
}

/** Days that are named ask for reminders; reminders that are asked for without days come the day before. */
export function remindersOf(input: {
  notify_client_before_due?: boolean | undefined
  reminder_days_before_due?: readonly number[] | undefined
}): Pick<RecurringRow, 'notify_client_before_due' | 'reminder_days'> {
  const days = [...new Set(input.reminder_days_before_due ?? [])].toSorted((a, b) => b - a)
  const notify_client_before_due = input.notify_client_before_due ?? days.length > 0
  const usual = notify_client_before_due ? [...REMINDER_DAYS_DEFAULT] : []
  return { notify_client_before_due, reminder_days: days.length > 0 ? days : usual }
}

export function refuseMissingInterval(
  frequency: RecurringRow['frequency'],
  customIntervalDays: number | null,
): void {
  if (frequency === 'custom' && customIntervalDays === null)
    failField('custom_interval_days', 'is required when frequency is custom')
}

export function refuseEarlyEnd(startDate: string, endDate: string | null): void {
  if (endDate !== null && endDate < startDate) failField('end_date', 'must not be before start_date')
}
