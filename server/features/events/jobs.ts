// Declares the jobs that events cause by themselves; the key is the id of the event. `features/news` and
// `features/quotes` run them.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Tells the agency of an event, and of all others that wait with it. */
export const agencyNewsJob = teamJob<null>('agency-news', { waits: TECHNICAL, cap: 1 })

/** Writes to the client of a quote that was sent. */
export const quoteMailJob = teamJob<null>('quote-mail', { waits: TECHNICAL, cap: 4 })
