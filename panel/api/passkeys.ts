// Passkeys of this browser: asked for, and made. What the person or the browser refuses is a failure like the API's.
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { Answer, Asked } from './operations.ts'

type Assertion = Asked<'sessions.passkey'>['body']['passkey']
type Creation = Asked<'passkeys.create'>['body']['passkey']

export function knowsPasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/** Lets the person choose one, by finger, face or PIN. */
export async function askForPasskey(
  id: 'sessions.passkeyOptions' | 'sessions.secondFactorOptions' | 'sessions.proofOptions',
): Promise<Assertion> {
  const optionsJSON = await call(id, {})
  return plain(await startAuthentication({ optionsJSON: plain(optionsJSON) }).catch(refused))
}

export async function makePasskey(options: Answer<'passkeys.options'>): Promise<Creation> {
  return plain(await startRegistration({ optionsJSON: plain(options) }).catch(refused))
}

function refused(error: unknown): never {
  const isKnown = error instanceof WebAuthnError && error.name === 'InvalidStateError'
  throw new ApiError(400, {
    code: isKnown ? 'passkey_already_registered' : 'passkey_cancelled',
    message: String(error),
  })
}

/** As JSON says it: the library and the contract name the same fields in types of their own. */
function plain<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value))
}
