// The due work that is about recharges and the ledger.
import { BANK, TECHNICAL } from '../outbox/waits.ts'
import { teamWork } from '../outbox/work.ts'

/** The deadline of a recharge. */
export const expireRecharge = teamWork<{ rechargeId: string }>('expire-recharge', {
  waits: TECHNICAL,
  cap: 4,
})

/** Gives up what a bank did not answer; known by the charge's id. `key` is the idempotency key of who asked for it. */
export const abandonRecharge = teamWork<{ rechargeId: string; key: string | null }>('abandon-recharge', {
  waits: BANK,
  cap: 4,
})

/** Mails the head of the ledger on this day. Served by notices, which the wallet knows nothing of. */
export const mailProof = teamWork<{ day: string }>('mail-proof', { waits: TECHNICAL, cap: 1 })
