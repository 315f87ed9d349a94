// Binds the one search over everything.
import type { SEARCH_OPERATIONS } from '../../../contract/search.ts'
import type { Bindings } from '../bindings.ts'
import { todayOf } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { searchEverything } from './search.ts'

export function searchRoutes(world: World): Bindings<typeof SEARCH_OPERATIONS> {
  return {
    'search.everything': async ({ caller, query }) =>
      searchEverything(world.pool, caller, query, await todayOf(world, caller)),
  }
}
