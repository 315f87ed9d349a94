// Due work: makes the invoice of one due date of a subscription, and books the next. The subscription's row is locked
// and says which date is next, and the database takes one invoice for each, so it is made once, whoever tries.
import { dateIn, parseDate } from '../../base/values/dates.ts'
import { makeUuid } from '../../base/values/ids.ts'
import { findClient } from '../../clients/client-store.ts'
import { emit } from '../../events/emit.ts'
import { finish } from '../../outbox/due-work.ts'
import { type Scope, transaction } from '../../outbox/transaction.ts'
import { findTeam } from '../../teams/team-store.ts'
import type { Task, World } from '../../world.ts'
import { newDraft } from '../invoices/create-invoice.ts'
import { invoiceAfter } from '../invoices/invoice-after.ts'
import { chargeWish, payableCents } from '../invoices/invoice-charge.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'
import { prepareAnyBank } from '../invoices/prepare-bank.ts'
import { storeInvoice } from '../invoices/save-invoice.ts'
import { bookReminders } from '../invoices/schedule-reminders.ts'
import { findRecurring, lockRecurring, type RecurringRow } from './recurring-store.ts'
import { storeRecurring } from './save-recurring-invoice.ts'
import { dueDateFrom, issueDateFor } from './schedule.ts'

export async function generateInvoice(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { recurring_invoice_id, due_date } = payload as { recurring_invoice_id: string; due_date: string }
  const known = await findRecurring(world.pool, scope!, recurring_invoice_id)
  if (known === undefined || !isNext(known, due_date)) return
  const likely = draftOf(world, scope!, known, due_date)
  const bank = await prepareAnyBank(world, scope!, known.payment_provider_id, async () => {
    const amountCents = payableCents(likely)
    if (amountCents === 0n) return null
    const team = (await findTeam(world.pool, scope!.teamId))!
    const client = (await findClient(world.pool, scope!, known.client_id))!
    const today = dateIn(scope!.clock.now(), team.time_zone)
    return chargeWish(likely, amountCents, { team, client, today })
  })
  await transaction(world, scope!, async (tx) => {
    finish(tx, piece)
    const recurring = await lockRecurring(tx, recurring_invoice_id)
    // Paused, cancelled or given other dates since: then this one is not made.
    if (recurring === undefined || !isNext(recurring, due_date)) return
    const team = (await findTeam(tx, tx.teamId))!
    const client = (await findClient(tx, tx, recurring.client_id))!
    const today = dateIn(tx.now, team.time_zone)
    const draft = { ...draftOf(world, scope!, recurring, due_date), created_at: tx.now }
    const said = recurring.auto_send ? { status: 'sent' as const } : {}
    const after = invoiceAfter(draft, said, { now: tx.now, today, newUuid: tx.newUuid })
    const newsOfCreation = recurring.notify_on_generation ? ('generated' as const) : null
    const moved = await storeRecurring(tx, recurring, movedOn(recurring, draft), team, client)
    await storeInvoice(world, tx, null, after, { team, client, today, bank, newsOfCreation })
    emit(tx, 'recurring_invoice.generated', moved)
    bookReminders(tx, recurring, draft, team.time_zone)
  })
}

function isNext({ status, next_due_date }: RecurringRow, dueDate: string): boolean {
  return status === 'active' && next_due_date === dueDate
}

function draftOf(world: World, scope: Scope, recurring: RecurringRow, due_date: string): InvoiceRow {
  const { subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents, total_cents } = recurring
  const items = recurring.items.map((item) => ({ ...item, id: makeUuid(world.wall.now()) }))
  const priced = { items, subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents, total_cents }
  return newDraft(world, scope, priced, {
    client_id: recurring.client_id,
    issue_date: issueDateFor(recurring, due_date),
    due_date,
    notes: recurring.notes,
    payment_provider_id: recurring.payment_provider_id,
    recurring_invoice_id: recurring.id,
    recurring_due_date: due_date,
  })
}

function movedOn(before: RecurringRow, { id, due_date }: InvoiceRow): RecurringRow {
  const made = { ...before, last_due_date: due_date, last_invoice_id: id }
  const next_due_date = dueDateFrom(made, parseDate(due_date)!)
  return { ...made, next_due_date, invoices_generated: before.invoices_generated + 1 }
}
