// Which role may be given to whom, and what the audit log records of it.
import type { TeamPerson } from '../../../contract/people.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS, type Role } from '../../../contract/roles.ts'
import { type Change, record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Caller, OPERATOR } from '../teams/caller.ts'
import { invitationChange, withdrawInvitations } from './invitation-store.ts'
import { lockMembers, type MemberRow } from './person-store.ts'

// The people of a team while one of them changes: locked together, so that of two changes at the same moment the second
// sees the first, and a team never loses its last owner.

export interface Locked {
  readonly person: MemberRow
  readonly all: readonly MemberRow[]
}

/** 404 for who is in no team, or in another. */
export async function lockPerson(tx: Tx, personId: string): Promise<Locked> {
  const all = await lockMembers(tx, tx.owner.teamId)
  const person = all.find(({ person_id }) => person_id === personId) ?? fail('person_not_found')
  return { person, all }
}

export function refuseStranger({ all, person }: Locked, giver: Giver): void {
  if (person.role === 'owner' && !giver.isOwner)
    fail('forbidden', { advice: 'only an owner changes what an owner is' })
  refuseFormerOwner(all, giver)
}

/** Who was an owner at the door may not be one any more. */
export function refuseFormerOwner(all: readonly MemberRow[], { id }: Giver): void {
  if (!isPersonId(id)) return
  if (all.find(({ person_id }) => person_id === id)?.role === 'owner') return
  fail('forbidden', { advice: 'you are not an owner of this team any more' })
}

/** Whether it was a person, and not a key or the command line. */
export function isPersonId(id: string | null): id is string {
  return id?.startsWith('usr_') === true
}

export function keepAnOwner({ all, person }: Locked): void {
  if (person.role !== 'owner') return
  if (all.some(({ person_id, role }) => role === 'owner' && person_id !== person.person_id)) return
  fail('last_owner')
}

/** What somebody sent out while they could does not let anybody in once they cannot. */
export async function endInvitationsOf(tx: Tx, personId: string): Promise<void> {
  const ended = await withdrawInvitations(tx, tx.owner.teamId, { madeBy: personId }, tx.now)
  for (const invitation of ended) record(tx, invitationChange(invitation, 'withdrawn'))
}

export function memberView({ person_id, name, email, role, created_at }: MemberRow): TeamPerson {
  return { id: person_id, name, email, role, joined_at: isoTimestamp(created_at) }
}

/** For the audit log; null before they came and after they went. */
export function membershipChange(personId: string, before: Role | null, after: Role | null): Change {
  return {
    topic: 'access',
    object: 'membership',
    objectId: personId,
    before: before && { role: before },
    after: after && { role: after },
  }
}

// What somebody may make of others: nobody gives a role that may do more than they may themselves, and owners are made
// and unmade by owners alone. A key is no owner, whatever it may do: a stolen one must not become a person for good.

export interface Giver {
  /** The person or key; null at the command line. */
  readonly id: string | null
  readonly permissions: ReadonlySet<Permission>
  readonly isOwner: boolean
}

export function giverOf({ permissions, via }: Caller): Giver {
  return { id: via.id, permissions, isOwner: via.kind === 'person' && via.role === 'owner' }
}

/** Whoever has the command line has the database. */
export const AT_COMMAND_LINE: Giver = { id: null, permissions: OPERATOR.permissions, isOwner: true }

export function refuseToGive({ permissions, isOwner }: Giver, role: Role): void {
  if (role === 'owner' && !isOwner) fail('forbidden', { advice: 'only an owner makes somebody an owner' })
  const lacking = ROLE_PERMISSIONS[role].filter((permission) => !permissions.has(permission))
  if (lacking.length === 0) return
  fail('forbidden', {
    advice: `the role ${role} may do what you may not, and cannot be given by you: ${lacking.join(', ')}`,
  })
}
