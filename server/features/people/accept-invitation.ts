// Takes an invitation up: with a new account, or with the one that its address has. An account that is there is neither
// changed nor entered by it: its own password is asked for, or a session.
import type { InvitationAnswer, InvitationShown, Joined } from '../../../contract/team-people.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { type Browser, beginSession } from './begin-session.ts'
import type { InvitationRow } from './invitation-store.ts'
import { demandInvitation, join } from './join-team.ts'
import { newPassword } from './new-password.ts'
import { findPersonByEmail, insertPerson, type PersonRow } from './person-store.ts'
import { handOver } from './session-view.ts'
import { hashToken } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'
import { demandPerson } from './sign-in.ts'
import type { SignedIn } from './signed-in.ts'

/** For whoever has the link, and with it the mailbox. */
export async function showInvitation(world: World, token: string): Promise<InvitationShown> {
  const { team_id, email, role, language, expires_at } = await demandInvitation(world, hashToken(token))
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
  const invitation = await demandInvitation(world, hashToken(token))
  const known = await findPersonByEmail(world.pool, invitation.email)
  if (known !== undefined) await demandPerson(world, known.email, password, browser.address)
  const person = known ?? (await newPerson(world, invitation, { name, password }, browser))
  const { address, requestId } = browser
  const by = { ...actorBy(person), address, requestId, action: 'invitations.accept' }
  const { joined, begun } = await join(
    world,
    { invitation, tokenHash: hashToken(token), person, by },
    async (tx) => {
      if (known !== undefined) return null
      if (!(await insertPerson(tx, person))) fail('email_already_registered')
      return beginSession(world, tx, person.id, browser)
    },
  )
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
  const invitation = await demandInvitation(world, hashToken(token))
  if (invitation.email !== person.email) fail('invitation_for_another_person')
  return (await join(world, { invitation, tokenHash: hashToken(token), person, by }, async () => null)).joined
}

async function newPerson(
  { wall, passwordCost }: World,
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
    password_hash: await newPassword(password, { name, email }, address, passwordCost),
    language,
    is_operator: false,
    created_at: now,
  }
}

function actorBy({ id, name }: Pick<PersonRow, 'id' | 'name'>): Pick<Actor, 'type' | 'id' | 'name'> {
  return { type: 'person', id, name }
}
