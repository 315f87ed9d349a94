// Ways to sign in, and the parameters that an identity provider returns.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import type { Operations } from './operation.ts'
import { data, redirect } from './responses.ts'

export const SignInWays = Type.Object({
  password: Type.Boolean(),
  passkey: Type.Boolean({ description: 'Whether browsers allow passkeys at this address' }),
  providers: Type.Array(
    Type.Object({
      name: Type.String(),
      path: Type.String({ description: 'Where a link leads the browser to sign in there' }),
    }),
  ),
})
export type SignInWays = Type.Static<typeof SignInWays>

export const LinkedIdentity = Type.Object({
  id: Type.String({ description: 'Identity id (idn_)' }),
  provider: Nullable(
    Type.String({ description: 'What this installation calls its issuer; null where it offers it no more' }),
  ),
  issuer: Type.String(),
  created_at: Timestamp,
  last_used_at: Timestamp,
})
export type LinkedIdentity = Type.Static<typeof LinkedIdentity>

export const UnlinkedIdentity = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
export type UnlinkedIdentity = Type.Static<typeof UnlinkedIdentity>

const Text = Type.Optional(Type.String({ maxLength: 4_000 }))

export const ProviderAnswer = Type.Object({
  code: Text,
  state: Text,
  iss: Text,
  error: Text,
  error_description: Text,
})

// Operations of signing in through an identity provider.

const AT_PROVIDER = {
  method: 'GET',
  access: 'limited',
  forBrowser: true,
  forPeople: true,
  withoutHead: true,
  params: Type.Object({ provider: Type.String({ maxLength: 30 }) }),
  response: redirect,
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
    response: data(SignInWays),
  },
  'signIn.begin': { ...AT_PROVIDER, path: '/api/v1/sign-in/oidc/:provider' },
  'signIn.finish': {
    ...AT_PROVIDER,
    path: '/api/v1/sign-in/oidc/:provider/callback',
    query: ProviderAnswer,
  },
} as const satisfies Operations
