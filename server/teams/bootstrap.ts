// An empty database gets a demo team, so that the first request works minutes after the first start.
import { makeApiKey } from '../base/secrets/secrets.ts'
import type { World } from '../world.ts'
import { createTeam, type NewTeam } from './create-team.ts'
import { anyTeam } from './team-store.ts'

/** The demo team if this call made it. Runs under the migrations' lock, so that it is made once. */
export async function bootstrap(world: World): Promise<NewTeam | null> {
  if (await anyTeam(world.pool)) return null
  const { bootstrapLiveKey, bootstrapTestKey } = world.config
  return createTeam(
    world,
    { name: 'Demo Agency', email: 'demo@example.com', markupPercent: '10', feeAmount: '35.00' },
    { live: bootstrapLiveKey ?? makeApiKey('live'), test: bootstrapTestKey ?? makeApiKey('test') },
  )
}
