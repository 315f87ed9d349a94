// The states of a mandate, and of the charges that it pays.
import type { EventAbout } from '../../../contract/events.ts'
import {
  MANDATE_CHARGE_STATUSES,
  MANDATE_STATUSES,
  type MandateChargeStatus,
  type MandateStatus,
} from '../../../contract/mandate-states.ts'
import { asItIs, isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

const OVER = ['rejected', 'expired', 'cancelled'] as const
const LIVE = ['created', 'active'] as const

/** Triggers are the states that the bank, the agency or the client reports. A mandate that has ended stays as it is. */
export const MANDATE_MOVES: StateTable<MandateStatus, MandateStatus, EventAbout<'mandate'>, 'create'> = {
  states: MANDATE_STATUSES,
  triggers: MANDATE_STATUSES,
  begins: { create: { to: 'created', emits: ['mandate.created'] } },
  rows: [
    ...asItIs(MANDATE_STATUSES),
    { from: ['created'], trigger: 'active', to: 'active', emits: ['mandate.activated'] },
    unmoved(OVER, 'active'),
    { from: ['created'], trigger: 'rejected', to: 'rejected', emits: ['mandate.rejected'] },
    unmoved(['active', 'expired', 'cancelled'], 'rejected'),
    { from: LIVE, trigger: 'expired', to: 'expired', emits: ['mandate.expired'] },
    unmoved(['rejected', 'cancelled'], 'expired'),
    { from: LIVE, trigger: 'cancelled', to: 'cancelled', emits: ['mandate.cancelled'] },
    unmoved(['rejected', 'expired'], 'cancelled'),
    // A bank may report the first state late.
    unmoved(['active', ...OVER], 'created'),
  ],
}

/** It is offered, and the client has not answered. */
export const isOffered = isIn<MandateStatus>('created')

export const isActive = isIn<MandateStatus>('active')

export const isExpired = isIn<MandateStatus>('expired')

export const isLive = isIn<MandateStatus>(...LIVE)

type ChargeTrigger = 'schedule' | 'retry' | 'pay' | 'fail' | 'cancel'
const DEBITED = ['scheduled', 'retrying'] as const
const DONE = ['paid', 'failed', 'cancelled'] as const

/** Events are those of the mandate. A debit that is paid late is paid, whatever was thought of it before. */
export const MANDATE_CHARGE_MOVES: StateTable<
  MandateChargeStatus,
  ChargeTrigger,
  EventAbout<'mandate'>,
  'ask' | 'refuse'
> = {
  states: MANDATE_CHARGE_STATUSES,
  triggers: ['schedule', 'retry', 'pay', 'fail', 'cancel'],
  begins: {
    /** The bank has not been asked yet. */
    ask: { to: 'requested', emits: [] },
    /** The invoice does not fit the mandate. */
    refuse: { to: 'failed', emits: ['mandate.debit_failed'] },
  },
  rows: [
    { from: ['requested'], trigger: 'schedule', to: 'scheduled', emits: [] },
    unmoved([...DEBITED, ...DONE], 'schedule'),
    { from: DEBITED, trigger: 'retry', to: 'retrying', emits: [] },
    unmoved(['requested', ...DONE], 'retry'),
    { from: ['requested', ...DEBITED, 'failed', 'cancelled'], trigger: 'pay', to: 'paid', emits: [] },
    unmoved(['paid'], 'pay'),
    { from: ['requested', ...DEBITED], trigger: 'fail', to: 'failed', emits: ['mandate.debit_failed'] },
    unmoved(DONE, 'fail'),
    // The invoice was paid otherwise, or cancelled.
    { from: ['requested', ...DEBITED], trigger: 'cancel', to: 'cancelled', emits: [] },
    unmoved(DONE, 'cancel'),
  ],
}

/** The bank may still debit the account. */
export const isUnderWay = isIn<MandateChargeStatus>('requested', ...DEBITED)

export const isRequested = isIn<MandateChargeStatus>('requested')
