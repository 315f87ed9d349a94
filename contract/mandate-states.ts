// States and choices of mandates of Pix Automático. Without schemas, because the panel uses them.

export const MANDATE_STATUSES = ['created', 'active', 'rejected', 'expired', 'cancelled'] as const
export type MandateStatus = (typeof MANDATE_STATUSES)[number]

/** The rhythms of Pix Automático that recurring invoices have too. */
export const MANDATE_FREQUENCIES = ['monthly', 'quarterly', 'semiannual', 'annual'] as const
export type MandateFrequency = (typeof MANDATE_FREQUENCIES)[number]

/** The policy after the payer's bank refused a debit. */
export const MANDATE_RETRIES = ['none', 'three_in_seven_days'] as const
export type MandateRetries = (typeof MANDATE_RETRIES)[number]

/** The side that ended a mandate. */
export const MANDATE_ENDERS = ['agency', 'client', 'payer', 'payer_bank', 'receiver_bank'] as const
export type MandateEnder = (typeof MANDATE_ENDERS)[number]

/** A charge of a mandate: asked for, scheduled by the payer's bank, and how it ended. */
export const MANDATE_CHARGE_STATUSES = [
  'requested',
  'scheduled',
  'retrying',
  'paid',
  'failed',
  'cancelled',
] as const
export type MandateChargeStatus = (typeof MANDATE_CHARGE_STATUSES)[number]

/** Why an invoice of a recurring invoice is not debited by the mandate. */
export const MANDATE_OBSTACLES = [
  'amount_differs',
  'too_late',
  'cycle_used',
  'outside_mandate',
  'bank_refused',
  'debit_refused',
  'mandate_ended',
  'provider_disconnected',
] as const
export type MandateObstacle = (typeof MANDATE_OBSTACLES)[number]

export const ATTEMPT_STATUSES = ['scheduled', 'paid', 'refused', 'cancelled'] as const

/** One attempt to debit the payer's account. */
export interface DebitAttempt {
  /** The day on which the account is debited. */
  on: string
  status: (typeof ATTEMPT_STATUSES)[number]
  /** Of a refused one: the code of the payer's bank; null if it sent none. */
  code: string | null
}
