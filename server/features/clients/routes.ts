// Binds the operations on clients.
import type { CLIENT_OPERATIONS } from '../../../contract/clients.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import type { Bindings } from '../bindings.ts'
import { eraseClient, readErasures } from '../privacy/erasure.ts'
import { demandPermission } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { createClient, deleteClient, readClient, readClients, updateClient } from './clients.ts'

export function clientRoutes(world: World): Bindings<typeof CLIENT_OPERATIONS> {
  return {
    'clients.list': ({ owner, query, page, caller }) =>
      readClients(world.pool, owner, query, page, caller.team.time_zone),
    'clients.create': ({ scope, body }) => createClient(world, scope, body),
    'clients.read': ({ db, owner, params }) => readClient(db, owner, params.id),
    'clients.update': ({ scope, params, body }) => updateClient(world, scope, params.id, body),
    'clients.delete': ({ scope, params, query, caller }) => {
      if (query.erase !== true) return deleteClient(world, scope, params.id)
      demandPermission(caller, 'clients.erase')
      return eraseClient(world, scope, params.id, caller.via.id)
    },
    'clients.erasures': ({ owner, query, page, caller }) =>
      readErasures(world.pool, owner, page, timesOf(query, caller.team.time_zone)),
  }
}
