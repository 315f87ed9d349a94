// Declares the due work of a team's banks and their charges.

import { installationWork, teamWork } from '../../kernel/jobs/declare-job.ts'
import { BANK, TECHNICAL } from '../../kernel/jobs/retry-waits.ts'

export type ChargeCheck = {
  providerId: string
  txid: string
  /** What made us look. */
  hint: string
  /** Counts from 1. */
  look: number
}

/** Follows a hint, such as a callback: reads the charge back. */
export const checkCharge = teamWork<ChargeCheck>('check-charge', { waits: BANK, cap: 8 })

/** Withdraws a charge that is not to be paid any more; known by its id, and `#` before a second time. */
export const withdrawCharge = teamWork<null>('withdraw-charge', { waits: BANK, cap: 4 })

/** Gives the bank the address that it is to call. */
export const registerCallbacks = teamWork<{ providerId: string }>('register-callbacks', {
  waits: BANK,
  cap: 2,
})

/** Asks a bank what came in, and schedules the next time. */
export const reconcileProvider = teamWork<{ providerId: string; windowMs?: number }>('reconcile-provider', {
  waits: BANK,
  cap: 2,
})

/** A bank was connected: what waits for one gets its charge. Served by invoicing, which payments know nothing of. */
export const chargeInvoices = teamWork<null>('charge-invoices', { waits: TECHNICAL, cap: 1 })

/** Asks the operator's banks what came in for the wallets of all teams. */
export const reconcileWalletBanks = installationWork('reconcile-wallet-banks', {
  waits: TECHNICAL,
  cap: 1,
  everyMs: 300_000,
})

export type ProviderNotice = 'connected' | 'disconnected'

/** A mail to the team about its banks. Served by notices, which payments know nothing of. */
export const providerMail = teamWork<{ providerId: string; notice: ProviderNotice }>('provider-mail', {
  waits: TECHNICAL,
  cap: 2,
})
