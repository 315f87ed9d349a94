// The moves of a recurring invoice: paused and resumed as often as one likes; cancelled and expired are for good.
import type { RecurringStatus } from '../../contract/invoicing-states.ts'
import type { StatusMove } from './status-moves.ts'

export const RECURRING_MOVES: readonly StatusMove<RecurringStatus>[] = [
  { from: ['active'], to: 'active' },
  { from: ['paused'], to: 'paused' },
  { from: ['cancelled'], to: 'cancelled' },
  { from: ['expired'], to: 'expired' },
  { from: ['paused'], to: 'active' },
  { from: ['active'], to: 'paused' },
  { from: ['active', 'paused', 'expired'], to: 'cancelled' },
  { from: ['active', 'paused'], to: 'expired' },
  { from: ['cancelled', 'expired'], to: 'active', refusal: 'invalid_status_transition' },
  { from: ['cancelled', 'expired'], to: 'paused', refusal: 'invalid_status_transition' },
  { from: ['cancelled'], to: 'expired', refusal: 'invalid_status_transition' },
]
