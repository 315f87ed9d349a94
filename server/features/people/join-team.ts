// Uses an invitation up: whoever has proved to be the one invited is of the team from then on.
import type { Joined } from '../../../contract/team-people.ts'
import { type Actor, record } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { findKey } from '../teams/key-store.ts'
import { demandTeam } from '../teams/team-store.ts'
import { scopeOf, type World } from '../world.ts'
import { findByToken, type InvitationRow, useInvitation } from './invitation-store.ts'
import { invitationChange } from './invitation-view.ts'
import { isMember, isOwner } from './member-store.ts'
import { insertMembership } from './membership-store.ts'
import type { PersonRow } from './person-store.ts'
import { isPersonId, membershipChange } from './team-people.ts'

/** The one that this token opens now. */
export async function demandInvitation({ pool, wall }: World, tokenHash: Buffer): Promise<InvitationRow> {
  const found = (await findByToken(pool, tokenHash, wall.now())) ?? fail('link_not_valid')
  const { made_by: maker, team_id } = found
  const key = maker?.startsWith('key_') ? await findKey(pool, maker) : undefined
  // What a stolen key sent out ends with it, and what somebody sent out who may invite no longer.
  const end = key && (key.revoked_at ?? key.expires_at)
  if (end != null && end <= wall.now()) fail('link_not_valid')
  if (isPersonId(maker) && !(await isOwner(pool, team_id, maker))) fail('link_not_valid')
  return found
}

interface Joining {
  invitation: InvitationRow
  tokenHash: Buffer
  person: Pick<PersonRow, 'id' | 'email'>
  by: Actor
}

/** `begin` makes what must be there first, in the same transaction. */
export async function join<Begun>(
  world: World,
  { invitation, tokenHash, person, by }: Joining,
  begin: (tx: Tx) => Promise<Begun>,
): Promise<{ joined: Joined; begun: Begun }> {
  const { team_id, role } = invitation
  const scope = { ...(await scopeOf(world, { teamId: team_id, mode: 'live' })), by }
  const done = await transaction(world, scope, async (tx) => {
    const used = { id: invitation.id, tokenHash, now: tx.now }
    if (!(await useInvitation(tx, used))) fail('link_not_valid')
    if (await isMember(tx, team_id, person.email)) fail('already_a_member')
    const begun = await begin(tx)
    // By another link, at the same moment.
    if (!(await insertMembership(tx, { person_id: person.id, team_id, role, created_at: tx.now })))
      fail('already_a_member')
    record(tx, membershipChange(person.id, null, role))
    record(tx, invitationChange(invitation, 'accepted'))
    const { id, name } = await demandTeam(tx, team_id)
    return { joined: { team: { id, name }, person_id: person.id, email: person.email, role }, begun }
  })
  world.signals.tellHere('callers', person.id)
  return done
}
