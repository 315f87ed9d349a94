// A page of a list: which rows are requested, what the list returns, and the cursors to the pages beside it.
import type { PageQuery, Pagination } from '../../../contract/common.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/limits.ts'
import type { SecretBox } from '../crypto/secret-box.ts'
import { failField } from './fail.ts'

/** The values by which a list is ordered, of one row. */
export type Key = readonly (string | number | boolean)[]

/** The rows after a key, or before it. */
export interface Position {
  readonly key: Key
  readonly isBackward: boolean
  /** As counted when the walk began. */
  readonly total: number
}

export interface Page {
  readonly page: number
  readonly limit: number
  readonly offset: number
  /** Of a page that a cursor leads to; `offset` is 0 then. */
  readonly position?: Position
}

/** The items of one page, the number of items on all pages, and the keys of the neighbouring pages. */
export interface Listing<T> {
  readonly items: readonly T[]
  readonly total: number
  /** Null if no item follows. */
  readonly next: Key | null
  /** Null if no item comes before. */
  readonly previous: Key | null
}

export const NO_ITEMS: Listing<never> = { items: [], total: 0, next: null, previous: null }

/** The limit of a page that has everything. */
const EVERYTHING = Number.MAX_SAFE_INTEGER

/** The first items of a list, for callers that need no other page. */
export function firstPage(limit: number = EVERYTHING): Page {
  return { page: 1, limit, offset: 0 }
}

/** Writes the keys of a list as text that only the same list with the same filters accepts. */
export interface Cursors {
  write(page: number, total: number, key: Key): string
  read(text: string): { page: number; total: number; key: Key } | null
}

/** `place` is the list with its filters. A cursor is encrypted: no key of another form can reach a query. */
export function cursorsOf(box: SecretBox, ...place: readonly unknown[]): Cursors {
  const name = `cursor:${JSON.stringify(place)}`
  return {
    write: (page, total, key) =>
      box.encrypt(JSON.stringify([page, total, ...key]), name).toString('base64url'),
    read(text) {
      try {
        const [page, total, ...key] = JSON.parse(box.decrypt(Buffer.from(text, 'base64url'), name))
        return { page, total, key }
      } catch {
        return null
      }
    },
  }
}

const PAGING: ReadonlySet<string> = new Set(['page', 'limit', 'starting_after', 'ending_before', 'expand'])

/** The filters of a query: all parameters but those that choose a page or what it includes. */
export function filtersIn(query: object): object {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => !PAGING.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** `size` is the limit if the query has none. */
export function pageOf(query: PageQuery, cursors: Cursors, size: number | 'all' = PAGE_SIZE): Page {
  const { page, starting_after, ending_before } = query
  const usual = size === 'all' ? EVERYTHING : size
  const limit = query.limit === undefined ? usual : Math.min(query.limit, PAGE_SIZE_MAX)
  const cursor = starting_after ?? ending_before
  if (cursor === undefined) return { page: page ?? 1, limit, offset: ((page ?? 1) - 1) * limit }
  const isBackward = starting_after === undefined
  if (!isBackward && ending_before !== undefined)
    failField('ending_before', 'cannot be used together with starting_after')
  if (page !== undefined) failField('page', 'cannot be used together with a cursor')
  const field = isBackward ? 'ending_before' : 'starting_after'
  const read = cursors.read(cursor) ?? failField(field, 'is not a cursor of this list with these filters')
  return {
    page: read.page,
    limit,
    offset: 0,
    position: { key: read.key, isBackward, total: read.total },
  }
}

/** The body of a list. */
export function listed(listing: Listing<unknown>, page: Page, cursors: Cursors): object {
  return { success: true, data: listing.items, pagination: paginationOf(listing, page, cursors) }
}

export function paginationOf(
  { total, next, previous }: Pick<Listing<unknown>, 'total' | 'next' | 'previous'>,
  page: Page,
  cursors: Cursors,
): Pagination {
  const limit = page.limit === EVERYTHING ? total : page.limit
  return {
    page: page.page,
    limit,
    total,
    pages: total === 0 ? 0 : Math.ceil(total / limit),
    has_more: next !== null,
    next_cursor: next && cursors.write(page.page + 1, total, next),
    previous_cursor: previous && cursors.write(Math.max(1, page.page - 1), total, previous),
  }
}

/**
 * The listing of rows that were read up to one beyond the page, in the direction of reading: a page before a cursor is
 * read from its end.
 */
export function listingOf<T>(
  found: readonly T[],
  page: Page,
  total: number,
  keyOf: (row: T) => Key,
): Listing<T> {
  const { limit, position } = page
  const isBackward = position?.isBackward === true
  const items = found.slice(0, limit)
  if (isBackward) items.reverse()
  const hasMore = found.length > limit
  const [first, last] = [items[0], items.at(-1)]
  const hasNext = isBackward || hasMore
  const hasPrevious = isBackward ? hasMore : position !== undefined || page.page > 1
  return {
    items,
    total,
    next: hasNext && last !== undefined ? keyOf(last) : null,
    previous: hasPrevious && first !== undefined ? keyOf(first) : null,
  }
}

/** A page of a list in memory, which is ordered by `keyOf`, ascending or descending. */
export function pageWithin<T>(
  all: readonly T[],
  page: Page,
  keyOf: (item: T, index: number) => string | number,
  direction: 'asc' | 'desc',
): Listing<T> {
  const { limit, offset, position } = page
  const keyed = all.map((item, index) => ({ item, key: [keyOf(item, index)] as const }))
  const isUp = (direction === 'asc') !== (position?.isBackward === true)
  const inOrder = position?.isBackward ? keyed.reverse() : keyed
  const at = position?.key[0]
  const left =
    at === undefined
      ? inOrder.slice(offset)
      : inOrder.filter(({ key: [key] }) => (isUp ? key > at : key < at))
  const listing = listingOf(left.slice(0, limit + 1), page, position?.total ?? all.length, ({ key }) => key)
  return { ...listing, items: listing.items.map(({ item }) => item) }
}
