// Mails the agency when its address changes.
import { NOTIFICATIONS, type Notification } from '../../../contract/team-profile.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { shownName } from '../../kernel/values/text.ts'
import { shortMoment } from '../../render/itinerary/itinerary.ts'
import { languageOf, queueAlarm } from '../notifications/queue-mail.ts'
import { TEAM_WORDS } from '../notifications/words.ts'
import type { World } from '../world.ts'
import type { teamMailJob } from './jobs.ts'
import { demandTeam, type Team } from './store.ts'

// Tells who read the mails of a team until now that they go elsewhere: whoever did it with a stolen key is seen. The
// new address stands in none of them, as it is what the thief writes.

export async function notifyTeam(
  world: World,
  { job, payload: { former }, last }: TaskOf<typeof teamMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const team = await demandTeam(tx, tx.owner.teamId)
    const language = languageOf(team)
    const when = shortMoment(tx.now, team.time_zone, language)
    const letter = TEAM_WORDS[language].emailChanged({ team: shownName(team.name), when })
    await queueAlarm(tx, team, { key: `team ${job.key}`, letter, also: [former], but: team.email })
  })
}

// Whether an agency wants a mail about something of its own: what it chose, or as it is for everybody.

export function wantsMail({ notifications }: Pick<Team, 'notifications'>, about: Notification): boolean {
  return notifications[about] ?? NOTIFICATIONS[about]
}
