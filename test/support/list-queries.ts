// The filters of a list: expected totals, and values that must be refused.
import assert from 'node:assert/strict'
import type { Pagination } from '../../contract/common.ts'
import { assertError } from './agency.ts'
import type { Client } from './client.ts'

/** The results of each query fit on one page of 100. */
export async function assertTotals(
  client: Client,
  path: string,
  totals: Readonly<Record<string, number>>,
): Promise<void> {
  assert.equal((await client.get(`${path}?limit=1000`)).body.pagination.limit, 100)
  for (const [query, total] of Object.entries(totals)) {
    const { data, pagination } = (await client.get(`${path}?limit=100&${query}`)).body
    assert.deepEqual([data.length, pagination.total], [total, total], query)
  }
}

export async function assertRefused(
  client: Client,
  path: string,
  name: string,
  values: readonly string[],
): Promise<void> {
  for (const value of values)
    assertError(await client.get(`${path}?${name}=${value}`), 400, 'Invalid request parameters', name)
}

/** The pagination of a list, without cursors. */
export function pageNumbers({ page, limit, total, pages }: Pagination) {
  return { page, limit, total, pages }
}

/** The pagination of a list with one page. */
export const ONE_PAGE = { has_more: false, next_cursor: null, previous_cursor: null }
