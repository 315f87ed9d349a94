// A job type of crash tests: it emits an event, and hangs in the process that is to be killed.
import { teamJob } from '../../../server/kernel/jobs/declare-job.ts'

export const hangingJob = teamJob<{ hangsIn: string }>('mark', { waits: [1_000], cap: 1_000 })
