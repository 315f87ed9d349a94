// Binds the operations on API keys.
import type { KEY_OPERATIONS } from '../../../contract/operations/keys.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { makerOf } from './caller.ts'
import { createApiKey } from './create-api-key.ts'
import { readKeys } from './read-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export function keyRoutes(world: World): Bindings<typeof KEY_OPERATIONS> {
  return {
    'keys.list': ({ owner, page }) => readKeys(world.pool, owner, page),
    'keys.create': ({ scope, body, caller }) => createApiKey(world, scope, body, makerOf(caller)),
    'keys.revoke': ({ scope, params }) => revokeApiKey(world, scope, params.id),
  }
}
