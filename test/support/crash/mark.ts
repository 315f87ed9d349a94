// A kind of due work that only crash tests know: it emits an event, and hangs in the process that is to be killed.
import { teamWork } from '../../../server/kernel/jobs/declare-job.ts'

export const mark = teamWork<{ hangsIn: string }>('mark', { waits: [1_000], cap: 1_000 })
