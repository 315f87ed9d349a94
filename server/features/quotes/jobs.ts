// Declares the job of quotes.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Writes to the client of a quote that was sent. The key is the id of the event. */
export const quoteMailJob = teamJob<null>('quote-mail', { waits: TECHNICAL, cap: 4 })
