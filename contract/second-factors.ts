// Second factors: authenticator app, recovery codes, passkeys.
import Type, { type TSchema } from 'typebox'
import { AnyObject, Nullable, Timestamp } from './common.ts'
import { LinkedIdentity, UnlinkedIdentity } from './identities.ts'
import { PASSKEY_NAME_CHARACTERS_MAX } from './limits.ts'
import type { Operation, Operations } from './operation.ts'
import { SignIn } from './people.ts'
import { type Data, data } from './responses.ts'
import { SIGNING_IN } from './sessions.ts'

// Passkeys and their browser messages. The names inside a ceremony are WebAuthn's, so that its objects pass
// unchanged.

const Base64Url = (charactersMax: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: charactersMax, description })

const RESPONSE_CHARACTERS_MAX = 16_384
const CREDENTIAL_ID_CHARACTERS_MAX = 1_400

const BrowserBytes = (description: string) => Base64Url(RESPONSE_CHARACTERS_MAX, description)
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
      clientDataJSON: BrowserBytes('What the browser signed for'),
      attestationObject: BrowserBytes('The new public key'),
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
      clientDataJSON: BrowserBytes('What the browser signed for'),
      authenticatorData: BrowserBytes('What the authenticator reports about itself'),
      signature: BrowserBytes('Its signature'),
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
const Challenge = Type.String({ description: 'Valid for one response and five minutes' })
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
  synchronised: Type.Boolean({ description: 'Whether it is kept on several devices by their manufacturer' }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})
export type Passkey = Type.Static<typeof Passkey>

export const PasskeyInput = Type.Object({ name: PasskeyName, passkey: PasskeyCreation })
export type PasskeyInput = Type.Static<typeof PasskeyInput>

export const PasskeyChange = Type.Object({ name: PasskeyName })

const Code = Type.String({
  minLength: 6,
  maxLength: 16,
  description: 'Six digits of the authenticator app',
  examples: ['492039'],
})

const FACTORS = {
  totp: Type.Optional(Code),
  recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  passkey: Type.Optional(PasskeyAssertion),
}

export const FactorInput = Type.Object(FACTORS, { description: 'One of them' })
export type FactorInput = Type.Static<typeof FactorInput>

export const ProofInput = Type.Object(
  { ...FACTORS, password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })) },
  { description: 'One of them' },
)
export type ProofInput = Type.Static<typeof ProofInput>

export const PasskeySignIn = Type.Object({ passkey: PasskeyAssertion })

export const TotpSetup = Type.Object({
  secret: Type.String({ description: 'To type where no picture can be scanned' }),
  uri: Type.String({ description: 'otpauth:// address, as the QR code has it' }),
  qr_svg: Type.String({ description: 'The QR code as an SVG picture' }),
})
export type TotpSetup = Type.Static<typeof TotpSetup>

export const TotpConfirmation = Type.Object({ code: Code })

const RecoveryCodes = Type.Array(Type.String(), {
  description:
    'Ten, each good for one use. They are shown only in this response, and older ones become invalid',
})

export const NewRecoveryCodes = Type.Object({ recovery_codes: RecoveryCodes })
export type NewRecoveryCodes = Type.Static<typeof NewRecoveryCodes>

/** The first factor comes with recovery codes. */
const first = {
  recovery_codes: Nullable({
    ...RecoveryCodes,
    description: 'As they come with the first factor; null later',
  }),
}

export const Factors = Type.Object({
  has_password: Type.Boolean(),
  totp_confirmed_at: Nullable({ ...Timestamp, description: 'Of the authenticator app; null without one' }),
  passkeys: Type.Array(Passkey),
  recovery_codes_left: Type.Integer(),
  proven_until: Nullable({
    ...Timestamp,
    description: 'Until when factors can be changed without a new proof; null where one is needed now',
  }),
})
export type Factors = Type.Static<typeof Factors>

export const ConfirmedTotp = Type.Object({ ...Factors.properties, ...first })
export type ConfirmedTotp = Type.Static<typeof ConfirmedTotp>

export const NewPasskey = Type.Object({ ...Passkey.properties, ...first })
export type NewPasskey = Type.Static<typeof NewPasskey>

export const DeletedPasskey = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
export type DeletedPasskey = Type.Static<typeof DeletedPasskey>

export const Proof = Type.Object({ proven_until: Timestamp })
export type Proof = Type.Static<typeof Proof>

// Operations on second factors and fresh authentication.

const tag = 'Second factors'
const params = Type.Object({ id: Type.String({ description: 'Id of the passkey (psk_)' }) })
const PROVEN = 'Needs a proof of the last 10 minutes: a sign-in, a second factor, or /sessions/proof.'
const FAILURES = [
  'too_many_attempts',
  'second_factor_refused',
  'passkey_refused',
  'passkeys_unavailable',
] as const

type Own = Omit<Operation, 'path' | 'access' | 'tag'>

/** An operation below the person's profile. */
const own = <const O extends Own>(below: string, operation: O) =>
  ({ path: `/api/v1/profile/${below}`, access: 'person', tag, ...operation }) as const

/** An operation that changes how a person authenticates. */
const changed = <const O extends Own>(below: string, operation: O) =>
  own(below, {
    audit: 'access',
    ...operation,
    description: [operation.description, PROVEN].filter((text) => text !== undefined).join(' '),
    errors: ['proof_required', ...(operation.errors ?? [])],
  })

/** The options that a browser needs before it can create a passkey response. */
const optionsOf = <const A extends Operation['access']>(step: string, access: A, summary: string) =>
  ({
    method: 'POST',
    path: `/api/v1/sessions/${step}/options`,
    access,
    tag,
    summary,
    response: data(PasskeyRequestOptions),
    errors: ['passkeys_unavailable'],
  }) as const

const proving = <const A extends 'person' | 'pending', B extends TSchema, R extends Data>(
  step: string,
  access: A,
  [body, response]: readonly [B, R],
  summary: string,
) => ({ method: 'POST', path: `/api/v1/sessions/${step}`, access, tag, summary, body, response }) as const

export const FACTOR_OPERATIONS = {
  'factors.read': own('factors', {
    method: 'GET',
    summary: 'What you can prove yourself by',
    response: data(Factors),
  }),
  'totp.start': changed('totp', {
    method: 'POST',
    summary: 'Begin with an authenticator app',
    description:
      'Shows a new secret. It counts once a code of it was confirmed; a former one stays until then.',
    response: data(TotpSetup),
  }),
  'totp.confirm': changed('totp/confirm', {
    method: 'POST',
    summary: 'Confirm the authenticator app',
    description: 'With a code of the secret that was shown. From then on a password needs a second step.',
    body: TotpConfirmation,
    response: data(ConfirmedTotp),
    errors: ['totp_not_started', 'second_factor_refused'],
  }),
  'totp.remove': changed('totp', {
    method: 'DELETE',
    summary: 'Remove the authenticator app',
    description: 'Recovery codes go with the last factor.',
    response: data(Factors),
  }),
  'recoveryCodes.replace': changed('recovery-codes', {
    method: 'POST',
    errors: ['no_second_factor'],
    summary: 'New recovery codes, instead of the old ones',
    response: data(NewRecoveryCodes),
  }),
  'passkeys.list': own('passkeys', {
    method: 'GET',
    summary: 'Your passkeys',
    response: data(Type.Array(Passkey)),
  }),
  'passkeys.options': changed('passkeys/options', {
    method: 'POST',
    summary: 'What to ask the browser for a new passkey',
    response: data(PasskeyCreationOptions),
    errors: ['passkeys_unavailable', 'resource_limit_exceeded'],
  }),
  'passkeys.create': changed('passkeys', {
    method: 'POST',
    status: 201,
    summary: 'Add a passkey',
    description: 'With what the browser answered.',
    body: PasskeyInput,
    response: data(NewPasskey),
    errors: [
      'passkeys_unavailable',
      'passkey_refused',
      'passkey_already_registered',
      'resource_limit_exceeded',
    ],
  }),
  'passkeys.rename': own('passkeys/:id', {
    method: 'PATCH',
    params,
    summary: 'Rename a passkey',
    body: PasskeyChange,
    response: data(Passkey),
    errors: ['passkey_not_found'],
  }),
  'passkeys.delete': changed('passkeys/:id', {
    method: 'DELETE',
    params,
    summary: 'Delete a passkey',
    description: 'Who has no password keeps the last one.',
    response: data(DeletedPasskey),
    errors: ['passkey_not_found', 'last_way_in'],
  }),
  'identities.list': own('identities', {
    response: data(Type.Array(LinkedIdentity)),
    method: 'GET',
    summary: 'Your identities at providers',
    description: 'Through which you have signed in here: each is a way into your account.',
  }),
  'identities.unlink': changed('identities/:id', {
    method: 'DELETE',
    params: Type.Object({ id: Type.String({ description: 'Id of the identity (idn_)' }) }),
    summary: 'Unlink an identity',
    description:
      'Without a password or a passkey the last identity stays. An identity with the verified address of the account ' +
      'is linked again at its next sign-in, which a mail reports.',
    response: data(UnlinkedIdentity),
    errors: ['identity_not_found', 'last_way_in'],
  }),
  'sessions.proofOptions': optionsOf('proof', 'person', 'What to ask the browser for a proof by passkey'),
  'sessions.prove': {
    ...proving('proof', 'person', [ProofInput, data(Proof)], 'Prove again who you are'),
    description: 'By password or factor, before factors are changed. Good for 10 minutes.',
    errors: ['sign_in_failed', ...FAILURES],
  },
  'sessions.secondFactorOptions': optionsOf('second-factor', 'pending', 'What to ask for the second step'),
  'sessions.secondFactor': {
    ...proving('second-factor', 'pending', [FactorInput, data(SignIn)], 'The second step of a sign-in'),
    description: 'With a code of the authenticator app, a recovery code or a passkey. Each is good once.',
    forBrowser: true,
    errors: FAILURES,
  },
  'sessions.passkeyOptions': optionsOf('passkey', 'limited', 'What to ask the browser to sign in by passkey'),
  'sessions.passkey': {
    ...SIGNING_IN,
    path: '/api/v1/sessions/passkey',
    tag,
    summary: 'Sign in by passkey alone',
    description:
      'The browser offers those it has for this site. They ask for finger, face or PIN themselves.',
    body: PasskeySignIn,
    errors: ['passkey_refused', 'passkeys_unavailable', 'cross_site_request'],
  },
} as const satisfies Operations
