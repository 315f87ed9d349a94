// /api/v1/wallet: the balance, and the transactions behind it.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Enveloped } from '../../../contract/common.ts'
import {
  TransactionsFilter,
  TransactionsQuery,
  WalletBalance,
  WalletTransactions,
} from '../../../contract/wallet.ts'
import { dateIn } from '../../base/values/dates.ts'
import { formatAmount } from '../../base/values/money.ts'
import { pendingCents } from '../../bookings/booking-store.ts'
import { transactionsCsv } from '../../wallet/transactions-csv.ts'
import { type Extent, firstLineAt, measure, readLines, readWallet } from '../../wallet/wallet-store.ts'
import { balanceView, lineRowView } from '../../wallet/wallet-view.ts'
import { scopeOf, type World } from '../../world.ts'
import { fileAnswers, readAnswers } from '../door/answers.ts'
import { dayRange } from '../door/day-range.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Wallet']

export function walletRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/wallet/balance',
    { schema: { summary: 'Read the balance', tags, response: readAnswers(Enveloped(WalletBalance)) } },
    async (request, reply) => {
      const wallet = await readWallet(world.pool, ownerOf(request))
      const pending = await pendingCents(world.pool, ownerOf(request))
      return reply.send(enveloped(balanceView(wallet, pending)))
    },
  )

  app.get(
    '/api/v1/wallet/transactions',
    {
      schema: {
        summary: 'List transactions',
        description: 'Newest first. `summary` and `pagination` are about all that fit the filter.',
        tags,
        querystring: TransactionsQuery,
        response: readAnswers(Enveloped(WalletTransactions)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const extent = await extentOf(world, request, request.query)
      const lines = await readLines(world.pool, extent, page.offset, page.limit)
      const total = Number(extent.total)
      return reply.send(
        enveloped({
          transactions: lines.map(lineRowView),
          pagination: { page: page.page, limit: page.limit, total, pages: Math.ceil(total / page.limit) },
          summary: {
            total_credits: formatAmount(extent.creditsCents),
            total_debits: formatAmount(extent.debitsCents),
            ...(await period(world, request, extent)),
          },
        }),
      )
    },
  )

  app.get(
    '/api/v1/wallet/transactions.csv',
    {
      // Fastify would read the whole ledger to answer none of it.
      exposeHeadRoute: false,
      schema: {
        summary: 'Download transactions',
        description: 'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names).',
        tags,
        querystring: TransactionsFilter,
        response: fileAnswers('text/csv'),
      },
    },
    async (request, reply) => {
      const extent = await extentOf(world, request, request.query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="transactions.csv"')
        .send(Readable.from(transactionsCsv(world.pool, extent)))
    },
  )
}

type Filter = { type?: 'credit' | 'debit'; start_date?: string; end_date?: string }

async function extentOf(world: World, request: FastifyRequest, query: Filter): Promise<Extent> {
  const range = dayRange(query, request.caller!.time_zone)
  const wallet = await readWallet(world.pool, ownerOf(request))
  return measure(world.pool, wallet, query.type, range)
}

/** The days asked for; where one is left open, from the first transaction on, and until today. */
async function period(
  world: World,
  request: FastifyRequest,
  extent: Extent,
): Promise<{ period_start: string; period_end: string }> {
  const { start_date, end_date } = request.query as Filter
  const { time_zone } = request.caller!
  const now = (await scopeOf(world, ownerOf(request))).clock.now()
  const first = start_date === undefined ? await firstLineAt(world.pool, extent) : undefined
  const today = dateIn(now, time_zone).toString()
  const latest = start_date !== undefined && start_date > today ? start_date : today
  const period_end = end_date ?? latest
  const firstDay = first === undefined ? period_end : dateIn(first, time_zone).toString()
  // A period never ends before it begins, unless it was asked for so.
  return { period_start: start_date ?? (firstDay < period_end ? firstDay : period_end), period_end }
}
