// The refund of a cancelled booking by its fare conditions. Without schemas, because the panel uses it too.

interface PaidPrice {
  /** In BRL. */
  readonly paidCents: bigint
  /** The carrier's price, in the carrier's currency. */
  readonly totalCents: bigint
  readonly currency: string
}

export interface FareConditions extends PaidPrice {
  readonly isPaid: boolean
  readonly allowed: boolean
  /** Null if the carrier names the penalty only when it cancels. */
  readonly penaltyCents: bigint | null
  /** Null for the carrier's currency. */
  readonly penaltyCurrency: string | null
}

/** A penalty that the carrier has named. */
interface Penalty {
  readonly cents: bigint
  readonly currency: string
}

/** In BRL. */
interface Settlement {
  readonly keptCents: bigint
  readonly returnsCents: bigint
}

export type FareRefund =
  /** Nothing was paid yet. */
  { readonly kind: 'free' } | { readonly kind: 'unknown' } | ({ readonly kind: 'known' } & Settlement)

/** `inBrl` converts a penalty: by the booking's rate if known, otherwise in proportion to the payment. */
export function fareRefund(fare: FareConditions, inBrl: (penaltyCents: bigint) => bigint): FareRefund {
  const { paidCents, currency, penaltyCents: cents, penaltyCurrency } = fare
  if (!fare.isPaid) return { kind: 'free' }
  if (!fare.allowed) return { kind: 'known', keptCents: paidCents, returnsCents: 0n }
  if (cents === null || (penaltyCurrency ?? currency) !== currency) return { kind: 'unknown' }
  return { kind: 'known', ...settlePenalty(fare, { cents, currency }, inBrl) }
}

/**
 * The payment less the carrier's penalty. Nothing returns if the penalty is the whole price, and a penalty beyond the
 * payment is not charged.
 */
export function settlePenalty(
  { paidCents, totalCents, currency }: PaidPrice,
  penalty: Penalty,
  inBrl: (penaltyCents: bigint) => bigint,
): Settlement {
  if (penalty.currency !== currency)
    throw new Error(`a penalty in ${penalty.currency} for a price in ${currency}`)
  const isAll = penalty.cents >= totalCents && penalty.cents > 0n
  const keptCents = isAll ? paidCents : inBrl(penalty.cents)
  if (keptCents >= paidCents) return { keptCents: paidCents, returnsCents: 0n }
  return { keptCents, returnsCents: paidCents - keptCents }
}
