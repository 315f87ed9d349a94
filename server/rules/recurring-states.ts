// The moves of a recurring invoice: paused and resumed as often as one likes; cancelled and expired are for good.
import type { RecurringStatus } from '../../contract/invoicing-states.ts'
import type { StatusMove } from './status-moves.ts'

export const RECURRING_MOVES: readonly StatusMove<RecurringStatus>[] = [
  { from: ['active'], to: 'active', emits: [] },
  { from: ['paused'], to: 'paused', emits: [] },
  { from: ['cancelled'], to: 'cancelled', emits: [] },
  { from: ['expired'], to: 'expired', emits: [] },
  { from: ['paused'], to: 'active', emits: [] },
  { from: ['active'], to: 'paused', emits: [] },
  { from: ['active', 'paused', 'expired'], to: 'cancelled', emits: ['recurring_invoice.cancelled'] },
  { from: ['active', 'paused'], to: 'expired', emits: ['recurring_invoice.expired'] },
  { from: ['cancelled', 'expired'], to: 'active', emits: [], refusal: 'invalid_status_transition' },
  { from: ['cancelled', 'expired'], to: 'paused', emits: [], refusal: 'invalid_status_transition' },
  { from: ['cancelled'], to: 'expired', emits: [], refusal: 'invalid_status_transition' },
]
