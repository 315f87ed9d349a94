// The public JSON of a wallet's balance and transactions.
import { descriptionFor } from '../../../contract/phrases/descriptions.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import type { WalletBalance, WalletTransaction } from '../../../contract/wallet.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import type { Line } from './ledger.ts'
import type { LineRow, WalletRow } from './store.ts'

/** `onlyReal` is true in production, where simulated money does not count. */
export function balanceView(wallet: WalletRow, pendingCents: Cents, onlyReal: boolean): WalletBalance {
  const { last_at } = wallet
  const balance = wallet.balance_cents - (onlyReal ? wallet.simulated_cents : 0n)
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

export function lineView(line: Omit<Line, 'account' | 'spendableCents' | 'isFirstLow'>): WalletTransaction {
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
    ...(line.simulated && { simulated: true as const }),
    created_at: isoTimestamp(line.createdAt),
  }
}

/** As the reader's language describes it. */
export function lineRowView(row: LineRow, language: ReaderLanguage): WalletTransaction {
  const { id, type, amount, currency, description, ...rest } = lineView({
    id: row.id,
    type: row.type,
    amountCents: row.amount_cents,
    description: row.description,
    referenceType: row.reference_type,
    referenceId: row.reference_id,
    reason: row.kind,
    ...(row.payment_method !== null && { paymentMethod: row.payment_method }),
    simulated: row.simulated,
    balanceAfterCents: row.balance_after_cents,
    createdAt: row.created_at,
  })
  const shown = descriptionFor(language, withLocator(description, row.locator))
  return { id, type, amount, currency, description, display_description: shown, ...rest }
}

/** The stored description is hashed, so a locator that came later is added for readers only. */
function withLocator(description: string, locator: string | null): string {
  if (locator === null || description.includes(locator)) return description
  return description.replace(/^Booking /, `Booking ${locator}, `)
}
