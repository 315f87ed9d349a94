// Discounts for early payment in the API: of an invoice until a day, of others some days before the due date.
import Type from 'typebox'
import { Nullable } from './common.ts'
import { DateInput, DateText } from './invoicing.ts'
import { EARLY_DAYS_MAX } from './limits.ts'

const DISCOUNT = {
  discount_percent: Nullable(Type.Number({ description: 'Of the total; null if it is an amount' })),
  discount_amount: Nullable(Type.Number({ description: 'BRL; null if it is a percentage' })),
}

const DISCOUNT_INPUT = {
  discount_percent: Type.Optional(
    Nullable(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 100,
        description: 'Of the total, at most four decimals. Either this or discount_amount',
      }),
    ),
  ),
  discount_amount: Type.Optional(
    Nullable(Type.Number({ exclusiveMinimum: 0, description: 'BRL, at most two decimals; below the total' })),
  ),
}

const days = Type.Integer({
  minimum: 0,
  maximum: EARLY_DAYS_MAX,
  description: 'The discount ends so many days before the due date',
})

export const EarlyPayment = Type.Object({
  ...DISCOUNT,
  until: { ...DateText, description: 'The last day; if banks are closed on it, the next business day' },
  amount_due: Type.Number({ description: 'The amount due until then: amount_due less the discount' }),
  amount_taken: Type.Number({
    description: 'The discount that the payer took by paying early; it is among the adjustments',
  }),
})
export type EarlyPayment = Type.Static<typeof EarlyPayment>

export const EarlyPaymentInput = Nullable(
  Type.Object(
    { ...DISCOUNT_INPUT, until: DateInput },
    {
      description:
        'A discount for payment on or before a day, not after the due date. That of the team if left out, none if null',
    },
  ),
)
export type EarlyPaymentInput = Type.Static<typeof EarlyPaymentInput>

export const EarlyDefault = Nullable(Type.Object({ ...DISCOUNT, days_before_due: days }))
export type EarlyDefault = Type.Static<typeof EarlyDefault>

export const EarlyDefaultInput = Nullable(Type.Object({ ...DISCOUNT_INPUT, days_before_due: days }))
export type EarlyDefaultInput = Type.Static<typeof EarlyDefaultInput>
