// Mails to the agency: whether it wants one, and the alarm that its address changed.
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

/**
 * Warns the former receivers of a team's mails, so that a change by a stolen key is noticed. The new address is left
 * out, because an attacker may have chosen it.
 */
export async function notifyTeam(
  world: World,
  { job, payload: { former }, last }: TaskOf<typeof teamMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const team = await demandTeam(tx, tx.owner.teamId)
    const language = languageOf(team)
    const when = shortMoment(tx.now, team.time_zone, language)
    const letter = TEAM_WORDS[language].emailChanged({ team: shownName(team.name), when })
    await queueAlarm(tx, team, {
      key: `team ${job.key}`,
      category: 'team',
      letter,
      also: [former],
      but: team.email,
    })
  })
}

/** The agency's own choice, or the default. */
export function wantsMail({ notifications }: Pick<Team, 'notifications'>, about: Notification): boolean {
  return notifications[about] ?? NOTIFICATIONS[about]
}
