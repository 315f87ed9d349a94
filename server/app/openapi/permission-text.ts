// What OpenAPI says of permissions and roles, made from their table.
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { GRANTS, KEY_ROLES, ROLE_MEANINGS, ROLE_PERMISSIONS } from '../../../contract/roles.ts'

/** In Markdown, as OpenAPI has it. */
export function permissionText(): string {
  const roles = KEY_ROLES.map((role) => `- \`${role}\`: ${ROLE_MEANINGS[role]}.`)
  const permissions = PERMISSIONS.map((permission) => {
    const whose = KEY_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission))
    return `- \`${permission}\`: ${GRANTS[permission].meaning} (${whose.join(', ')}).`
  })
  return ['Roles:', ...roles, '', 'Permissions, and which roles have them:', ...permissions].join('\n')
}
