// Cards: what agencies set, why a card is refused, and the states of a dispute. No TypeBox, as the panel imports it.

/** Why a card was refused, in words that a payer can use. Banks have many codes; others are `refused`. */
export const REFUSAL_REASONS = [
  'refused',
  'insufficient_funds',
  'call_the_bank',
  'wrong_details',
  'expired_card',
  'blocked_card',
  'limit_of_attempts',
  'risk',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Of a dispute of a card payment: the holder contests it, and the money comes back to the agency or not. */
export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** Asaas takes 21 with Visa and Mastercard; other brands and Mercado Pago take 12. */
export const INSTALMENTS_MAX = 21
/** A number above this is taken by Visa and Mastercard alone. */
export const INSTALMENTS_OF_EVERY_BRAND = 12
export const DEFAULT_INSTALMENTS_MAX = 12
/** Asaas makes no instalment below this. */
export const INSTALMENT_CENTS_MIN = 500

/** The bearer of the fee of a card. payer: it is added to the amount, by the table of fees. */
export const CARD_FEE_BEARERS = ['agency', 'payer'] as const
/** Of the amount, as a setting. */
export const CARD_FEE_PERCENT_MAX = 30
export type CardFeeBearer = (typeof CARD_FEE_BEARERS)[number]

/** Evidence that helps an agency to win a dispute. */
export const DISPUTE_EVIDENCE = [
  'invoice',
  'contract',
  'vouchers',
  'identity',
  'messages',
  'cancellation_terms',
] as const
export type DisputeEvidence = (typeof DISPUTE_EVIDENCE)[number]

/** As stored with the team. */
export interface StoredCardTerms {
  instalments_max?: number
  fee_bearer?: CardFeeBearer
  /** Percent from a number of instalments on, ascending. */
  fees?: StoredFee[]
}

export interface StoredFee {
  from_instalments: number
  /** Decimal, such as 3.99. */
  percent: string
}

/** As stored with an invoice: what differs from the team's. */
export type OwnCardTerms = Omit<StoredCardTerms, 'fees'>
