// Binds signing in through a provider of identities.
import type { IDENTITY_OPERATIONS } from '../../../contract/operations/identities.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { beginErrand } from './identities/begin-errand.ts'
import { finishErrand } from './identities/finish-errand.ts'
import { readWays } from './identities/read-ways.ts'
import type { PeopleConfig } from './settings.ts'

export function identityRoutes(world: World<PeopleConfig>): Bindings<typeof IDENTITY_OPERATIONS> {
  return {
    'signIn.ways': () => readWays(world),
    'signIn.begin': ({ params, browser }) => beginErrand(world, params.provider, browser),
    'signIn.finish': ({ params, query, browser }) => finishErrand(world, params.provider, query, browser),
  }
}
