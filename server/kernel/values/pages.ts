// A page of a list: the requested rows and the response body.
import type { PageQuery, Pagination } from '../../../contract/common.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/limits.ts'

export interface Page {
  readonly page: number
  readonly limit: number
  readonly offset: number
}

/** The items of one page, and the total of all pages. */
export interface Listing<T> {
  readonly items: readonly T[]
  readonly total: number
}

export function pageOf({ page = 1, limit = PAGE_SIZE }: PageQuery): Page {
  const size = Math.min(limit, PAGE_SIZE_MAX)
  return { page, limit: size, offset: (page - 1) * size }
}

/** The body of a list. */
export function listed(data: readonly unknown[], page: Page, total: number): object {
  return { success: true, data, pagination: paginationOf(page, total) }
}

export function paginationOf({ page, limit }: Page, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit) }
}
