// Declares the jobs of banks and their charges.
import type { RefusalReason } from '../../../contract/cards.ts'
import { BANK, installationJob, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

export type ChargeCheck = {
  providerId: string
  /** Null if the hint names only a thing of the bank's, by `bankId`. */
  txid: string | null
  /** The callback or payment that caused the check. */
  hint: string
  /** Counts from 1. */
  look: number
  bankId?: string
  /** The callback reported that a card was refused. */
  refusal?: RefusalReason
}

/** Reads a charge back from its bank after a hint, such as a callback. */
export const checkChargeJob = teamJob<ChargeCheck>('check-charge', { waits: BANK, cap: 8 })

/** Withdraws a charge that is no longer to be paid. */
export const withdrawChargeJob = teamJob<{ chargeId: string }>('withdraw-charge', { waits: BANK, cap: 4 })

/** Reads a charge by card regularly: until it is paid, until its money has come, and while it may be contested. */
export const watchCardJob = teamJob<{ chargeId: string }>('watch-card', { waits: BANK, cap: 4 })

/** Registers the address for callbacks at the bank. */
export const registerCallbacksJob = teamJob<{ providerId: string }>('register-callbacks', {
  waits: BANK,
  cap: 2,
})

/** Reads the payments of a bank, and schedules itself again. */
export const reconcileProviderJob = teamJob<{ providerId: string; windowMs?: number }>('reconcile-provider', {
  waits: BANK,
  cap: 2,
})

/** Reads the payments of the operator's banks, for the wallets of all teams. */
export const reconcileWalletBanksJob = installationJob('reconcile-wallet-banks', {
  waits: TECHNICAL,
  cap: 1,
  everyMs: 300_000,
})

export type ProviderNotice = 'connected' | 'disconnected'

/** A mail to the team about its banks. */
export const providerMailJob = teamJob<{ providerId: string; notice: ProviderNotice }>('provider-mail', {
  waits: TECHNICAL,
  cap: 2,
})

/** Gives a charge to every invoice that waits for a bank, after one was connected. */
export const chargeInvoicesJob = teamJob<null>('charge-invoices', { waits: TECHNICAL, cap: 1 })

export const RECONCILE_EVERY_MS = 5 * 60_000

/** The time is in the key, so that a reconciliation runs once however often it is scheduled. */
export function reconcileKey(providerId: string, at: Date): string {
  return `${providerId}@${at.getTime()}`
}
