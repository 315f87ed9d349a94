// Invoices, quotes and recurring invoices: by id, number or name, client and amount.
import { formatAmount } from '../../kernel/values/money.ts'
import { numberText } from '../invoices/invoice-view.ts'
import { isSent } from '../invoices/states.ts'
import type { Term } from './read-term.ts'
import {
  type FoundInvoice,
  type FoundQuote,
  type FoundRecurring,
  findInvoices,
  findQuotes,
  findRecurring,
  type Way,
} from './search-store.ts'
import { type Asked, byAmount, byClients, byUuid, findAll, type Matched, matchIn, within } from './ways.ts'

/** Numbers begin anew each year; those of years before are found with their year. */
const YEARS_BACK = 9

export async function searchInvoices(asked: Asked, term: Term, clientIds: readonly string[], year: number) {
  const ways = [
    ...byUuid(term.typed),
    ...byNumber(term, year),
    ...byClients(clientIds),
    ...byAmount('total_cents', term),
  ]
  return (await findAll(asked, findInvoices, ways)).map((invoice) => tellInvoice(invoice, term))
}

function byNumber({ invoiceNumber }: Term, thisYear: number): Way[] {
  if (invoiceNumber === null) return []
  const { year, sequence } = invoiceNumber
  const years =
    year === null ? Array.from({ length: YEARS_BACK + 2 }, (_, back) => thisYear + 1 - back) : [year]
  return [{ where: 'number_year = any($4) and number_sequence = $5', values: [years, sequence] }]
}

function tellInvoice(invoice: FoundInvoice, term: Term) {
  const number = numberText(invoice)
  const { invoiceNumber } = term
  const isNumber =
    invoiceNumber !== null &&
    invoice.number_sequence === invoiceNumber.sequence &&
    (invoiceNumber.year ?? invoice.number_year) === invoice.number_year
  return {
    type: 'invoice' as const,
    ...common(invoice, term, number ?? invoice.id, invoice.due_date),
    status: isSent({ status: invoice.status }) ? invoice.payment_status : invoice.status,
    ...(isNumber && { matched: 'number' as const, exact: true }),
  }
}

export async function searchQuotes(asked: Asked, term: Term, clientIds: readonly string[]) {
  const ways = [...byUuid(term.typed), ...byClients(clientIds), ...byAmount('total_cents', term)]
  return (await findAll(asked, findQuotes, ways)).map((quote: FoundQuote) => ({
    type: 'quote' as const,
    ...common(quote, term, quote.id, quote.issue_date),
  }))
}

export async function searchRecurring(asked: Asked, term: Term, clientIds: readonly string[]) {
  const ways = [
    ...byUuid(term.typed),
    ...within('search_name', term.folded),
    ...byClients(clientIds),
    ...byAmount('total_cents', term),
  ]
  return (await findAll(asked, findRecurring, ways)).map((recurring: FoundRecurring) => ({
    type: 'recurring_invoice' as const,
    ...common(recurring, term, recurring.name, null),
    ...matchIn([['name', recurring.search_name]], [term.folded]),
  }))
}

type Document = FoundInvoice | FoundQuote | FoundRecurring

function common(document: Document, term: Term, title: string, day: string | null) {
  const { id, status, client_name, total_cents, created_at } = document
  return {
    id,
    title,
    subtitle: day === null ? client_name : `${client_name} · ${day}`,
    status,
    amount: formatAmount(total_cents),
    ...matchedOf(document, term),
    created_at,
  }
}

function matchedOf({ id, total_cents }: Document, { typed, amountCents }: Term): Matched {
  if (id === typed.toLowerCase()) return { matched: 'id', exact: true }
  return total_cents === amountCents
    ? { matched: 'amount', exact: true }
    : { matched: 'client', exact: false }
}
