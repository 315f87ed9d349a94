// The moves of an invoice: any, except back to draft, as a number that was given out cannot be taken back.
import type { InvoiceStatus } from '../../contract/invoicing-states.ts'
import type { StatusMove } from './status-moves.ts'

export const INVOICE_MOVES: readonly StatusMove<InvoiceStatus>[] = [
  // A move to itself changes nothing.
  { from: ['draft'], to: 'draft', emits: [] },
  { from: ['sent'], to: 'sent', emits: [] },
  { from: ['cancelled'], to: 'cancelled', emits: [] },
  { from: ['draft', 'cancelled'], to: 'sent', emits: ['invoice.sent'] },
  { from: ['draft', 'sent'], to: 'cancelled', emits: ['invoice.cancelled'] },
  { from: ['sent', 'cancelled'], to: 'draft', emits: [], refusal: 'invalid_status_transition' },
]
