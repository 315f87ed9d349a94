// Declares the due work of recharges and of the ledger.
import { BANK, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** The deadline of a recharge. */
export const expireRechargeJob = teamJob<{ rechargeId: string }>('expire-recharge', {
  waits: TECHNICAL,
  cap: 4,
})

/** Gives up a recharge whose bank did not answer. The piece is named by the charge; `key` is the request's. */
export const abandonRechargeJob = teamJob<{ rechargeId: string; key: string | null }>('abandon-recharge', {
  waits: BANK,
  cap: 4,
})

/** Mails the head of the ledger on this day. */
export const mailProofJob = teamJob<{ day: string }>('mail-proof', { waits: TECHNICAL, cap: 1 })
