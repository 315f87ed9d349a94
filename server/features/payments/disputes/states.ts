// The states of a dispute: the bank of the card decides, and only it moves a dispute.
import { DISPUTE_STATUSES, type DisputeStatus } from '../../../../contract/cards.ts'
import type { EventAbout } from '../../../../contract/events.ts'
import { isIn, type StateTable, unmoved } from '../../../kernel/values/state-table.ts'

const DISPUTE_TRIGGERS = ['win', 'lose', 'reopen'] as const
export type DisputeTrigger = (typeof DISPUTE_TRIGGERS)[number]

export const DISPUTE_MOVES: StateTable<DisputeStatus, DisputeTrigger, EventAbout<'dispute'>, 'open'> = {
  states: DISPUTE_STATUSES,
  triggers: DISPUTE_TRIGGERS,
  begins: { open: { to: 'open', emits: ['dispute.opened'] } },
  rows: [
    { from: ['open'], trigger: 'win', to: 'won', emits: ['dispute.won'] },
    unmoved(['won', 'lost'], 'win'),
    // A won dispute may go to arbitration, and be lost there.
    { from: ['open'], trigger: 'lose', to: 'lost', emits: ['dispute.lost'] },
    unmoved(['won', 'lost'], 'lose'),
    { from: ['won', 'lost'], trigger: 'reopen', to: 'open', emits: ['dispute.opened'] },
    unmoved(['open'], 'reopen'),
  ],
}

/** The bank has not decided: the debt is open meanwhile. */
export const isUndecided = isIn<DisputeStatus>('open')

/** The money is not the agency's, now or for good. */
export const isTakenAway = isIn<DisputeStatus>('open', 'lost')
