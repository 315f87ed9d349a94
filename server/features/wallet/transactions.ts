// The lines of a wallet, which the API calls transactions: pages with a summary, and CSV.

import type { RechargeMethod } from '../../../contract/payment-methods.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import type {
  ReferenceType,
  TransactionsFilter,
  TransactionType,
  WalletTransaction,
  WalletTransactions,
} from '../../../contract/wallet.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type CsvColumn, type CsvReader, csvTable } from '../../kernel/values/csv.ts'
import { dateIn, dayRange, overlapOf, rangeIn } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type Owner, ownerName } from '../../kernel/values/owner.ts'
import { type Cursors, type Page, paginationOf } from '../../kernel/values/pages.ts'
import { csvTurns } from '../csv-turns.ts'
import { scopeOf, type World } from '../world.ts'
import { heldCentsOf } from './held-payments.ts'
import { type Extent, findLines, firstLineAt, measure, readLines, readWallet } from './store.ts'
import { lineRowView } from './view.ts'

interface Reading {
  readonly page: Page
  readonly cursors: Cursors
  readonly zone: string
  readonly language: ReaderLanguage
}

export async function readTransactions(
  world: World,
  owner: Owner,
  filter: TransactionsFilter,
  { page, cursors, zone, language }: Reading,
): Promise<WalletTransactions> {
  const extent = await extentOf(world.pool, owner, filter, zone)
  const shown = linesOn(page, extent)
  const lines = await readLines(world.pool, { ...extent, low: shown.low, high: shown.high }, 0, page.limit)
  const heldCents = await heldCentsOf(world.pool, owner)
  const { clock } = await scopeOf(world, owner)
  return {
    transactions: lines.map((line) => lineRowView(line, language)),
    pagination: paginationOf(shown, page, cursors),
    summary: {
      total_credits: formatAmount(extent.creditsCents),
      total_debits: formatAmount(extent.debitsCents),
      ...(await periodOf(world.pool, extent, { filter, zone, now: clock.now() })),
      ...(heldCents > 0n && { held_amount: formatAmount(heldCents) }),
    },
  }
}

/** Those among these ids that exist. */
export async function transactionsById(
  { pool }: World,
  owner: Owner,
  ids: readonly string[],
  language: ReaderLanguage,
): Promise<ReadonlyMap<string, WalletTransaction>> {
  const found = await findLines(pool, owner, ids)
  return new Map(found.map((line) => [line.id, lineRowView(line, language)]))
}

/** The numbers of the lines on a page, above `low` and up to `high`: they have no gaps. */
function linesOn({ page, limit, offset, position }: Page, { low, high, total }: Extent) {
  const size = BigInt(limit)
  const key = BigInt(Number(position?.key[0] ?? 0))
  const after = position === undefined ? high - BigInt(offset) : key - 1n
  const top = least(high, position?.isBackward ? key + size : after)
  const bottom = most(low, position?.isBackward ? key : top - size)
  const isEmpty = top <= bottom
  return {
    low: bottom,
    high: top,
    total: position?.total ?? Number(total),
    next: isEmpty || bottom === low ? null : [Number(bottom + 1n)],
    previous: isEmpty || top === high || (position === undefined && page === 1) ? null : [Number(top)],
  }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const most = (one: bigint, other: bigint) => (one > other ? one : other)

/** The days of the filter; an open start is the first transaction, an open end is today. */
async function periodOf(
  db: Queryable,
  extent: Extent,
  {
    filter: { start_date, end_date },
    zone,
    now,
  }: { readonly filter: TransactionsFilter; readonly zone: string; readonly now: Date },
): Promise<{ period_start: string; period_end: string }> {
  const first = start_date === undefined ? await firstLineAt(db, extent) : undefined
  const today = dateIn(now, zone).toString()
  const latest = start_date !== undefined && start_date > today ? start_date : today
  const period_end = end_date ?? latest
  const firstDay = first === undefined ? period_end : dateIn(first, zone).toString()
  // The first transaction may be later than the requested end.
  return { period_start: start_date ?? (firstDay < period_end ? firstDay : period_end), period_end }
}

/** The extent of all lines that match, computed without reading them. */
export async function extentOf(
  db: Queryable,
  owner: Owner,
  filter: TransactionsFilter,
  zone: string,
): Promise<Extent> {
  const { type, start_date, end_date } = filter
  const range = overlapOf(dayRange({ start_date, end_date }, zone), rangeIn(filter, 'created', zone))
  return measure(db, await readWallet(db, owner), type, range)
}

const TYPES: Readonly<Record<TransactionType, string>> = { credit: 'crédito', debit: 'débito' }
const REFERENCES: Readonly<Record<ReferenceType, string>> = {
  booking: 'reserva',
  recharge: 'recarga',
  refund: 'reembolso',
}
const METHODS: Readonly<Record<RechargeMethod, string>> = { pix: 'Pix', boleto: 'boleto' }

const COLUMNS = {
  id: { heading: 'ID' },
  created_at: { heading: 'Data e hora', kind: 'moment' },
  type: { heading: 'Tipo', words: TYPES },
  amount: { heading: 'Valor', kind: 'amount' },
  currency: { heading: 'Moeda' },
  description: { heading: 'Descrição' },
  reference_type: { heading: 'Referente a', words: REFERENCES },
  reference_id: { heading: 'ID da referência' },
  balance_after: { heading: 'Saldo após', kind: 'amount' },
  payment_method: { heading: 'Forma de pagamento', words: METHODS },
  simulated: { heading: 'Simulada', words: { true: 'sim' } },
} as const satisfies Readonly<Record<string, CsvColumn>>
const LINES_AT_ONCE = 1000

/** Reads the lines in batches while they are sent, so that memory does not grow with their number. */
export async function* transactionsCsv(
  world: World,
  owner: Owner,
  extent: Extent,
  reader: CsvReader,
): AsyncGenerator<string> {
  const table = csvTable(COLUMNS, reader)
  yield table.head
  for (let offset = 0; offset < extent.total; offset += LINES_AT_ONCE) {
    yield csvTurns(world).run(ownerName(owner), async () => {
      const lines = await readLines(world.pool, extent, offset, LINES_AT_ONCE)
      const views = lines.map((line) => lineRowView(line, reader.locale))
      return views
        .map(({ simulated, display_description: description = '', ...view }) =>
          table.line({ ...view, description, ...(simulated && { simulated: 'true' }) }),
        )
        .join('')
    })
  }
}
