// Searches bookings, clients, invoices, quotes and trips together.
import type { Permission } from '../../../contract/permissions.ts'
import { FOUND_USUAL, MATCHES, type SearchQuery, type SearchResult } from '../../../contract/search.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { activityOf, uuidFromClientId } from '../clients/store.ts'
import { numberText } from '../documents/view.ts'
import { isSent } from '../invoices/states.ts'
import type { Caller } from '../teams/caller.ts'
import { statusOf } from '../trips/rules.ts'
import { tripNumber } from '../trips/view.ts'
import {
  type FoundBooking,
  type FoundClient,
  type FoundInvoice,
  type FoundQuote,
  type FoundRecurring,
  type FoundTrip,
  findBookings,
  findClients,
  findInvoices,
  findQuotes,
  findRecurring,
  findTrips,
  type Way,
} from './store.ts'
import {
  type Asked,
  byAmount,
  byClients,
  byUuid,
  type FoundObject,
  findAll,
  type Matched,
  matchIn,
  readTerm,
  type Term,
  within,
} from './term.ts'

/** Bookings: by id, locator, ticket, traveller, client and amount. */
async function searchBookings(
  asked: Asked,
  term: Term,
  clientIds: readonly string[],
): Promise<(FoundObject & { created_at: Date })[]> {
  const { typed, folded, bare } = term
  const ways: Way[] = [
    { where: 'found.id = $4', values: [typed.toLowerCase()] },
    // An empty term must not match bookings without a locator.
    ...(bare === '' ? [] : [{ where: 'booking_reference = $4', values: [bare.toUpperCase()] }]),
    ...within('found.search_text', folded),
    ...(bare === folded || !/\d{3}/.test(bare) ? [] : within('found.search_text', bare)),
    ...byClients(clientIds),
    ...byAmount('found.client_cents', term),
  ]
  return (await findAll(asked, findBookings, ways)).map((booking) => viewOf(booking, term))
}

function viewOf(booking: FoundBooking, { typed, folded, bare, amountCents }: Term) {
  const { id, booking_reference, status, client_name, origin, destination, departure_date } = booking
  const [locator = '', ...lines] = booking.search_text.split('\n')
  const texts = [
    ['id', id],
    ['locator', locator],
    ...lines.map((line) => [/^[0-9a-z]*\d[0-9a-z]*$/.test(line) ? 'ticket' : 'traveller', line] as const),
  ] as const
  const found = matchIn(texts, [typed.toLowerCase(), folded, bare])
  const isAmount = booking.client_cents === amountCents
  return {
    type: 'booking' as const,
    id,
    title: booking_reference === '' ? id : booking_reference,
    subtitle: `${client_name} · ${origin}–${destination} · ${departure_date}`,
    status,
    amount: formatAmount(booking.client_cents),
    ...(found ?? { matched: isAmount ? ('amount' as const) : ('client' as const), exact: isAmount }),
    created_at: booking.created_at,
  }
}

/** Clients: by id, name, e-mail, CPF and CNPJ. */
function findMatchingClients(asked: Asked, { typed, folded, taxId }: Term): Promise<FoundClient[]> {
  return findAll(asked, findClients, [
    ...byUuid(uuidFromClientId(typed)),
    ...within('found.search_tax_ids', taxId),
    ...within('found.search_text', folded),
  ])
}

function describeClient(client: FoundClient, { typed, folded, taxId }: Term) {
  const { id, full_name, email, search_text, search_tax_ids, created_at } = client
  const [name = '', address = '', company = ''] = search_text.split('\n')
  const texts = [
    ['id', id],
    ...search_tax_ids.split('\n').map((number) => ['tax_id', number] as const),
    ['email', address],
    ['name', name],
    ['name', company],
  ] as const
  return {
    type: 'client' as const,
    id,
    title: full_name,
    subtitle: email,
    status: activityOf(client),
    amount: null,
    ...(matchIn(texts, [uuidFromClientId(typed), taxId, folded]) ?? {
      matched: 'name' as const,
      exact: false,
    }),
    created_at,
  }
}

/** Numbers restart each year; those of former years are found with their year. */
const YEARS_BACK = 9

async function searchInvoices(asked: Asked, term: Term, clientIds: readonly string[], year: number) {
  const ways = [
    ...byUuid(term.typed),
    ...byNumber(term, year),
    ...byClients(clientIds),
    ...byAmount('total_cents', term),
  ]
  return (await findAll(asked, findInvoices, ways)).map((invoice) => showInvoice(invoice, term))
}

function byNumber({ invoiceNumber }: Term, thisYear: number): Way[] {
  if (invoiceNumber === null) return []
  const { year, sequence } = invoiceNumber
  const years =
    year === null ? Array.from({ length: YEARS_BACK + 2 }, (_, back) => thisYear + 1 - back) : [year]
  return [{ where: 'number_year = any($4) and number_sequence = $5', values: [years, sequence] }]
}

function showInvoice(invoice: FoundInvoice, term: Term) {
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

async function searchQuotes(asked: Asked, term: Term, clientIds: readonly string[]) {
  const ways = [...byUuid(term.typed), ...byClients(clientIds), ...byAmount('total_cents', term)]
  return (await findAll(asked, findQuotes, ways)).map((quote: FoundQuote) => ({
    type: 'quote' as const,
    ...common(quote, term, quote.id, quote.issue_date),
  }))
}

async function searchRecurring(asked: Asked, term: Term, clientIds: readonly string[]) {
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

/** Trips: by id, number, title, traveller, supplier, confirmation number and client. */
async function searchTrips(
  asked: Asked,
  term: Term,
  clientIds: readonly string[],
  today: Temporal.PlainDate,
) {
  const ways: Way[] = [
    { where: 'found.id = $4', values: [term.typed.toLowerCase()] },
    ...byNumber(term, today.year),
    ...within('found.search_text', term.folded),
    ...byClients(clientIds),
  ]
  return (await findAll(asked, findTrips, ways)).map((trip) => showTrip(trip, term, today))
}

function showTrip(trip: FoundTrip, { typed, folded, invoiceNumber }: Term, today: Temporal.PlainDate) {
  const { id, title, client_name, starts_on, search_text, created_at } = trip
  const [number = '', name = '', ...lines] = search_text.split('\n')
  const texts = [
    ['id', id],
    ['number', number],
    ['name', name],
    ...lines.map((line) => [/\d/.test(line) ? 'locator' : 'traveller', line] as const),
  ] as const
  const isNumber =
    trip.number_sequence === invoiceNumber?.sequence &&
    (invoiceNumber.year ?? trip.number_year) === trip.number_year
  const found = matchIn(texts, [typed.toLowerCase(), folded]) ?? { matched: 'client' as const, exact: false }
  return {
    type: 'trip' as const,
    id,
    title,
    subtitle: [tripNumber(trip), client_name, starts_on].filter((text) => text !== null).join(' · '),
    status: statusOf(trip, today),
    amount: null,
    ...(isNumber ? { matched: 'number' as const, exact: true } : found),
    created_at,
  }
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

/** Documents and bookings of this many matching clients are found too. */
const CLIENTS_MAX = 20

type Found = FoundObject & { created_at: Date }

export async function searchEverything(
  db: Queryable,
  { owner, permissions }: Pick<Caller, 'owner' | 'permissions'>,
  { q, limit = FOUND_USUAL }: SearchQuery,
  today: Temporal.PlainDate,
): Promise<SearchResult[]> {
  const read = readTerm(q)
  // Without the permission to read clients, a tax id could be guessed digit by digit.
  const term = permissions.has('clients.read') ? read : { ...read, taxId: null }
  const asked = { db, owner, limit }
  // A caller who may read a booking or invoice sees its client's name and e-mail, and may search by them.
  const clients = await findMatchingClients({ ...asked, limit: CLIENTS_MAX }, term)
  const ids = clients.map(({ id }) => id)
  const places: readonly [Permission, () => Promise<Found[]>][] = [
    ['bookings.read', () => searchBookings(asked, term, ids)],
    ['clients.read', async () => clients.map((client) => describeClient(client, term))],
    ['invoices.read', () => searchInvoices(asked, term, ids, today.year)],
    ['quotes.read', () => searchQuotes(asked, term, ids)],
    ['recurringInvoices.read', () => searchRecurring(asked, term, ids)],
    ['trips.read', () => searchTrips(asked, term, ids, today)],
  ]
  const found: Found[] = []
  for (const [permission, search] of places)
    if (permissions.has(permission)) found.push(...inOrder(await search()).slice(0, limit))
  return inOrder(found).map(({ created_at, ...result }) => ({
    ...result,
    currency: 'BRL',
    created_at: isoTimestamp(created_at),
  }))
}

function inOrder(found: readonly Found[]): Found[] {
  return found.toSorted(
    (a, b) =>
      Number(b.exact) - Number(a.exact) ||
      MATCHES.indexOf(a.matched) - MATCHES.indexOf(b.matched) ||
      b.created_at.getTime() - a.created_at.getTime(),
  )
}
