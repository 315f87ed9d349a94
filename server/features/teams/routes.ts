// Binds the operations on the team and its API keys.
import type { TEAM_OPERATIONS } from '../../../contract/team-profile.ts'
import type { KEY_OPERATIONS } from '../../../contract/teams.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { createApiKey, readKeys, revokeApiKey } from './api-keys.ts'
import { readLogo, readLogoFile, removeLogo, setLogo } from './brand.ts'
import { creatorOf } from './caller.ts'
import { profileView } from './profile.ts'
import { demandTeam } from './store.ts'
import { updateTeam } from './teams.ts'

type Begin = (world: World, teamId: string) => Promise<void>

/** What begins when a team switches it on: other features, which know teams. */
interface Rounds {
  /** Invoices that were sent before need the new reminder days too. */
  readonly beginReminderRounds: Begin
  readonly beginDailyWarnings: Begin
}

export function teamRoutes(
  world: World,
  { beginReminderRounds, beginDailyWarnings }: Rounds,
): Bindings<typeof TEAM_OPERATIONS> {
  return {
    'team.profile': async ({ db, owner }) => profileView(world, await demandTeam(db, owner.teamId)),
    'team.update': async ({ scope, body }) => {
      const profile = await updateTeam(world, scope, body)
      if (body.payment_reminders !== undefined) await beginReminderRounds(world, scope.owner.teamId)
      if (body.notifications !== undefined || body.time_zone !== undefined)
        await beginDailyWarnings(world, scope.owner.teamId)
      return profile
    },
    'team.readLogo': ({ owner }) => readLogo(world, owner.teamId),
    'team.setLogo': ({ scope, file }) => setLogo(world, scope, file),
    'team.removeLogo': ({ scope }) => removeLogo(world, scope),
    'logos.show': async ({ params }) => ({ content: await readLogoFile(world.pool, params.file) }),
  }
}

export function keyRoutes(world: World): Bindings<typeof KEY_OPERATIONS> {
  return {
    'keys.list': ({ owner, query, page, caller }) =>
      readKeys(world.pool, owner, page, timesOf(query, caller.team.time_zone)),
    'keys.create': ({ scope, body, caller }) => createApiKey(world, scope, body, creatorOf(caller)),
    'keys.revoke': ({ scope, params }) => revokeApiKey(world, scope, params.id),
  }
}
