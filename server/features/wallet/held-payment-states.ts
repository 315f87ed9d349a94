// The states of a payment that is held: it waits for a person, who decides once.
import type { EventAbout } from '../../../contract/events.ts'
import { HELD_STATUSES, type HeldStatus } from '../../../contract/wallet.ts'
import { isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

const HELD_TRIGGERS = ['accept', 'refuse'] as const
export type HeldTrigger = (typeof HELD_TRIGGERS)[number]

const DECIDED = ['accepted', 'refused'] as const

export const HELD_MOVES: StateTable<HeldStatus, HeldTrigger, EventAbout<'held_payment'>, 'hold'> = {
  states: HELD_STATUSES,
  triggers: HELD_TRIGGERS,
  begins: { hold: { to: 'held', emits: ['wallet.payment.held'] } },
  rows: [
    { from: ['held'], trigger: 'accept', to: 'accepted', emits: [] },
    { from: ['held'], trigger: 'refuse', to: 'refused', emits: [] },
    // Whoever decides a second time changes nothing.
    unmoved(DECIDED, 'accept'),
    unmoved(DECIDED, 'refuse'),
  ],
}

/** Nobody has looked at it yet. */
export const awaitsReview = isIn<HeldStatus>('held')

/** Its amount is in the wallet. */
export const isCredited = isIn<HeldStatus>('accepted')
