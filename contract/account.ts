// How people come into their account anew: what they send for another password or another e-mail address.
import Type from 'typebox'
import { Email, Password } from './people.ts'

const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What stands behind # in the link of the mail',
})

export const ResetInput = Type.Object({ email: Email })
export type ResetInput = Type.Static<typeof ResetInput>

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
