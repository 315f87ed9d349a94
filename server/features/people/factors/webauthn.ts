// Passkeys by the WebAuthn library, and the site name that browsers bind them to.
import { isIP } from 'node:net'
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../../../contract/second-factors.ts'
import { fail } from '../../../kernel/values/fail.ts'

export const SERVICE_NAME = 'Embarque'

/**
 * The relying party: browsers bind passkeys to the host name. They accept no IP addresses, and plain http only for
 * localhost.
 */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Without a public address the service is on this machine, which browsers know as localhost. */
export function relyingParty({ address }: { address: { url: string } }): RelyingParty {
  const url = new URL(address.url)
  if (OWN_ADDRESSES.has(url.hostname)) url.hostname = 'localhost'
  const { hostname, protocol, origin } = url
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  if (!isSafe || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) fail('passkeys_unavailable')
  return { id: hostname, origin }
}

const OWN_ADDRESSES = new Set(['127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

export const CEREMONY_MS = 5 * 60_000
/** ES256, EdDSA and RS256: what phones, security keys and Windows support. */
const ALGORITHMS = [-7, -8, -257]
const library = () => import('@simplewebauthn/server')

export interface Credential {
  /** As the browser serialises it. */
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly transports: string[]
}

type Known = Pick<Credential, 'credential_id' | 'transports'>

const descriptors = (known: readonly Known[]) =>
  known.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    ...(transports.length > 0 && { transports }),
  }))

export function creationOptions(
  party: RelyingParty,
  challenge: string,
  person: { id: string; email: string; name: string },
  known: readonly Known[],
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id: party.id, name: SERVICE_NAME },
    user: { id: userHandle(person.id), name: person.email, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CEREMONY_MS,
    attestation: 'none',
    excludeCredentials: descriptors(known),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** Without known passkeys, the browser offers those it has. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  known: readonly Known[],
): PasskeyRequestOptions {
  return {
    challenge,
    rpId: party.id,
    timeout: CEREMONY_MS,
    userVerification: 'required',
    allowCredentials: descriptors(known),
  }
}

/** The challenge that a response claims to be for. */
export function challengeIn({ response }: PasskeyAssertion | PasskeyCreation): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    if (typeof challenge === 'string') return challenge
  } catch {
    // Treated like any unreadable response.
  }
  return fail('passkey_refused')
}

const terms = (party: RelyingParty, expectedChallenge: string) => ({
  expectedChallenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
})

/** The new credential, if the response is valid. */
export async function judgeCreation(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: PasskeyCreation,
): Promise<Credential & { backed_up: boolean }> {
  const { verifyRegistrationResponse } = await library()
  const { clientDataJSON, attestationObject, transports = [] } = response
  const { registrationInfo } = await refusing(
    verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      supportedAlgorithmIDs: ALGORITHMS,
      ...terms(party, challenge),
    }),
  )
  if (registrationInfo === undefined) return fail('passkey_refused')
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports,
    backed_up: credentialBackedUp,
  }
}

/** The counter of the authenticator and whether it is synchronised, if the response is valid. */
export async function judgeAssertion(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: PasskeyAssertion,
  { credential_id, public_key }: Pick<Credential, 'credential_id' | 'public_key'>,
): Promise<{ counter: bigint; backed_up: boolean }> {
  const { verifyAuthenticationResponse } = await library()
  const { clientDataJSON, authenticatorData, signature } = response
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      // The counter is checked when it is stored, after the signature is verified.
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: 0 },
      ...terms(party, challenge),
    }),
  )
  if (!verified) return fail('passkey_refused')
  return { counter: BigInt(authenticationInfo.newCounter), backed_up: authenticationInfo.credentialBackedUp }
}

/** Any fault of a response is the client's. */
async function refusing<T>(judged: Promise<T>): Promise<T> {
  try {
    return await judged
  } catch {
    return fail('passkey_refused')
  }
}

/** What an authenticator stores to identify the person. */
export function userHandle(personId: string): string {
  return Buffer.from(personId).toString('base64url')
}
