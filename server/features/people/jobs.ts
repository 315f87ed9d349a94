// Declares the due work of people.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** What somebody is told of what happened to their account. */
export type PersonNotice =
  | 'password_changed'
  | 'totp_confirmed'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_deleted'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'identity_added'
  | 'identity_removed'

/** A mail to a person. */
export const personMailJob = teamJob<{ personId: string; notice: PersonNotice; named?: string }>(
  'person-mail',
  {
    waits: TECHNICAL,
    cap: 2,
  },
)

/** What somebody is written about the ways into their account. */
export type AccountLetter = 'reset' | 'confirm_email' | 'email_asked' | 'email_changed'

/**
 * A mail about a way into an account; of a reset it is not known yet whether there is one. `email` is whom it goes to.
 * The job makes the link that stands in it.
 */
export const accountMailJob = teamJob<AccountMail>('account-mail', { waits: TECHNICAL, cap: 2 })

type AccountMail = {
  letter: AccountLetter
  email: string
  personId: string | null
  /** Of the link that is there already. */
  linkId?: string
}

/** A mail with an invitation to a team, which may be sent anew. */
export const invitationMailJob = teamJob<{ invitationId: string }>('invitation-mail', {
  waits: TECHNICAL,
  cap: 2,
})
