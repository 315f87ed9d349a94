// The kind of due work that tells when it began.
import { installationWork } from '../server/kernel/jobs/declare-job.ts'

export const TIMED = installationWork('bench-timed', { waits: [], cap: 16, everyMs: 1 })
