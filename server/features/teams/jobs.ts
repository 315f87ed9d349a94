// Declares the job that follows a change of a team's own e-mail address.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Mails that the team's e-mail address changed; `former` is the previous one. */
export const teamMailJob = teamJob<{ former: string }>('team-mail', { waits: TECHNICAL, cap: 2 })
