// Creates, updates and reads recurring invoices.

import { isDeepStrictEqual } from 'node:util'
import { MANDATE_FREQUENCIES } from '../../../contract/mandate-states.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type {
  RecurringInvoice,
  RecurringInvoiceChange,
  RecurringInvoiceInput,
  RecurringInvoicesQuery,
  RecurringPreview,
} from '../../../contract/recurring-invoices.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { record, recordFields } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { readReferences } from '../../kernel/values/references.ts'
import { demandClient } from '../clients/clients.ts'
import { clientOf, clientsOf } from '../clients/store.ts'
import { demandById, readClientId, readDate, readMethods, readOptionalDate } from '../documents/input.ts'
import { priceItems, readItems, readRate, repriceItems } from '../documents/items.ts'
import { readStatusList } from '../documents/status-lists.ts'
import { refuseWholeDiscount } from '../invoices/early-payment.ts'
import { scheduleEndMandates } from '../mandates/jobs.ts'
import { mandateFrequency } from '../mandates/rules.ts'
import { demandProvider } from '../payments/banks.ts'
import { readEarlyDefault } from '../teams/early-payment.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { REMINDER_DAYS_DEFAULT } from './rules.ts'
import {
  moveRecurringInvoice,
  RECURRING_LIST,
  recurringView,
  saveRecurringInvoice,
  startSchedule,
} from './save.ts'
import { anchorOf, dueDateFrom, newAnchor, nextDueDate, upcoming } from './schedule.ts'
import { isActive, isCancelled, isPaused, RECURRING_MOVES, TO_CANCEL } from './states.ts'
import { findRecurring, findRecurringOf, listRecurring, lockRecurring, type RecurringRow } from './store.ts'

const PREVIEWED = 12

/** Due dates before the day of creation are skipped. */
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
    const payment_methods = readMethods(input.payment_methods, team)
    refuseUnfitRhythm(input.frequency, payment_methods)
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
      payment_methods,
      early_payment:
        input.early_payment === undefined
          ? team.early_payment
          : refuseWholeDiscount(readEarlyDefault(input.early_payment), priced),
      mandate_retries: input.mandate_retries ?? 'three_in_seven_days',
      auto_send: input.auto_send ?? false,
      notify_on_generation: input.notify_on_generation ?? false,
      ...remindersOf(input),
      anchor: anchorOf(start_date, input.billing_day),
      effective_from: today.toString(),
      next_due_date: null,
      last_due_date: null,
      last_invoice_id: null,
      invoices_generated: 0,
      ...readReferences(input),
      created_at: tx.now,
      updated_at: tx.now,
    }
    const moved = moveRecurringInvoice(recurring, input.status ?? recurring.status)
    const change = { topic: 'records', object: 'recurring_invoice', objectId: recurring.id } as const
    record(tx, { ...change, before: null, after: { status: moved.status } })
    return saveRecurringInvoice(tx, { before: null, wanted: startSchedule(moved, today, null), team })
  })
}

/** Named days turn reminders on; reminders without days come the day before. */
function remindersOf(input: {
  notify_client_before_due?: boolean | undefined
  reminder_days_before_due?: readonly number[] | undefined
}): Pick<RecurringRow, 'notify_client_before_due' | 'reminder_days'> {
  const days = [...new Set(input.reminder_days_before_due ?? [])].toSorted((a, b) => b - a)
  const notify_client_before_due = input.notify_client_before_due ?? days.length > 0
  const usual = notify_client_before_due ? [...REMINDER_DAYS_DEFAULT] : []
  return { notify_client_before_due, reminder_days: days.length > 0 ? days : usual }
}

function refuseMissingInterval(
  frequency: RecurringRow['frequency'],
  customIntervalDays: number | null,
): void {
  if (frequency === 'custom' && customIntervalDays === null)
    failField('custom_interval_days', 'is required when frequency is custom')
}

/** Banks know no other rhythms. */
function refuseUnfitRhythm(
  frequency: RecurringRow['frequency'],
  methods: RecurringRow['payment_methods'],
): void {
  if (methods.includes('pix_automatic') && mandateFrequency(frequency) === null)
    failField(
      'payment_methods',
      issueWith('pix_automatic needs a frequency of {list}: banks know no other', {
        list: MANDATE_FREQUENCIES.join(', '),
      }),
    )
}

function refuseEarlyEnd(startDate: string, endDate: string | null): void {
  if (endDate !== null && endDate < startDate) failField('end_date', 'must not be before start_date')
}

/** A changed rhythm begins at the next due date without an invoice; due dates during a pause are skipped. */
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
      editRecurring({ ...before, client_id: client.id }, change, tx.newUuid),
      change.status ?? before.status,
    )
    refuseMissingInterval(edited.frequency, edited.custom_interval_days)
    refuseUnfitRhythm(edited.frequency, edited.payment_methods)
    refuseEarlyEnd(edited.start_date, edited.end_date)
    if (!isDeepStrictEqual(edited.early_payment, before.early_payment))
      refuseWholeDiscount(edited.early_payment, edited)
    const today = dateIn(tx.now, team.time_zone)
    const anchored = withNewAnchor(before, edited, today)
    const from = restartsDates(before, anchored) ? missedSince(before, today) : before.next_due_date
    const after = startSchedule(anchored, today, from)
    recordFields(tx, { object: 'recurring_invoice', objectId: id }, before, after)
    // Another client cannot be debited by what this one allowed.
    const isOver = isCancelled(after) && !isCancelled(before)
    if (isOver || after.client_id !== before.client_id) scheduleEndMandates(tx, { recurring_invoice_id: id })
    return saveRecurringInvoice(tx, { before, wanted: after, team, knownClient: client })
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

function editRecurring(
  before: RecurringRow,
  change: RecurringInvoiceChange,
  newUuid: () => string,
): RecurringRow {
  const { items, start_date, end_date, payment_methods, early_payment } = change
  return {
    ...before,
    ...repriceItems(before, { ...change, items: items && readItems(items, newUuid) }),
    ...plainFields(before, change),
    ...reminders(before, change),
    ...readReferences(change, before),
    payment_methods: readMethods(payment_methods, before),
    early_payment: early_payment === undefined ? before.early_payment : readEarlyDefault(early_payment),
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
  'mandate_retries',
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

/** A new start date is the new anchor; a new rhythm is anchored at the next date without an invoice. */
function withNewAnchor(before: RecurringRow, edited: RecurringRow, today: Temporal.PlainDate): RecurringRow {
  if (edited.start_date !== before.start_date)
    return { ...edited, anchor: anchorOf(edited.start_date, edited.billing_day) }
  if (!changesRhythm(before, edited)) return edited
  const next = before.next_due_date ?? nextDueDate(before, today).toString()
  const from = Temporal.PlainDate.from(missedSince(before, today) ?? today)
  return { ...edited, anchor: newAnchor(before, edited, { next, from }) }
}

/** The date of an invoice that is missing, from which the new dates begin. Null if they begin today. */
function missedSince({ next_due_date }: RecurringRow, today: Temporal.PlainDate): string | null {
  return next_due_date !== null && next_due_date < today.toString() ? next_due_date : null
}

/** Whether the coming dates change and begin today. A new end date alone does not change them. */
function restartsDates(before: RecurringRow, edited: RecurringRow): boolean {
  const resumed = !isActive(before) && isActive(edited)
  return resumed || changesRhythm(before, edited) || before.start_date !== edited.start_date
}

function changesRhythm(before: RecurringRow, edited: RecurringRow): boolean {
  if (edited.frequency === 'custom' && before.custom_interval_days !== edited.custom_interval_days)
    return true
  return before.frequency !== edited.frequency || before.billing_day !== edited.billing_day
}

export async function readRecurringInvoice(
  db: Queryable,
  owner: Owner,
  id: string,
  timeZone: string,
): Promise<RecurringInvoice> {
  const recurring = await demandRecurring(db, owner, id)
  return recurringView(recurring, await clientOf(db, owner, recurring), timeZone)
}

export async function readRecurringInvoices(
  world: World,
  owner: Owner,
  { query, page, timeZone }: { query: RecurringInvoicesQuery; page: Page; timeZone: string },
): Promise<Listing<RecurringInvoice>> {
  const found = await readStatusList(world.pool, owner, {
    name: RECURRING_LIST,
    list: listRecurring,
    query,
    page,
    zone: timeZone,
  })
  const client = await clientsOf(world.pool, owner, found.items)
  const items = found.items.map((recurring) => recurringView(recurring, client(recurring), timeZone))
  return { ...found, items }
}

/** Those among these ids that exist. */
export async function recurringInvoicesById(
  { pool }: World,
  owner: Owner,
  ids: readonly string[],
  timeZone: string,
): Promise<ReadonlyMap<string, RecurringInvoice>> {
  const found = await findRecurringOf(pool, owner, ids)
  const client = await clientsOf(pool, owner, found)
  return new Map(found.map((row) => [row.id, recurringView(row, client(row), timeZone)]))
}

/** The next twelve; for a paused one, those that would follow if it was resumed today. */
export async function previewRecurringInvoice(
  world: World,
  owner: Owner,
  id: string,
  { timeZone, today }: { timeZone: string; today: Temporal.PlainDate },
): Promise<RecurringPreview[]> {
  const recurring = await demandRecurring(world.pool, owner, id)
  const paused = isPaused(recurring)
  const next = paused ? dueDateFrom(recurring, today) : recurring.next_due_date
  const resumed = paused ? { ...recurring, effective_from: today.toString() } : recurring
  return upcoming(resumed, next, timeZone, PREVIEWED).map(({ dueDate, issueDate, at }) => ({
    due_date: dueDate,
    issue_date: issueDate,
    generation_at: isoTimestamp(at),
    total: numberFromCents(recurring.total_cents),
  }))
}

async function demandRecurring(db: Queryable, owner: Owner, id: string): Promise<RecurringRow> {
  return demandById(id, (uuid) => findRecurring(db, owner, uuid), 'recurring_invoice_not_found')
}
