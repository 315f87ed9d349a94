// The job type that reports its start time.
import { installationJob } from '../server/kernel/jobs/declare-job.ts'

export const TIMED = installationJob('bench-timed', { waits: [], cap: 16, everyMs: 1 })
