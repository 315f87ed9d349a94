// Binds the operations on the people of a team.
import type { PEOPLE_OPERATIONS } from '../../../contract/operations/people.ts'
import type { Bindings } from '../door/bindings.ts'
import { makeRoleTable } from './role-table.ts'

export function peopleRoutes(): Bindings<typeof PEOPLE_OPERATIONS> {
  const table = makeRoleTable()
  return {
    'roles.list': () => table,
  }
}
