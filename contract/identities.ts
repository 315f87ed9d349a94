// How people may sign in, and what a provider of identities sends their browser back with.
import Type from 'typebox'

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

const Text = Type.Optional(Type.String({ maxLength: 4_000 }))

export const ProviderAnswer = Type.Object({
  code: Text,
  state: Text,
  iss: Text,
  error: Text,
  error_description: Text,
})
