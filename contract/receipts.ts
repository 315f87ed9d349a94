// Receipts that the agency confirms itself: payments to its Pix key, of which no bank notifies us.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { ClientOfDocument } from './clients.ts'
import { CHANGED, NotNull, Nullable, PageQuery, Timestamp } from './common.ts'
import { DateText, PaidAtInput, PaymentStatusName } from './invoicing.ts'
import type { Operations } from './operation.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'
import { invoices } from './resources.ts'
import { data, list } from './responses.ts'

const RECEIPTS_MAX = 100

export const Receipt = Type.Object(
  {
    charge_id: Type.String({ description: 'Charge id (chg_)' }),
    method: Type.Enum([...PAYMENT_METHODS]),
    invoice_id: Type.String({ description: 'UUID' }),
    invoice_number: Nullable(Type.String()),
    client: ClientOfDocument,
    due_date: DateText,
    amount: Type.Number({ description: 'The amount of the code: after the due date with fine and interest' }),
    currency: Brl,
    identifier: Type.String({
      description: 'Of the code: the statement of your bank shows it with the payment',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { description: 'A charge of a sent invoice that is paid once the agency says so' },
)
export type Receipt = Type.Static<typeof Receipt>

const ReceiptsQuery = Type.Object({ ...PageQuery.properties, ...CHANGED })

const ReceiptConfirmation = Type.Object({
  charge_id: Type.String(),
  amount: Type.Optional(
    NotNull(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'BRL, at most two decimals; what the code asks for if left out',
      }),
    ),
  ),
  paid_at: Type.Optional(PaidAtInput),
})

export const ReceiptsInput = Type.Object({
  receipts: Type.Array(ReceiptConfirmation, { minItems: 1, maxItems: RECEIPTS_MAX }),
})
export type ReceiptsInput = Type.Static<typeof ReceiptsInput>

const RECEIPT_OUTCOMES = ['confirmed', 'confirmed_before'] as const

export const ConfirmedReceipt = Type.Object({
  charge_id: Type.String(),
  outcome: Type.Enum([...RECEIPT_OUTCOMES]),
  invoice_id: Type.String(),
  payment_status: PaymentStatusName,
  amount_due: AmountNumber,
})
export type ConfirmedReceipt = Type.Static<typeof ConfirmedReceipt>

export const ConfirmedReceipts = Type.Object({ receipts: Type.Array(ConfirmedReceipt) })
export type ConfirmedReceipts = Type.Static<typeof ConfirmedReceipts>

const PATH = '/api/v1/receipts'

export const RECEIPT_OPERATIONS = {
  'receipts.list': {
    method: 'GET',
    path: PATH,
    access: invoices.reading,
    tag: invoices.tag,
    summary: 'List receipts to confirm',
    description:
      'Sent invoices with a code to your own Pix key, due first: no bank reports their payments. Confirm those that ' +
      'you see in your account.',
    query: ReceiptsQuery,
    response: list(Receipt),
  },
  'receipts.confirm': {
    method: 'POST',
    path: `${PATH}/confirm`,
    access: invoices.writing,
    tag: invoices.tag,
    audit: 'money',
    summary: 'Confirm receipts',
    description:
      'Records a payment for each, with the method `pix_key`; a charge that was confirmed before stays as it is. If one ' +
      'is not found, none is confirmed. One confirmed by mistake is removed like a payment that was recorded by hand.',
    body: ReceiptsInput,
    response: data(ConfirmedReceipts),
    errors: ['charge_not_found'],
  },
} as const satisfies Operations
