// Binds the operations on the people of a team, on invitations to it, and on coming and leaving.
import type { JOINING_OPERATIONS } from '../../../contract/operations/joining.ts'
import type { PEOPLE_OPERATIONS } from '../../../contract/operations/people.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { acceptInvitation, joinTeam, showInvitation } from './accept-invitation.ts'
import { changeRole } from './change-role.ts'
import { giverOf } from './giving.ts'
import { beginInvitedErrand } from './identities/begin-errand.ts'
import { invitePerson, resendInvitation } from './invite-person.ts'
import { readInvitations, readPeople } from './read-team-people.ts'
import { leaveTeam, removePerson } from './remove-person.ts'
import { makeRoleTable } from './role-table.ts'
import type { PeopleConfig } from './settings.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export function peopleRoutes(world: World): Bindings<typeof PEOPLE_OPERATIONS> {
  const table = makeRoleTable()
  return {
    'roles.list': () => table,
    'people.list': ({ owner, page }) => readPeople(world.pool, owner.teamId, page),
    'people.update': ({ scope, params, body, caller }) =>
      changeRole(world, scope, params.id, body, giverOf(caller)),
    'people.remove': ({ scope, params, caller }) => removePerson(world, scope, params.id, giverOf(caller)),
    'invitations.list': ({ owner, page }) =>
      readInvitations(world.pool, owner.teamId, page, world.wall.now()),
    'invitations.create': ({ scope, body, caller }) => invitePerson(world, scope, body, giverOf(caller)),
    'invitations.resend': ({ scope, params, caller }) =>
      resendInvitation(world, scope, params.id, giverOf(caller)),
    'invitations.withdraw': ({ scope, params }) => withdrawInvitation(world, scope, params.id),
  }
}

export function joiningRoutes(world: World<PeopleConfig>): Bindings<typeof JOINING_OPERATIONS> {
  return {
    'invitations.show': ({ body }) => showInvitation(world, body.token),
    'invitations.accept': ({ body, browser }) => acceptInvitation(world, body, browser),
    'invitations.identify': ({ body, browser }) => beginInvitedErrand(world, body, browser),
    'profile.joinTeam': ({ body, person, by }) => joinTeam(world, person, body.token, by),
    'profile.leaveTeam': ({ params, person, by }) => leaveTeam(world, person, params.id, by),
  }
}
