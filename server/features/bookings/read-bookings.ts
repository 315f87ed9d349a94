// Reads one booking, a page of bookings, and the timeline of one.
import { type InferResult, sql } from 'kysely'
import type {
  BookingDetail,
  BookingDocument,
  BookingListItem,
  BookingStatus,
  BookingsQuery,
  TimelineEntry,
} from '../../../contract/bookings.ts'
import type { ReferencesFilter } from '../../../contract/references.ts'
import { buildFor, containing, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { anyOf, type Order, readPage, searchedPage, withinTimes } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { idsReferenced, referencesIn } from '../../kernel/db/references.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import { ANY_TIME, isoTimestamp, type Times, timesOf } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { foldText } from '../../kernel/values/text.ts'
import { type ClientsTable, uuidFromClientId } from '../clients/store.ts'
import { idsTagged, pageTagged, tagFrom, tagsOf } from '../notes/tags.ts'
import { BOOKING_LIST } from './move-booking.ts'
import { mailKeys } from './notify.ts'
import { HIDDEN_STATES } from './states.ts'
import { type BookingsTable, findBooking } from './store.ts'
import { bookingView, clientOf, documentsOf, refundView, shownStatus } from './view.ts'

const build = buildFor<{ bookings: BookingsTable; clients: ClientsTable }>()

export interface BookingFilter {
  status?: BookingStatus | undefined
  times?: Times | undefined
  search?: string | undefined
  clientId?: string | undefined
  tag?: string | undefined
  references?: ReferencesFilter | undefined
}

export async function readBooking(
  db: Reader,
  owner: Owner,
  id: string,
  showsDocuments: boolean,
): Promise<BookingDetail> {
  const booking = (await findBooking(db, owner, id)) ?? fail('booking_not_found')
  const tags = await tagsOf(db, owner, { column: 'booking_id', id })
  const refund = booking.refund_cents === null ? null : refundView(booking)
  return { ...bookingView(booking, showsDocuments), tags, refund }
}

export async function readBookings(
  db: Queryable,
  owner: Owner,
  filter: BookingFilter,
  page: Page,
): Promise<Listing<BookingListItem>> {
  const ids = await pageOfIds(db, owner, filter, page)
  if (ids !== null) {
    const those = filtered(owner, {}).where('bookings.id', '=', anyOf(ids.items))
    return { ...ids, items: (await rows(db, shownIn(those).orderBy('bookings.id', 'desc'))).map(itemOf) }
  }
  const order = hasDays(filter) ? BY_TIME : BY_ID
  const found = await readPage(db, shownIn(filtered(owner, filter)), {
    order,
    page,
    total: () => countOf(db, owner, filter),
  })
  return { ...found, items: found.items.map(itemOf) }
}

const TIMES = { created_at: sql.ref('bookings.created_at'), updated_at: sql.ref('bookings.updated_at') }
const BY_ID: Order<Listed> = { by: ['bookings.id'], direction: 'desc', keyOf: ({ id }) => [id] }
/** Days are found by time: in order of ids alone, PostgreSQL would walk through all other days. */
const BY_TIME: Order<Listed> = {
  by: ['bookings.created_at', 'bookings.id'],
  direction: 'desc',
  keyOf: ({ created_at, id }) => [isoTimestamp(created_at), id],
}

/** The ids of a page, if search or tag find them faster than a walk through bookings; null otherwise. */
function pageOfIds(
  db: Queryable,
  owner: Owner,
  filter: BookingFilter,
  page: Page,
): Promise<Listing<string>> | null {
  const { tag, search } = filter
  if (search !== undefined) return searchedPage(db, filtered(owner, filter).select('bookings.id'), page)
  // Hidden bookings have no tags, so the number of tags is the total.
  const isByTag = tag !== undefined && hasNoneBut(filter, 'tag')
  return isByTag ? pageTagged(db, owner, { column: 'booking_id', tag }, page) : null
}

function hasNoneBut(filter: BookingFilter, name: keyof BookingFilter): boolean {
  return Object.entries(filter).every(([other, wanted]) => other === name || wanted === undefined)
}

/** The columns of a list. */
function listed(query: ReturnType<typeof filtered>) {
  return query
    .innerJoin('clients', 'clients.id', 'bookings.client_id')
    .select([
      'bookings.id',
      'booking_reference',
      'status',
      'client_cents',
      'bookings.created_at',
      'bookings.updated_at',
      'origin',
      'destination',
      'departure_date',
      'airline',
      'client_id',
      'clients.full_name as client_name',
      'clients.email as client_email',
    ])
}

/** The metadata is text as it was sent; the rest of the content is long. */
function shownIn(query: ReturnType<typeof filtered>) {
  return listed(query).select([
    'bookings.external_reference',
    'bookings.trip_id',
    sql<string>`(bookings.content::json -> 'metadata')::text`.as('metadata_text'),
  ])
}

type Listed = InferResult<ReturnType<typeof shownIn>>[number]

function itemOf(booking: Listed): BookingListItem {
  return {
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: shownStatus(booking),
    total_amount: formatAmount(booking.client_cents),
    currency: 'BRL' as const,
    created_at: isoTimestamp(booking.created_at),
    updated_at: isoTimestamp(booking.updated_at),
    client: clientOf(booking),
    flight_summary: {
      origin: booking.origin,
      destination: booking.destination,
      departure_date: booking.departure_date,
      airline: booking.airline,
    },
    metadata: JSON.parse(booking.metadata_text),
    external_reference: booking.external_reference,
    trip_id: booking.trip_id,
  }
}

function exported(query: ReturnType<typeof filtered>) {
  return listed(query).select([
    'ticketed_at',
    'documents',
    'wallet_cents',
    'refund_cents',
    sql<bigint>`round(total_cents * rate)::bigint`.as('base_cost_cents'),
    'clients.cpf as client_cpf',
    'clients.cnpj as client_cnpj',
  ])
}

export type ExportedBooking = InferResult<ReturnType<typeof exported>>[number]

/** The next ones after an id, newest first: for those who read them all. */
export async function listBookingsAfter(
  db: Queryable,
  owner: Owner,
  {
    filter,
    afterId,
    limit,
  }: { readonly filter: BookingFilter; readonly afterId: string | null; readonly limit: number },
): Promise<ExportedBooking[]> {
  const all = filtered(owner, filter)
  const left = afterId === null ? all : all.where('bookings.id', '<', afterId)
  return rows(db, exported(left).orderBy('bookings.id', 'desc').limit(limit))
}

function hasDays({ times = {} }: BookingFilter): boolean {
  return 'created_at' in times
}

/** Days are those of the zone. */
export function filterOf(query: BookingsQuery, zone: string): BookingFilter {
  const { status, search, client_id, tag } = query
  const times = timesOf(query, zone)
  return {
    status,
    search,
    tag: tag === undefined ? undefined : tagFrom(tag),
    references: referencesIn(query),
    ...(times !== ANY_TIME && { times }),
    clientId:
      client_id === undefined
        ? undefined
        : (uuidFromClientId(client_id) ?? failField('client_id', 'must be the id of a client')),
  }
}

function filtered(owner: Owner, filter: BookingFilter) {
  const { status, times, search, clientId, tag, references } = filter
  const { teamId, mode } = owner
  let query = build
    .selectFrom('bookings')
    .where('bookings.team_id', '=', teamId)
    .where('bookings.mode', '=', mode)
    .where('status', 'not in', HIDDEN_STATES)
  if (status !== undefined) query = query.where('status', '=', status)
  if (times !== undefined) query = query.where(withinTimes(times, TIMES))
  if (clientId !== undefined) query = query.where('client_id', '=', clientId)
  if (tag !== undefined) query = query.where('bookings.id', '=', idsTagged(owner, 'booking_id', tag))
  if (references !== undefined)
    query = query.where('bookings.id', '=', idsReferenced('bookings', owner, references))
  if (search !== undefined) {
    const pattern = containing(foldText(search))
    // Clients may be renamed, so their current name is searched. As an array, so that both conditions use an index.
    const clients = build
      .selectFrom('clients')
      .select('clients.id')
      .where('clients.team_id', '=', teamId)
      .where('clients.mode', '=', mode)
      .where('clients.search_text', 'like', pattern)
    query = query.where((either) =>
      either.or([
        either('bookings.search_text', 'like', pattern),
        either('client_id', '=', sql<string>`any(array(${clients}))`),
      ]),
    )
  }
  return query
}

async function countOf(db: Queryable, owner: Owner, filter: BookingFilter): Promise<number> {
  const { status } = filter
  if (hasNoneBut(filter, 'status'))
    return totalOf(db, owner, BOOKING_LIST, (bucket) => status === undefined || bucket === status)
  const [row] = await rows(
    db,
    filtered(owner, filter).select((all) => all.fn.countAll<bigint>().as('total')),
  )
  return Number(row!.total)
}

const selectDocuments = statement<{ id: string; documents: string }>(`
  select id, documents from bookings where team_id = $1 and mode = $2 and id = any($3)`)

/** The issued tickets of these bookings. */
export async function documentsById(
  db: Queryable,
  { teamId, mode }: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookingDocument[]>> {
  const found = await selectDocuments(db, teamId, mode, ids)
  return new Map(found.map((booking) => [booking.id, documentsOf(booking)]))
}

type Entry = Omit<TimelineEntry, 'at' | 'status'> & { at: Date; status: string | null }

// Entries of the same time are ordered by id without prefix: ids grow with time.
const select = statement<Entry>(`
  select at, kind, name, id, status from (
    select created_at as at, 'event' as kind, type as name, id,
      payload::json #>> '{data,object,status}' as status
    from events where object_id = $3 and team_id = $1 and mode = $2
    and object_id >= 'ord_' and object_id < 'ord\`'
    union all
    select l.created_at, 'transaction', l.type, l.id, null
    from wallet_lines l join wallets w on w.id = l.wallet_id
    where l.reference_id = $3 and w.team_id = $1 and w.mode = $2
    union all
    select created_at, 'email', subject, id, status from mails
    where team_id = $1 and mode = $2 and key = any($4)
    union all
    select created_at, 'note', author_name, id, null from notes
    where team_id = $1 and mode = $2 and booking_id = $3
  ) entries
  order by at, split_part(id, '_', 2)`)

export async function readTimeline(db: Reader, owner: Owner, id: string): Promise<TimelineEntry[]> {
  const booking = (await findBooking(db, owner, id)) ?? fail('booking_not_found')
  const entries = await select(db, owner.teamId, owner.mode, booking.id, mailKeys(booking))
  return entries.map(({ at, kind, name, id, status }) => ({
    at: isoTimestamp(at),
    kind,
    name,
    id,
    ...(status !== null && { status }),
  }))
}
