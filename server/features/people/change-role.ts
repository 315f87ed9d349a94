// Makes somebody of a team something else in it, from their next request on, in whichever process.
import type { RoleInput, TeamPerson } from '../../../contract/team-people.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { type Giver, refuseToGive } from './giving.ts'
import { setRole } from './member-store.ts'
import {
  endInvitationsOf,
  keepAnOwner,
  lockPerson,
  membershipChange,
  memberView,
  refuseStranger,
} from './team-people.ts'

export async function changeRole(
  world: World,
  scope: Scope,
  personId: string,
  { role }: RoleInput,
  giver: Giver,
): Promise<TeamPerson> {
  refuseToGive(giver, role)
  const changed = await transaction(world, scope, async (tx) => {
    const locked = await lockPerson(tx, personId)
    const { person } = locked
    refuseStranger(locked, giver)
    if (person.role === role) return memberView(person)
    keepAnOwner(locked)
    await setRole(tx, tx.owner.teamId, personId, role)
    record(tx, membershipChange(personId, person.role, role))
    await endInvitationsOf(tx, personId)
    return memberView({ ...person, role })
  })
  // The database signals other processes; this one must forget what they could before it answers.
  world.signals.tellHere('callers', personId)
  return changed
}
