// Lists, page by page or item by item: await one for its first page, or go through all that it has.
import type { Answer } from './answer.ts'
import { callWith } from './call.ts'
import type { Pagination } from './generated/types.ts'

export interface Page<T> {
  readonly items: readonly T[]
  readonly pagination: Pagination
  /** Null after the last one. */
  nextPage(): Promise<Page<T> | null>
}

/** `await` gives the first page; `for await` gives every item of every page, each once. */
export interface ListCall<T> extends Promise<Page<T>>, AsyncIterable<T> {
  /** The first page with what came beside it. */
  withResponse(): Promise<Answer<T[]>>
  /** Every page, beginning with the first. */
  pages(): AsyncIterable<Page<T>>
}

export function listOf<T>(
  first: Promise<Answer<T[]>>,
  read: (page: number) => Promise<Answer<T[]>>,
): ListCall<T> {
  const pageOf = (answer: Answer<T[]>): Page<T> => {
    const pagination = answer.pagination ?? { page: 1, limit: answer.data.length, total: 0, pages: 1 }
    const nextPage = async () =>
      pagination.page < pagination.pages ? pageOf(await read(pagination.page + 1)) : null
    return { items: answer.data, pagination, nextPage }
  }
  async function* pages(): AsyncGenerator<Page<T>, void> {
    for (let page: Page<T> | null = pageOf(await first); page !== null; page = await page.nextPage())
      yield page
  }
  return { ...callWith(first, pageOf), pages, [Symbol.asyncIterator]: () => itemsOf(pages()) }
}

/** What comes into a list while it is read moves the rest on, and the last of a page to the next: it is left out. */
async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void> {
  const seen = new Set<unknown>()
  for await (const { items } of pages) {
    for (const item of items) {
      const { id } = Object(item)
      if (id !== undefined && seen.has(id)) continue
      seen.add(id)
      yield item
    }
  }
}
