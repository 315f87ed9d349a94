// Pages of lists: which rows a query asks for, and the pagination object that goes with them.
import type { PageQuery } from '../../../contract/common.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/limits.ts'

export interface Page {
  page: number
  limit: number
  offset: number
}

export function pageOf({ page = 1, limit = PAGE_SIZE }: PageQuery): Page {
  const size = Math.min(limit, PAGE_SIZE_MAX)
  return { page, limit: size, offset: (page - 1) * size }
}

export function listed(data: unknown[], { page, limit }: Page, total: number): object {
  return { success: true, data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }
}
