// Whether an agency wants a mail about something of its own: what it chose, or as it is for everybody.
import { NOTIFICATIONS, type Notification } from '../../../contract/team-profile.ts'
import type { Team } from './team-store.ts'

export function wantsMail({ notifications }: Pick<Team, 'notifications'>, about: Notification): boolean {
  return notifications[about] ?? NOTIFICATIONS[about]
}
