// Somebody is out: nothing of what they read stays in the browser, and the door is in sight.
import { PANEL_PATH } from '../../contract/links.ts'
import { forgetDrafts } from '../api/drafts.ts'
import { leaveByDoor } from '../api/wishes.ts'
import { PATHS } from '../kit/paths.ts'
import { forgetOffline } from './offline-worker.ts'

/** A page that is loaded anew has nothing in memory either. */
export async function goOut(): Promise<void> {
  leaveByDoor()
  forgetDrafts()
  await forgetOffline()
  location.assign(`${PANEL_PATH}${PATHS.signIn}`)
}
