// Words of everything before a person is in: sign-in, first access, invitation, new password.
import { en } from './en/sign-in.ts'
import { pt } from './pt/sign-in.ts'

export const signInWords = { pt, en }
