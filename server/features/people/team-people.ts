// The people of a team: listed, given another role, removed. Operators list all teams.
import type { InstallationTeam } from '../../../contract/installation.ts'
import type { Invitation, RoleInput, TeamPerson } from '../../../contract/people.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Actor, record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp, type Times } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { listTeamsOf } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { invitationView, listInvitations } from './invitation-store.ts'
import {
  endInvitationsOf,
  type Giver,
  keepAnOwner,
  type Locked,
  lockPerson,
  membershipChange,
  memberView,
  refuseStranger,
  refuseToGive,
} from './members.ts'
import { countPeopleOf, deleteMembership, listMembers, setRole } from './person-store.ts'
import type { SignedIn } from './sessions.ts'

export async function readPeople(
  db: Queryable,
  teamId: string,
  page: Page,
  times: Times,
): Promise<Listing<TeamPerson>> {
  const found = await listMembers(db, teamId, page, times)
  return { ...found, items: found.items.map(memberView) }
}

export async function readInvitations(
  db: Queryable,
  teamId: string,
  page: Page,
  times: Times,
): Promise<Listing<Invitation>> {
  const found = await listInvitations(db, teamId, page, times)
  return { ...found, items: found.items.map(invitationView) }
}

/** The teams of an installation for operators: names and numbers of people, no other data. */
export async function readTeams(db: Queryable, page: Page): Promise<Listing<InstallationTeam>> {
  const teams = await listTeamsOf(db, page)
  const people = await countPeopleOf(
    db,
    teams.items.map(({ id }) => id),
  )
  const items = teams.items.map(({ id, name, email, time_zone, created_at }) => ({
    id,
    name,
    email,
    time_zone,
    people: people.get(id) ?? 0,
    created_at: isoTimestamp(created_at),
  }))
  return { ...teams, items }
}

/** Changes the role of a member, effective with their next request in every process. */
export async function changeRole(
  world: World,
  scope: Scope,
  personId: string,
  { input: { role }, giver }: { readonly input: RoleInput; readonly giver: Giver },
): Promise<TeamPerson> {
  refuseToGive(giver, role)
  const changed = await transaction(world, scope, async (tx) => {
    const locked = await lockPerson(tx, personId)
    const { person } = locked
    refuseStranger(locked, giver)
    if (person.role === role) return memberView(person)
    keepAnOwner(locked)
    await setRole(tx, personId, role)
    record(tx, membershipChange(personId, person.role, role))
    await endInvitationsOf(tx, personId)
    return memberView({ ...person, role, updated_at: tx.now })
  })
  // The database signals other processes; this one must drop the former permissions before it responds.
  world.signals.notifyHere('callers', personId)
  return changed
}

/** Removes a member, by an owner or by themselves. Their sessions lose the team at once. */
export async function removePerson(
  world: World,
  scope: Scope,
  personId: string,
  giver: Giver,
): Promise<TeamPerson> {
  const gone = await transaction(world, scope, async (tx) => {
    const locked = await lockPerson(tx, personId)
    refuseStranger(locked, giver)
    return removeFromTeam(tx, locked)
  })
  world.signals.notifyHere('callers', personId)
  return gone
}

/** Leaving needs no permission; fails with 404 for a team that is not theirs. */
export async function leaveTeam(
  world: World,
  { person, teams }: SignedIn,
  teamId: string,
  by: Actor,
): Promise<TeamPerson> {
  if (!teams.some(({ team }) => team.id === teamId)) fail('team_not_found')
  const scope = { ...(await scopeOf(world, { teamId, mode: 'live' })), by }
  const gone = await transaction(world, scope, async (tx) =>
    removeFromTeam(tx, await lockPerson(tx, person.id)),
  )
  world.signals.notifyHere('callers', person.id)
  return gone
}

async function removeFromTeam(tx: Tx, locked: Locked): Promise<TeamPerson> {
  const { person } = locked
  keepAnOwner(locked)
  await deleteMembership(tx, tx.owner.teamId, person.person_id)
  record(tx, membershipChange(person.person_id, person.role, null))
  await endInvitationsOf(tx, person.person_id)
  return memberView(person)
}
