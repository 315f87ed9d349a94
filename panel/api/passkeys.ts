// Passkeys of this browser: asked for, and made. What the person or the browser refuses is a failure like the API's.
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { Answer, Asked } from './operations.ts'

type Assertion = Asked<'sessions.passkey'>['body']['passkey']
type Creation = Asked<'passkeys.create'>['body']['passkey']

export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Lets the person choose one, by finger, face or PIN. */
export async function askForPasskey(
  id: 'sessions.passkeyOptions' | 'sessions.secondFactorOptions' | 'sessions.proofOptions',
): Promise<Assertion> {
  const [{ startAuthentication }, options] = await Promise.all([ceremonies(), call(id, {})])
  return plain(await startAuthentication({ optionsJSON: plain(options) }).catch(refused))
}

export async function makePasskey(options: Answer<'passkeys.options'>): Promise<Creation> {
  const { startRegistration } = await ceremonies()
  return plain(await startRegistration({ optionsJSON: plain(options) }).catch(refused))
}

/** Loaded when one is asked for: most who come have a password. */
function ceremonies() {
  return import('@simplewebauthn/browser')
}

function refused(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new ApiError(400, {
    code: isKnown ? 'passkey_already_registered' : 'passkey_cancelled',
    message: String(error),
  })
}

/** As JSON says it: the library and the contract name the same fields in types of their own. */
function plain<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value))
}
