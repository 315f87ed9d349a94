import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

// Declares the due work that events cause by themselves. Each piece is known by the id of its event; notices serve it.

/** Tells the agency of an event, and of all others that wait with it. */
export const agencyNewsJob = teamJob<null>('agency-news', { waits: TECHNICAL, cap: 1 })

/** Writes to the client of a quote that was sent. */
export const quoteMailJob = teamJob<null>('quote-mail', { waits: TECHNICAL, cap: 4 })
