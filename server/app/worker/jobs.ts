// Declares the jobs of the installation, which run at regular intervals.
import { installationJob, TECHNICAL } from '../../kernel/jobs/declare-job.ts'

/** Deletes what is past its retention. */
export const deleteExpiredJob = installationJob('keep-house', {
  waits: TECHNICAL,
  cap: 1,
  everyMs: 3_600_000,
})

/** Checks the last line of every wallet. */
export const proveLedgerJob = installationJob('prove-ledger', { waits: TECHNICAL, cap: 1, everyMs: 60_000 })
