// Declares the jobs that write mails to people.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Security notices about an account. */
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

/** Mails a security notice to a person. */
export const personMailJob = teamJob<{ personId: string; notice: PersonNotice; named?: string }>(
  'person-mail',
  {
    waits: TECHNICAL,
    cap: 2,
  },
)

/** Mails about ways into an account. */
export type AccountLetter = 'reset' | 'confirm_email' | 'email_asked' | 'email_changed'

/** Mails a link of an account to `email`, and creates the link if needed. For a reset, the account may not exist. */
export const accountMailJob = teamJob<AccountMail>('account-mail', { waits: TECHNICAL, cap: 2 })

type AccountMail = {
  letter: AccountLetter
  email: string
  personId: string | null
  /** An existing link. */
  linkId?: string
}

/** Mails an invitation, each time it is sent. */
export const invitationMailJob = teamJob<{ invitationId: string }>('invitation-mail', {
  waits: TECHNICAL,
  cap: 2,
})
