// Binds the operations on the audit log.
import type { AUDIT_OPERATIONS } from '../../../contract/audit.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { readAudit } from './audit.ts'

export function auditRoutes(world: World): Bindings<typeof AUDIT_OPERATIONS> {
  return {
    'audit.list': ({ owner, query, caller, page }) =>
      readAudit(world, owner, { query, zone: caller.team.time_zone, page }),
  }
}
