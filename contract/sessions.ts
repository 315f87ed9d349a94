// Operations on sessions: signing in and out.
import Type from 'typebox'
import { IdOf } from './common.ts'
import type { Operations } from './operation.ts'
import { Session, Setup, SetupInput, SignIn, SignInInput } from './people.ts'
import { bare, data, Success } from './responses.ts'

const tag = 'Sessions'

/** Shared by all ways to start a session. */
export const SIGNING_IN = {
  method: 'POST',
  access: 'limited',
  forBrowser: true,
  status: 201,
  response: data(SignIn),
} as const

const SIGNING_OUT = { method: 'DELETE', access: 'person', tag, response: bare(Success) } as const

export const SESSION_OPERATIONS = {
  'sessions.create': {
    ...SIGNING_IN,
    path: '/api/v1/sessions',
    tag,
    summary: 'Sign in',
    description: 'The session is in a cookie, for pages of this service alone.',
    body: SignInInput,
    errors: ['sign_in_failed', 'too_many_attempts', 'cross_site_request'],
  },
  'sessions.list': {
    method: 'GET',
    path: '/api/v1/sessions',
    access: 'person',
    tag,
    summary: 'Where you are signed in',
    description: 'Your sessions that have not ended, the last used first.',
    response: data(Type.Array(Session)),
  },
  'sessions.endCurrent': {
    ...SIGNING_OUT,
    path: '/api/v1/sessions/current',
    forBrowser: true,
    summary: 'Sign out',
  },
  'sessions.end': {
    ...SIGNING_OUT,
    path: '/api/v1/sessions/:id',
    params: Type.Object({ id: IdOf('session', 'ses') }),
    summary: 'Sign out one of your devices',
    errors: ['session_not_found'],
  },
  'sessions.endAll': {
    ...SIGNING_OUT,
    path: '/api/v1/sessions',
    forBrowser: true,
    summary: 'Sign out everywhere',
    description: 'This session included. It ends at once, in every process.',
  },
} as const satisfies Operations

// Operations of the first start: the owner's account.

const setupTag = 'Setup'

export const SETUP_OPERATIONS = {
  'setup.read': {
    method: 'GET',
    path: '/api/v1/setup',
    access: 'limited',
    tag: setupTag,
    summary: 'Whether the first owner is still missing',
    response: data(Setup),
  },
  'setup.create': {
    ...SIGNING_IN,
    path: '/api/v1/setup',
    tag: setupTag,
    summary: 'Create the account of the first owner',
    description:
      'With the token of the link that the start of the service shows. It works once. The account owns the first ' +
      'team, runs the installation, and is signed in.',
    body: SetupInput,
    errors: ['link_not_valid', 'email_already_registered', 'cross_site_request'],
  },
} as const satisfies Operations
