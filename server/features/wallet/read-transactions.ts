// Reads the lines of a wallet that match a filter, which the API calls transactions: a page with its summary, or the
// extent of all.

import type { TransactionsFilter, WalletTransactions } from '../../../contract/wallet.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { dayRange } from '../../kernel/values/day-range.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type Page, paginationOf } from '../../kernel/values/pages.ts'
import { scopeOf, type World } from '../world.ts'
import { type Extent, firstLineAt, measure, readLines, readWallet } from './wallet-store.ts'
import { lineRowView } from './wallet-view.ts'

/** The extent of all that match, without reading them. */
export async function extentOf(
  db: Queryable,
  owner: Owner,
  { type, start_date, end_date }: TransactionsFilter,
  zone: string,
): Promise<Extent> {
  const range = dayRange({ start_date, end_date }, zone)
  return measure(db, await readWallet(db, owner), type, range)
}

export async function readTransactions(
  world: World,
  owner: Owner,
  filter: TransactionsFilter,
  page: Page,
  zone: string,
): Promise<WalletTransactions> {
  const extent = await extentOf(world.pool, owner, filter, zone)
  const lines = await readLines(world.pool, extent, page.offset, page.limit)
  const { clock } = await scopeOf(world, owner)
  return {
    transactions: lines.map(lineRowView),
    pagination: paginationOf(page, Number(extent.total)),
    summary: {
      total_credits: formatAmount(extent.creditsCents),
      total_debits: formatAmount(extent.debitsCents),
      ...(await periodOf(world.pool, extent, filter, zone, clock.now())),
    },
  }
}

/** The days asked for; where one is left open, from the first transaction on, and until today. */
async function periodOf(
  db: Queryable,
  extent: Extent,
  { start_date, end_date }: TransactionsFilter,
  zone: string,
  now: Date,
): Promise<{ period_start: string; period_end: string }> {
  const first = start_date === undefined ? await firstLineAt(db, extent) : undefined
  const today = dateIn(now, zone).toString()
  const latest = start_date !== undefined && start_date > today ? start_date : today
  const period_end = end_date ?? latest
  const firstDay = first === undefined ? period_end : dateIn(first, zone).toString()
  // A period never ends before it begins, unless it was asked for so.
  return { period_start: start_date ?? (firstDay < period_end ? firstDay : period_end), period_end }
}
