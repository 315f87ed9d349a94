// Rules for changing roles: who may give which role, and the last owner stays.
import type { TeamPerson } from '../../../contract/people.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { ROLE_PERMISSIONS, type Role } from '../../../contract/roles.ts'
import { type Change, record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Caller, OPERATOR } from '../teams/caller.ts'
import { invitationChange, withdrawInvitations } from './invitation-store.ts'
import { lockMembers, type MemberRow } from './person-store.ts'

/** A person and all members of the team, locked together, so that a team never loses its last owner. */
export interface Locked {
  readonly person: MemberRow
  readonly all: readonly MemberRow[]
}

/** Fails with 404 if the person is not in this team. */
export async function lockPerson(tx: Tx, personId: string): Promise<Locked> {
  const all = await lockMembers(tx, tx.owner.teamId)
  const person = all.find(({ person_id }) => person_id === personId) ?? fail('person_not_found')
  return { person, all }
}

/** A person is changed or removed by an owner, or by a giver who may do all that the person may. */
export function refuseStranger({ all, person }: Locked, giver: Giver): void {
  refuseStronger(person, giver)
  refuseFormerOwner(all, giver)
}

export function refuseStronger({ role }: { readonly role: Role }, giver: Giver): void {
  if (role === 'owner' && !giver.isOwner)
    fail('forbidden', adviceWith('only an owner changes what an owner is'))
  const lacking = lackingFor(giver, role)
  if (lacking.length > 0)
    fail('forbidden', { advice: `this person may do what you may not: ${lacking.join(', ')}` })
}

/** The caller may have lost ownership since authentication. */
export function refuseFormerOwner(all: readonly MemberRow[], { id }: Giver): void {
  if (!isPersonId(id)) return
  if (all.find(({ person_id }) => person_id === id)?.role === 'owner') return
  fail('forbidden', adviceWith('you are not an owner of this team any more'))
}

/** A person, not a key or the command line. */
export function isPersonId(id: string | null): id is string {
  return id?.startsWith('usr_') === true
}

export function keepAnOwner({ all, person }: Locked): void {
  if (person.role !== 'owner') return
  if (all.some(({ person_id, role }) => role === 'owner' && person_id !== person.person_id)) return
  fail('last_owner')
}

/** Invitations end when their creator may not invite any more. */
export async function endInvitationsOf(tx: Tx, personId: string): Promise<void> {
  const ended = await withdrawInvitations(tx, tx.owner.teamId, { madeBy: personId }, tx.now)
  for (const invitation of ended) record(tx, invitationChange(invitation, 'withdrawn'))
}

export function memberView({ person_id, created_at, updated_at, ...member }: MemberRow): TeamPerson {
  const { name, email, role } = member
  const times = { joined_at: isoTimestamp(created_at), updated_at: isoTimestamp(updated_at) }
  return { id: person_id, name, email, role, ...times }
}

/** For the audit log; null before joining and after leaving. */
export function membershipChange(personId: string, before: Role | null, after: Role | null): Change {
  return {
    topic: 'access',
    object: 'membership',
    objectId: personId,
    before: before && { role: before },
    after: after && { role: after },
  }
}

/**
 * Gives roles. A giver cannot give more permissions than they have, and only owners change owners. A key is never an
 * owner, so that a stolen key cannot create a lasting account.
 */
export interface Giver {
  /** The person or key; null at the command line. */
  readonly id: string | null
  readonly permissions: ReadonlySet<Permission>
  readonly isOwner: boolean
}

export function giverOf({ permissions, via }: Caller): Giver {
  return { id: via.id, permissions, isOwner: via.kind === 'person' && via.role === 'owner' }
}

/** The command line has full access to the database anyway. */
export const AT_COMMAND_LINE: Giver = { id: null, permissions: OPERATOR.permissions, isOwner: true }

function lackingFor({ permissions }: Pick<Giver, 'permissions'>, role: Role): Permission[] {
  return ROLE_PERMISSIONS[role].filter((permission) => !permissions.has(permission))
}

export function refuseToGive({ permissions, isOwner }: Giver, role: Role): void {
  if (role === 'owner' && !isOwner) fail('forbidden', adviceWith('only an owner makes somebody an owner'))
  const lacking = lackingFor({ permissions }, role)
  if (lacking.length === 0) return
  fail(
    'forbidden',
    adviceWith('the role {role} may do what you may not, and cannot be given by you: {list}', {
      role,
      list: lacking.join(', '),
    }),
  )
}
