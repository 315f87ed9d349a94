// The only statement that changes a balance, and the movements that use it. It locks the wallet's row and creates the
// line from it, so that balance, numbers, sums and hashes cannot differ. A line is its own audit record.
import type { Snapshot } from '../../../contract/event-operations.ts'
import { LOW_BALANCE_CENTS } from '../../../contract/limits.ts'
import type { RechargeMethod } from '../../../contract/payment-methods.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { ReferenceType, TransactionType } from '../../../contract/wallet.ts'
import { namedStatement, type Queryable, statement } from '../../kernel/db/db.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type FailOptions, fail } from '../../kernel/values/fail.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { emit } from '../events/emit.ts'
import { chained, knownTexts, LINE_VERSION, writtenText } from './line-hash-input.ts'
import { readWallet } from './store.ts'
import { lineView } from './view.ts'

/** A provider's account at its bank, the carriers behind a supplier, or a correction by hand. */
export type Account = `bank:${string}` | `carrier:${string}` | 'adjustment'

export interface Entry {
  /** Set by a caller that stores the id elsewhere too. */
  id?: string
  type: TransactionType
  amountCents: Cents
  /** The other side of the movement. */
  account: Account
  description: string
  referenceType: ReferenceType
  referenceId: string
  /** Unique with the reference: the database refuses a second line for it. The column is `kind`. */
  reason: string
  paymentMethod?: RechargeMethod
  /** For money that has left already: the balance may go below zero. */
  mayOverdraw?: true
  /** Not real money; real debits are not paid from it. */
  simulated: boolean
}

export interface Line extends Entry {
  id: string
  balanceAfterCents: Cents
  /** The balance that real debits can use; for a simulated line, the whole balance. */
  spendableCents: Cents
  /** The first debit that left less than the low balance since the balance was that or more. */
  isFirstLow: boolean
  createdAt: Date
}

export type Movement = Omit<Entry, 'type'>

interface MovedRow {
  balance_after_cents: bigint
  spendable_cents: bigint
  is_first_low: boolean
  created_at: Date
}

const TEST_BALANCE_ADVISED_CENTS = 2_000_000n

/** If the clock goes back, lines share the last time until it catches up. */
const AT = 'greatest(last_at, :now::timestamptz)'
const MOVED = ':credit::bigint - :debit::bigint'
/** Simulated money, which a real debit cannot use. */
const NOT_SPENDABLE = 'case when :simulated then 0 else simulated_cents end'
const BALANCE = `balance_cents + case mode when 'live' then ${MOVED} else 0 end`

/** Only three values come from the locked row; the caller writes the rest, which saves the database work. */
const TEXT = writtenText({ seq: 'lines + 1', createdAt: AT, balanceAfterCents: BALANCE }, [
  ':textAfterSeq',
  ':textAfterTime',
  ':textAfterBalance',
])

const move = namedStatement<MovedRow, Readonly<Record<string, unknown>>>(`
  with moved as (
    update wallets set
      balance_cents = ${BALANCE},
      simulated_cents = simulated_cents + case when :simulated and mode = 'live' then ${MOVED} else 0 end,
      lines = lines + 1,
      credits = credits + (:credit::bigint > 0)::int, credits_cents = credits_cents + :credit,
      debits = debits + (:debit::bigint > 0)::int, debits_cents = debits_cents + :debit,
      last_at = ${AT},
      low_balance_line = case when ${BALANCE} - ${NOT_SPENDABLE} >= ${LOW_BALANCE_CENTS} then null
        when :debit::bigint > 0 then coalesce(low_balance_line, lines + 1) else low_balance_line end,
      -- In the row that is locked: a transaction that waited for it sees the hash of the line before.
      head = ${chained('head', 'wallets', TEXT)}
    where team_id = :teamId and mode = :mode
      and (:credit::bigint > 0 or :mayOverdraw
        or balance_cents - ${NOT_SPENDABLE} - :debit >= 0)
    returning id, balance_cents, simulated_cents, lines, credits, debits, credits_cents, debits_cents, last_at, head,
      low_balance_line is not distinct from lines as is_first_low
  )
  insert into wallet_lines (wallet_id, seq, id, type, type_seq, amount_cents, balance_after_cents, credits,
    credits_cents, debits_cents, description, reference_type, reference_id, kind, payment_method, created_at, account,
    simulated, recorded_at, action, actor_type, actor_id, actor_name, request_id, address, version, hash)
  select id, lines, :id, :type, case when :credit::bigint > 0 then credits else debits end,
    :credit::bigint + :debit::bigint, balance_cents, credits, credits_cents, debits_cents, :description,
    :referenceType, :referenceId, :reason, :paymentMethod, last_at, :account, :simulated, :recordedAt, :action,
    :actorType, :actorId, :actorName, :requestId, :address, ${LINE_VERSION}, head
  from moved
  returning balance_after_cents, created_at,
    balance_after_cents - case when simulated then 0 else (select simulated_cents from moved) end as spendable_cents,
    coalesce((select is_first_low from moved), false) as is_first_low`)

/** Undefined if the balance is too low. Call it as late as possible in a transaction, because it locks the wallet's row. */
export async function addLine(tx: Tx, entry: Entry): Promise<Line | undefined> {
  if (entry.amountCents <= 0n) throw new RangeError(`a line of ${entry.amountCents} cents`)
  const { by, recordedAt } = tx
  const id = entry.id ?? tx.newId('line')
  const isCredit = entry.type === 'credit'
  const [textAfterSeq, textAfterTime, textAfterBalance] = knownTexts({ ...entry, id, by, recordedAt })
  const [row] = await move(tx, {
    teamId: tx.owner.teamId,
    mode: tx.owner.mode,
    now: tx.now,
    id,
    type: entry.type,
    credit: isCredit ? entry.amountCents : 0n,
    debit: isCredit ? 0n : entry.amountCents,
    description: entry.description,
    referenceType: entry.referenceType,
    referenceId: entry.referenceId,
    reason: entry.reason,
    paymentMethod: entry.paymentMethod ?? null,
    account: entry.account,
    mayOverdraw: entry.mayOverdraw === true,
    simulated: entry.simulated,
    recordedAt,
    action: by.action,
    actorType: by.type,
    actorId: by.id,
    actorName: by.name,
    requestId: by.requestId,
    address: by.address,
    textAfterSeq,
    textAfterTime,
    textAfterBalance,
  })
  if (row === undefined) return undefined
  const { balance_after_cents: balanceAfterCents, spendable_cents: spendableCents } = row
  const { is_first_low: isFirstLow, created_at: createdAt } = row
  return { ...entry, id, balanceAfterCents, spendableCents, isFirstLow, createdAt }
}

/** `emitLine` must follow. */
export async function credit(tx: Tx, movement: Movement): Promise<Line> {
  const line = await addLine(tx, { ...movement, type: 'credit' })
  if (line === undefined) throw new Error(`team ${tx.owner.teamId} has no ${tx.owner.mode} wallet`)
  return line
}

/** `emitLine` must follow. */
export async function debit(tx: Tx, movement: Movement): Promise<Line> {
  const line = await addLine(tx, { ...movement, type: 'debit' })
  if (line === undefined)
    return fail('insufficient_balance', tx.owner.mode === 'test' ? testAdvice(movement) : {})
  return line
}

/** Apart from the movement, because callers emit other events in between. */
export function emitLine(tx: Tx, line: Line): void {
  emit(tx, `wallet.${line.type}`, withBalance(line))
  if (line.type === 'debit') emitLowBalance(tx, line)
}

/** Recharges do not change the balance of a test wallet, so the advice is to set it. */
function testAdvice({ amountCents }: Movement): FailOptions {
  const enough = amountCents > TEST_BALANCE_ADVISED_CENTS ? amountCents : TEST_BALANCE_ADVISED_CENTS
  const body = JSON.stringify({ balance: formatAmount(enough) }).replace(':', ': ')
  return adviceWith(
    'set what the test wallet holds with POST /api/v1/test/wallet and {body}, then send the request again, with another Idempotency-Key if it has one',
    { body },
  )
}

/** Debits a payment that was returned, even if its money is spent. The caller emits the event. */
export async function forceDebit(tx: Tx, movement: Movement): Promise<Line> {
  const line = await addLine(tx, { ...movement, type: 'debit', mayOverdraw: true })
  if (line === undefined) throw new Error(`team ${tx.owner.teamId} has no ${tx.owner.mode} wallet`)
  return line
}

export function emitLowBalance(tx: Tx, line: Line): void {
  if (line.isFirstLow) emit(tx, 'wallet.low_balance', withBalance(line))
}

function withBalance(line: Line): Snapshot<'transaction'> {
  return { ...lineView(line), balance: formatAmount(line.spendableCents) }
}

/** The amount that a debit could take now; simulated money does not pay for real bookings. Nothing is reserved. */
export async function spendableCents(
  db: Queryable,
  owner: Owner,
  { simulated }: { simulated: boolean },
): Promise<Cents> {
  const { balance_cents, simulated_cents } = await readWallet(db, owner)
  return simulated ? balance_cents : balance_cents - simulated_cents
}

/** The simulated bank belongs to no provider. */
export function bankAccount(providerId: string | null): Account {
  return `bank:${providerId ?? 'simulated'}`
}

export function carrierAccount(supplier: string): Account {
  return `carrier:${supplier}`
}

const setFictitious = statement<{ before_cents: bigint }>(`
  update wallets set balance_cents = $2::bigint,
    low_balance_line = case when $2::bigint >= ${LOW_BALANCE_CENTS} then null else low_balance_line end from (select balance_cents as before_cents from wallets
    where team_id = $1 and mode = 'test' for update) before
  where team_id = $1 and mode = 'test' returning before_cents`)

/** Sets the fictitious balance; no money moves, so there is no line. */
export async function setTestBalance(tx: Tx, balanceCents: Cents): Promise<void> {
  const { teamId } = tx.owner
  const [row] = await setFictitious(tx, teamId, balanceCents)
  if (row === undefined) throw new Error(`team ${teamId} has no test wallet`)
  const before = { balance: formatAmount(row.before_cents) }
  const after = { balance: formatAmount(balanceCents) }
  record(tx, { topic: 'money', object: 'test_wallet', objectId: teamId, before, after })
}
