// An event as the line of a mail that its agency reads: what it is, about whom, and how much.
import type { EventObject } from '../../../contract/events.ts'
import type { NewsKind, TeamLanguage } from '../../../contract/team-profile.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { centsFromNumber, parseAmount } from '../../kernel/values/money.ts'
import { shownName, shownWords } from '../../kernel/values/shown-name.ts'
import { moneyText, shortDate } from '../../render/itinerary/itinerary-words.ts'
import { findAnyBooking } from '../bookings/booking-store.ts'
import { findEvent } from '../events/event-store.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { partsOf } from '../invoices/read-invoices.ts'
import { isPaid } from '../invoices/states.ts'
import type { NewsFacts } from '../notifications/words/news-shapes.ts'
import type { World } from '../world.ts'

export interface News {
  readonly kind: NewsKind
  readonly facts: NewsFacts
  readonly at: Date
  /** The invoice, quote, booking or return. */
  readonly aboutId: string
  /** Where the panel shows it. */
  readonly path: string
  /** No real money came or went. */
  readonly isSimulated: boolean
}

type Told = Omit<News, 'facts' | 'at' | 'aboutId'> & { readonly facts: Partial<NewsFacts> }

const NO_FACTS: NewsFacts = { client: '', number: '', amount: '', left: '', due: '', reason: '', by: '' }

/** Null where it tells nothing that another does not tell, or its object is gone. */
export async function newsOf(
  world: World,
  tx: Tx,
  eventId: string,
  language: TeamLanguage,
): Promise<News | null> {
  const event = await findEvent(tx, tx.owner, eventId)
  if (event === undefined) return null
  const { type, created_at, data } = JSON.parse(event.payload)
  const told = await toldOf(world, tx, type, data.object, language)
  const { id: aboutId } = data.object
  return told && { ...told, facts: { ...NO_FACTS, ...told.facts }, at: new Date(created_at), aboutId }
}

/** `object` is what an event of this type carries. */
async function toldOf(
  world: World,
  tx: Tx,
  type: string,
  object: Parameters<typeof quoteNews>[1] & Invoice & EventObject<'wallet.payment.returned'>,
  language: TeamLanguage,
): Promise<Told | null> {
  switch (type) {
    case 'quote.accepted':
      return quoteNews('quote_accepted', object, language)
    case 'quote.declined':
      return quoteNews('quote_declined', object, language)
    case 'booking.failed':
      return failedBooking(tx, object.id, language)
    case 'wallet.payment.returned': {
      const amount = moneyText(parseAmount(object.amount) ?? 0n, language)
      return { kind: 'payment_returned', facts: { amount }, path: '/carteira', isSimulated: false }
    }
    default:
      return invoiceNews(world, tx, type, object, language)
  }
}

type Invoice = EventObject<'invoice.paid'>
/** What was said with an answer is there once somebody said it. */
type Quote = EventObject<'quote.accepted'> & {
  readonly number?: string | null
  readonly responded_by?: string | null
  readonly decline_reason?: string | null
}

function quoteNews(kind: NewsKind, quote: Quote, language: TeamLanguage): Told {
  const facts = {
    client: shownName(quote.client.full_name),
    number: quote.number ?? '',
    amount: money(quote.total, language),
    by: shownName(quote.responded_by ?? ''),
    reason: shownWords(quote.decline_reason ?? ''),
  }
  return { kind, facts, path: `/orcamentos/${quote.id}`, isSimulated: false }
}

async function failedBooking(tx: Tx, id: string, language: TeamLanguage): Promise<Told | null> {
  const booking = await findAnyBooking(tx, tx.owner, id)
  if (booking === undefined) return null
  const facts = {
    client: shownName(booking.client_name),
    number: booking.booking_reference,
    amount: moneyText(booking.client_cents, language),
  }
  return { kind: 'booking_failed', facts, path: `/reservas/${id}`, isSimulated: booking.simulated }
}

async function invoiceNews(
  world: World,
  tx: Tx,
  type: string,
  invoice: Invoice,
  language: TeamLanguage,
): Promise<Told | null> {
  const kind = kindOf(type, invoice)
  const row = await findInvoice(tx, tx.owner, invoice.id)
  if (kind === null || row === undefined) return null
  const { isSimulated } = await partsOf(world, tx, tx.owner, row)
  const last = invoice.payments.at(-1)?.amount ?? 0
  const facts = {
    client: shownName(invoice.client.full_name),
    number: invoice.number ?? '',
    amount: money(kind === 'invoice_paid' ? invoice.amount_paid : Math.abs(last), language),
    left: money(invoice.amount_due, language),
    due: shortDate(Temporal.PlainDate.from(invoice.due_date), language),
  }
  return { kind, facts, path: `/faturas/${invoice.id}`, isSimulated }
}

/** A payment that pays it in full is told as that; nobody paid an invoice of nothing. */
function kindOf(type: string, invoice: Invoice): NewsKind | null {
  switch (type) {
    case 'invoice.paid':
      return invoice.amount_paid > 0 ? 'invoice_paid' : null
    case 'invoice.payment_received':
      return isPaid(invoice) ? null : 'invoice_part_paid'
    case 'invoice.overdue':
      return 'invoice_overdue'
    default:
      return type === 'invoice.payment.returned' ? 'payment_returned' : null
  }
}

function money(amount: number, language: TeamLanguage): string {
  return moneyText(centsFromNumber(amount) ?? 0n, language)
}
