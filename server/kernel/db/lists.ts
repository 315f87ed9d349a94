// What every list needs: the filters that were asked for, one page of its rows, and the total.

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { putBounded } from '../values/bounded.ts'
import { ANY_TIME, isoTimestamp, type Times } from '../values/dates.ts'
import { type Key, type Listing, listingOf, NO_ITEMS, type Page, type Position } from '../values/pages.ts'
import { buildFor, onlyRow, type Queryable, rows } from './db.ts'

const build = buildFor<object>()

type Given<Filter> = { [Name in keyof Filter]?: NonNullable<Filter[Name]> }

/** Columns with the values to filter by, without those that were left out. */
export function given<Filter extends object>(filter: Filter): Given<Filter> {
  const asked: Given<Filter> = {}
  for (const name in filter) {
    const value = filter[name]
    if (value !== undefined && value !== null) asked[name] = value
  }
  return asked
}

/** By its name, or what is computed of a row. */
type Column = string | RawBuilder<unknown>

/** Columns in one direction, of which the last tells rows apart, and the values of one row in them. */
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
/** Times are found by their index: in order of ids alone, PostgreSQL would walk through all other times. */
const NEWEST_BY_TIME: Order<Timed> = {
  by: ['created_at', 'id'],
  direction: 'desc',
  keyOf: ({ created_at, id }) => [isoTimestamp(created_at ?? new Date(0)), id],
}

/**
 * A page of what a query finds within these times, newest first, as ids grow with time. `total` is what is known of all
 * times.
 */
export async function newestFirst<Tables, Table extends keyof Tables, Row extends Timed>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
  page: Page,
  total?: () => Promise<number>,
  times: Times = ANY_TIME,
  columns?: Columns,
): Promise<Listing<Row>> {
  const order = 'created_at' in times ? NEWEST_BY_TIME : NEWEST
  const narrowed = times === ANY_TIME ? query : query.where(withinTimes(times, columns))
  return readPage(db, narrowed, order, page, times === ANY_TIME ? total : undefined)
}

/** What stands for a column that a query has by another name, or computes. */
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

/** A page of what a query finds, in this order. Beside a cursor nothing is counted, and rows are found by their key. */
export async function readPage<Tables, Table extends keyof Tables, Row>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order<Row>,
  page: Page,
  total: () => Promise<number> = () => countRows(db, query),
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
 * The ids of a page of what a text is found in, newest first. All are found at once: in the order of a page PostgreSQL
 * may walk from the newest through everything until it has enough in which the text is.
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

/** To compare an id with. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids})`
}

interface Shown {
  readonly limit: number
  readonly offset: number
  /** In the opposite order, and the rows turned round. */
  readonly isFromEnd: boolean
}

/**
 * How a page is reached by the shorter way: the last one is as near as the first. One row beyond the page is read too,
 * to know whether more follow.
 */
export function fromNearerEnd({ limit, offset }: Pick<Page, 'limit' | 'offset'>, total: number): Shown {
  const isFromEnd = offset > total / 2
  if (!isFromEnd) return { limit: total > 0 ? limit + 1 : 0, offset, isFromEnd }
  const after = total - offset - limit
  return after > 0
    ? { limit: limit + 1, offset: after - 1, isFromEnd }
    : { limit: total - offset, offset: 0, isFromEnd }
}

/** How many rows a query finds, whatever it selects of them. */
export async function countRows<Tables, Table extends keyof Tables, Row>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const count = query.clearSelect().select(({ fn }) => fn.countAll().as('total'))
  return Number(onlyRow(await rows(db, count.$castTo<{ total: bigint }>())).total)
}

// Totals of lists that are only ever added to, numbered as they grow: what was counted once up to a number stays so,
// and the next who asks counts what has come since. The first one counts all of it, in each process.

/** How many fit, and the numbers of the first and the last that do; null where nobody asks for them. */
export interface Counted {
  readonly count: number
  readonly first: number | null
  readonly last: number | null
}

/** What fits after a number, up to and with another. */
type CountBetween = (after: number, upTo: number) => Promise<Counted>

export interface GrowingCounts {
  /** `key` names the list and its filter; `start` is the number before its first, and `last` that of the last one. */
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
      // A request that read the last number earlier may be behind what another has counted since.
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

/** Where only the count matters. */
export function onlyCount(count: number): Counted {
  return { ...NONE, count }
}
