// Operations on sessions: how people sign in.
import { data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import { SignIn, SignInInput } from '../people.ts'

const tag = 'Sessions'

/** What begins a session, however somebody proves who they are. */
export const SIGNING_IN = {
  method: 'POST',
  access: 'limited',
  forBrowser: true,
  status: 201,
  answer: data(SignIn),
} as const

export const SESSION_OPERATIONS = {
  'sessions.create': {
    ...SIGNING_IN,
    path: '/api/v1/sessions',
    tag,
    summary: 'Sign in',
    description:
      'The session is in a cookie, for pages of this service alone. docs/people.md tells the rest.',
    body: SignInInput,
    errors: ['sign_in_failed', 'too_many_attempts', 'cross_site_request'],
  },
} as const satisfies Operations
