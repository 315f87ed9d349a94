// Signs people in through an identity provider (OIDC), and links identities to people.
import { hash } from 'node:crypto'
import type { LinkedIdentity, SignInWays, UnlinkedIdentity } from '../../../../contract/identities.ts'
import type { InvitationIdentity, OidcFlowBegun } from '../../../../contract/people.ts'
import type { Identity, OidcFlow, Trouble } from '../../../adapters/identity/identity-providers.ts'
import { randomToken } from '../../../kernel/crypto/secret-box.ts'
import { schedule } from '../../../kernel/jobs/schedule.ts'
import { record } from '../../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { Fail, fail } from '../../../kernel/values/fail.ts'
import { makeId } from '../../../kernel/values/ids.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { demandProof, refuseLastWayIn } from '../factors/proofs.ts'
import { relyingParty } from '../factors/webauthn.ts'
import type { InvitationRow } from '../invitation-store.ts'
import { demandInvitation, join } from '../invitations.ts'
import { personMailJob } from '../jobs.ts'
import { findPerson, findPersonByEmail, insertPerson, type PersonRow } from '../person-store.ts'
import { endSessions } from '../session-store.ts'
import { type Browser, hashToken, type Keeper } from '../sessions.ts'
import type { PeopleConfig } from '../settings.ts'
import { accountChange, actorAt, atHome, enter } from '../sign-in.ts'
import {
  type ConsumedOidcFlow,
  consumeOidcFlow,
  findIdentity,
  identitiesOf,
  insertIdentity,
  insertOidcFlow,
  removeIdentity,
  useIdentity,
} from './store.ts'

export const SIGN_IN_PAGE = '/painel/entrar'

/** The path where a sign-in through a provider begins. */
function pageOf(provider: string): string {
  return `/api/v1/sign-in/oidc/${provider}`
}

/**
 * A browser on its way to a provider or back always gets a page: failures redirect to the sign-in page, with their
 * code.
 */
async function redirectingFailures(work: () => Promise<{ to: string }>): Promise<{ to: string }> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    return { to: `${SIGN_IN_PAGE}?erro=${error.code}` }
  }
}

function refuseTrouble(trouble: Trouble | string): never {
  if (trouble === 'unavailable') fail('identity_provider_away')
  if (trouble === 'cancelled') fail('sign_in_cancelled')
  fail('identity_refused')
}

const TOKEN_BYTES = 32
const FLOW_MS = 10 * 60_000

export async function beginOidcFlow(
  world: World,
  provider: string,
  { oidc: cookie }: { readonly oidc: Keeper },
): Promise<{ to: string }> {
  demandProvider(world, provider)
  return redirectingFailures(() => begin(world, provider, cookie, null))
}

/** Begins an OIDC flow that accepts an invitation. */
export async function beginInvitedOidcFlow(
  world: World,
  { token, provider }: InvitationIdentity,
  { oidc: cookie }: { readonly oidc: Keeper },
): Promise<OidcFlowBegun> {
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
): Promise<OidcFlowBegun> {
  const token = randomToken(TOKEN_BYTES)
  const begun = await world.identityProviders.begin(provider, flowOf(world, provider, token))
  if (!begun.startsWith('http')) return refuseTrouble(begun)
  const now = world.wall.now()
  const expiresAt = new Date(now.getTime() + FLOW_MS)
  await insertOidcFlow(world.pool, { tokenHash: hashToken(token), provider, expiresAt, invitationHash }, now)
  cookie.keep(token, expiresAt)
  return { to: begun }
}

function demandProvider({ identityProviders }: World, provider: string): void {
  if (!identityProviders.names.includes(provider)) fail('identity_provider_not_found')
}

/** Derived from the token, so the values are the same at the beginning and the end. */
function flowOf({ address }: World, provider: string, token: string): OidcFlow {
  const secretOf = (what: string) => hash('sha256', `${what} ${token}`, 'base64url')
  return {
    redirectUri: `${address.url}${pageOf(provider)}/callback`,
    state: secretOf('state'),
    nonce: secretOf('nonce'),
    codeVerifier: secretOf('verifier'),
  }
}

/**
 * Accepts an invitation for a person whose provider verified the invited address. Returns the person's id; `linked`
 * links the identity to an existing account.
 */
async function joinByIdentity(
  world: World,
  {
    tokenHash,
    identity,
    browser,
    linked,
  }: {
    readonly tokenHash: Buffer
    readonly identity: Identity
    readonly browser: Browser
    readonly linked: () => Promise<string>
  },
): Promise<string> {
  const invitation = await demandInvitation(world, tokenHash)
  const { verifiedEmail } = identity
  if (verifiedEmail === null) fail('email_not_verified')
  if (verifiedEmail !== invitation.email) fail('invitation_for_another_person')
  const isKnown = (await findPersonByEmail(world.pool, verifiedEmail)) !== undefined
  const known = isKnown ? await findPerson(world.pool, await linked()) : undefined
  const person = known ?? newPerson(world, invitation, identity)
  // The identity belongs to an account with another address.
  if (person.email !== verifiedEmail) fail('invitation_for_another_person')
  const by = actorAt(person, browser, 'signIn.finish')
  await join(world, { invitation, tokenHash, person, by }, async (tx) => {
    if (known !== undefined) return
    if (!(await insertPerson(tx, person))) fail('email_already_registered')
    const about = { id: tx.newId('identity'), personId: person.id, now: tx.now }
    if (!(await insertIdentity(tx, identity, about))) fail('invitation_for_another_person')
    record(tx, accountChange(person.id, 'identity_added'))
  })
  return person.id
}

/** Named as the provider reports, or by the local part of the address. */
function newPerson({ wall }: World, { email, language }: InvitationRow, { name }: Identity): PersonRow {
  const now = wall.now()
  const [local = email] = email.split('@')
  return {
    id: makeId('person', now),
    email,
    name: name ?? local,
    password_hash: null,
    language,
    is_operator: false,
    created_at: now,
  }
}

/**
 * Signs in a person who returns from a provider. The first time, the verified address must be that of an account or
 * invitation. Later only the subject counts.
 */
export async function finishOidcFlow(
  world: World<PeopleConfig>,
  provider: string,
  response: Readonly<Record<string, string>>,
  browser: Browser & { readonly oidc: Keeper },
): Promise<{ to: string }> {
  demandProvider(world, provider)
  return redirectingFailures(async () => {
    const { identity, invitationHash } = await proven(world, provider, response, browser.oidc)
    const personId =
      invitationHash === null
        ? await linked(world, provider, identity, browser)
        : await joinByIdentity(world, {
            tokenHash: invitationHash,
            identity,
            browser,
            linked: () => linked(world, provider, identity, browser),
          })
    // The identity may have been removed just now.
    const identityId = (await findIdentity(world.pool, identity)) ?? fail('identity_refused')
    const { session, second_factor: factors } = await enter(world, { id: personId }, browser, identityId)
    return { to: session === null ? `${SIGN_IN_PAGE}?fator=${factors.join(',')}` : '/painel' }
  })
}

async function proven(
  world: World,
  provider: string,
  response: Readonly<Record<string, string>>,
  cookie: Keeper,
): Promise<ConsumedOidcFlow & { identity: Identity }> {
  const { token } = cookie
  if (token === undefined) fail('sign_in_expired')
  const flow = flowOf(world, provider, token)
  // A response to another flow: the flow of this browser continues.
  if (response.state !== flow.state) fail('sign_in_expired')
  cookie.forget()
  const taken = await consumeOidcFlow(world.pool, hashToken(token), provider, world.wall.now())
  if (taken === undefined) fail('sign_in_expired')
  const identity = await world.identityProviders.finish(provider, flow, response)
  return typeof identity === 'string' ? refuseTrouble(identity) : { ...taken, identity }
}

/** The person of the identity, linked by its address if needed. */
async function linked(world: World, provider: string, identity: Identity, browser: Browser): Promise<string> {
  const known = await useIdentity(world.pool, identity, world.wall.now())
  return known ?? link(world, provider, identity, browser)
}

/** The first time: the person gets a mail, because it is a new way into their account. */
async function link(world: World, provider: string, identity: Identity, browser: Browser): Promise<string> {
  if (identity.verifiedEmail === null) fail('email_not_verified')
  const person = (await findPersonByEmail(world.pool, identity.verifiedEmail)) ?? fail('no_account')
  return atHome(world, person.id, actorAt(person, browser, 'signIn.finish'), async (tx) => {
    // Another request linked it a moment ago.
    if (!(await insertIdentity(tx, identity, { id: tx.newId('identity'), personId: person.id, now: tx.now })))
      return (await useIdentity(tx, identity, tx.now)) ?? fail('identity_refused')
    record(tx, accountChange(person.id, 'identity_added'))
    const payload = { personId: person.id, notice: 'identity_added', named: provider } as const
    schedule(tx, personMailJob, { at: tx.now, key: `${person.id} identity ${tx.newId('request')}`, payload })
    return person.id
  })
}

export async function readIdentities(
  { pool, identityProviders }: World,
  personId: string,
): Promise<LinkedIdentity[]> {
  return (await identitiesOf(pool, personId)).map(({ id, issuer, created_at, last_used_at }) => ({
    id,
    provider: identityProviders.nameOf(issuer),
    issuer,
    created_at: isoTimestamp(created_at),
    last_used_at: isoTimestamp(last_used_at),
  }))
}

export async function unlinkIdentity(world: World, asking: Asking, id: string): Promise<UnlinkedIdentity> {
  const { person, session } = asking.person
  const unlinked = await changePerson(world, asking, async (tx): Promise<UnlinkedIdentity> => {
    await demandProof(tx, session.id, tx.now)
    const issuer = (await removeIdentity(tx, id, person.id)) ?? fail('identity_not_found')
    await refuseLastWayIn(tx, person.id)
    await endSessions(tx, { personId: person.id, identityId: id }, tx.now)
    tx.notify('identity_removed', world.identityProviders.nameOf(issuer) ?? issuer)
    return { id, deleted: true }
  })
  // The database signals other processes; this one must drop the sessions before it responds.
  world.signals.notifyHere('callers', person.id)
  return unlinked
}

/** The ways to sign in, for the sign-in page. */
export function readWays(world: World): SignInWays {
  const { names } = world.identityProviders
  return {
    password: true,
    passkey: hasPasskeys(world),
    providers: names.map((name) => ({ name, path: pageOf(name) })),
  }
}

/** Browsers allow passkeys only at some addresses. */
function hasPasskeys(world: World): boolean {
  try {
    relyingParty(world)
    return true
  } catch (error) {
    if (error instanceof Fail) return false
    throw error
  }
}
