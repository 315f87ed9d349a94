// What a screen reads first is asked for while its scripts are still on their way.
import { beginRead } from '../api/call.ts'
import { currentWishes, hasBeenIn, wish } from '../api/wishes.ts'
import { isDoor, PATHS } from '../kit/paths.ts'
import { beginStart } from '../screens/start/reads.ts'

export function beginReads(path: string): void {
  if (path === PATHS.signIn) beginSignIn()
  if (!isDoor(path)) beginFrame(path)
}

function beginFrame(path: string): void {
  const team = beginRead('team.read', {})
  beginRead('profile.read', {})
  if (currentWishes().mode === 'test') beginRead('testClock.read', {})
  // Not what somebody may not read; and whoever needs the team is told why there is none.
  team
    .then(({ permissions }) => {
      // A company's own sign-in leads here past the door.
      if (!hasBeenIn()) wish({})
      if (path === PATHS.start) beginStart(permissions)
    })
    .catch(() => {})
}

function beginSignIn(): void {
  beginRead('setup.read', {})
  beginRead('signIn.ways', {})
}
