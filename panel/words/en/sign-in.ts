// Before a person is in, in English.
import type { pt } from '../pt/sign-in.ts'

export const en: typeof pt = {
  title: 'Sign in',
  lead: 'Flights, wallet and invoices of your agency.',
  email: 'E-mail',
  password: 'Password',
  enter: 'Sign in',
  forgot: 'I forgot my password',
  or: 'or',
  passkey: 'Sign in with a passkey',
  wrong: 'E-mail or password is wrong.',
  tooMany: 'Too many attempts. Wait a few minutes and try again.',
  ended: 'Your session has ended. Sign in again to go on.',
  secondStep: 'Confirm that it is you',
  secondStepLead: 'Enter the code of your authenticator app.',
  code: 'Code of 6 digits',
  recoveryCode: 'Use a recovery code',
  firstTitle: 'First access',
  firstLead: 'Create the account of whoever runs this installation.',
  name: 'Your name',
  newPassword: 'Create a password',
  passwordHint: 'At least 12 characters. A short sentence is easy to remember.',
  create: 'Create account',
  badLink: 'This link is no longer valid',
  badLinkText: 'Access links work once and for a limited time. Ask whoever manages the team for a new one.',
  toSignIn: 'Go to sign-in',
}
