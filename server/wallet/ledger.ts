// The one writer of balances. A movement is one statement: the wallet's row is locked, checked and moved on, and the
// line is made from it, so that balance, numbers, sums and lines cannot come apart.
import type { PaymentMethod, ReferenceType, TransactionType } from '../../contract/wallet.ts'
import { statement } from '../base/database/db.ts'
import { type Cents, formatAmount } from '../base/values/money.ts'
import { record } from '../outbox/audit.ts'
import type { Tx } from '../outbox/transaction.ts'

export interface Entry {
  /** Made by the caller, where something else must name the line. */
  id?: string
  type: TransactionType
  amountCents: Cents
  description: string
  referenceType: ReferenceType
  referenceId: string
  /** With the reference: why. The database refuses a second line for the same reason. */
  kind: string
  paymentMethod?: PaymentMethod
}

export interface Line extends Entry {
  id: string
  balanceAfterCents: Cents
  createdAt: Date
}

const move = statement<{ balance_after_cents: bigint; created_at: Date }>(`
  with moved as (
    update wallets set
      balance_cents = balance_cents + case mode when 'live' then $4::bigint - $5::bigint else 0 end,
      lines = lines + 1,
      credits = credits + ($4 > 0)::int, credits_cents = credits_cents + $4,
      debits = debits + ($5 > 0)::int, debits_cents = debits_cents + $5,
      -- If the clock goes back, lines share the last time until it catches up.
      last_at = greatest(last_at, $3::timestamptz)
    where team_id = $1 and mode = $2 and balance_cents + $4 - $5 >= 0
    returning id, balance_cents, lines, credits, debits, credits_cents, debits_cents, last_at
  )
  insert into wallet_lines (wallet_id, seq, id, type, type_seq, amount_cents, balance_after_cents, credits,
    credits_cents, debits_cents, description, reference_type, reference_id, kind, payment_method, created_at)
  select id, lines, $6, case when $4 > 0 then 'credit' else 'debit' end, case when $4 > 0 then credits else debits end,
    $4 + $5, balance_cents, credits, credits_cents, debits_cents, $7, $8, $9, $10, $11, last_at
  from moved
  returning balance_after_cents, created_at`)

/** Undefined when the balance does not allow it. As late as possible in a transaction: it holds the wallet's row. */
export async function addLine(tx: Tx, entry: Entry): Promise<Line | undefined> {
  if (entry.amountCents <= 0n) throw new RangeError(`a line of ${entry.amountCents} cents`)
  const id = entry.id ?? tx.newId('line')
  const isCredit = entry.type === 'credit'
  const [row] = await move(
    tx,
    tx.owner.teamId,
    tx.owner.mode,
    tx.now,
    isCredit ? entry.amountCents : 0n,
    isCredit ? 0n : entry.amountCents,
    id,
    entry.description,
    entry.referenceType,
    entry.referenceId,
    entry.kind,
    entry.paymentMethod ?? null,
  )
  if (row === undefined) return undefined
  const line = { ...entry, id, balanceAfterCents: row.balance_after_cents, createdAt: row.created_at }
  record(tx, {
    topic: 'money',
    object: 'transaction',
    objectId: id,
    about: entry.referenceId,
    before: null,
    after: {
      type: entry.type,
      amount: formatAmount(entry.amountCents),
      balance: formatAmount(row.balance_after_cents),
      reference_type: entry.referenceType,
      reference_id: entry.referenceId,
    },
  })
  return line
}
