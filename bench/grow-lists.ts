// The queries of each list in the contract: every filter at least once, the first page and the last.
import type { Operation } from '../contract/operation.ts'
import { OPERATIONS } from '../contract/operations.ts'
import { realClock } from '../server/kernel/process/clock.ts'

/** The values of a team that queries use. */
export interface Grown {
  readonly rows: number
  readonly webhookId: string
  readonly clientId: string
  readonly invoiceId: string
  readonly bookingId: string
}

type Asking = (grown: Grown) => Readonly<Record<string, string>>

const dayBefore = (days: number) =>
  new Date(realClock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
const month = (first: string, last: string) => ({ [first]: dayBefore(200), [last]: dayBefore(171) })
const all: Asking = () => ({})
const last: Asking = ({ rows }) => ({ page: String(rows / 20) })
const ofClient: Asking = ({ clientId }) => ({ client_id: clientId })
const days = {
  'of a month': () => month('start_date', 'end_date'),
  'since a day': () => ({ start_date: dayBefore(300) }),
}

const created = {
  'created in a month': () => month('created_after', 'created_before'),
  'created since a day': () => ({ created_after: dayBefore(300) }),
}
const changed = {
  ...created,
  'changed in a day': () => ({ updated_after: dayBefore(100), updated_before: dayBefore(100) }),
  'changed since yesterday': () => ({ updated_after: dayBefore(2) }),
}

const references = {
  'by metadata': () => ({ 'metadata[order]': '777' }),
  'by reference': () => ({ external_reference: 'ref-777' }),
}
const having = (name: string) => ({ [`with its ${name}`]: () => ({ 'expand[]': name }) })

/** By operation: named queries. */
export const ASKED: Readonly<Record<string, Readonly<Record<string, Asking>>>> = {
  'bookings.list': {
    all,
    last,
    'by status': () => ({ status: 'ticketed' }),
    ...changed,
    'of a month and status': () => ({ ...month('created_after', 'created_before'), status: 'ticketed' }),
    'by search': () => ({ search: 'Conceição 777' }),
    'by client': ofClient,
    'by tag': () => ({ tag: 'vip' }),
    ...references,
    ...having('client'),
  },
  'clients.list': {
    all,
    last,
    'by type': () => ({ client_type: 'company' }),
    'merged into one': ({ clientId }) => ({ merged_into_id: clientId }),
    inactive: () => ({ is_active: 'false' }),
    ...changed,
    'by search': () => ({ search: 'Conceição 777' }),
    'by tag': () => ({ tag: 'vip' }),
    ...references,
  },
  'clients.duplicates': { all },
  'clients.erasures': { all, last, ...changed },
  'invoices.list': {
    all,
    last,
    'by status': () => ({ status: 'sent' }),
    'by payment': () => ({ payment_status: 'overdue' }),
    'by due date': () => ({ sort: 'due_date' }),
    'overdue, by due date': () => ({ status: 'sent', payment_status: 'overdue', sort: 'due_date' }),
    'by client': ofClient,
    ...changed,
    'issued in a month': () => month('issued_after', 'issued_before'),
    'due in a month': () => month('due_after', 'due_before'),
    'paid in a month': () => month('paid_after', 'paid_before'),
    ...references,
    ...having('quote'),
  },
  'quotes.list': {
    all,
    last,
    'by status': () => ({ status: 'sent' }),
    'by client': ofClient,
    ...changed,
    ...references,
    ...having('invoice'),
  },
  'recurringInvoices.list': {
    all,
    last,
    'by status': () => ({ status: 'paused' }),
    'by client': ofClient,
    ...changed,
    ...references,
    ...having('client'),
  },
  'trips.list': {
    all,
    last,
    planned: () => ({ status: 'planned' }),
    travelling: () => ({ status: 'travelling' }),
    finished: () => ({ status: 'finished' }),
    cancelled: () => ({ status: 'cancelled' }),
    open: () => ({ has_open: 'true' }),
    closed: () => ({ has_open: 'false' }),
    'finished and open': () => ({ status: 'finished', has_open: 'true' }),
    'by client': ofClient,
    'of a seller': () => ({ seller_id: 'usr_7' }),
    'on an invoice': ({ invoiceId }) => ({ invoice_id: invoiceId }),
    'by search': () => ({ search: 'Conceição 777' }),
    'starting in a month': () => month('starts_after', 'starts_before'),
    'starting from a day': () => ({ starts_after: dayBefore(2) }),
    'starting until a day': () => ({ starts_before: dayBefore(300) }),
    ...changed,
    'by tag': () => ({ tag: 'vip' }),
    'by tag and status': () => ({ tag: 'vip', status: 'finished' }),
    ...references,
    ...having('client'),
  },
  'events.list': {
    all,
    last,
    'by type': () => ({ type: 'wallet.credit' }),
    'by type, last': ({ rows }) => ({ type: 'wallet.credit', page: String(rows / 100) }),
    'after half': ({ rows }) => ({ after_sequence: String(rows / 2) }),
    'by type after half': ({ rows }) => ({ after_sequence: String(rows / 2), type: 'wallet.credit' }),
    ...days,
    'by type of a month': () => ({ ...month('start_date', 'end_date'), type: 'wallet.credit' }),
    ...created,
  },
  'deliveries.list': {
    all,
    last,
    failed: () => ({ status: 'failed' }),
    delivered: () => ({ status: 'delivered' }),
    'by type': () => ({ type: 'wallet.credit' }),
    ...days,
    'failed of a type': () => ({ status: 'failed', type: 'wallet.credit' }),
    'with a failed attempt': () => ({ has_failed: 'true' }),
    ...changed,
    ...having('event'),
  },
  'recharges.list': {
    all,
    last,
    'by status': () => ({ status: 'expired' }),
    ...changed,
    ...references,
    ...having('transaction'),
  },
  'mails.list': {
    all,
    last,
    waiting: () => ({ status: 'waiting' }),
    'to an address': () => ({ to: 'cliente7@example.com' }),
    'to a client': ofClient,
    'about an invoice': ({ clientId }) => ({ invoice_id: clientId }),
    'about a quote': ({ clientId }) => ({ quote_id: clientId }),
    'about a trip': () => ({ trip_id: 'trip_7' }),
    'about a booking': ({ bookingId }) => ({ booking_id: bookingId }),
    ...changed,
  },
  'messages.list': {
    all,
    last,
    'of an invoice': ({ clientId }) => ({ invoice_id: clientId }),
    'of a quote': ({ clientId }) => ({ quote_id: clientId }),
    'of a trip': () => ({ trip_id: 'trip_7' }),
    ...changed,
  },
  'audit.list': {
    all,
    last,
    'by topic': () => ({ topic: 'money' }),
    'by action': () => ({ action: 'keys.create' }),
    'by sort of actor': () => ({ actor_type: 'person' }),
    'by actor': () => ({ actor_id: 'key_7' }),
    'by kind of object': () => ({ object: 'api_key' }),
    'by object': () => ({ object_id: 'obj_7' }),
    ...days,
    ...created,
  },
  'wallet.transactions': { all, last, 'by type': () => ({ type: 'debit' }), ...days, ...created },
  'reports.departures': { all, 'of half a year': () => ({ days: '180' }) },
  'reports.deadlines': { all },
  'reports.sales': { all, 'of a year by month': () => ({ group_by: 'month' }) },
  'invoices.receivables': { all },
  'wallet.balance': { all },
  'search.everything': { 'by name': () => ({ q: 'Conceição 777' }), 'by amount': () => ({ q: '1000,00' }) },
}

/**
 * Lists that do not grow with an agency's business, or that belong to no team. Warnings are of the next days; see
 * trip-lists.ts.
 */
const STAYING_SMALL = new Set([
  'warnings.list',
  'keys.list',
  'people.list',
  'invitations.list',
  'airlines.list',
  'invoices.refunds',
  'bookingNotes.list',
  'clientNotes.list',
  'tripNotes.list',
  'installation.teams',
  'installation.work',
  'installation.heldPayments',
])

const PAGING = ['page', 'limit', 'starting_after', 'ending_before']
/** Filters that are used together. */
const TOGETHER: Readonly<Record<string, string>> = {
  end_date: 'start_date',
  created_before: 'created_after',
  updated_before: 'updated_after',
  starts_before: 'starts_after',
  issued_before: 'issued_after',
  due_before: 'due_after',
  paid_before: 'paid_after',
}

/** Lists and filters of the contract without a query. */
export function notAsked(grown: Grown): string[] {
  const missing: string[] = []
  for (const [id, operation] of Object.entries<Operation>(OPERATIONS)) {
    if (operation.response.kind !== 'list' || STAYING_SMALL.has(id)) continue
    const queries = Object.values(ASKED[id] ?? {}).map((asking) => asking(grown))
    if (queries.length === 0) missing.push(id)
    for (const name of filtersOf(operation))
      if (!queries.some((query) => names(query).has(TOGETHER[name] ?? name))) missing.push(`${id} by ${name}`)
  }
  return missing
}

/** `metadata[order]` is a query by `metadata`. */
const names = (query: object) => new Set(Object.keys(query).map((name) => name.replace(/\[.*/, '')))

function filtersOf({ query }: Operation): string[] {
  const schema = (query ?? {}) as { properties?: object; allOf?: { properties?: object }[] }
  const parts = [schema, ...(schema.allOf ?? [])]
  return parts
    .flatMap(({ properties = {} }) => Object.keys(properties))
    .filter((name) => !PAGING.includes(name))
}

export function addressOf(id: string, grown: Grown, query: Readonly<Record<string, string>>): string {
  const { path } = (OPERATIONS as Readonly<Record<string, Operation>>)[id]!
  return `${path.replace(':id', grown.webhookId)}?${new URLSearchParams(query)}`
}

/**
 * Lists that can be walked, and the page whose cursor is followed. It is read by its number, which costs more the farther
 * it is from both ends, so no more than 5,000 pages are counted off.
 */
export const WALKED = Object.keys(ASKED).filter((id) => 'last' in ASKED[id]!)
export const PLACES: Readonly<Record<string, (rows: number) => number>> = {
  'after the first page': () => 1,
  'further in': (rows) => Math.min(Math.floor(rows / 40), 5_000),
  'near the end': (rows) => rows / 20 - 1,
}
