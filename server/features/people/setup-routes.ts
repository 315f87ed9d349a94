// Binds what the first owner of an installation does once.
import type { SETUP_OPERATIONS } from '../../../contract/operations/setup.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { readSetup } from './read-setup.ts'
import { setUp } from './set-up.ts'
import type { PeopleConfig } from './settings.ts'

export function setupRoutes(world: World<PeopleConfig>): Bindings<typeof SETUP_OPERATIONS> {
  return {
    'setup.read': () => readSetup(world.pool),
    'setup.create': ({ body, browser }) => setUp(world, body, browser),
  }
}
