// Prefetches the first responses of a screen while its scripts load.
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
  // Skips what the user may not read. If the team cannot be read, the screen itself shows why.
  team
    .then(({ permissions }) => {
      // A single sign-on opens the panel without passing the sign-in page.
      if (!hasBeenIn()) wish({})
      if (path === PATHS.start) beginStart(permissions)
    })
    .catch(() => {})
}

function beginSignIn(): void {
  beginRead('setup.read', {})
  beginRead('signIn.ways', {})
}
