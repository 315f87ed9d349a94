// The base of every list: its filters, one page of rows, and the total.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { putBounded } from '../values/bounded.ts'
import type { Listing, Page } from '../values/pages.ts'
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

/** A page of a query's rows, newest first by id. A known total is not counted again. */
export async function newestFirst<Tables, Table extends keyof Tables, Row>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
  { limit, offset }: Page,
  knownTotal?: number,
): Promise<Listing<Row>> {
  const total = knownTotal ?? (await countRows(db, query))
  const shown = fromNearerEnd({ limit, offset }, total)
  if (shown.limit <= 0) return { items: [], total }
  const ordered = query.orderBy(sql.ref('id'), shown.isFromEnd ? 'asc' : 'desc')
  const items = await rows(db, ordered.limit(shown.limit).offset(shown.offset))
  return { items: shown.isFromEnd ? items.reverse() : items, total }
}

export interface PageOfIds {
  /** For comparison with an id. */
  readonly ids: RawBuilder<string>
  readonly total: number
}

/**
 * The ids of a page of text matches, newest first, and their number. All matches are found first: in page
 * order PostgreSQL may scan everything from the newest on until it has enough matches.
 */
export async function searchedPage<Tables, Table extends keyof Tables>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, { id: string }>,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<PageOfIds> {
  const page = build
    .with(
      (cte) => cte('found').materialized(),
      () => query,
    )
    .selectNoFrom([
      sql<string[]>`array(select id from found order by id desc limit ${limit} offset ${offset})`.as('ids'),
      sql<bigint>`(select count(*) from found)`.as('total'),
    ])
  const { ids, total } = onlyRow(await rows(db, page))
  return { ids: sql<string>`any(${ids})`, total: Number(total) }
}

interface Shown {
  readonly limit: number
  readonly offset: number
  /** The query runs in the opposite order, and the rows are reversed. */
  readonly isFromEnd: boolean
}

/** Reads a page from the nearer end, so that the last page is as fast as the first. */
export function fromNearerEnd({ limit, offset }: Pick<Page, 'limit' | 'offset'>, total: number): Shown {
  const isFromEnd = offset > total / 2
  const after = total - offset - limit
  return isFromEnd
    ? { limit: Math.min(limit, total - offset), offset: Math.max(0, after), isFromEnd }
    : { limit: Math.min(limit, total - offset), offset, isFromEnd }
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
