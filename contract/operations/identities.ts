// Operations of signing in through a provider of identities.
import Type from 'typebox'
import { data, redirect } from '../answers.ts'
import { ProviderAnswer, SignInWays } from '../identities.ts'
import type { Operations } from '../operation.ts'

const AT_PROVIDER = {
  method: 'GET',
  access: 'limited',
  forBrowser: true,
  forPeople: true,
  withoutHead: true,
  params: Type.Object({ provider: Type.String({ maxLength: 30 }) }),
  answer: redirect,
  errors: ['identity_provider_not_found'],
} as const

export const IDENTITY_OPERATIONS = {
  'signIn.ways': {
    method: 'GET',
    path: '/api/v1/sign-in',
    access: 'limited',
    tag: 'Sessions',
    summary: 'The ways to sign in',
    description: 'What this installation offers besides a password: passkeys, and providers of identities.',
    answer: data(SignInWays),
  },
  'signIn.begin': { ...AT_PROVIDER, path: '/api/v1/sign-in/oidc/:provider' },
  'signIn.finish': {
    ...AT_PROVIDER,
    path: '/api/v1/sign-in/oidc/:provider/callback',
    query: ProviderAnswer,
  },
} as const satisfies Operations
