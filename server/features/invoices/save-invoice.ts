// Writes an invoice as it has become, with everything that follows from the change: number, charge, payment, counts,
// events and due work, in the transaction of the change.
import type { EventAbout } from '../../../contract/events.ts'
import type { Invoice } from '../../../contract/invoices.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { moveCount } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { dayEnd } from '../../kernel/values/dates.ts'
import { emittedUpTo } from '../../kernel/values/state-table.ts'
import type { ClientRow } from '../clients/client-store.ts'
import { emit } from '../events/emit.ts'
import { scheduleReminderRound } from '../teams/schedule-reminders.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import type { ChangedInvoice } from './apply-reported-change.ts'
import { waysToPay } from './charge-views.ts'
import { partiesOf } from './documents/parties.ts'
import { adjustCharges, type ChargeContext, letGoOfCharges } from './invoice-charge.ts'
import { bucketOf, INVOICE_LIST } from './invoice-list.ts'
import { insertPayment, type PaymentRow, paymentsOf } from './invoice-payment-store.ts'
import { type InvoiceRow, insertInvoice, nextNumber, updateInvoice } from './invoice-store.ts'
import { invoiceView, type WarnedInvoice } from './invoice-view.ts'
import { recordMoney } from './record-money.ts'
import { isSameRow } from './same-row.ts'
import { INVOICE_MOVES, isDraft, isOverdue, isPaid, isSent, PAYMENT_MOVES } from './states.ts'
import * as work from './work.ts'

export interface InvoiceContext extends ChargeContext {
  team: Team
  client: ClientRow
  /** Which notice the client gets of a new invoice, if any; one that is sent always causes one. */
  newsOfCreation: 'created' | 'generated' | null
}

/** `before` is null for a new invoice. */
export async function saveInvoice(
  world: World,
  tx: Tx,
  before: InvoiceRow | null,
  { invoice: wanted, payment }: ChangedInvoice,
  context: InvoiceContext,
): Promise<WarnedInvoice> {
  if (before !== null && before.client_id !== wanted.client_id) await letGoOfCharges(tx, before)
  const { charges, warnings } = await adjustCharges(tx, before, wanted, context)
  // As late as possible: from here on other invoices wait for their number until this transaction ends.
  const numbered = await withNumber(tx, wanted, context)
  const [charge_id, boleto_charge_id] = [charges.pix?.id ?? null, charges.boleto?.id ?? null]
  const invoice = { ...numbered, charge_id, boleto_charge_id, updated_at: tx.now }
  const ways = waysToPay(world, charges)
  const viewOf = (row: InvoiceRow, payments: PaymentRow[]) =>
    invoiceView(world, { invoice: row, client: context.client, payments, ...ways })
  if (before !== null && payment === null && isSameRow(before, invoice))
    return { data: viewOf(before, await storedPayments(tx, before)), warnings }

  if (before === null) await insertInvoice(tx, invoice)
  else await updateInvoice(tx, invoice)
  if (payment !== null) await insertPayment(tx, payment)
  recordMoney(tx, before, { invoice, payment })
  moveCount(tx, INVOICE_LIST, before && bucketOf(before), bucketOf(invoice))
  const first = payment === null ? [] : [payment]
  const view = viewOf(invoice, before === null ? first : await storedPayments(tx, invoice))
  emitChange(tx, before, { invoice, payment }, view, context)
  scheduleOverdue(tx, invoice, context.team.time_zone)
  if (isSent(invoice) && !isPaid(invoice)) scheduleReminderRound(tx, context.team)
  return { data: view, warnings }
}

async function storedPayments(tx: Tx, { id }: InvoiceRow): Promise<PaymentRow[]> {
  return (await paymentsOf(tx, [id])).get(id) ?? []
}

/** A number is given once, when the invoice leaves draft, in the year of its issue; then its names are fixed. */
async function withNumber(
  tx: Tx,
  invoice: InvoiceRow,
  { team, client }: InvoiceContext,
): Promise<InvoiceRow> {
  if (isDraft(invoice) || invoice.number_sequence !== null) return invoice
  const number_year = Temporal.PlainDate.from(invoice.issue_date).year
  const number_sequence = await nextNumber(tx, number_year)
  return { ...invoice, number_year, number_sequence, parties: partiesOf(team, client) }
}

/** The client hears of the last event that matters to them. */
function emitChange(
  tx: Tx,
  before: InvoiceRow | null,
  changed: ChangedInvoice,
  view: Invoice,
  { newsOfCreation }: InvoiceContext,
): void {
  let notice: [Told, string] | null = null
  for (const type of eventsOf(before, changed)) {
    const eventId = emit(tx, type, view)
    const kind = noticeOf(type, changed.invoice, newsOfCreation)
    if (kind !== null) notice = [kind, eventId]
  }
  if (notice !== null) notify(tx, changed.invoice, ...notice)
}

/** The events of a change by the tables of states: first those of the document, then those of its payment. */
function eventsOf(before: InvoiceRow | null, { invoice, payment }: ChangedInvoice): EventAbout<'invoice'>[] {
  return [
    ...emittedUpTo(INVOICE_MOVES, before?.status, invoice.status),
    ...(payment !== null && payment.amount_cents > 0n ? (['invoice.payment_received'] as const) : []),
    ...emittedUpTo(PAYMENT_MOVES, before?.payment_status, invoice.payment_status),
  ]
}

type Told = Exclude<work.ClientNotice['kind'], 'reminder'>

/** The notice that the client gets of this event, if any. */
function noticeOf(
  type: EventAbout<'invoice'>,
  invoice: InvoiceRow,
  news: InvoiceContext['newsOfCreation'],
): Told | null {
  if (type === 'invoice.created') return isDraft(invoice) ? news : null
  if (type === 'invoice.sent') return news === 'generated' ? news : 'sent'
  // An invoice of zero is paid at once, and needs no thanks.
  return type === 'invoice.paid' && invoice.amount_paid_cents > 0n ? 'paid' : null
}

/** The event's id is the key, so that each event causes one notice. */
function notify(tx: Tx, { id }: InvoiceRow, kind: Told, eventId: string): void {
  schedule(tx, work.notifyClient, { at: tx.now, key: eventId, payload: { kind, invoice_id: id } })
}

/** Checks at the first moment of the day after the due date whether the invoice was paid. */
export function scheduleOverdue(tx: Tx, invoice: InvoiceRow, timeZone: string): void {
  const { id, due_date } = invoice
  if (!isSent(invoice) || isPaid(invoice) || isOverdue(invoice)) return
  const at = dayEnd(Temporal.PlainDate.from(due_date), timeZone)
  // The time is part of the key: a team that changes its time zone gets another piece for the new time.
  schedule(tx, work.invoiceOverdue, { at, key: `${id} ${at.getTime()}`, payload: { invoice_id: id } })
}
