// Lists, page by page or item by item: await one for its first page, or iterate over all items.
import { type Call, callOf, callWith } from './call.ts'
import type { Pagination } from './generated/types.ts'
import type { Answer } from './response.ts'

export interface Page<T> {
  readonly items: readonly T[]
  readonly pagination: Pagination
  /** Null after the last one. */
  nextPage(): Promise<Page<T> | null>
}

/**
 * `await` returns the first page; `for await` iterates over every item of every page, each once. Pages are read by
 * cursor, so items that are added, changed or removed meanwhile move no others.
 */
export interface ListCall<T> extends Promise<Page<T>>, AsyncIterable<T> {
  /** The first page with the rest of its response. */
  withResponse(): Promise<Answer<T[]>>
  /** Every page, beginning with the first. */
  pages(): AsyncIterable<Page<T>>
}

/** `await` returns the data; `for await` iterates over every item in it, of every page if it has several. */
export interface ItemsCall<T, Item> extends Call<T>, AsyncIterable<Item> {}

/** `within` is the field of the data with the items; true if the data is the list. */
export function itemsCallOf<T>(
  first: Promise<Answer<T>>,
  read: (cursor: string) => Promise<Answer<T>>,
  within: string | true,
): ItemsCall<T, unknown> {
  const listed = (answer: Answer<T>): Answer<unknown[]> => {
    const parts = Object(answer.data)
    if (within === true) return { ...answer, data: parts }
    return { ...answer, data: parts[within], pagination: parts.pagination }
  }
  // Created only for iteration: an unused promise could reject unhandled.
  const items = () => listOf(first.then(listed), async (cursor) => listed(await read(cursor)))
  return { ...callOf(first), [Symbol.asyncIterator]: () => items()[Symbol.asyncIterator]() }
}

/** The same items as a list without pages. */
const ALONE = { page: 1, total: 0, pages: 1, has_more: false, next_cursor: null, previous_cursor: null }

export function listOf<T>(
  first: Promise<Answer<T[]>>,
  read: (cursor: string) => Promise<Answer<T[]>>,
): ListCall<T> {
  const pageOf = (answer: Answer<T[]>): Page<T> => {
    const pagination = answer.pagination ?? { ...ALONE, limit: answer.data.length }
    const { next_cursor: next } = pagination
    return {
      items: answer.data,
      pagination,
      nextPage: async () => (next === null ? null : pageOf(await read(next))),
    }
  }
  async function* pages(): AsyncGenerator<Page<T>, void> {
    for (let page: Page<T> | null = pageOf(await first); page !== null; page = await page.nextPage())
      yield page
  }
  return { ...callWith(first, pageOf), pages, [Symbol.asyncIterator]: () => itemsOf(pages()) }
}

async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void> {
  for await (const { items } of pages) yield* items
}
