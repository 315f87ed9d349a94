// Sends a browser to a provider of identities. All that the sign-in is known by comes from one random token in a cookie
// of that browser: whoever comes back in another one, or twice, has nothing to show.
import { hash } from 'node:crypto'
import type { ErrandBegun, InvitationIdentity } from '../../../../contract/team-people.ts'
import type { Errand } from '../../../adapters/identity/identity-providers.ts'
import { randomToken } from '../../../kernel/crypto/secrets.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import type { Keeper } from '../begin-session.ts'
import { demandInvitation } from '../join-team.ts'
import { hashToken } from '../sessions.ts'
import { answeredPage, pageOf, refuseTrouble } from './answered-page.ts'
import { insertErrand } from './identity-store.ts'

const TOKEN_BYTES = 32
const ERRAND_MS = 10 * 60_000

export async function beginErrand(
  world: World,
  provider: string,
  { errand: cookie }: { readonly errand: Keeper },
): Promise<{ to: string }> {
  demandProvider(world, provider)
  return answeredPage(() => begin(world, provider, cookie, null))
}

/** The same for who has an invitation and takes it up that way. */
export async function beginInvitedErrand(
  world: World,
  { token, provider }: InvitationIdentity,
  { errand: cookie }: { readonly errand: Keeper },
): Promise<ErrandBegun> {
  const invitationHash = hashToken(token)
  await demandInvitation(world, invitationHash)
  demandProvider(world, provider)
  return begin(world, provider, cookie, invitationHash)
}

async function begin(
  world: World,
  provider: string,
  cookie: Keeper,
  invitationHash: Buffer | null,
): Promise<ErrandBegun> {
  const token = randomToken(TOKEN_BYTES)
  const begun = await world.identityProviders.begin(provider, errandOf(world, provider, token))
  if (!begun.startsWith('http')) return refuseTrouble(begun)
  const now = world.wall.now()
  const expiresAt = new Date(now.getTime() + ERRAND_MS)
  await insertErrand(world.pool, { tokenHash: hashToken(token), provider, expiresAt, invitationHash }, now)
  cookie.keep(token, expiresAt)
  return { to: begun }
}

export function demandProvider({ identityProviders }: World, provider: string): void {
  if (!identityProviders.names.includes(provider)) fail('identity_provider_not_found')
}

/** The same at its beginning and its end. */
export function errandOf({ address }: World, provider: string, token: string): Errand {
  const secretOf = (what: string) => hash('sha256', `${what} ${token}`, 'base64url')
  return {
    redirectUri: `${address.url}${pageOf(provider)}/callback`,
    state: secretOf('state'),
    nonce: secretOf('nonce'),
    codeVerifier: secretOf('verifier'),
  }
}
