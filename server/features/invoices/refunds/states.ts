// The states of a refund: requested, until the bank reports its outcome.
import type { EventAbout } from '../../../../contract/events.ts'
import { REFUND_STATUSES, type RefundStatus } from '../../../../contract/invoicing-states.ts'
import { isIn, type StateTable, unmoved } from '../../../kernel/values/state-table.ts'

const REFUND_TRIGGERS = ['return', 'refuse'] as const

export type RefundTrigger = (typeof REFUND_TRIGGERS)[number]

export const REFUND_MOVES: StateTable<RefundStatus, RefundTrigger, EventAbout<'refund'>, 'ask'> = {
  states: REFUND_STATUSES,
  triggers: REFUND_TRIGGERS,
  begins: { ask: { to: 'pending', emits: ['invoice.refund.created'] } },
  rows: [
    // A return in the bank's list counts, even after the bank refused the refund.
    {
      from: ['pending', 'failed'],
      trigger: 'return',
      to: 'succeeded',
      emits: ['invoice.refund.succeeded'],
    },
    unmoved(['succeeded'], 'return'),
    { from: ['pending'], trigger: 'refuse', to: 'failed', emits: ['invoice.refund.failed'] },
    unmoved(['succeeded', 'failed'], 'refuse'),
  ],
}

/** The bank has not reported the outcome, so the amount is reserved. */
export const isUnsettled = isIn<RefundStatus>('pending')

/** The bank did not refund it. */
export const isRefused = isIn<RefundStatus>('failed')
