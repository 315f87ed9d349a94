// Declares the jobs of recharges and of the ledger.
import { BANK, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Expires a recharge at its deadline. */
export const expireRechargeJob = teamJob<{ rechargeId: string }>('expire-recharge', {
  waits: TECHNICAL,
  cap: 4,
})

/** Abandons a recharge whose bank did not respond. `key` is the request's idempotency key. */
export const abandonRechargeJob = teamJob<{ rechargeId: string; chargeId: string; key: string | null }>(
  'abandon-recharge',
  { waits: BANK, cap: 4 },
)

/** Mails the head of the ledger on a day. */
export const mailProofJob = teamJob<{ day: string }>('mail-proof', { waits: TECHNICAL, cap: 1 })
