// The states of a charge: whether it can be paid, and what moves it. A charge emits no events of its own; the recharge
// or invoice that it is for does.
import { CHARGE_STATUSES, type ChargeStatus } from '../../../contract/payment-methods.ts'
import { isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

const CHARGE_TRIGGERS = [
  'open',
  'authorise',
  'release',
  'ask_again',
  'pay',
  'unpay',
  'settle',
  'refund',
  'dispute',
  'win',
  'lose',
  'withdraw',
  'expire',
  'abandon',
] as const
export type ChargeTrigger = (typeof CHARGE_TRIGGERS)[number]

const UNPAID = ['requested', 'open', 'authorised'] as const
const HELD = ['paid', 'settled'] as const
const WITH_MONEY = ['paid', 'settled', 'refunded', 'disputed', 'lost'] as const
const ENDED = ['withdrawn', 'expired', 'abandoned'] as const
const OVER = [...WITH_MONEY, ...ENDED] as const

export const CHARGE_MOVES: StateTable<ChargeStatus, ChargeTrigger, never, 'ask' | 'make'> = {
  states: CHARGE_STATUSES,
  triggers: CHARGE_TRIGGERS,
  begins: {
    /** The bank has not been asked yet. */
    ask: { to: 'requested', emits: [] },
    /** The bank has opened it already. */
    make: { to: 'open', emits: [] },
  },
  rows: [
    // The bank has opened it, and its code can be shown.
    { from: ['requested'], trigger: 'open', to: 'open', emits: [] },
    unmoved(['open', 'authorised', ...OVER], 'open'),
    // The payer's bank has reserved the money, or analyses the payment.
    { from: ['requested', 'open'], trigger: 'authorise', to: 'authorised', emits: [] },
    unmoved(['authorised', ...OVER], 'authorise'),
    { from: ['authorised'], trigger: 'release', to: 'open', emits: [] },
    unmoved(['requested', 'open', ...OVER], 'release'),
    // The same, if the response of the bank was lost: its instructions are still unknown.
    { from: ['authorised'], trigger: 'ask_again', to: 'requested', emits: [] },
    unmoved(['requested', 'open', ...OVER], 'ask_again'),
    // A late or second payment is recorded in every state.
    { from: CHARGE_STATUSES, trigger: 'pay', to: 'paid', emits: [] },
    // The agency confirmed it by mistake.
    { from: ['paid'], trigger: 'unpay', to: 'withdrawn', emits: [] },
    unmoved([...UNPAID, 'settled', 'refunded', 'disputed', 'lost', ...ENDED], 'unpay'),
    // All of the money has reached the team.
    { from: ['paid'], trigger: 'settle', to: 'settled', emits: [] },
    unmoved([...UNPAID, 'settled', 'refunded', 'disputed', 'lost', ...ENDED], 'settle'),
    // All of it went back.
    { from: [...HELD, 'disputed'], trigger: 'refund', to: 'refunded', emits: [] },
    unmoved([...UNPAID, 'refunded', 'lost', ...ENDED], 'refund'),
    // The payer claims it back from the bank of the card.
    { from: HELD, trigger: 'dispute', to: 'disputed', emits: [] },
    unmoved([...UNPAID, 'refunded', 'disputed', 'lost', ...ENDED], 'dispute'),
    { from: ['disputed'], trigger: 'win', to: 'paid', emits: [] },
    unmoved([...UNPAID, ...HELD, 'refunded', 'lost', ...ENDED], 'win'),
    { from: ['disputed'], trigger: 'lose', to: 'lost', emits: [] },
    unmoved([...UNPAID, ...HELD, 'refunded', 'lost', ...ENDED], 'lose'),
    // It is no longer to be paid, or the bank removed it.
    { from: UNPAID, trigger: 'withdraw', to: 'withdrawn', emits: [] },
    unmoved(OVER, 'withdraw'),
    // A payment that is under way is waited for.
    { from: ['requested', 'open'], trigger: 'expire', to: 'expired', emits: [] },
    unmoved(['authorised', ...OVER], 'expire'),
    // The bank did not confirm it, or it was never used. It was never shown, and a job withdraws it at the bank.
    { from: ['requested'], trigger: 'abandon', to: 'abandoned', emits: [] },
    unmoved(['open', 'authorised', ...OVER], 'abandon'),
  ],
}

/** Only then do payers see how to pay it, because the code of a paid charge invites a second payment. */
export const isPayable = isIn<ChargeStatus>('open')

/** The bank has not confirmed it yet. */
export const isAwaited = isIn<ChargeStatus>('requested')

/** A payment is under way, so that nothing takes its place. */
export const isAuthorised = isIn<ChargeStatus>('authorised')

/** The bank did not confirm it, and may have opened it nevertheless. */
export const isAbandoned = isIn<ChargeStatus>('abandoned')

/** It is no longer to be paid, and no money came by it. */
export const hasEnded = isIn<ChargeStatus>(...ENDED)

/** Money came by it, whatever became of that. */
export const hasMoney = isIn<ChargeStatus>(...WITH_MONEY)

/** Its money may still go back. */
export const mayGoBack = isIn<ChargeStatus>(...HELD, 'disputed')

/** The holder of the card contests its payment. */
export const isDisputed = isIn<ChargeStatus>('disputed')
