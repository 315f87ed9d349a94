// What somebody may make of others: nobody gives a role that may do more than they may themselves, and owners are made
// and unmade by owners alone. A key is no owner, whatever it may do: a stolen one must not become a person for good.
import type { Permission } from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS, type Role } from '../../../contract/roles.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Caller, OPERATOR } from '../teams/caller.ts'

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
