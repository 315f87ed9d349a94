// Ends a sign-out in the browser: clears everything that was read or typed, and opens the sign-in page.
import { PANEL_PATH } from '../../contract/links.ts'
import { clearDrafts } from '../api/drafts.ts'
import { markSignedOut } from '../api/preferences.ts'
import { PATHS } from '../logic/paths.ts'
import { clearOfflineData } from './offline-worker.ts'

/** A full page load also clears the memory. */
export async function finishSignOut(): Promise<void> {
  markSignedOut()
  clearDrafts()
  await clearOfflineData()
  location.assign(`${PANEL_PATH}${PATHS.signIn}`)
}
