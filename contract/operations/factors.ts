// Operations on what people prove themselves by: authenticator app, recovery codes, passkeys; and the proofs.
import Type, { type TSchema } from 'typebox'
import { type Data, data } from '../answers.ts'
import { LinkedIdentity, UnlinkedIdentity } from '../identities.ts'
import type { Operation, Operations } from '../operation.ts'
import {
  Passkey,
  PasskeyChange,
  PasskeyCreationOptions,
  PasskeyInput,
  PasskeyRequestOptions,
} from '../passkeys.ts'
import { SignIn } from '../people.ts'
import {
  ConfirmedTotp,
  DeletedPasskey,
  FactorInput,
  Factors,
  NewPasskey,
  NewRecoveryCodes,
  PasskeySignIn,
  Proof,
  ProofInput,
  TotpConfirmation,
  TotpSetup,
} from '../second-factors.ts'
import { SIGNING_IN } from './sessions.ts'

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

/** Something of a person's own, at an address below their profile. */
const own = <const O extends Own>(below: string, operation: O) =>
  ({ path: `/api/v1/profile/${below}`, access: 'person', tag, ...operation }) as const

/** The same where it changes how they prove themselves. */
const changed = <const O extends Own>(below: string, operation: O) =>
  own(below, {
    audit: 'access',
    ...operation,
    description: [operation.description, PROVEN].filter((text) => text !== undefined).join(' '),
    errors: ['proof_required', ...(operation.errors ?? [])],
  })

/** What to ask a browser before it can send a passkey's answer to this address. */
const optionsOf = <const A extends Operation['access']>(step: string, access: A, summary: string) =>
  ({
    method: 'POST',
    path: `/api/v1/sessions/${step}/options`,
    access,
    tag,
    summary,
    answer: data(PasskeyRequestOptions),
    errors: ['passkeys_unavailable'],
  }) as const

const proving = <const A extends 'person' | 'pending', B extends TSchema, R extends Data>(
  step: string,
  access: A,
  [body, answer]: readonly [B, R],
  summary: string,
) => ({ method: 'POST', path: `/api/v1/sessions/${step}`, access, tag, summary, body, answer }) as const

export const FACTOR_OPERATIONS = {
  'factors.read': own('factors', {
    method: 'GET',
    summary: 'What you can prove yourself by',
    answer: data(Factors),
  }),
  'totp.start': changed('totp', {
    method: 'POST',
    summary: 'Begin with an authenticator app',
    description:
      'Shows a new secret. It counts once a code of it was confirmed; a former one stays until then.',
    answer: data(TotpSetup),
  }),
  'totp.confirm': changed('totp/confirm', {
    method: 'POST',
    summary: 'Confirm the authenticator app',
    description: 'With a code of the secret that was shown. From then on a password needs a second step.',
    body: TotpConfirmation,
    answer: data(ConfirmedTotp),
    errors: ['totp_not_started', 'second_factor_refused'],
  }),
  'totp.remove': changed('totp', {
    method: 'DELETE',
    summary: 'Remove the authenticator app',
    description: 'Recovery codes go with the last factor.',
    answer: data(Factors),
  }),
  'recoveryCodes.replace': changed('recovery-codes', {
    method: 'POST',
    errors: ['no_second_factor'],
    summary: 'New recovery codes, instead of the old ones',
    answer: data(NewRecoveryCodes),
  }),
  'passkeys.list': own('passkeys', {
    method: 'GET',
    summary: 'Your passkeys',
    answer: data(Type.Array(Passkey)),
  }),
  'passkeys.options': changed('passkeys/options', {
    method: 'POST',
    summary: 'What to ask the browser for a new passkey',
    answer: data(PasskeyCreationOptions),
    errors: ['passkeys_unavailable', 'resource_limit_exceeded'],
  }),
  'passkeys.create': changed('passkeys', {
    method: 'POST',
    status: 201,
    summary: 'Add a passkey',
    description: 'With what the browser answered.',
    body: PasskeyInput,
    answer: data(NewPasskey),
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
    answer: data(Passkey),
    errors: ['passkey_not_found'],
  }),
  'passkeys.delete': changed('passkeys/:id', {
    method: 'DELETE',
    params,
    summary: 'Delete a passkey',
    description: 'Who has no password keeps the last one.',
    answer: data(DeletedPasskey),
    errors: ['passkey_not_found', 'last_way_in'],
  }),
  'identities.list': own('identities', {
    answer: data(Type.Array(LinkedIdentity)),
    method: 'GET',
    summary: 'Your identities at providers',
    description: 'Through which you have signed in here: each is a way into your account.',
  }),
  'identities.unlink': changed('identities/:id', {
    method: 'DELETE',
    params: Type.Object({ id: Type.String({ description: 'Id of the identity (idn_)' }) }),
    summary: 'Unlink an identity',
    description:
      'Who has neither a password nor a passkey keeps the last one. One whose checked address is that of the account ' +
      'is linked anew, and told by mail, if somebody signs in by it.',
    answer: data(UnlinkedIdentity),
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
