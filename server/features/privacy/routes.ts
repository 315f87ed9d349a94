// Binds the operations on clients that may erase one.
import type { CLIENT_OPERATIONS } from '../../../contract/clients.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import type { Bindings } from '../bindings.ts'
import { deleteClient } from '../clients/clients.ts'
import { demandPermission } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { eraseClient, readErasures } from './erasure.ts'

type Erasing = Pick<typeof CLIENT_OPERATIONS, 'clients.delete' | 'clients.erasures'>

export function erasureRoutes(world: World): Bindings<Erasing> {
  return {
    'clients.delete': ({ scope, params, query, caller }) => {
      if (query.erase !== true) return deleteClient(world, scope, params.id)
      demandPermission(caller, 'clients.erase')
      return eraseClient(world, scope, params.id, caller.via.id)
    },
    'clients.erasures': ({ owner, query, page, caller }) =>
      readErasures(world.pool, owner, page, timesOf(query, caller.team.time_zone)),
  }
}
