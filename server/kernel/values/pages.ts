// A page of a list: which rows are asked for, and what the list answers.
import type { Pagination } from '../../../contract/common.ts'

export interface Page {
  readonly page: number
  readonly limit: number
  readonly offset: number
}

/** The items of one page, and how many there are on all of them. */
export interface Listing<T> {
  readonly items: readonly T[]
  readonly total: number
}

export function paginationOf({ page, limit }: Page, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit) }
}
