// Jobs that create the invoice of a due date, and end a recurring invoice.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { earlyPaymentFrom } from '../../kernel/values/early-payment.ts'
import { makeUuid } from '../../kernel/values/ids.ts'
import { clientOf } from '../clients/store.ts'
import { emit } from '../events/emit.ts'
import { chargeRequest, prepareBanks } from '../invoices/charges.ts'
import { createDraft, newDraft } from '../invoices/drafts.ts'
import { scheduleReminders } from '../invoices/reminders.ts'
import { TO_SEND } from '../invoices/states.ts'
import type { InvoiceRow } from '../invoices/store.ts'
import { mandateForNew } from '../mandates/invoice-mandate.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { moveRecurringInvoice, saveRecurringInvoice } from './save.ts'
import type * as jobs from './schedule.ts'
import { dueDateFrom, issueDateFor, scheduleInvoices } from './schedule.ts'
import { isActive, mayExpire } from './states.ts'
import { findRecurring, lockRecurring, type RecurringRow } from './store.ts'

/**
 * Creates the invoice of one due date, and schedules the next. The locked row names the next date, and a unique index
 * allows one invoice for each date, so two processes cannot create it twice.
 */
export async function generateInvoice(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.generateInvoiceJob>,
): Promise<void> {
  const { recurring_invoice_id, due_date } = payload
  const known = await findRecurring(world.pool, scope.owner, recurring_invoice_id)
  if (known === undefined) return
  const today = dateIn(scope.clock.now(), BANK_ZONE)
  const knownTeam = await demandTeam(world.pool, scope.owner.teamId)
  const drafted = draftOf(world, scope, { recurring: known, team: knownTeam, due_date })
  const expected = await mandateForNew(world.pool, scope, known, { draft: drafted, today })
  const likely = { ...drafted, mandate_id: expected.mandate_id }
  const banks = await prepareBanks(world, scope, likely, async () => {
    // No bank is asked then, but the locked row decides: a request may resume it now and rely on this job.
    if (!isNext(known, due_date)) return () => null
    const client = await clientOf(world.pool, scope.owner, known)
    const today = dateIn(scope.clock.now(), knownTeam.time_zone)
    return (method, bank) => chargeRequest(method, likely, { team: knownTeam, client, today }, bank)
  })
  await transaction(world, last, async (tx) => {
    const recurring = await lockRecurring(tx, recurring_invoice_id)
    // It was paused, cancelled or given other dates meanwhile.
    if (recurring === undefined || !isNext(recurring, due_date)) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const client = await clientOf(tx, tx.owner, recurring)
    // With the late terms that the bank was asked for.
    const bare = draftOf(world, scope, { recurring, team: knownTeam, due_date })
    const mandate = await mandateForNew(tx, scope, recurring, { draft: bare, today })
    const draft = { ...bare, mandate_id: mandate.mandate_id }
    const update = recurring.auto_send ? TO_SEND : {}
    const moved = await saveRecurringInvoice(tx, {
      before: recurring,
      wanted: movedOn(recurring, draft),
      team,
      knownClient: client,
    })
    const isGenerated = recurring.notify_on_generation
    await createDraft(world, tx, draft, { team, client, banks, update, isGenerated })
    await mandate.note(tx, draft)
    emit(tx, 'recurring_invoice.generated', moved)
    scheduleReminders(tx, recurring, draft, team.time_zone)
  })
}

function isNext(recurring: RecurringRow, dueDate: string): boolean {
  return isActive(recurring) && recurring.next_due_date === dueDate
}

function draftOf(
  world: World,
  scope: Scope,
  { recurring, team, due_date }: { recurring: RecurringRow; team: Team; due_date: string },
): InvoiceRow {
  const { subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents, total_cents } = recurring
  const items = recurring.items.map((item) => ({ ...item, id: makeUuid(world.wall.now()) }))
  const priced = { items, subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents, total_cents }
  const dates = { issue_date: issueDateFor(recurring, due_date), due_date }
  return newDraft(world, scope, team, {
    ...priced,
    client_id: recurring.client_id,
    ...dates,
    early_payment: earlyPaymentFrom(recurring.early_payment, { ...dates, total_cents }),
    notes: recurring.notes,
    payment_provider_id: recurring.payment_provider_id,
    payment_methods: recurring.payment_methods,
    metadata: recurring.metadata,
    external_reference: recurring.external_reference,
    recurring_invoice_id: recurring.id,
    recurring_due_date: due_date,
  })
}

function movedOn(before: RecurringRow, { id, due_date }: InvoiceRow): RecurringRow {
  const generated = { ...before, last_due_date: due_date, last_invoice_id: id }
  const next_due_date = dueDateFrom(generated, Temporal.PlainDate.from(due_date))
  return { ...generated, next_due_date, invoices_generated: before.invoices_generated + 1 }
}

/**
 * Runs at the first moment of the day after the end date. Invoices that are still missing are created first; the last of
 * them schedules this job again.
 */
export async function expireRecurringInvoice(
  world: World,
  { payload, last }: TaskOf<typeof jobs.expireRecurringJob>,
): Promise<void> {
  const { recurring_invoice_id, end_date } = payload
  await transaction(world, last, async (tx) => {
    const recurring = await lockRecurring(tx, recurring_invoice_id)
    if (recurring === undefined || recurring.end_date !== end_date) return
    if (!mayExpire(recurring)) return
    if (recurring.next_due_date !== null) return
    const team = await demandTeam(tx, tx.owner.teamId)
    if (Temporal.PlainDate.compare(dateIn(tx.now, team.time_zone), Temporal.PlainDate.from(end_date)) <= 0) {
      // The team moved to a time zone in which the end date is not over yet.
      return scheduleInvoices(tx, recurring, team.time_zone)
    }
    await saveRecurringInvoice(tx, {
      before: recurring,
      wanted: moveRecurringInvoice(recurring, 'expired'),
      team,
    })
  })
}
