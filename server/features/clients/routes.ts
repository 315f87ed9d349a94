// Binds the operations on clients, except those that may erase one: see `features/privacy/routes.ts`.
import type { CLIENT_OPERATIONS } from '../../../contract/clients.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { createClient, readClient, readClients, updateClient } from './clients.ts'

type Erasing = 'clients.delete' | 'clients.erasures'

export function clientRoutes(world: World): Bindings<Omit<typeof CLIENT_OPERATIONS, Erasing>> {
  return {
    'clients.list': ({ owner, query, page, caller }) =>
      readClients(world.pool, owner, { query, page, zone: caller.team.time_zone }),
    'clients.create': ({ scope, body }) => createClient(world, scope, body),
    'clients.read': ({ db, owner, params }) => readClient(db, owner, params.id),
    'clients.update': ({ scope, params, body }) => updateClient(world, scope, params.id, body),
  }
}
