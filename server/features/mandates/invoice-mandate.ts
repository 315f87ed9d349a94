// Keeps an invoice and its mandate in step: runs after each change of an invoice of a recurring invoice.
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { payableCents } from '../invoices/charges.ts'
import { saveChange } from '../invoices/save.ts'
import { isCancelled, isDraft, isPaid } from '../invoices/states.ts'
import { findInvoice, type InvoiceRow, lockInvoice } from '../invoices/store.ts'
import { findCharge } from '../payments/charge-store.ts'
import { hasMoney, isAwaited, isPayable } from '../payments/states.ts'
import type { RecurringRow } from '../recurring-invoices/store.ts'
import type { World } from '../world.ts'
import { askedAgain, BankSilent } from './bank-silent.ts'
import { debitInvoice, noteObstacle } from './debits.ts'
import { readMandate } from './follow.ts'
import type * as jobs from './jobs.ts'
import { scheduleInvoiceMandate } from './jobs.ts'
import { moveDebit, moveMandate, RUN_OUT } from './moves.ts'
import { mayOfferAgain, offerMandate, offerOf, resumeOffer } from './offers.ts'
import { obstacleFor } from './rules.ts'
import { isActive, isOffered, isUnderWay } from './states.ts'
import { findLiveMandate, findMandate, findMandateChargeOf, lockMandate, type MandateRow } from './store.ts'

export async function settleInvoiceMandate(
  world: World,
  task: TaskOf<typeof jobs.invoiceMandateJob>,
): Promise<void> {
  const { invoice_id: id } = task.payload
  const again = (tx: Tx, at: Date) => scheduleInvoiceMandate(tx, id, at)
  await askedAgain(world, task, () => settle(world, task), again)
}

async function settle(
  world: World,
  { payload, scope }: TaskOf<typeof jobs.invoiceMandateJob>,
): Promise<void> {
  const invoice = await findInvoice(world.pool, scope.owner, payload.invoice_id)
  if (invoice === undefined) return
  const offer = await offerOf(world, scope, invoice.id)
  if (offer !== undefined) await settleOffer(world, scope, invoice, offer)
  if (invoice.mandate_id !== null) return settleDebit(world, scope, invoice, invoice.mandate_id)
  const debit = await findMandateChargeOf(world.pool, scope.owner, { invoice_id: invoice.id })
  // None for an invoice that a mandate was to pay.
  if (debit !== undefined) return
  if (offer === undefined || (await mayOfferAgain(world, scope, offer)))
    await offerMandate(world, scope, invoice)
}

function isClosed(invoice: InvoiceRow): boolean {
  return isCancelled(invoice) || isPaid(invoice) || payableCents(invoice) === 0n
}

/** An offer is asked for until its bank confirms it, and ends with the invoice. */
async function settleOffer(
  world: World,
  scope: Scope,
  invoice: InvoiceRow,
  offer: MandateRow,
): Promise<void> {
  if (!isOffered(offer)) return
  const first = await findCharge(world.pool, offer.first_charge_id)
  // Its amount was changed, or part of it paid otherwise.
  const isWithdrawn = first !== undefined && !hasMoney(first) && !isPayable(first) && !isAwaited(first)
  if (!isClosed(invoice) && !isWithdrawn) return resumeOffer(world, scope, offer)
  if ((await readMandate(world, scope, offer)) === 'unknown')
    throw new BankSilent('the bank did not report the mandate')
  const charge = await findCharge(world.pool, offer.first_charge_id)
  // Paid by its code: the bank reports the acceptance later.
  if (charge !== undefined && hasMoney(charge)) return
  await transaction(world, aside(scope), async (tx) => {
    const locked = await lockMandate(tx, offer.id)
    if (locked !== undefined && isOffered(locked)) await moveMandate(tx, locked, 'expired', RUN_OUT)
  })
}

async function settleDebit(
  world: World,
  scope: Scope,
  invoice: InvoiceRow,
  mandateId: string,
): Promise<void> {
  const mandate = await findMandate(world.pool, scope.owner, mandateId)
  if (mandate === undefined || isDraft(invoice)) return
  if (!isClosed(invoice)) return debitInvoice(world, scope, invoice, mandate)
  // The debit of an invoice that was paid otherwise was withdrawn with its charge.
  await transaction(world, aside(scope), async (tx) => {
    const locked = await lockInvoice(tx, invoice.id)
    if (locked === undefined || locked.mandate_id === null || !isClosed(locked)) return
    const debit = await findMandateChargeOf(tx, tx.owner, { invoice_id: invoice.id })
    const charge = debit?.charge_id == null ? undefined : await findCharge(tx, debit.charge_id)
    if (debit !== undefined && isUnderWay(debit))
      await moveDebit(tx, mandate, debit.id, charge !== undefined && hasMoney(charge) ? 'pay' : 'cancel')
    // Money that goes back later is owed like any other.
    await saveChange(world, tx, { before: locked, edited: { ...locked, mandate_id: null }, banks: {} })
  })
}

export interface NewInvoiceMandate {
  /** The mandate that pays the invoice. */
  readonly mandate_id: string | null
  /** Notes in the books why the active mandate does not; call it once the invoice is stored. */
  note(tx: Tx, invoice: InvoiceRow): Promise<void>
}

const NONE: NewInvoiceMandate = { mandate_id: null, note: async () => {} }

/** Whether a new invoice of a recurring invoice will be debited. */
export async function mandateForNew(
  db: Parameters<typeof findLiveMandate>[0],
  scope: Pick<Scope, 'owner'>,
  recurring: RecurringRow,
  { draft, today }: { readonly draft: InvoiceRow; readonly today: Temporal.PlainDate },
): Promise<NewInvoiceMandate> {
  if (!recurring.payment_methods.includes('pix_automatic')) return NONE
  const mandate = await findLiveMandate(db, scope.owner, recurring.id)
  if (mandate === undefined || !isActive(mandate)) return NONE
  const obstacle = obstacleFor(mandate, { dueOn: draft.due_date, owedCents: payableCents(draft) }, today)
  if (obstacle === null) return { mandate_id: mandate.id, note: NONE.note }
  return { mandate_id: null, note: (tx, invoice) => noteObstacle(tx, mandate, invoice, obstacle) }
}
