// Creates and uses passkeys of this browser. If the user or the browser cancels, an ApiError is thrown.
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { Answer, Asked } from './operations.ts'

type Assertion = Asked<'sessions.passkey'>['body']['passkey']
type Creation = Asked<'passkeys.create'>['body']['passkey']

export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Lets the user choose a passkey. */
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

/** Loaded on first use: most users sign in with a password. */
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

/** The library and the contract declare the same fields with different types. */
function plain<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value))
}
