// Binds the operations on the caller's own team, and the public addresses of logos.
import type { TEAM_OPERATIONS } from '../../../contract/operations/team.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { profileView } from './profile-view.ts'
import { readLogo, readLogoFile, removeLogo, setLogo } from './set-logo.ts'
import { demandTeam } from './team-store.ts'
import { updateTeam } from './update-team.ts'

export function teamRoutes(world: World): Bindings<typeof TEAM_OPERATIONS> {
  return {
    'team.profile': async ({ owner }) => profileView(world, await demandTeam(world.pool, owner.teamId)),
    'team.update': ({ scope, body }) => updateTeam(world, scope, body),
    'team.readLogo': ({ owner }) => readLogo(world, owner.teamId),
    'team.setLogo': ({ scope, file }) => setLogo(world, scope, file),
    'team.removeLogo': ({ scope }) => removeLogo(world, scope),
    'logos.show': async ({ params }) => ({ content: await readLogoFile(world.pool, params.file) }),
  }
}
