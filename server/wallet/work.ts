// Declares the due work of recharges.
import { BANK, TECHNICAL } from '../outbox/waits.ts'
import { teamWork } from '../outbox/work.ts'

/** The deadline of a recharge. */
export const expireRecharge = teamWork<{ rechargeId: string }>('expire-recharge', {
  waits: TECHNICAL,
  cap: 4,
})

/** Gives up a recharge whose bank did not answer. The piece is named by the charge; `key` is the request's. */
export const abandonRecharge = teamWork<{ rechargeId: string; key: string | null }>('abandon-recharge', {
  waits: BANK,
  cap: 4,
})
