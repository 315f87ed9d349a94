// Whether a charge can be paid, and what moves it: one row for each trigger. In a state that is not named, nothing
// happens.
import { CHARGE_STATUSES, type ChargeStatus } from '../../contract/payments.ts'

export interface ChargeMove {
  from: readonly ChargeStatus[]
  to: ChargeStatus
}

export const CHARGE_TRIGGERS = ['open', 'pay', 'withdraw', 'expire', 'abandon'] as const
export type ChargeTrigger = (typeof CHARGE_TRIGGERS)[number]

export const CHARGE_MOVES: Readonly<Record<ChargeTrigger, ChargeMove>> = {
  /** The bank has made it, and its code can be shown. */
  open: { from: ['requested'], to: 'open' },
  /** Late money, or a second payment, is money all the same: it is taken in whatever the charge was. */
  pay: { from: CHARGE_STATUSES, to: 'paid' },
  /** Nobody is to pay it any more, or the bank took it away by itself. */
  withdraw: { from: ['requested', 'open'], to: 'withdrawn' },
  /** Its time is over. */
  expire: { from: ['requested', 'open'], to: 'expired' },
  /** The bank was asked in vain: nobody has seen the charge, and nobody will. */
  abandon: { from: ['requested'], to: 'abandoned' },
}

/** Only then is a payer shown how to pay it: a code left on a paid one invites a second payment. */
export function isPayable({ status }: { status: ChargeStatus }): boolean {
  return status === 'open'
}
