// The due work of the installation itself, which comes again and again.
import { TECHNICAL } from '../outbox/waits.ts'
import { installationWork } from '../outbox/work.ts'

/** Forgets what is past its time. */
export const keepHouse = installationWork('keep-house', { waits: TECHNICAL, cap: 1, everyMs: 3_600_000 })

/** Proves the head of every wallet. */
export const proveLedger = installationWork('prove-ledger', { waits: TECHNICAL, cap: 1, everyMs: 60_000 })
