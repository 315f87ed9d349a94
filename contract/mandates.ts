// Mandates of Pix Automático in the API: a client's permission to debit each invoice of a recurring invoice.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { ClientOfDocument } from './clients.ts'
import { CHANGED, Nullable, PageOf, Timestamp } from './common.ts'
import { ClientIdInput, DateText } from './invoicing.ts'
import {
  ATTEMPT_STATUSES,
  MANDATE_CHARGE_STATUSES,
  MANDATE_ENDERS,
  MANDATE_FREQUENCIES,
  MANDATE_OBSTACLES,
  MANDATE_RETRIES,
  MANDATE_STATUSES,
} from './mandate-states.ts'
import type { Operations } from './operation.ts'
import { actOn, listAll, readOne } from './resource-operations.ts'
import { mandates } from './resources.ts'
import { data } from './responses.ts'

const Attempt = Type.Object({
  on: { ...DateText, description: 'The day on which the account is debited' },
  status: Type.Enum([...ATTEMPT_STATUSES]),
  code: Nullable(Type.String({ description: "Of the payer's bank, where it refused; null if it sent none" })),
  reason: Nullable(Type.String({ description: 'The refusal in words' })),
})

/** An invoice that the mandate pays, or should have paid. */
export const MandateCharge = Type.Object({
  invoice_id: Type.String(),
  status: Type.Enum([...MANDATE_CHARGE_STATUSES]),
  amount: AmountNumber,
  due_date: DateText,
  attempts: Type.Array(Attempt),
  obstacle: Type.Union([Type.Enum([...MANDATE_OBSTACLES]), Type.Null()], {
    description: 'Why the invoice is paid like any other instead; null while nothing stands in the way',
  }),
  is_owed: Type.Boolean({ description: 'The invoice was sent, and is still to be paid' }),
})
export type MandateCharge = Type.Static<typeof MandateCharge>

export const Mandate = Type.Object({
  id: Type.String({ description: 'Mandate id (mdt_)' }),
  recurring_invoice_id: Type.String(),
  client_id: Type.String(),
  client: ClientOfDocument,
  status: Type.Enum([...MANDATE_STATUSES]),
  amount: { ...AmountNumber, description: 'Each invoice must ask for exactly this' },
  currency: Brl,
  frequency: Type.Enum([...MANDATE_FREQUENCIES]),
  retries: Type.Enum([...MANDATE_RETRIES]),
  starts_on: { ...DateText, description: 'The first due date that is debited' },
  ends_on: Nullable(DateText),
  first_invoice_id: Type.String({ description: 'The invoice on whose page it was offered' }),
  payment_provider_id: Nullable(Type.String()),
  charges: Type.Array(MandateCharge, { description: 'The last 12, newest first' }),
  ended_by: Type.Union([Type.Enum([...MANDATE_ENDERS]), Type.Null()]),
  end_reason: Nullable(Type.String({ description: 'As the bank words it' })),
  accepted_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Mandate = Type.Static<typeof Mandate>

export const MandatesQuery = PageOf({
  status: Type.Optional(Type.Enum([...MANDATE_STATUSES], { description: 'Only those of this status' })),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
  recurring_invoice_id: Type.Optional(Type.String({ description: 'Only those of this recurring invoice' })),
  needs_attention: Type.Optional(
    Type.Boolean({
      description:
        'true: only those that another than the agency cancelled while their recurring invoice goes on without one ' +
        'and still offers Pix Automático, and those with a failed debit whose invoice is still to be paid',
    }),
  ),
  ...CHANGED,
})
export type MandatesQuery = Type.Static<typeof MandatesQuery>

export const MANDATE_OPERATIONS = {
  'mandates.list': listAll(mandates, MandatesQuery, Mandate, 'List mandates of Pix Automático'),
  'mandates.read': readOne(mandates, { summary: 'Read a mandate', response: data(Mandate) }),
  'mandates.cancel': actOn(mandates, 'cancel', {
    audit: 'records',
    summary: 'Cancel a mandate',
    description:
      'From now on no invoice is debited by it. A debit whose day has not come is withdrawn, and its invoice is paid ' +
      'like any other. The bank is notified. Cancelling one that has ended changes nothing.',
    response: data(Mandate),
  }),
} as const satisfies Operations
