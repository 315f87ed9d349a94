// Reads what a news mail states about each event: one function for each event of the table.
import type { EventObject } from '../../../contract/events.ts'
import { PANEL_SCREENS } from '../../../contract/links.ts'
import { debitObstacle } from '../../../contract/phrases/debit-refusals.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { centsFromNumber, parseAmount } from '../../kernel/values/money.ts'
import { shownName, shownWords } from '../../kernel/values/text.ts'
import { moneyText, shortDate } from '../../render/itinerary/itinerary.ts'
import { findAnyBooking } from '../bookings/store.ts'
import { numberText } from '../documents/view.ts'
import { partsOf } from '../invoices/parts.ts'
import { isPaid } from '../invoices/states.ts'
import { findInvoice } from '../invoices/store.ts'
import type { World } from '../world.ts'
import type { NewsEvent } from './jobs.ts'
import type { NewsFacts } from './words.ts'

interface ReadFacts {
  readonly facts: Partial<NewsFacts>
  /** The panel's path to the object. */
  readonly path: string
  /** No real money moved. */
  readonly isSimulated: boolean
}

interface Reading {
  readonly world: World
  readonly tx: Tx
  readonly language: TeamLanguage
}

/** Null if another event covers the same news, or if the object was deleted. */
type ReadNews<Event extends NewsEvent> = (
  reading: Reading,
  object: EventObject<Event>,
) => Promise<ReadFacts | null>

const READ_NEWS: { readonly [Event in NewsEvent]: ReadNews<Event> } = {
  'quote.accepted': quoteFacts,
  'quote.declined': quoteFacts,
  // A payment in full is reported by `invoice.paid` alone.
  'invoice.payment_received': async (reading, invoice) =>
    isPaid(invoice) ? null : invoiceFacts(reading, invoice, lastMoved(invoice)),
  // An invoice of zero was never paid.
  'invoice.paid': async (reading, invoice) =>
    invoice.amount_paid > 0 ? invoiceFacts(reading, invoice, lastMoved(invoice)) : null,
  'invoice.overdue': (reading, invoice) => invoiceFacts(reading, invoice, invoice.amount_due),
  'invoice.payment.returned': (reading, invoice) => invoiceFacts(reading, invoice, returned(invoice)),
  'wallet.payment.returned': returnFacts,
  'dispute.opened': disputeFacts,
  'mandate.rejected': mandateFacts,
  'mandate.cancelled': mandateFacts,
  'mandate.debit_failed': debitFacts,
  'booking.failed': bookingFacts,
}

export function readNews<Event extends NewsEvent>(
  reading: Reading,
  type: Event,
  object: EventObject<Event>,
): Promise<ReadFacts | null> {
  return READ_NEWS[type](reading, object)
}

async function quoteFacts({ language }: Reading, quote: EventObject<'quote.accepted'>): Promise<ReadFacts> {
  const facts = {
    client: shownName(quote.client.full_name),
    number: quote.number ?? '',
    amount: money(quote.total, language),
    by: shownName(quote.responded_by ?? ''),
    reason: shownWords(quote.decline_reason ?? ''),
  }
  return { facts, path: `${PANEL_SCREENS.quotes}/${quote.id}`, isSimulated: false }
}

type Invoice = EventObject<'invoice.paid'>

/** `amount` is shown in the subject. */
async function invoiceFacts(
  { world, tx, language }: Reading,
  invoice: Invoice,
  amount: number,
): Promise<ReadFacts | null> {
  const row = await findInvoice(tx, tx.owner, invoice.id)
  if (row === undefined) return null
  const { isSimulated } = await partsOf(world, tx, tx.owner, row)
  const facts = {
    client: shownName(invoice.client.full_name),
    number: invoice.number ?? '',
    amount: money(amount, language),
    left: money(invoice.amount_due, language),
    due: shortDate(Temporal.PlainDate.from(invoice.due_date), language),
    uncovered: uncovered(invoice, language),
  }
  return { facts, path: `${PANEL_SCREENS.invoices}/${invoice.id}`, isSimulated }
}

/** The money that moved last, in either direction. */
function lastMoved({ payments }: Invoice): number {
  return Math.abs(payments.at(-1)?.amount ?? 0)
}

/** Nothing moves on the invoice if all of it had become credit that is used. */
function returned({ payments, uncovered_amount }: Invoice): number {
  const last = payments.at(-1)
  return last?.method === 'return' ? -last.amount : uncovered_amount
}

function uncovered({ uncovered_amount }: { uncovered_amount: number }, language: TeamLanguage): string {
  return uncovered_amount === 0 ? '' : money(uncovered_amount, language)
}

type Mandate = EventObject<'mandate.cancelled'>

async function mandateFacts({ language }: Reading, mandate: Mandate): Promise<ReadFacts> {
  const { client, amount, first_invoice_id } = mandate
  const facts = { client: shownName(client.full_name), amount: money(amount, language) }
  return { facts, path: `${PANEL_SCREENS.invoices}/${first_invoice_id}`, isSimulated: false }
}

/** The failed debit is the newest that an obstacle stands in the way of. */
async function debitFacts({ language }: Reading, { client, charges }: Mandate): Promise<ReadFacts | null> {
  const failed = charges.find(({ obstacle }) => obstacle !== null)
  if (failed === undefined || failed.obstacle === null) return null
  const refused = failed.attempts.findLast(({ status }) => status === 'refused')
  const facts = {
    client: shownName(client.full_name),
    amount: money(failed.amount, language),
    due: shortDate(Temporal.PlainDate.from(failed.due_date), language),
    reason: debitObstacle(failed.obstacle, refused?.code, language),
  }
  return { facts, path: `${PANEL_SCREENS.invoices}/${failed.invoice_id}`, isSimulated: false }
}

async function returnFacts(
  { language }: Reading,
  { amount }: EventObject<'wallet.payment.returned'>,
): Promise<ReadFacts> {
  const facts = { amount: moneyText(parseAmount(amount) ?? 0n, language) }
  return { facts, path: PANEL_SCREENS.wallet, isSimulated: false }
}

/** `due`: the last day for documents; empty if the bank names none. */
async function disputeFacts(
  { world, tx, language }: Reading,
  { invoice_id, amount, uncovered_amount, answer_by }: EventObject<'dispute.opened'>,
): Promise<ReadFacts | null> {
  const row = await findInvoice(tx, tx.owner, invoice_id)
  if (row === undefined) return null
  const { client, isSimulated } = await partsOf(world, tx, tx.owner, row)
  const facts = {
    client: shownName(client.full_name),
    number: numberText(row) ?? '',
    amount: money(amount, language),
    due: answer_by === null ? '' : shortDate(Temporal.PlainDate.from(answer_by), language),
    uncovered: uncovered({ uncovered_amount }, language),
  }
  return { facts, path: `${PANEL_SCREENS.invoices}/${invoice_id}`, isSimulated }
}

async function bookingFacts(
  { tx, language }: Reading,
  { id }: EventObject<'booking.failed'>,
): Promise<ReadFacts | null> {
  const booking = await findAnyBooking(tx, tx.owner, id)
  if (booking === undefined) return null
  const facts = {
    client: shownName(booking.client_name),
    number: booking.booking_reference,
    amount: moneyText(booking.client_cents, language),
  }
  return { facts, path: `${PANEL_SCREENS.bookings}/${id}`, isSimulated: booking.simulated }
}

function money(amount: number, language: TeamLanguage): string {
  return moneyText(centsFromNumber(amount) ?? 0n, language)
}
