// Declares the jobs of banks and their charges.
import { BANK, installationJob, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

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

export const RECONCILE_EVERY_MS = 5 * 60_000

/** The key holds the time: however often it is scheduled, it runs once. */
export function reconcileKey(providerId: string, at: Date): string {
  return `${providerId}@${at.getTime()}`
}
