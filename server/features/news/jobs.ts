// Declares the job of news to the agency.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Mails the agency about an event, and all others that wait with it. The key is the id of the event. */
export const agencyNewsJob = teamJob<null>('agency-news', { waits: TECHNICAL, cap: 1 })
