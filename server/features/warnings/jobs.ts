// The mornings on which an agency is mailed about its warnings.
import { MODES } from '../../../contract/teams.ts'
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { nextMorning } from '../../kernel/values/dates.ts'
import { wantsMail } from '../teams/notify.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'

/** Before the agency opens. */
const MAIL_HOUR = 7

/** Mails the open warnings of a day. */
export const dailyWarningsJob = teamJob<null>('daily-warnings', { waits: TECHNICAL, cap: 1 })

/** The day is in the key, so that a mail is written once a day however often it is scheduled. */
export function scheduleDailyWarnings(tx: Tx, team: Team): void {
  if (!wantsMail(team, 'daily_warnings_mail')) return
  const { day, at } = nextMorning(tx.now, team.time_zone, MAIL_HOUR)
  schedule(tx, dailyWarningsJob, { at, key: `${tx.owner.teamId}/${tx.owner.mode} ${day}`, payload: null })
}

/** For a team that switched the mail on, or moved to another time zone. */
export async function beginDailyWarnings(world: World, teamId: string): Promise<void> {
  for (const mode of MODES) {
    const scope = await scopeOf(world, { teamId, mode })
    await transaction(world, scope, async (tx) => scheduleDailyWarnings(tx, await demandTeam(tx, teamId)))
  }
}
