// Shapes and operations for account recovery: a new password or a new e-mail address.
import Type from 'typebox'
import type { Operations } from './operation.ts'
import { Email, Password } from './people.ts'
import { bare, Success } from './responses.ts'

const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What stands behind # in the link of the mail',
})

export const ResetInput = Type.Object({ email: Email })
export type ResetInput = Type.Static<typeof ResetInput>

export const ResetAnswer = Type.Object({
  ...Success.properties,
  mail_works: Type.Boolean({ description: 'false: this installation sends no mails, so no link arrives' }),
})

export const ResetCompletion = Type.Object({ token: Token, password: Password })
export type ResetCompletion = Type.Static<typeof ResetCompletion>

export const EmailInput = Type.Object({
  email: Email,
  current_password: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Needed unless you proved who you are within the last 10 minutes',
    }),
  ),
})
export type EmailInput = Type.Static<typeof EmailInput>

export const EmailConfirmation = Type.Object({ token: Token })
export type EmailConfirmation = Type.Static<typeof EmailConfirmation>

// Operations for account recovery: a new password, a new e-mail address.

const BY_LINK = {
  method: 'POST',
  access: 'limited',
  forBrowser: true,
  response: bare(Success),
} as const

export const ACCOUNT_OPERATIONS = {
  'passwordResets.create': {
    ...BY_LINK,
    path: '/api/v1/password-resets',
    tag: 'Sessions',
    summary: 'Ask for a link to a new password',
    description:
      'The link is mailed where the address has an account, works once within an hour, and ends the one before; ' +
      'within five minutes of one no other is made. The response is the same for every address.',
    body: ResetInput,
    response: bare(ResetAnswer),
    errors: ['too_many_attempts', 'cross_site_request'],
  },
  'passwordResets.complete': {
    ...BY_LINK,
    path: '/api/v1/password-resets/complete',
    tag: 'Sessions',
    summary: 'Set a new password by a link',
    description:
      'Ends all sessions of the person and notifies them by mail. It signs in no one: the next sign-in asks for the ' +
      'second factor as usual.',
    body: ResetCompletion,
    errors: ['link_not_valid', 'cross_site_request'],
  },
  'profile.askEmail': {
    method: 'POST',
    path: '/api/v1/profile/email',
    access: 'person',
    tag: 'Profile',
    summary: 'Ask for another e-mail address',
    description:
      'A link goes to the new address and works once within an hour; until then nothing changes. The current address ' +
      'is notified. The response is the same whether the new address has an account or not.',
    errors: ['sign_in_failed', 'too_many_attempts', 'proof_required'],
    body: EmailInput,
    response: bare(Success),
  },
  'profile.confirmEmail': {
    ...BY_LINK,
    path: '/api/v1/profile/email/confirm',
    tag: 'Profile',
    summary: 'Confirm the new e-mail address by its link',
    description: 'The link proves the mailbox, so no session is needed. The former address is notified.',
    body: EmailConfirmation,
    errors: ['link_not_valid', 'email_already_registered', 'cross_site_request'],
  },
} as const satisfies Operations
