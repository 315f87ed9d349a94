// Identity providers through OpenID Connect: the address for signing in, and the identity on return. The
// library checks code, state, nonce, PKCE, issuer, audience, times and signature.

import * as oidc from 'openid-client'
import { PERSON_NAME_CHARACTERS_MAX } from '../../../contract/limits.ts'
import type { Clock } from '../../kernel/process/clock.ts'
import type { Log } from '../../kernel/process/log.ts'
import { type ConnectionOptions, makeConnect, makePools, type Pools } from '../webhooks/connections.ts'
import type { IdentityConfig } from './settings.ts'

// The `fetch` of the OpenID Connect library: connects to checked addresses, limited in time and size, without
// redirects.

interface Wanted {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

const RESPONSE_BYTES_MAX = 512 * 1024
const FOR_ALL = 'identities'

/** No complete response arrived. */
class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('the provider of identities could not be asked', { cause })
    this.name = 'ProviderUnavailable'
  }
}

function guardedFetch(pools: Pools): (url: string, wanted: Wanted) => Promise<Response> {
  return async (address, wanted) => {
    try {
      return await exchange(pools, new URL(address), wanted)
    } catch (error) {
      throw new ProviderUnavailable(error)
    }
  }
}

async function exchange(
  pools: Pools,
  { origin, pathname, search }: URL,
  { method, headers, body, signal }: Wanted,
): Promise<Response> {
  const response = await pools.poolOf(origin, FOR_ALL).request({
    path: `${pathname}${search}`,
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    body: body === undefined || body === null ? null : String(body),
    ...(signal && { signal }),
  })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > RESPONSE_BYTES_MAX) throw new Error('the answer of the provider is too long')
    chunks.push(chunk)
  }
  const type = String(response.headers['content-type'] ?? '')
  return new Response(Buffer.concat(chunks), {
    status: response.statusCode,
    headers: { 'content-type': type },
  })
}

// The e-mail address that an identity provider has verified: the only one that may lead to an account.

/** In lower case; null if it is missing or unverified. */
export function verifiedEmailIn(claims: Readonly<Record<string, unknown>>, issuer: string): string | null {
  const { email, email_verified: isVerified, xms_edov: isOwned } = claims
  // Microsoft has its own claim for a verified domain.
  const isMicrosofts = new URL(issuer).hostname === 'login.microsoftonline.com'
  const isProved = isVerified === true || (isMicrosofts && YES.some((yes) => yes === isOwned))
  if (!isProved || typeof email !== 'string' || !email.includes('@')) return null
  const small = email.toLowerCase()
  // A character that becomes ASCII only in lower case was not ASCII at the issuer: there it is another
  // person's address.
  return plainIn(small) === plainIn(email) ? small : null
}

/** The number of its ASCII characters. */
function plainIn(text: string): number {
  return text.replace(/[^\x21-\x7e]/g, '').length
}

const YES = [true, 1, '1', 'true']

/** The secrets of one sign-in, from its beginning to its end; they cannot be guessed. */
export interface OidcFlow {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Verified by the issuer; null if unverified or missing. */
  readonly verifiedEmail: string | null
  /** The person's name, if the issuer sends it. */
  readonly name: string | null
}

/** `unavailable`: it could not be reached. `refused`: its response is invalid. `cancelled`: the person declined there. */
export type Trouble = 'unavailable' | 'refused' | 'cancelled'

export interface IdentityProviders {
  readonly names: readonly string[]
  /** Our name of this issuer; null if it is no longer configured. */
  nameOf(issuer: string): string | null
  /** The address to send the browser to. */
  begin(name: string, flow: OidcFlow): Promise<string | Trouble>
  /** Takes the parameters that the browser returned with. */
  finish(
    name: string,
    flow: OidcFlow,
    response: Readonly<Record<string, string>>,
  ): Promise<Identity | Trouble>
  close(): Promise<void>
}

const TIMEOUT_SECONDS = 10
/** The issuer's metadata is read again after so long. */
const FRESH_MS = 3_600_000
const SCOPE = 'openid email profile'

export function makeIdentityProviders(
  { oidcProviders, oidcClientIds, oidcClientSecrets }: IdentityConfig,
  address: Omit<ConnectionOptions, 'timeoutMs' | 'secure' | 'callsPlain'>,
  { wall, log }: { readonly wall: Clock; readonly log: Log },
): IdentityProviders {
  const timeoutMs = TIMEOUT_SECONDS * 1_000
  const pools = makePools(makeConnect({ ...address, timeoutMs, callsPlain: address.loopbackOpen }), {
    connections: 4,
  })
  const known = new Map<string, { readonly at: number; readonly asked: Promise<oidc.Configuration> }>()

  async function discover(name: string): Promise<oidc.Configuration> {
    const issuer = new URL(oidcProviders?.get(name) ?? '')
    const [id = '', secret = ''] = [oidcClientIds?.get(name), oidcClientSecrets?.get(name)]
    const plain = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    return oidc.discovery(issuer, id, secret, undefined, {
      [oidc.customFetch]: guardedFetch(pools),
      timeout: TIMEOUT_SECONDS,
      execute: [oidc.enableNonRepudiationChecks, ...plain],
    })
  }

  function configOf(name: string): Promise<oidc.Configuration> {
    const now = wall.now().getTime()
    const remembered = known.get(name)
    if (remembered !== undefined && now - remembered.at < FRESH_MS) return remembered.asked
    const asked = discover(name).catch((error: unknown) => {
      throw new ProviderUnavailable(error)
    })
    known.set(name, { at: now, asked })
    asked.catch(() => known.delete(name))
    return asked
  }

  /** The reason is only logged. */
  function troubled(error: unknown, name: string): Trouble {
    if (error instanceof oidc.AuthorizationResponseError)
      return error.error === 'access_denied' ? 'cancelled' : 'refused'
    log.warn({ err: error, provider: name }, 'a sign-in through a provider of identities failed')
    for (let at = error; at instanceof Error; at = at.cause)
      if (at instanceof ProviderUnavailable) return 'unavailable'
    return 'refused'
  }

  return {
    names: [...(oidcProviders?.keys() ?? [])],
    nameOf(issuer) {
      const ours = [...(oidcProviders ?? [])].find(([, url]) => new URL(url).href === new URL(issuer).href)
      return ours?.[0] ?? null
    },
    async begin(name, { redirectUri, state, nonce, codeVerifier }) {
      try {
        const config = await configOf(name)
        const code_challenge = await oidc.calculatePKCECodeChallenge(codeVerifier)
        const pkce = { code_challenge, code_challenge_method: 'S256' }
        const wanted = { redirect_uri: redirectUri, scope: SCOPE, state, nonce, ...pkce }
        return oidc.buildAuthorizationUrl(config, wanted).href
      } catch (error) {
        return troubled(error, name)
      }
    },
    async finish(name, { redirectUri, state, nonce, codeVerifier }, response) {
      try {
        const config = await configOf(name)
        const came = new URL(`${redirectUri}?${new URLSearchParams(response)}`)
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
        const tokens = await oidc.authorizationCodeGrant(config, came, { ...checks, idTokenExpected: true })
        const claims = tokens.claims()
        if (claims === undefined) return 'refused'
        const { iss: issuer, sub: subject } = claims
        const isInToken =
          claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined
        const profile = isInToken ? claims : await oidc.fetchUserInfo(config, tokens.access_token, subject)
        return { issuer, subject, verifiedEmail: verifiedEmailIn(profile, issuer), name: nameIn(profile) }
      } catch (error) {
        return troubled(error, name)
      }
    },
    close: () => pools.close(),
  }
}

/** A valid name; null if it is too long or empty. */
function nameIn({ name }: Readonly<Record<string, unknown>>): string | null {
  const shown = typeof name === 'string' ? name.replace(/[\s\p{Control}]+/gu, ' ').trim() : ''
  return shown === '' || shown.length > PERSON_NAME_CHARACTERS_MAX ? null : shown
}
