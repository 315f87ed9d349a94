// Refunds as callers see them: money of an invoice on its way back to the payer.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { Nullable, OptionalBody, Timestamp } from './common.ts'
import { REFUND_STATUSES } from './invoicing-states.ts'

export const Refund = Type.Object({
  id: Type.String({ description: 'Refund id (rfd_)' }),
  invoice_id: Type.String(),
  payment_id: Type.String({ description: 'The payment of the invoice that goes back, in full or in part' }),
  amount: AmountNumber,
  currency: Brl,
  status: Type.Enum([...REFUND_STATUSES], {
    description: 'pending: the bank has not said yet what became of it',
  }),
  reason: Nullable(Type.String()),
  failure: Nullable(Type.String({ description: 'Why the bank did not give it back' })),
  created_at: Timestamp,
  ended_at: Nullable(Timestamp),
})
export type Refund = Type.Static<typeof Refund>

export const RefundInput = OptionalBody(
  Type.Object({
    amount: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'BRL, at most two decimals; all that is left of the payment if left out',
      }),
    ),
    payment_id: Type.Optional(
      Type.String({ description: 'Which payment of the invoice; needed where several could be meant' }),
    ),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
  }),
)
export type RefundInput = Type.Static<typeof RefundInput>
