// Takes an invitation up: with a new account, or with the one that its address has. An account that is there is neither
// changed nor entered by it: its own password is asked for, or a session.
import type { InvitationAnswer, InvitationShown, Joined } from '../../contract/team-people.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { fail, failField } from '../base/values/fail.ts'
import { makeId } from '../base/values/ids.ts'
import { type Actor, record } from '../outbox/audit.ts'
import { type Tx, transaction } from '../outbox/transaction.ts'
import { findKey } from '../teams/key-store.ts'
import { demandTeam } from '../teams/team-store.ts'
import { scopeOf, type World } from '../world.ts'
import { type Browser, beginSession } from './begin-session.ts'
import { findByToken, type InvitationRow, useInvitation } from './invitation-store.ts'
import { invitationChange } from './invitation-view.ts'
import { isMember } from './member-store.ts'
import { insertMembership } from './membership-store.ts'
import { newPassword } from './new-password.ts'
import { findPersonByEmail, insertPerson, type PersonRow } from './person-store.ts'
import { handOver } from './session-view.ts'
import { hashToken } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'
import { demandPerson } from './sign-in.ts'
import type { SignedIn } from './signed-in.ts'
import { membershipChange } from './team-people.ts'

/** For whoever has the link, and with it the mailbox. */
export async function showInvitation(world: World, token: string): Promise<InvitationShown> {
  const { team_id, email, role, language, expires_at } = await demandInvitation(world, token)
  const { name: team } = await demandTeam(world.pool, team_id)
  const has_account = (await findPersonByEmail(world.pool, email)) !== undefined
  return { team, email, role, language, expires_at: isoTimestamp(expires_at), has_account }
}

/** Signs in who is new. Who is not has proved a password, which need not be all that signing in asks for. */
export async function acceptInvitation(
  world: World<PeopleConfig>,
  { token, name, password }: InvitationAnswer,
  browser: Browser,
): Promise<Joined> {
  const invitation = await demandInvitation(world, token)
  const known = await findPersonByEmail(world.pool, invitation.email)
  if (known !== undefined) await demandPerson(world, known.email, password, browser.address)
  const person = known ?? (await newPerson(world, invitation, { name, password }, browser))
  const { address, requestId } = browser
  const by = { ...actorBy(person), address, requestId, action: 'invitations.accept' }
  const { joined, begun } = await join(world, { invitation, token, person, by }, async (tx) => {
    if (known !== undefined) return null
    if (!(await insertPerson(tx, person))) fail('email_already_registered')
    return beginSession(world, tx, person.id, browser)
  })
  if (begun !== null) handOver(begun, browser)
  return joined
}

/** By who is signed in; an invitation is for the address that it was sent to. */
export async function joinTeam(
  world: World,
  { person }: SignedIn,
  token: string,
  by: Actor,
): Promise<Joined> {
  const invitation = await demandInvitation(world, token)
  if (invitation.email !== person.email) fail('invitation_for_another_person')
  return (await join(world, { invitation, token, person, by }, async () => null)).joined
}

async function demandInvitation({ pool, wall }: World, token: string): Promise<InvitationRow> {
  const found = (await findByToken(pool, hashToken(token), wall.now())) ?? fail('link_not_valid')
  const key = found.made_by?.startsWith('key_') ? await findKey(pool, found.made_by) : undefined
  // What a stolen key sent out ends with it.
  const end = key && (key.revoked_at ?? key.expires_at)
  if (end != null && end <= wall.now()) fail('link_not_valid')
  return found
}

async function newPerson(
  { wall }: World,
  { email, language }: InvitationRow,
  { name: written = '', password }: { name: string | undefined; password: string },
  { address }: Browser,
): Promise<PersonRow> {
  const now = wall.now()
  const name = written.trim()
  if (name === '') failField('name', 'is required, as this address has no account yet')
  return {
    id: makeId('person', now),
    email,
    name,
    password_hash: await newPassword(password, { name, email }, address),
    language,
    is_operator: false,
    created_at: now,
  }
}

function actorBy({ id, name }: Pick<PersonRow, 'id' | 'name'>): Pick<Actor, 'type' | 'id' | 'name'> {
  return { type: 'person', id, name }
}

interface Joining {
  invitation: InvitationRow
  token: string
  person: Pick<PersonRow, 'id' | 'email'>
  by: Actor
}

/** `begin` makes what must be there first, in the same transaction. */
async function join<Begun>(
  world: World,
  { invitation, token, person, by }: Joining,
  begin: (tx: Tx) => Promise<Begun>,
): Promise<{ joined: Joined; begun: Begun }> {
  const { team_id, role } = invitation
  const scope = { ...(await scopeOf(world, { teamId: team_id, mode: 'live' })), by }
  const done = await transaction(world, scope, async (tx) => {
    const used = { id: invitation.id, tokenHash: hashToken(token), now: tx.now }
    if (!(await useInvitation(tx, used))) fail('link_not_valid')
    if (await isMember(tx, team_id, person.email)) fail('already_a_member')
    const begun = await begin(tx)
    await insertMembership(tx, { person_id: person.id, team_id, role, created_at: tx.now })
    record(tx, membershipChange(person.id, null, role))
    record(tx, invitationChange(invitation, 'accepted'))
    const { id, name } = await demandTeam(tx, team_id)
    return { joined: { team: { id, name }, person_id: person.id, email: person.email, role }, begun }
  })
  world.signals.tellHere('callers')
  return done
}
