// Credits and debits, with their events.
import type { Snapshot } from '../../../contract/event-objects.ts'
import { LOW_BALANCE_CENTS } from '../../../contract/limits.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { emit } from '../events/emit.ts'
import { addLine, type Entry, type Line } from './ledger.ts'
import { lineView } from './wallet-view.ts'

const TEST_BALANCE_ADVISED_CENTS = 2_000_000n

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
  if (line === undefined)
    return fail('insufficient_balance', tx.owner.mode === 'test' ? testAdvice(movement) : {})
  emit(tx, 'wallet.debit', withBalance(line))
  emitLowBalance(tx, line)
  return line
}

/** Recharges do not move what a test wallet holds. What it is told to hold is enough. */
function testAdvice({ amountCents }: Movement): { advice: string } {
  const enough = amountCents > TEST_BALANCE_ADVISED_CENTS ? amountCents : TEST_BALANCE_ADVISED_CENTS
  const body = JSON.stringify({ balance: formatAmount(enough) }).replace(':', ': ')
  return {
    advice:
      `set what the test wallet holds with POST /api/v1/test/wallet and ${body}, then send the request again, with ` +
      'another Idempotency-Key if it has one',
  }
}

/** Takes back what a payment had credited, also where it is spent. What happened is emitted by whoever does so. */
export async function takeBack(tx: Tx, movement: Movement): Promise<Line> {
  const line = await addLine(tx, { ...movement, type: 'debit', mayOverdraw: true })
  if (line === undefined) throw new Error(`team ${tx.owner.teamId} has no ${tx.owner.mode} wallet`)
  return line
}

export function emitLowBalance(tx: Tx, line: Line): void {
  const after = line.spendableCents
  // The balance of the sandbox does not move, so it never crosses the limit.
  const before = tx.owner.mode === 'live' ? after + line.amountCents : after
  if (before >= LOW_BALANCE_CENTS && after < LOW_BALANCE_CENTS)
    emit(tx, 'wallet.low_balance', withBalance(line))
}

function withBalance(line: Line): Snapshot<'transaction'> {
  return { ...lineView(line), balance: formatAmount(line.spendableCents) }
}
