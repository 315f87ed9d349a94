// Money in the API: strings where cents must survive any JSON reader, numbers in invoicing.
import Type from 'typebox'

const TEXT = { pattern: '^\\d+\\.\\d{2}$' }

/** A price: two decimals, a dot, never below zero. */
export const Amount = Type.String(TEXT)
export const AmountOf = (description: string) => Type.String({ ...TEXT, description })

/** A ledger amount may be below zero. */
export const LedgerAmount = Type.String({
  pattern: '^-?\\d+\\.\\d{2}$',
  description: 'Two decimals, a dot, no thousands separator',
  examples: ['1234.50'],
})

export const AmountNumber = Type.Number({ description: 'BRL, at most two decimals' })

export const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
export const Brl = Type.Literal('BRL')

/** Late charges: both on the owed amount, neither on the other. */
export const LATE_RATES = {
  fine_percent: Type.Number({ description: 'Once, after the due date' }),
  interest_percent: Type.Number({ description: 'A month, day by day' }),
}

/** The terms of late payment. */
export const LATE_TERMS = {
  ...LATE_RATES,
  payable_days: Type.Integer({
    description:
      'How long after the due date a boleto, or a Pix of which the bank computes fine and interest, can be paid. Then ' +
      'another is made',
  }),
}
