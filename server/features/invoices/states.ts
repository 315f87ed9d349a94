// The state tables of an invoice: of the document and of its payment. Triggers are the requested states, or the states
// that follow from payments and dates.
import type { EventAbout } from '../../../contract/events.ts'
import {
  INVOICE_STATUSES,
  type InvoiceStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '../../../contract/invoicing-states.ts'
import { asItIs, isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

type InvoiceEvent = EventAbout<'invoice'>

/** Any move except back to draft, because a number cannot be taken back. */
export const INVOICE_MOVES: StateTable<InvoiceStatus, InvoiceStatus, InvoiceEvent, 'create'> = {
  states: INVOICE_STATUSES,
  triggers: INVOICE_STATUSES,
  begins: { create: { to: 'draft', emits: ['invoice.created'] } },
  rows: [
    ...asItIs(INVOICE_STATUSES),
    { from: ['draft', 'cancelled'], trigger: 'sent', to: 'sent', emits: ['invoice.sent'] },
    { from: ['draft', 'sent'], trigger: 'cancelled', to: 'cancelled', emits: ['invoice.cancelled'] },
    unmoved(['sent', 'cancelled'], 'draft', { refusal: 'invalid_status_transition' }),
  ],
}

/** Any move is possible: by payments, corrections and dates. */
export const PAYMENT_MOVES: StateTable<PaymentStatus, PaymentStatus, InvoiceEvent, 'create'> = {
  states: PAYMENT_STATUSES,
  triggers: PAYMENT_STATUSES,
  begins: { create: { to: 'pending', emits: [] } },
  rows: [
    ...asItIs(PAYMENT_STATUSES),
    { from: ['partial', 'paid', 'overdue'], trigger: 'pending', to: 'pending', emits: [] },
    { from: ['pending', 'paid', 'overdue'], trigger: 'partial', to: 'partial', emits: [] },
    { from: ['pending', 'partial', 'overdue'], trigger: 'paid', to: 'paid', emits: ['invoice.paid'] },
    { from: ['pending', 'partial', 'paid'], trigger: 'overdue', to: 'overdue', emits: ['invoice.overdue'] },
  ],
}

export const TO_SEND = { status: 'sent' } as const

type Owed = { payment_status: PaymentStatus }

/** It has no number, so its content may change, and it may be deleted. */
export const isDraft = isIn<InvoiceStatus>('draft')

/** The client has received it. */
export const isSent = isIn<InvoiceStatus>('sent')

export const isCancelled = isIn<InvoiceStatus>('cancelled')

export function isPaid({ payment_status }: Owed): boolean {
  return payment_status === 'paid'
}

export function isOverdue({ payment_status }: Owed): boolean {
  return payment_status === 'overdue'
}
