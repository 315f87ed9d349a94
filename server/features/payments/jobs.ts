// Declares the jobs of banks and their charges.
import { BANK, installationJob, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

// Declares the due work of a team's banks and their charges.

export type ChargeCheck = {
  providerId: string
  txid: string
  /** What made us look. */
  hint: string
  /** Counts from 1. */
  look: number
}

/** Follows a hint, such as a callback: reads the charge back. */
export const checkChargeJob = teamJob<ChargeCheck>('check-charge', { waits: BANK, cap: 8 })

/** Withdraws a charge that is not to be paid any more; known by its id, and `#` before a second time. */
export const withdrawChargeJob = teamJob<null>('withdraw-charge', { waits: BANK, cap: 4 })

/** Gives the bank the address that it is to call. */
export const registerCallbacksJob = teamJob<{ providerId: string }>('register-callbacks', {
  waits: BANK,
  cap: 2,
})

/** Asks a bank what came in, and schedules the next time. */
export const reconcileProviderJob = teamJob<{ providerId: string; windowMs?: number }>('reconcile-provider', {
  waits: BANK,
  cap: 2,
})

/** A bank was connected: what waits for one gets its charge. Run by
 * `features/invoices/open-charge.ts`. */
export const chargeInvoicesJob = teamJob<null>('charge-invoices', { waits: TECHNICAL, cap: 1 })

/** Asks the operator's banks what came in for the wallets of all teams. */
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

// How often a bank is asked which payments came in, whether or not it sends callbacks.

export const RECONCILE_EVERY_MS = 5 * 60_000
/** The overlap with the last period: banks list some payments late. */
export const RECONCILE_OVERLAP_MS = 60 * 60_000
/** A bank is asked for a day at a time, also after a long silence, and for less where that is too much. */
export const WINDOW_MS_MAX = 24 * 60 * 60_000
export const WINDOW_MS_MIN = 2 * RECONCILE_OVERLAP_MS
/** How long after its end a charge of a disconnected provider is still watched. */
export const LOOK_AFTER_MS = 48 * 60 * 60_000
/** For how long a payment may go back: PIX gives 90 days, and what is asked for on the last is settled later. */
export const RETURNS_WATCHED_MS = 95 * 24 * 60 * 60_000
/** Banks that refuse to look so far back at once are asked about less. */
export const RETURN_WINDOW_MS_MIN = 24 * 60 * 60_000
/** How long a disconnected provider is asked in vain before its secrets are forgotten. */
export const FORGET_AFTER_MS = 30 * 24 * 60 * 60_000

/** The key holds the time: however often it is scheduled, it runs once. */
export function reconcileKey(providerId: string, at: Date): string {
  return `${providerId}@${at.getTime()}`
}
