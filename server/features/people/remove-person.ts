// Takes somebody out of a team, by an owner or by themselves: what their sessions may do there ends at once.
import type { TeamPerson } from '../../../contract/team-people.ts'
import { type Actor, record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { scopeOf, type World } from '../world.ts'
import type { Giver } from './giving.ts'
import { deleteMembership } from './member-store.ts'
import type { SignedIn } from './signed-in.ts'
import {
  endInvitationsOf,
  keepAnOwner,
  type Locked,
  lockPerson,
  membershipChange,
  memberView,
  refuseStranger,
} from './team-people.ts'

export async function removePerson(
  world: World,
  scope: Scope,
  personId: string,
  giver: Giver,
): Promise<TeamPerson> {
  const gone = await transaction(world, scope, async (tx) => {
    const locked = await lockPerson(tx, personId)
    refuseStranger(locked, giver)
    return takeOut(tx, locked)
  })
  world.signals.tellHere('callers', personId)
  return gone
}

/** Of their own will, which needs no permission: 404 for a team that is not theirs. */
export async function leaveTeam(
  world: World,
  { person, teams }: SignedIn,
  teamId: string,
  by: Actor,
): Promise<TeamPerson> {
  if (!teams.some(({ team }) => team.id === teamId)) fail('team_not_found')
  const scope = { ...(await scopeOf(world, { teamId, mode: 'live' })), by }
  const gone = await transaction(world, scope, async (tx) => takeOut(tx, await lockPerson(tx, person.id)))
  world.signals.tellHere('callers', person.id)
  return gone
}

async function takeOut(tx: Tx, locked: Locked): Promise<TeamPerson> {
  const { person } = locked
  keepAnOwner(locked)
  await deleteMembership(tx, tx.owner.teamId, person.person_id)
  record(tx, membershipChange(person.person_id, person.role, null))
  await endInvitationsOf(tx, person.person_id)
  return memberView(person)
}
