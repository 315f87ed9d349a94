// How people may sign in, and what a provider of identities sends their browser back with.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'

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
