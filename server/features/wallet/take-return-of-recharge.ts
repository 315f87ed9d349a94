// Takes a returned payment of a recharge in: what it had credited is debited, whatever the balance is, since the money
// is gone. The same return told again changes nothing.
import type { Snapshot } from '../../../contract/event-objects.ts'
import type { PaymentReturn } from '../../adapters/banks/port.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { emit } from '../events/emit.ts'
import { type ChargeRow, lockCharge } from '../payments/charge-store.ts'
import { type ReturnedRow, recordReturn, returnsOf } from '../payments/return-store.ts'
import { bankAccount } from './accounts.ts'
import { findHeldOf } from './held-payment-store.ts'
import { heldReturnChange } from './held-payment-view.ts'
import type { Line } from './ledger.ts'
import { emitLowBalance, takeBack } from './move-money.ts'
import { creditedByPayment, readWallet } from './wallet-store.ts'

/** What is told of it; undefined where this return was taken in before. */
export async function takeReturnOfRecharge(
  tx: Tx,
  charge: ChargeRow,
  paymentId: string,
  returned: PaymentReturn,
): Promise<Snapshot<'payment_return'> | undefined> {
  // Returns of one payment come one after the other, so that together they take no more than it gave.
  await lockCharge(tx, charge.id)
  const before = await returnsOfPayment(tx, charge, paymentId)
  const debitedCents = await owedBack(tx, charge, paymentId, before, returned.amountCents)
  if (!(await recordReturn(tx, charge.id, paymentId, returned, debitedCents))) return undefined
  const held = await findHeldOf(tx, charge.id, paymentId)
  if (held !== undefined) {
    const sentBack = before.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
    record(tx, heldReturnChange(held, sentBack, sentBack + returned.amountCents))
  }
  const line = debitedCents === 0n ? null : await debitReturn(tx, charge, paymentId, returned, debitedCents)
  const view = await returnView(tx, charge, paymentId, returned, line)
  emit(tx, 'wallet.payment.returned', view)
  if (line !== null) emitLowBalance(tx, line)
  return view
}

async function returnsOfPayment(tx: Tx, charge: ChargeRow, paymentId: string): Promise<ReturnedRow[]> {
  return (await returnsOf(tx, [charge.id])).filter(({ payment_id }) => payment_id === paymentId)
}

/** No more than the payment credited and is not taken back yet: one that was held credited nothing. */
async function owedBack(
  tx: Tx,
  charge: ChargeRow,
  paymentId: string,
  before: readonly ReturnedRow[],
  cents: Cents,
): Promise<Cents> {
  const credited = await creditedByPayment(tx, charge.reference_id, paymentId)
  const left = before.reduce((rest, { debited_cents }) => rest - debited_cents, credited)
  return cents < left ? cents : left
}

function debitReturn(
  tx: Tx,
  { reference_id, provider_id, method, simulated }: ChargeRow,
  paymentId: string,
  { id }: PaymentReturn,
  amountCents: Cents,
): Promise<Line> {
  return takeBack(tx, {
    amountCents,
    account: bankAccount(provider_id),
    description: 'Returned payment of a wallet recharge',
    referenceType: 'recharge',
    referenceId: reference_id,
    kind: `return ${id} of ${paymentId}`,
    paymentMethod: method,
    simulated,
  })
}

async function returnView(
  tx: Tx,
  { reference_id }: ChargeRow,
  paymentId: string,
  { id, amountCents, at, reason }: PaymentReturn,
  line: Line | null,
): Promise<Snapshot<'payment_return'>> {
  const balance = line?.balanceAfterCents ?? (await readWallet(tx, tx.owner)).balance_cents
  return {
    id,
    recharge_id: reference_id,
    payment_id: paymentId,
    amount: formatAmount(amountCents),
    debited_amount: formatAmount(line?.amountCents ?? 0n),
    currency: 'BRL',
    transaction_id: line?.id ?? null,
    balance: formatAmount(balance),
    reason,
    returned_at: isoTimestamp(at ?? tx.now),
  }
}
