// Turns an invoice or a quote into the document that its client is shown.

import { formatDecimal, parseOwnDecimal } from '../../base/values/decimal.ts'
import { type Cents, formatBrl } from '../../base/values/money.ts'
import type { ClientRow } from '../../clients/client-store.ts'
import type { DocumentLine, InvoiceDocument, QuoteDocument } from '../../paper/document/document.ts'
import { brazilianDate, taxIdText } from '../../rules/brazilian-texts.ts'
import { isCancelled, isOverdue, isPaid } from '../../rules/invoice-states.ts'
import { endOf } from '../../rules/quote-states.ts'
import { letterheadOf } from '../../teams/letterhead.ts'
import type { Team } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { type InvoiceParts, numberText } from '../invoices/invoice-view.ts'
import type { StoredItem } from '../priced-items.ts'
import type { QuoteRow } from '../quotes/quote-store.ts'
import { invoicePdfUrl, invoiceUrl, quotePdfUrl, quoteUrl } from './links.ts'
import { partiesOf, type StoredParties } from './parties.ts'
import { waysOf } from './ways-to-pay.ts'

export function invoiceDocument(
  world: World,
  parts: InvoiceParts,
  team: Team,
  today: Temporal.PlainDate,
): InvoiceDocument {
  const { invoice, client, payments, isSimulated } = parts
  const number = numberText(invoice)
  const due = Temporal.PlainDate.from(invoice.due_date)
  const paidOn = (at: Date) =>
    brazilianDate(at.toTemporalInstant().toZonedDateTimeISO(team.time_zone).toPlainDate())
  return {
    ...common(world, team, invoice.parties ?? partiesOf(team, client), invoice),
    isSimulated: isSimulated || invoice.mode === 'test',
    kind: 'invoice',
    title: number === null ? 'Fatura' : `Fatura ${number}`,
    dates: [
      ['Emissão', dateText(invoice.issue_date)],
      ['Vencimento', dateText(invoice.due_date)],
    ],
    sums: sumsOf(invoice),
    total: formatBrl(invoice.total_cents),
    notes: invoice.notes,
    url: invoiceUrl(world, invoice.link_token),
    pdfUrl: invoicePdfUrl(world, invoice.link_token),
    state: stateOf(invoice),
    ...waysOf(parts, team, today),
    dueOn: brazilianDate(due),
    payments: payments.map(({ paid_at, amount_cents, method }) => [
      method === 'return' ? `${paidOn(paid_at)} (devolvido)` : paidOn(paid_at),
      formatBrl(amount_cents),
    ]),
  }
}

export function quoteDocument(
  world: World,
  quote: QuoteRow,
  client: ClientRow,
  team: Team,
  isExpired: boolean,
): QuoteDocument {
  const validUntil = quote.valid_until === null ? null : dateText(quote.valid_until)
  return {
    ...common(world, team, partiesOf(team, client), quote),
    isSimulated: quote.mode === 'test',
    kind: 'quote',
    title: 'Orçamento',
    dates: [
      ['Emissão', dateText(quote.issue_date)],
      ...(validUntil === null ? [] : ([['Válido até', validUntil]] as [string, string][])),
    ],
    sums: sumsOf({ ...quote, tax_rate: '0', tax_cents: 0n }),
    total: formatBrl(quote.total_cents),
    notes: quote.notes,
    url: quoteUrl(world, quote.link_token),
    pdfUrl: quotePdfUrl(world, quote.link_token),
    state: isExpired ? 'expired' : (endOf(quote) ?? 'waiting'),
    validUntil,
  }
}

function common(
  world: World,
  team: Team,
  { issuer, client }: StoredParties,
  { items, issue_date }: { items: StoredItem[]; issue_date: string },
) {
  const { document } = client
  return {
    team: letterheadOf(world, team, issuer),
    footer: issuer.footer ?? null,
    client: { ...client, document: document === null ? null : taxIdText(document) },
    lines: items.map(lineOf),
    issuedOn: Temporal.PlainDate.from(issue_date),
  }
}

function lineOf({ description, quantity, unit_price, total_cents }: StoredItem): DocumentLine {
  return {
    description,
    quantity: plainNumber(quantity),
    unitPrice: unitPriceText(unit_price),
    total: formatBrl(BigInt(total_cents)),
  }
}

interface Summed {
  subtotal_cents: Cents
  discount_rate: string
  discount_cents: Cents
  tax_rate: string
  tax_cents: Cents
}

function sumsOf({
  subtotal_cents,
  discount_rate,
  discount_cents,
  tax_rate,
  tax_cents,
}: Summed): [string, string][] {
  const rows: [string, string][] = []
  if (discount_cents > 0n)
    rows.push([`Desconto (${plainNumber(discount_rate)}%)`, `- ${formatBrl(discount_cents)}`])
  if (tax_cents > 0n) rows.push([`Impostos (${plainNumber(tax_rate)}%)`, formatBrl(tax_cents)])
  return rows.length === 0 ? [] : [['Subtotal', formatBrl(subtotal_cents)], ...rows]
}

function stateOf(invoice: InvoiceParts['invoice']): InvoiceDocument['state'] {
  if (isCancelled(invoice)) return 'cancelled'
  if (isPaid(invoice)) return 'paid'
  return isOverdue(invoice) ? 'overdue' : 'open'
}

function dateText(date: string): string {
  return brazilianDate(Temporal.PlainDate.from(date))
}

/** "1,5" and "2": without trailing zeros. */
function plainNumber(decimal: string): string {
  return formatDecimal(parseOwnDecimal(decimal)).replace('.', ',')
}

/** Two decimals, or as many as it has. */
function unitPriceText(price: string): string {
  const [whole = '', fraction = ''] = formatDecimal(parseOwnDecimal(price)).split('.')
  const reais = formatBrl(BigInt(whole) * 100n).split(',')[0]
  return `${reais},${fraction.padEnd(2, '0')}`
}
