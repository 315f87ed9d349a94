// The only maker of the wallet's public JSON: balance and transactions.
import type { WalletBalance, WalletTransaction } from '../../contract/wallet.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { type Cents, formatAmount } from '../base/values/money.ts'
import type { Line } from './ledger.ts'
import type { LineRow, WalletRow } from './wallet-store.ts'

export function balanceView(wallet: WalletRow, pendingCents: Cents): WalletBalance {
  const { balance_cents: balance, last_at } = wallet
  // No amount is reserved in the sandbox, whose money is fictitious.
  const available = wallet.mode === 'test' ? balance : balance - pendingCents
  return {
    balance: formatAmount(balance),
    currency: 'BRL',
    available_credit: formatAmount(available > 0n ? available : 0n),
    pending_amount: formatAmount(pendingCents),
    last_transaction_at: last_at === null ? null : isoTimestamp(last_at),
  }
}

export function lineView(line: Line): WalletTransaction {
  return {
    id: line.id,
    type: line.type,
    amount: formatAmount(line.amountCents),
    currency: 'BRL',
    description: line.description,
    reference_type: line.referenceType,
    reference_id: line.referenceId,
    balance_after: formatAmount(line.balanceAfterCents),
    ...(line.paymentMethod !== undefined && { payment_method: line.paymentMethod }),
    created_at: isoTimestamp(line.createdAt),
  }
}

export function lineRowView(row: LineRow): WalletTransaction {
  return lineView({
    id: row.id,
    type: row.type,
    amountCents: row.amount_cents,
    description: row.description,
    referenceType: row.reference_type,
    referenceId: row.reference_id,
    kind: row.kind,
    ...(row.payment_method !== null && { paymentMethod: row.payment_method }),
    balanceAfterCents: row.balance_after_cents,
    createdAt: row.created_at,
  })
}
