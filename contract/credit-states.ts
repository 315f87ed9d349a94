// Choices and types of credit notes, client credit and statements. Without schemas, because the panel uses them.

/** The use of money that was paid and is no longer owed. */
export const EXCESS_USES = ['credit', 'refund', 'none'] as const
export type ExcessUse = (typeof EXCESS_USES)[number]

export const CREDIT_ENTRY_TYPES = [
  'credit_note',
  'overpayment',
  'given_back',
  'used',
  'reclaimed',
  'expired',
] as const
export type CreditEntryType = (typeof CREDIT_ENTRY_TYPES)[number]

/** How money came that a person recorded. */
export const MANUAL_METHODS = [
  'cash',
  'transfer',
  'pix',
  'deposit',
  'card_machine',
  'cheque',
  'other',
] as const
export type ManualMethod = (typeof MANUAL_METHODS)[number]

export const STATEMENT_LINE_TYPES = [
  'invoice',
  'cancellation',
  'late_charges',
  'payment',
  'correction',
  'refund',
  'dispute',
  'dispute_won',
  'waiver',
  'credit_note',
  'credit_expired',
] as const
export type StatementLineType = (typeof STATEMENT_LINE_TYPES)[number]
