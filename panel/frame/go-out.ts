// Ends a sign-out in the browser: clears everything that was read or typed, and opens the sign-in page.
import { PANEL_PATH } from '../../contract/links.ts'
import { forgetDrafts } from '../api/drafts.ts'
import { leaveByDoor } from '../api/wishes.ts'
import { PATHS } from '../kit/paths.ts'
import { forgetOffline } from './offline-worker.ts'

/** A full page load also clears the memory. */
export async function goOut(): Promise<void> {
  leaveByDoor()
  forgetDrafts()
  await forgetOffline()
  location.assign(`${PANEL_PATH}${PATHS.signIn}`)
}
