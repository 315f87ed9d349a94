// The table of roles with the operations that each permission opens, made once: it never changes while we run.
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import type { RoleTable } from '../../../contract/role-table.ts'
import { GRANTS, KEY_ROLES, ROLE_MEANINGS, ROLE_PERMISSIONS, ROLES } from '../../../contract/roles.ts'

export function makeRoleTable(): RoleTable {
  const operations = Object.entries<Operation>(OPERATIONS)
  const people = new Set<string>(ROLES)
  return {
    roles: KEY_ROLES.map((name) => ({
      name,
      description: ROLE_MEANINGS[name],
      for_people: people.has(name),
      permissions: [...ROLE_PERMISSIONS[name]],
    })),
    permissions: PERMISSIONS.map((name) => ({
      name,
      description: GRANTS[name].meaning,
      operations: operations
        .filter(([, { access, partly }]) => access === name || partly === name)
        .map(([id]) => id),
    })),
  }
}
