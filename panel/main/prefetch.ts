// Prefetches the first responses of a screen while its scripts load.
import { prefetch } from '../api/call.ts'
import { currentPreferences, hasSignedIn, setPreferences } from '../api/preferences.ts'
import { isSignInPath, PATHS } from '../logic/paths.ts'
import { beginStart } from '../screens/start/reads.ts'

export function prefetchReads(path: string): void {
  if (path === PATHS.signIn) prefetchSignIn()
  if (!isSignInPath(path)) prefetchFrame(path)
}

function prefetchFrame(path: string): void {
  const team = prefetch('team.read', {})
  prefetch('profile.read', {})
  if (currentPreferences().mode === 'test') prefetch('testClock.read', {})
  // Skips what the user may not read. If the team cannot be read, the screen itself shows why.
  team
    .then(({ permissions }) => {
      // A single sign-on opens the panel without passing the sign-in page.
      if (!hasSignedIn()) setPreferences({})
      if (path === PATHS.start) beginStart(permissions)
    })
    .catch(() => {})
}

function prefetchSignIn(): void {
  prefetch('setup.read', {})
  prefetch('signIn.ways', {})
}
