// Pages of lists: which rows a query asks for, and the body that shows them.
import type { PageQuery } from '../../../contract/common.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/limits.ts'
import { type Page, paginationOf } from '../../kernel/values/pages.ts'

export function pageOf({ page = 1, limit = PAGE_SIZE }: PageQuery): Page {
  const size = Math.min(limit, PAGE_SIZE_MAX)
  return { page, limit: size, offset: (page - 1) * size }
}

export function listed(data: readonly unknown[], page: Page, total: number): object {
  return { success: true, data, pagination: paginationOf(page, total) }
}
