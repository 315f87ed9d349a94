// An invoice as the document that its page and PDF show.
import type { TeamLanguage } from '../../../../contract/team-profile.ts'
import { formatDecimal, parseOwnDecimal } from '../../../kernel/values/decimal.ts'
import { daysLate } from '../../../kernel/values/late-charges.ts'
import type { Cents } from '../../../kernel/values/money.ts'
import { taxIdText } from '../../../kernel/values/tax-ids.ts'
import { type DocumentLine, type InvoiceDocument, isClosed } from '../../../render/document/document.ts'
import { type PageWords, pageWords } from '../../../render/words/page-words.ts'
import { letterheadOf } from '../../teams/brand.ts'
import type { Team } from '../../teams/store.ts'
import type { World } from '../../world.ts'
import type { StoredItem } from '../items.ts'
import { isCancelled, isDraft, isOverdue, isPaid } from '../states.ts'
import type { PaymentRow } from '../store.ts'
import {
  type InvoiceParts,
  invoicePdfUrl,
  invoiceUrl,
  numberText,
  partiesOf,
  type StoredParties,
} from '../view.ts'
import { waysOf } from './ways-to-pay.ts'

// What the documents of invoices and quotes have in common, in the words of their language.

export function commonOf(
  world: World,
  team: Team,
  { issuer, client }: StoredParties,
  { items, issue_date }: { items: StoredItem[]; issue_date: string },
  words: PageWords,
) {
  const { document } = client
  return {
    language: words.lang,
    team: letterheadOf(world, team, issuer),
    footer: issuer.footer ?? null,
    client: { ...client, document: document === null ? null : taxIdText(document) },
    lines: linesOf(items, words),
    issuedOn: Temporal.PlainDate.from(issue_date),
  }
}

export function linesOf(items: readonly StoredItem[], words: PageWords): DocumentLine[] {
  return items.map(({ description, quantity, unit_price, total_cents }) => ({
    description,
    quantity: plainNumber(quantity, words),
    unitPrice: unitPriceText(unit_price, words),
    total: words.money(BigInt(total_cents)),
  }))
}

interface Summed {
  subtotal_cents: Cents
  discount_rate: string
  discount_cents: Cents
  tax_rate: string
  tax_cents: Cents
}

/** From the subtotal on; none where the total says it all. */
export function sumsOf(
  { subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents }: Summed,
  words: PageWords,
): [string, string][] {
  const { discount, tax, subtotal } = words.document
  const rows: [string, string][] = []
  if (discount_cents > 0n)
    rows.push([discount(plainNumber(discount_rate, words)), `- ${words.money(discount_cents)}`])
  if (tax_cents > 0n) rows.push([tax(plainNumber(tax_rate, words)), words.money(tax_cents)])
  return rows.length === 0 ? [] : [[subtotal, words.money(subtotal_cents)], ...rows]
}

export function dateText(date: string, words: PageWords): string {
  return words.date(Temporal.PlainDate.from(date))
}

/** "1,5" and "2": without trailing zeros. */
function plainNumber(decimal: string, words: PageWords): string {
  return formatDecimal(parseOwnDecimal(decimal)).replace('.', words.decimal)
}

/** Two decimals, or as many as it has. */
function unitPriceText(price: string, { money, decimal }: PageWords): string {
  const [whole = '', fraction = ''] = formatDecimal(parseOwnDecimal(price)).split('.')
  const reais = money(BigInt(whole) * 100n).slice(0, -3)
  return `${reais}${decimal}${fraction.padEnd(2, '0')}`
}

export function invoiceDocument(
  world: World,
  parts: InvoiceParts,
  team: Team,
  today: Temporal.PlainDate,
  language: TeamLanguage,
): InvoiceDocument {
  const { invoice, client, payments, isSimulated } = parts
  const words = pageWords(language)
  const due = Temporal.PlainDate.from(invoice.due_date)
  const state = stateOf(invoice)
  return {
    ...commonOf(world, team, invoice.parties ?? partiesOf(team, client), invoice, words),
    isSimulated: isSimulated || invoice.mode === 'test',
    kind: 'invoice',
    title: words.invoice.title(numberText(invoice)),
    dates: [
      [words.document.issued, dateText(invoice.issue_date, words)],
      [words.invoice.due, words.date(due)],
    ],
    sums: sumsOf(invoice, words),
    total: words.money(invoice.total_cents),
    notes: invoice.notes,
    url: invoiceUrl(world, invoice.link_token),
    pdfUrl: invoicePdfUrl(world, invoice.link_token),
    state,
    isDraft: isDraft(invoice),
    ...waysOf(parts, team, today, words),
    dueOn: words.date(due),
    dueNote: isClosed({ state }) ? null : dueNote(due, today, words),
    ...moneyThatMoved(payments, team.time_zone, words),
  }
}

function moneyThatMoved(payments: readonly PaymentRow[], zone: string, words: PageWords) {
  const sumOf = (isOfIt: (payment: PaymentRow) => boolean) => {
    const sum = payments.filter(isOfIt).reduce((total, { amount_cents }) => total + amount_cents, 0n)
    return sum === 0n ? null : words.money(sum < 0n ? -sum : sum)
  }
  const shown = payments.map((payment) => {
    const at = payment.paid_at.toTemporalInstant().toZonedDateTimeISO(zone)
    const time = at.toPlainTime().toString({ smallestUnit: 'minute' })
    return { payment, day: words.date(at.toPlainDate()), at: words.moment(at.toPlainDate(), time) }
  })
  return {
    paidSum: sumOf(() => true),
    returnedSum: sumOf(({ method }) => method === 'return'),
    payments: shown.map(({ payment, day }): [string, string] => [
      payment.method === 'return' ? `${day} (${words.invoice.by.return.toLowerCase()})` : day,
      words.money(payment.amount_cents),
    ]),
    paidOn: shown.findLast(({ payment }) => payment.method !== 'return')?.day ?? null,
    receipts: shown.map(({ payment, at }) => ({
      at,
      amount: words.money(payment.amount_cents),
      by: words.invoice.by[payment.method],
      reference: payment.reference === null ? null : words.invoice.reference(payment.reference),
    })),
  }
}

function dueNote(due: Temporal.PlainDate, today: Temporal.PlainDate, { invoice }: PageWords): string | null {
  if (due.equals(today)) return invoice.dueToday
  const days = daysLate(due, today)
  return days === 0 ? null : invoice.overdueBy(days)
}

function stateOf(invoice: InvoiceParts['invoice']): InvoiceDocument['state'] {
  if (isCancelled(invoice)) return 'cancelled'
  if (isPaid(invoice)) return 'paid'
  return isOverdue(invoice) ? 'overdue' : 'open'
}
