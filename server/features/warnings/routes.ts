// Binds the operations on warnings.
import type { WARNING_OPERATIONS } from '../../../contract/warnings.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { markWarning, readWarnings } from './warnings.ts'

export function warningRoutes(world: World): Bindings<typeof WARNING_OPERATIONS> {
  return {
    'warnings.list': ({ caller, query, page }) => readWarnings(world, caller, query, page),
    'warnings.done': ({ scope, params }) => markWarning(world, scope, params.id, 'done'),
    'warnings.dismiss': ({ scope, params }) => markWarning(world, scope, params.id, 'dismissed'),
    'warnings.reopen': ({ scope, params }) => markWarning(world, scope, params.id, 'open'),
  }
}
