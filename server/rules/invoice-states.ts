// The moves of an invoice: any, except back to draft, as a number that was given out cannot be taken back.
import type { InvoiceStatus } from '../../contract/invoicing-states.ts'
import type { StatusMove } from './status-moves.ts'

export const INVOICE_MOVES: readonly StatusMove<InvoiceStatus>[] = [
  // A move to itself changes nothing.
  { from: ['draft'], to: 'draft' },
  { from: ['sent'], to: 'sent' },
  { from: ['cancelled'], to: 'cancelled' },
  { from: ['draft', 'cancelled'], to: 'sent' },
  { from: ['draft', 'sent'], to: 'cancelled' },
  { from: ['sent', 'cancelled'], to: 'draft', refusal: 'invalid_status_transition' },
]
