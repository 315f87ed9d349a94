// The kind of due work that tells when it began.
import { installationJob } from '../server/kernel/jobs/declare-job.ts'

export const TIMED = installationJob('bench-timed', { waits: [], cap: 16, everyMs: 1 })
