// The states of a recurring invoice. Cancelled and expired are final. Triggers are the requested states, or the state that
// follows from the end date.
import type { EventAbout } from '../../../contract/events.ts'
import { RECURRING_STATUSES, type RecurringStatus } from '../../../contract/invoicing-states.ts'
import { asItIs, isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

const FINAL = { refusal: 'invalid_status_transition' } as const

export const RECURRING_MOVES: StateTable<
  RecurringStatus,
  RecurringStatus,
  EventAbout<'recurring_invoice'>,
  'create'
> = {
  states: RECURRING_STATUSES,
  triggers: RECURRING_STATUSES,
  begins: { create: { to: 'active', emits: [] } },
  rows: [
    ...asItIs(RECURRING_STATUSES),
    { from: ['paused'], trigger: 'active', to: 'active', emits: [] },
    unmoved(['cancelled', 'expired'], 'active', FINAL),
    { from: ['active'], trigger: 'paused', to: 'paused', emits: [] },
    unmoved(['cancelled', 'expired'], 'paused', FINAL),
    {
      from: ['active', 'paused', 'expired'],
      trigger: 'cancelled',
      to: 'cancelled',
      emits: ['recurring_invoice.cancelled'],
    },
    {
      from: ['active', 'paused'],
      trigger: 'expired',
      to: 'expired',
      emits: ['recurring_invoice.expired'],
    },
    unmoved(['cancelled'], 'expired', FINAL),
  ],
}

export const TO_CANCEL = { status: 'cancelled' } as const

/** It creates invoices. */
export const isActive = isIn<RecurringStatus>('active')

export const isCancelled = isIn<RecurringStatus>('cancelled')

export const isExpired = isIn<RecurringStatus>('expired')

export const isPaused = isIn<RecurringStatus>('paused')

/** The end date has no effect yet. */
export const mayExpire = isIn<RecurringStatus>('active', 'paused')
