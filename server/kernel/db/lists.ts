// The base of every list: its filters, one page of rows, and the total.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { putBounded } from '../values/bounded.ts'
import { ANY_TIME, isoTimestamp, type Times } from '../values/dates.ts'
import { type Key, type Listing, listingOf, NO_ITEMS, type Page, type Position } from '../values/pages.ts'
import { buildFor, onlyRow, type Queryable, rows } from './db.ts'

const build = buildFor<object>()

type Given<Filter> = { [Name in keyof Filter]?: NonNullable<Filter[Name]> }

/** Columns with the values to filter by, without omitted ones. */
export function given<Filter extends object>(filter: Filter): Given<Filter> {
  const asked: Given<Filter> = {}
  for (const name in filter) {
    const value = filter[name]
    if (value !== undefined && value !== null) asked[name] = value
  }
  return asked
}

/** A column by name, or an expression. */
type Column = string | RawBuilder<unknown>

/** Columns in one direction, the last one unique, and the values of one row in them. */
export interface Order<Row> {
  readonly by: readonly Column[]
  readonly direction: 'asc' | 'desc'
  readonly keyOf: (row: Row) => Key
}

interface Timed {
  readonly id: string
  readonly created_at?: Date
}

const NEWEST: Order<Timed> = { by: ['id'], direction: 'desc', keyOf: ({ id }) => [id] }
/** Uses the index on times: in order of ids alone, PostgreSQL would scan rows of all other times. */
const NEWEST_BY_TIME: Order<Timed> = {
  by: ['created_at', 'id'],
  direction: 'desc',
  keyOf: ({ created_at, id }) => [isoTimestamp(created_at ?? new Date(0)), id],
}

/** A page of a query's rows within these times, newest first. `total` counts the rows of all times. */
export async function newestFirst<Tables, Table extends keyof Tables, Row extends Timed>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
  {
    page,
    total,
    times = ANY_TIME,
    columns,
  }: {
    readonly page: Page
    readonly total?: (() => Promise<number>) | undefined
    readonly times?: Times | undefined
    readonly columns?: Columns | undefined
  },
): Promise<Listing<Row>> {
  const order = 'created_at' in times ? NEWEST_BY_TIME : NEWEST
  const narrowed = times === ANY_TIME ? query : query.where(withinTimes(times, columns))
  return readPage(db, narrowed, { order, page, total: times === ANY_TIME ? total : undefined })
}

/** Expressions for columns that a query names differently or computes. */
type Columns = Readonly<Record<string, RawBuilder<unknown>>>

/** The condition that columns are within their times. */
export function withinTimes(times: Times, columns: Columns = {}): RawBuilder<boolean> {
  const conditions = Object.entries(times).flatMap(([name, { from, until }]) => {
    const column = columns[name] ?? sql.ref(name)
    return [
      ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
      ...(until === undefined ? [] : [sql`${column} < ${until}`]),
    ]
  })
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** A page of a query's rows in this order. With a cursor, rows are found by their key and nothing is counted. */
export async function readPage<Tables, Table extends keyof Tables, Row>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
  {
    order,
    page,
    total = () => countRows(db, query),
  }: {
    readonly order: Order<Row>
    readonly page: Page
    readonly total?: (() => Promise<number>) | undefined
  },
): Promise<Listing<Row>> {
  const { position } = page
  if (position !== undefined) {
    const found = await rows(db, beside(query, order, position).limit(page.limit + 1))
    return listingOf(found, page, position.total, order.keyOf)
  }
  const count = await total()
  const shown = fromNearerEnd(page, count)
  if (shown.limit <= 0) return { ...NO_ITEMS, total: count }
  const direction = shown.isFromEnd ? OPPOSITE[order.direction] : order.direction
  const found = await rows(db, ordered(query, order.by, direction).limit(shown.limit).offset(shown.offset))
  return listingOf(shown.isFromEnd ? found.reverse() : found, page, count, order.keyOf)
}

export const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

function beside<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { by, direction }: Order<Row>,
  { key, isBackward }: Position,
): SelectQueryBuilder<Tables, Table, Row> {
  const reading = isBackward ? OPPOSITE[direction] : direction
  const columns = sql.join(by.map(columnOf))
  const comes = sql.raw(reading === 'asc' ? '>' : '<')
  const isBeyond = sql<boolean>`(${columns}) ${comes} (${sql.join(key)})`
  return ordered(query.where(isBeyond), by, reading)
}

function ordered<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  by: readonly Column[],
  direction: 'asc' | 'desc',
): SelectQueryBuilder<Tables, Table, Row> {
  return by.reduce((sorted, column) => sorted.orderBy(columnOf(column), direction), query)
}

function columnOf(column: Column): RawBuilder<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

/**
 * The ids of a page of text matches, newest first, and their number. All matches are found first: in page
 * order PostgreSQL may scan everything from the newest on until it has enough matches.
 */
export async function searchedPage<Tables, Table extends keyof Tables>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, { id: string }>,
  page: Page,
): Promise<Listing<string>> {
  const { limit, offset, position } = page
  const found = build.with(
    (cte) => cte('found').materialized(),
    () => query,
  )
  const reading = sql.raw(position?.isBackward ? 'asc' : 'desc')
  const comes = sql.raw(position?.isBackward ? '>' : '<')
  const left = position === undefined ? sql`true` : sql`id ${comes} ${sql.join(position.key)}`
  const some = found.selectNoFrom([
    sql<
      string[]
    >`array(select id from found where ${left} order by id ${reading} limit ${limit + 1} offset ${offset})`.as(
      'ids',
    ),
    sql<bigint>`(select count(*) from found)`.as('total'),
  ])
  const { ids, total } = onlyRow(await rows(db, some))
  return listingOf(ids, page, position?.total ?? Number(total), (id) => [id])
}

/** For comparison with an id. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids})`
}

interface Shown {
  readonly limit: number
  readonly offset: number
  /** The query runs in the opposite order, and the rows are reversed. */
  readonly isFromEnd: boolean
}

/**
 * Reads a page from the nearer end, so that the last page is as fast as the first. One row beyond the page is
 * read too, to know whether more follow.
 */
export function fromNearerEnd({ limit, offset }: Pick<Page, 'limit' | 'offset'>, total: number): Shown {
  const isFromEnd = offset > total / 2
  if (!isFromEnd) return { limit: total > 0 ? limit + 1 : 0, offset, isFromEnd }
  const after = total - offset - limit
  return after > 0
    ? { limit: limit + 1, offset: after - 1, isFromEnd }
    : { limit: total - offset, offset: 0, isFromEnd }
}

/** The number of rows of a query. */
export async function countRows<Tables, Table extends keyof Tables, Row>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const count = query.clearSelect().select(({ fn }) => fn.countAll().as('total'))
  return Number(onlyRow(await rows(db, count.$castTo<{ total: bigint }>())).total)
}

// Totals of append-only numbered lists: a count up to a number stays valid, so later requests only count
// newer rows. The first request in each process counts everything.

/** The number of matches, and the numbers of the first and last match; null if not needed. */
export interface Counted {
  readonly count: number
  readonly first: number | null
  readonly last: number | null
}

/** Counts matches after one number, up to and including another. */
type CountBetween = (after: number, upTo: number) => Promise<Counted>

export interface GrowingCounts {
  /**
   * `key` names the list and its filter; `start` is the number before its first row, and `last` that of the
   * last one.
   */
  total(key: string, start: number, last: number, between: CountBetween): Promise<Counted>
}

const KEPT_MAX = 2_000
const NONE: Counted = { count: 0, first: null, last: null }

export function makeGrowingCounts(keptMax: number = KEPT_MAX): GrowingCounts {
  const kept = new Map<string, { readonly upTo: number; readonly counted: Counted }>()
  return {
    async total(key, start, last, between) {
      const name = `${start} ${key}`
      const known = kept.get(name)
      // A request that read the last number earlier may be behind another's count.
      if (known !== undefined && known.upTo > last) return between(start, last)
      const { upTo, counted } = known ?? { upTo: start, counted: NONE }
      const total = upTo >= last ? counted : added(counted, await between(upTo, last))
      kept.delete(name)
      putBounded(kept, name, { upTo: last, counted: total }, keptMax)
      return total
    },
  }
}

function added(one: Counted, later: Counted): Counted {
  return {
    count: one.count + later.count,
    first: one.first ?? later.first,
    last: later.last ?? one.last,
  }
}

/** For lists where only the count matters. */
export function onlyCount(count: number): Counted {
  return { ...NONE, count }
}
