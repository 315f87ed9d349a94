// Creates and uses passkeys of this browser. If the user or the browser cancels, an ApiError is thrown.
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { RequestOf, ResponseOf } from './operations.ts'

type Assertion = RequestOf<'sessions.passkey'>['body']['passkey']
type Creation = RequestOf<'passkeys.create'>['body']['passkey']

export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Lets the user choose a passkey. */
export async function requestPasskey(
  id: 'sessions.passkeyOptions' | 'sessions.secondFactorOptions' | 'sessions.proofOptions',
): Promise<Assertion> {
  const [{ startAuthentication }, options] = await Promise.all([loadWebAuthn(), call(id, {})])
  return asJson(await startAuthentication({ optionsJSON: asJson(options) }).catch(throwApiError))
}

export async function createPasskey(options: ResponseOf<'passkeys.options'>): Promise<Creation> {
  const { startRegistration } = await loadWebAuthn()
  return asJson(await startRegistration({ optionsJSON: asJson(options) }).catch(throwApiError))
}

/** Loaded on first use: most users sign in with a password. */
function loadWebAuthn() {
  return import('@simplewebauthn/browser')
}

function throwApiError(error: unknown): never {
  const isRegistered = error instanceof Error && error.name === 'InvalidStateError'
  throw new ApiError(400, {
    code: isRegistered ? 'passkey_already_registered' : 'passkey_cancelled',
    message: String(error),
  })
}

/** The library and the contract declare the same fields with different types. */
function asJson<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value))
}
