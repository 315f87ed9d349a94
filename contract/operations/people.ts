// Operations on the people of the caller's team, and on what their roles may do.
import { data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import { RoleTable } from '../role-table.ts'

export const PEOPLE_OPERATIONS = {
  'roles.list': {
    method: 'GET',
    path: '/api/v1/roles',
    access: 'people.read',
    tag: 'People',
    summary: 'List roles and permissions',
    description:
      'What each role may do, and which operations need which permission. It is the same for every team.',
    answer: data(RoleTable),
  },
} as const satisfies Operations
