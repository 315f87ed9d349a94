// What returns to the wallet when a paid booking is cancelled: what it was debited, less what the carrier keeps.
import type { Decimal } from '../../kernel/values/decimal.ts'
import { type Cents, multiplyToCents } from '../../kernel/values/money.ts'

export interface RefundTerms {
  /** In BRL. */
  readonly debitedCents: Cents
  /** In the carrier's currency. */
  readonly penaltyCents: Cents
  readonly refundable: boolean
  /** BRL for one unit of the carrier's currency, as frozen in the booking. */
  readonly rate: Decimal
}

/** In BRL, never below zero: a penalty beyond what was paid is not charged. */
export function refundOf({ debitedCents, penaltyCents, refundable, rate }: RefundTerms): Cents {
  const keptCents = multiplyToCents(penaltyCents, rate)
  return refundable && keptCents < debitedCents ? debitedCents - keptCents : 0n
}
