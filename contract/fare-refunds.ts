// The refund of a cancelled booking by its fare conditions. Without schemas, because the panel uses it too.

export interface FareConditions {
  readonly isPaid: boolean
  /** In BRL. */
  readonly paidCents: bigint
  /** The carrier's price, in the carrier's currency. */
  readonly totalCents: bigint
  readonly currency: string
  readonly allowed: boolean
  /** Null if the carrier names the penalty only when it cancels. */
  readonly penaltyCents: bigint | null
  /** Null for the carrier's currency. */
  readonly penaltyCurrency: string | null
}

export type FareRefund =
  /** Nothing was paid yet. */
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown' }
  /** In BRL. */
  | { readonly kind: 'known'; readonly keptCents: bigint; readonly returnsCents: bigint }

/** `inBrl` converts a penalty: by the booking's rate if known, otherwise in proportion to the payment. */
export function fareRefund(fare: FareConditions, inBrl: (penaltyCents: bigint) => bigint): FareRefund {
  const { paidCents, totalCents, currency, penaltyCents } = fare
  const nothing = { kind: 'known', keptCents: paidCents, returnsCents: 0n } as const
  if (!fare.isPaid) return { kind: 'free' }
  if (!fare.allowed) return nothing
  if (penaltyCents === null || (fare.penaltyCurrency ?? currency) !== currency) return { kind: 'unknown' }
  if (penaltyCents >= totalCents && penaltyCents > 0n) return nothing
  const keptCents = inBrl(penaltyCents)
  return keptCents >= paidCents ? nothing : { kind: 'known', keptCents, returnsCents: paidCents - keptCents }
}
