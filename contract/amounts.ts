// Money as the API writes it: text wherever cents must survive any JSON reader, numbers on the invoicing side.
import Type from 'typebox'

const TEXT = { pattern: '^\\d+\\.\\d{2}$' }

/** A price: two decimals, a dot, never below zero. */
export const Amount = Type.String(TEXT)
export const AmountOf = (description: string) => Type.String({ ...TEXT, description })

/** What a ledger holds may be below zero. */
export const LedgerAmount = Type.String({
  pattern: '^-?\\d+\\.\\d{2}$',
  description: 'Two decimals, a dot, no thousands separator',
  examples: ['1234.50'],
})

export const AmountNumber = Type.Number({ description: 'BRL, at most two decimals' })

export const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
export const Brl = Type.Literal('BRL')

/** What being late costs: both of what is owed, neither of the other. */
export const LATE_RATES = {
  fine_percent: Type.Number({ description: 'Once, after the due date' }),
  interest_percent: Type.Number({ description: 'A month, day by day' }),
}
