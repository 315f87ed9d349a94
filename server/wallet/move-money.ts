// Credits and debits, with their events.
import type { Snapshot } from '../../contract/event-objects.ts'
import { LOW_BALANCE_CENTS } from '../../contract/limits.ts'
import { fail } from '../base/values/fail.ts'
import { formatAmount } from '../base/values/money.ts'
import { emit } from '../events/emit.ts'
import type { Tx } from '../outbox/transaction.ts'
import { addLine, type Entry, type Line } from './ledger.ts'
import { lineView } from './wallet-view.ts'

export type Movement = Omit<Entry, 'type'>

export async function credit(tx: Tx, movement: Movement): Promise<Line> {
  const line = await creditSilently(tx, movement)
  emitCredit(tx, line)
  return line
}

/** For callers that emit other events before that of the credit; `emitCredit` must follow. */
export async function creditSilently(tx: Tx, movement: Movement): Promise<Line> {
  const line = await addLine(tx, { ...movement, type: 'credit' })
  if (line === undefined) throw new Error(`team ${tx.owner.teamId} has no ${tx.owner.mode} wallet`)
  return line
}

export function emitCredit(tx: Tx, line: Line): void {
  emit(tx, 'wallet.credit', withBalance(line))
}

export async function debit(tx: Tx, movement: Movement): Promise<Line> {
  const line = await addLine(tx, { ...movement, type: 'debit' })
  if (line === undefined) return fail('insufficient_balance')
  emit(tx, 'wallet.debit', withBalance(line))
  const after = line.balanceAfterCents
  // The balance of the sandbox does not move, so it never crosses the limit.
  const before = tx.owner.mode === 'live' ? after + line.amountCents : after
  if (before >= LOW_BALANCE_CENTS && after < LOW_BALANCE_CENTS)
    emit(tx, 'wallet.low_balance', withBalance(line))
  return line
}

function withBalance(line: Line): Snapshot<'transaction'> {
  return { ...lineView(line), balance: formatAmount(line.balanceAfterCents) }
}
