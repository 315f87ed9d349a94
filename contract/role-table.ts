// The table of roles as callers see it, so that a panel shows what each may do without knowing it by heart.
import Type from 'typebox'
import { PERMISSIONS } from './permissions.ts'
import { KEY_ROLES } from './roles.ts'

export const RoleTable = Type.Object({
  roles: Type.Array(
    Type.Object({
      name: Type.Enum([...KEY_ROLES]),
      description: Type.String(),
      for_people: Type.Boolean({ description: 'People may have it; keys may be given any of them' }),
      permissions: Type.Array(Type.Enum([...PERMISSIONS])),
    }),
  ),
  permissions: Type.Array(
    Type.Object({
      name: Type.Enum([...PERMISSIONS]),
      description: Type.String(),
      operations: Type.Array(Type.String(), { description: 'What needs it, whole or in part' }),
    }),
  ),
})
export type RoleTable = Type.Static<typeof RoleTable>
