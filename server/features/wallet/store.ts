// Reads wallets and their lines by index seeks alone. Lines are numbered without gaps and carry the sums up to them, so
// a page is a range of numbers, and a period's counts and sums are the difference of two lines.

import type { RechargeMethod } from '../../../contract/payment-methods.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { ReferenceType, TransactionType } from '../../../contract/wallet.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Cents } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'

export interface WalletRow {
  id: number
  mode: Mode
  balance_cents: bigint
  /** The part of the balance without real money. */
  simulated_cents: bigint
  lines: bigint
  credits: bigint
  credits_cents: bigint
  debits_cents: bigint
  last_at: Date | null
}

const selectWallet = statement<WalletRow>(`
  select id, mode, balance_cents, simulated_cents, lines, credits, credits_cents, debits_cents, last_at
  from wallets where team_id = $1 and mode = $2`)

export async function readWallet(db: Queryable, { teamId, mode }: Owner): Promise<WalletRow> {
  const [wallet] = await selectWallet(db, teamId, mode)
  if (wallet === undefined) throw new Error(`team ${teamId} has no ${mode} wallet`)
  return wallet
}

const selectCredited = statement<{ cents: bigint }>(`
  select amount_cents as cents from wallet_lines
  where reference_id = $1 and kind = 'payment ' || $2 and type = 'credit'`)

export async function creditedByPayment(
  db: Queryable,
  rechargeId: string,
  paymentId: string,
): Promise<Cents> {
  return (await selectCredited(db, rechargeId, paymentId))[0]?.cents ?? 0n
}

/** Counts and sums of all lines before a moment. */
interface Mark {
  seq: bigint
  credits: bigint
  credits_cents: Cents
  debits_cents: Cents
}

const NOTHING: Mark = { seq: 0n, credits: 0n, credits_cents: 0n, debits_cents: 0n }

const selectMark = statement<Mark>(`
  select seq, credits, credits_cents, debits_cents from wallet_lines
  where wallet_id = $1 and created_at < $2
  order by created_at desc, seq desc limit 1`)

async function markBefore(db: Queryable, walletId: number, at: Date): Promise<Mark> {
  return (await selectMark(db, walletId, at))[0] ?? NOTHING
}

export interface Period {
  from?: Date
  until?: Date
}

/** All lines of a period and type: how many, their sums, and the numbers they have (above `low`, up to `high`). */
export interface Extent {
  walletId: number
  type: TransactionType | undefined
  low: bigint
  high: bigint
  total: bigint
  creditsCents: Cents
  debitsCents: Cents
}

export async function measure(
  db: Queryable,
  wallet: WalletRow,
  type: TransactionType | undefined,
  { from, until }: Period,
): Promise<Extent> {
  const end = until === undefined ? { ...wallet, seq: wallet.lines } : await markBefore(db, wallet.id, until)
  const start = from === undefined ? NOTHING : await markBefore(db, wallet.id, from)
  const low = numberOf(start, type)
  const high = numberOf(end, type)
  return {
    walletId: wallet.id,
    type,
    low,
    // A period that ends before it begins is empty.
    high: high > low ? high : low,
    total: high > low ? high - low : 0n,
    creditsCents: type === 'debit' || high <= low ? 0n : end.credits_cents - start.credits_cents,
    debitsCents: type === 'credit' || high <= low ? 0n : end.debits_cents - start.debits_cents,
  }
}

/** The number of a line among those of the type, or among all. */
function numberOf({ seq, credits }: Mark, type: TransactionType | undefined): bigint {
  if (type === undefined) return seq
  return type === 'credit' ? credits : seq - credits
}

export interface LineRow {
  wallet_id: number
  seq: bigint
  id: string
  type: TransactionType
  type_seq: bigint
  amount_cents: bigint
  balance_after_cents: bigint
  credits: bigint
  credits_cents: bigint
  debits_cents: bigint
  description: string
  reference_type: ReferenceType
  reference_id: string
  kind: string
  payment_method: RechargeMethod | null
  simulated: boolean
  created_at: Date
  /** Of the booking that the line paid, as it is now: an instant booking is debited before it has one. */
  locator: string | null
}

const COLUMNS = `wallet_id, seq, id, type, type_seq, amount_cents, balance_after_cents, credits, credits_cents,
  debits_cents, description, reference_type, reference_id, kind, payment_method, simulated, created_at,
  (select nullif(booking_reference, '') from bookings
    where reference_type = 'booking' and bookings.id = reference_id) as locator`

const selectLines = statement<LineRow>(`
  select ${COLUMNS} from wallet_lines where wallet_id = $1 and seq > $2 and seq <= $3 order by seq desc`)

const selectLinesOfType = statement<LineRow>(`
  select ${COLUMNS} from wallet_lines where wallet_id = $1 and type = $4 and type_seq > $2 and type_seq <= $3
  order by type_seq desc`)

const selectNamedLines = statement<LineRow>(`
  select ${COLUMNS} from wallet_lines
  where wallet_id = (select id from wallets where team_id = $1 and mode = $2) and id = any($3)`)

export async function findLines(
  db: Queryable,
  { teamId, mode }: Owner,
  ids: readonly string[],
): Promise<LineRow[]> {
  return selectNamedLines(db, teamId, mode, ids)
}

/** The lines of the extent after the first `offset`, newest first. */
export async function readLines(
  db: Queryable,
  { walletId, type, low, high }: Extent,
  offset: number,
  limit: number,
): Promise<LineRow[]> {
  const top = high - BigInt(offset)
  const bottom = top - BigInt(limit)
  if (top <= low) return []
  const floor = bottom > low ? bottom : low
  return type === undefined
    ? selectLines(db, walletId, floor, top)
    : selectLinesOfType(db, walletId, floor, top, type)
}

/** When the first line of the type was created, or the first of all. */
export async function firstLineAt(db: Queryable, extent: Extent): Promise<Date | undefined> {
  const [line] = await readLines(db, { ...extent, low: 0n, high: 1n }, 0, 1)
  return line?.created_at
}
