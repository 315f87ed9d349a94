// Writes an invoice as it has become, with everything that follows from the change: number, charge, payment, counts,
// events and due work, in the transaction of the change.
import type { Invoice } from '../../../contract/invoices.ts'
import type { MessageKind } from '../../../contract/invoicing-states.ts'
import { dayEnd, parseDate } from '../../base/values/dates.ts'
import type { ClientRow } from '../../clients/client-store.ts'
import { emit } from '../../events/emit.ts'
import { enqueue } from '../../outbox/due-work.ts'
import { changeCount, moveCount } from '../../outbox/list-counts.ts'
import type { Tx } from '../../outbox/transaction.ts'
import type { Team } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { partiesOf } from '../documents/parties.ts'
import { isSameRow } from '../same-row.ts'
import type { InvoiceAfter } from './invoice-after.ts'
import { adjustCharge, type ChargeContext, pixView } from './invoice-charge.ts'
import { bucketOf, INVOICE_LIST } from './invoice-list.ts'
import {
  type InvoiceRow,
  insertInvoice,
  insertPayment,
  nextNumber,
  type PaymentRow,
  paymentsOf,
  updateInvoice,
} from './invoice-store.ts'
import { invoiceView } from './invoice-view.ts'

export interface InvoiceContext extends ChargeContext {
  team: Team
  client: ClientRow
  /** How the client is told of a new invoice, if at all; one that is sent is told of in any case. */
  newsOfCreation: 'created' | 'generated' | null
}

/** `before` is null for a new invoice. */
export async function storeInvoice(
  world: World,
  tx: Tx,
  before: InvoiceRow | null,
  { invoice: wanted, payment }: InvoiceAfter,
  context: InvoiceContext,
): Promise<Invoice> {
  const charge = await adjustCharge(tx, wanted, context)
  // As late as can be: whoever else wants a number waits from here on until this transaction has ended.
  const numbered = await withNumber(tx, wanted, context)
  const invoice = { ...numbered, charge_id: charge?.id ?? null, updated_at: tx.now }
  const viewOf = (row: InvoiceRow, payments: PaymentRow[]) =>
    invoiceView(world, { invoice: row, client: context.client, payments, pix: pixView(world, charge) })
  if (before !== null && payment === null && isSameRow(before, invoice))
    return viewOf(before, await storedPayments(tx, before))

  if (before === null) await insertInvoice(tx, invoice)
  else await updateInvoice(tx, invoice)
  if (payment !== null) await insertPayment(tx, payment)
  if (before === null) changeCount(tx, INVOICE_LIST, bucketOf(invoice), 1)
  else moveCount(tx, INVOICE_LIST, bucketOf(before), bucketOf(invoice))
  const first = payment === null ? [] : [payment]
  const view = viewOf(invoice, before === null ? first : await storedPayments(tx, invoice))
  tell(tx, before, { invoice, payment }, view, context)
  bookOverdue(tx, invoice, context.team.time_zone)
  return view
}

async function storedPayments(tx: Tx, { id }: InvoiceRow): Promise<PaymentRow[]> {
  return (await paymentsOf(tx, [id])).get(id) ?? []
}

/** A number is given once, when the invoice leaves draft, in the year of its issue; from then on its names stand. */
async function withNumber(
  tx: Tx,
  invoice: InvoiceRow,
  { team, client }: InvoiceContext,
): Promise<InvoiceRow> {
  if (invoice.status === 'draft' || invoice.number_sequence !== null) return invoice
  const number_year = parseDate(invoice.issue_date)!.year
  const number_sequence = await nextNumber(tx, number_year)
  return { ...invoice, number_year, number_sequence, parties: partiesOf(team, client) }
}

/** The events of a change, in the order in which they make sense; the client hears of the last that matters to them. */
function tell(
  tx: Tx,
  before: InvoiceRow | null,
  { invoice, payment }: InvoiceAfter,
  view: Invoice,
  { newsOfCreation: news }: InvoiceContext,
): void {
  const becomes = (status: InvoiceRow['status']) => invoice.status === status && before?.status !== status
  const becomesPaying = (status: InvoiceRow['payment_status']) =>
    invoice.payment_status === status && before?.payment_status !== status
  let notice: [MessageKind, string] | null = null
  if (before === null) {
    const eventId = emit(tx, 'invoice.created', view)
    if (news !== null && invoice.status === 'draft') notice = [news, eventId]
  }
  if (becomes('sent')) notice = [news === 'generated' ? news : 'sent', emit(tx, 'invoice.sent', view)]
  if (becomes('cancelled')) emit(tx, 'invoice.cancelled', view)
  if (payment !== null && payment.amount_cents > 0n) emit(tx, 'invoice.payment_received', view)
  if (becomesPaying('paid')) {
    const eventId = emit(tx, 'invoice.paid', view)
    // Nobody is thanked for paying nothing.
    if (invoice.amount_paid_cents > 0n) notice = ['paid', eventId]
  }
  if (becomesPaying('overdue')) emit(tx, 'invoice.overdue', view)
  if (notice !== null) notify(tx, invoice, ...notice)
}

/** Named by the event that it tells of: what happened once is told once. */
function notify(tx: Tx, { id }: InvoiceRow, kind: MessageKind, eventId: string): void {
  enqueue(tx, 'notify-client', tx.now, { kind, invoice_id: id }, eventId, 'notify')
}

/** At the first moment of the day after the due date somebody has to look whether the money came. */
export function bookOverdue(tx: Tx, invoice: InvoiceRow, timeZone: string): void {
  const { id, status, payment_status, due_date } = invoice
  if (status !== 'sent' || payment_status === 'paid' || payment_status === 'overdue') return
  const at = dayEnd(parseDate(due_date)!, timeZone)
  // Its time is part of its name: should the team move to another zone, there is another piece for another time.
  enqueue(tx, 'invoice-overdue', at, { invoice_id: id }, `${id} ${at.getTime()}`, 'overdue')
}
