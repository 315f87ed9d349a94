// Declares the due work that a team's own settings, and changes of them, ask for.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** The mails that tell of another e-mail address of the team; `former` is the one before. */
export const teamMailJob = teamJob<{ former: string }>('team-mail', { waits: TECHNICAL, cap: 2 })
