// The SQL of the search: each way to find something is a condition with an index.
import type { InvoiceStatus } from '../../../contract/invoicing-states.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { textList } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { HIDDEN_STATES } from '../bookings/states.ts'

/** A condition on the term; `$4` and `$5` are its values. */
export interface Way {
  readonly where: string
  readonly values: readonly unknown[]
  /** It may match very many rows: the newest are checked first, and are mostly enough. */
  readonly isCommon?: true
  /** `$4` is a list of clients whose objects are found. */
  readonly isOfClients?: true
}

type Find<Row> = (db: Queryable, owner: Owner, way: Way, limit: number) => Promise<Row[]>

/** Fetching and sorting all rows with a common name is slow; checking the newest is fast. */
const NEWEST = 2_000

/** Newest first. Not prepared, because the best index depends on the term. */
function finding<Row>(columns: string, from: string, joined = '', isShown = 'true'): Find<Row> {
  const ofOwner = `found.team_id = $1 and found.mode = $2 and ${isShown}`
  const newest = `from (select * ${from} where ${ofOwner} order by found.id desc limit ${NEWEST}) found`
  // Client by client: for all at once, PostgreSQL may scan the whole table.
  const ofClients = `from unnest($4::uuid[]) as client (id) cross join lateral (
    select * ${from} where found.client_id = client.id and ${ofOwner} order by found.id desc limit $3) found`
  return async (db, { teamId, mode }, { where, values, isCommon, isOfClients }, limit) => {
    const findIn = async (rows: string): Promise<Row[]> => {
      const text = `
        select found.id, found.created_at, ${columns} ${rows} ${joined}
        where ${ofOwner} and ${where} order by found.id desc limit $3`
      return (await db.query({ text, values: [teamId, mode, limit, ...values] })).rows as Row[]
    }
    const first = isCommon ? await findIn(newest) : []
    return first.length === limit ? first : findIn(isOfClients ? ofClients : from)
  }
}

interface Found {
  id: string
  created_at: Date
}
interface OfClient {
  client_name: string
}

export interface FoundBooking extends Found, OfClient {
  booking_reference: string
  status: string
  client_cents: bigint
  origin: string
  destination: string
  departure_date: string
  search_text: string
}

const WITH_CLIENT = 'join clients on clients.id = found.client_id'
const CLIENT_NAME = 'clients.full_name as client_name'

export const findBookings = finding<FoundBooking>(
  `booking_reference, status, client_cents, origin, destination, departure_date, found.search_text, ${CLIENT_NAME}`,
  'from bookings found',
  WITH_CLIENT,
  `found.status not in ${textList(HIDDEN_STATES)}`,
)

export interface FoundClient extends Found {
  full_name: string
  email: string
  is_active: boolean
  search_text: string
  search_tax_ids: string
}

export const findClients = finding<FoundClient>(
  'full_name, email, is_active, search_text, search_tax_ids',
  'from clients found',
)

export interface FoundTrip extends Found, OfClient {
  title: string
  number_year: number
  number_sequence: number
  starts_on: string | null
  ends_on: string | null
  cancelled: boolean
  search_text: string
}

export const findTrips = finding<FoundTrip>(
  `title, number_year, number_sequence, starts_on, ends_on, cancelled, found.search_text, ${CLIENT_NAME}`,
  'from trips found',
  WITH_CLIENT,
)

interface FoundDocument extends Found, OfClient {
  status: string
  total_cents: bigint
}
const DOCUMENT = `found.status, total_cents, ${CLIENT_NAME}`

export interface FoundInvoice extends Omit<FoundDocument, 'status'> {
  status: InvoiceStatus
  payment_status: string
  number_year: number | null
  number_sequence: number | null
  due_date: string
}

export const findInvoices = finding<FoundInvoice>(
  `${DOCUMENT}, payment_status, number_year, number_sequence, due_date`,
  'from invoices found',
  WITH_CLIENT,
)

export interface FoundQuote extends FoundDocument {
  issue_date: string
}

export const findQuotes = finding<FoundQuote>(`${DOCUMENT}, issue_date`, 'from quotes found', WITH_CLIENT)

export interface FoundRecurring extends FoundDocument {
  name: string
  search_name: string
}

export const findRecurring = finding<FoundRecurring>(
  `${DOCUMENT}, name, search_name`,
  'from recurring_invoices found',
  WITH_CLIENT,
)
