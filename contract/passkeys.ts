// Passkeys as people see them, and what their browsers send. The names inside a ceremony are the browser's own
// (WebAuthn), so that its objects go through as they are.
import Type from 'typebox'
import { AnyObject, Nullable, Timestamp } from './common.ts'
import { PASSKEY_NAME_CHARACTERS_MAX } from './limits.ts'

const Base64Url = (charactersMax: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: charactersMax, description })

const ANSWER_CHARACTERS_MAX = 16_384
const CREDENTIAL_ID_CHARACTERS_MAX = 1_400

const Answered = (description: string) => Base64Url(ANSWER_CHARACTERS_MAX, description)
const CredentialId = Base64Url(CREDENTIAL_ID_CHARACTERS_MAX, 'Id of the credential')

const ENVELOPE = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Nullable(Type.String())),
  clientExtensionResults: Type.Optional(AnyObject),
}

export const PasskeyCreation = Type.Object(
  {
    ...ENVELOPE,
    response: Type.Object({
      clientDataJSON: Answered('What the browser signed for'),
      attestationObject: Answered('The new public key'),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
      authenticatorData: Type.Optional(Type.String()),
      publicKey: Type.Optional(Nullable(Type.String())),
      publicKeyAlgorithm: Type.Optional(Type.Integer()),
    }),
  },
  { description: 'What navigator.credentials.create() gave, as its toJSON() says it' },
)
export type PasskeyCreation = Type.Static<typeof PasskeyCreation>

export const PasskeyAssertion = Type.Object(
  {
    ...ENVELOPE,
    response: Type.Object({
      clientDataJSON: Answered('What the browser signed for'),
      authenticatorData: Answered('What the authenticator says of itself'),
      signature: Answered('Its signature'),
      userHandle: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
    }),
  },
  { description: 'What navigator.credentials.get() gave, as its toJSON() says it' },
)
export type PasskeyAssertion = Type.Static<typeof PasskeyAssertion>

const Descriptors = Type.Array(
  Type.Object({
    id: Type.String(),
    type: Type.Literal('public-key'),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
)
const Challenge = Type.String({ description: 'Good for one answer, for five minutes' })
const TimeoutMs = Type.Integer({ description: 'Milliseconds' })

export const PasskeyCreationOptions = Type.Object(
  {
    challenge: Challenge,
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: TimeoutMs,
    attestation: Type.Literal('none'),
    excludeCredentials: Descriptors,
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
  },
  { description: 'For PublicKeyCredential.parseCreationOptionsFromJSON()' },
)
export type PasskeyCreationOptions = Type.Static<typeof PasskeyCreationOptions>

export const PasskeyRequestOptions = Type.Object(
  {
    challenge: Challenge,
    rpId: Type.String(),
    timeout: TimeoutMs,
    userVerification: Type.Literal('required'),
    allowCredentials: Descriptors,
  },
  { description: 'For PublicKeyCredential.parseRequestOptionsFromJSON()' },
)
export type PasskeyRequestOptions = Type.Static<typeof PasskeyRequestOptions>

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: PASSKEY_NAME_CHARACTERS_MAX,
  pattern: '\\S',
  description: 'What the person calls it',
  examples: ['Celular da Ana'],
})

export const Passkey = Type.Object({
  id: Type.String({ description: 'Passkey id (psk_)' }),
  name: Type.String(),
  synchronised: Type.Boolean({ description: 'Whether it is kept on several devices by their maker' }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})
export type Passkey = Type.Static<typeof Passkey>

export const PasskeyInput = Type.Object({ name: PasskeyName, passkey: PasskeyCreation })
export type PasskeyInput = Type.Static<typeof PasskeyInput>

export const PasskeyChange = Type.Object({ name: PasskeyName })
