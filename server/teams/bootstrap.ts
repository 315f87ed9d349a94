// An empty database gets a demo team, so that the first request works minutes after the first start.

import type { World } from '../world.ts'
import { makeApiKey } from './api-key.ts'
import { createTeam, type NewTeam } from './create-team.ts'
import type { TeamConfig } from './settings.ts'
import { anyTeam } from './team-store.ts'

/** The demo team if this call made it. Runs under the migrations' lock, so that it is made once. */
export async function bootstrap(world: World<TeamConfig>): Promise<NewTeam | null> {
  if (await anyTeam(world.pool)) return null
  const { bootstrapLiveKey, bootstrapTestKey } = world.config
  return createTeam(
    world,
    { name: 'Demo Agency', email: 'demo@example.com', markupPercent: '10', feeAmount: '35.00' },
    { live: bootstrapLiveKey ?? makeApiKey('live'), test: bootstrapTestKey ?? makeApiKey('test') },
  )
}
