// An empty database gets a demo team, so that the first request works minutes after the first start. In production it
// gets one only if it is asked for.
import type { World } from '../world.ts'
import { createTeam, type NewTeam, type TeamTerms } from './create-team.ts'
import type { TeamConfig } from './settings.ts'
import { anyTeam } from './team-store.ts'

/** As it is until somebody names it. */
export const DEMO = {
  name: 'Demo Agency',
  email: 'demo@example.com',
  markupPercent: '10',
  feeAmount: '35.00',
}

/** The team if this call made it. Runs under the migrations' lock, so that it is made once. */
export async function makeFirstTeam(
  world: World<TeamConfig>,
  terms: Partial<TeamTerms> = {},
): Promise<NewTeam | null> {
  if (await anyTeam(world.pool)) return null
  const { bootstrapLiveKey: live, bootstrapTestKey: test } = world.config
  return createTeam(world, { ...DEMO, ...terms }, { chosen: { live, test }, isShownUntilUsed: true })
}

/** Whether a start makes the first team by itself: always but in production, and there if its keys were chosen. */
export function wantsFirstTeam({ config }: World<TeamConfig>): boolean {
  const { environment, bootstrapLiveKey, bootstrapTestKey } = config
  return environment !== 'production' || bootstrapLiveKey !== null || bootstrapTestKey !== null
}
