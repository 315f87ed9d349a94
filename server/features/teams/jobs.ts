// Declares the due work that a team's own settings, and changes of them, ask for.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/**
 * Reminds clients of invoices, each morning; `since` is the last day that was looked at, `after` the invoice that this
 * morning has come to. Run by `features/invoices/reminders.ts`.
 */
export const remindClientsJob = teamJob<{ since: string; after?: { due_date: string; id: string } }>(
  'remind-clients',
  { waits: TECHNICAL, cap: 1 },
)

/** Mails that the team's e-mail address changed; `former` is the previous one. */
export const teamMailJob = teamJob<{ former: string }>('team-mail', { waits: TECHNICAL, cap: 2 })
