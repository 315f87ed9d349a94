// Schedules the next morning on which clients are reminded of their invoices, for a team that wants it.
import { MODES } from '../../../contract/teams.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { nextMorning } from '../../kernel/values/next-morning.ts'
import { scopeOf, type World } from '../world.ts'
import { demandTeam, type Team } from './team-store.ts'
import * as work from './work.ts'

/** A time at which people read messages. */
export const REMINDER_HOUR = 9

export function wantsReminders(team: Pick<Team, 'reminder_days_before' | 'reminder_days_after'>): boolean {
  return team.reminder_days_before.length + team.reminder_days_after.length > 0
}

/** Known by its day: however often it is scheduled, it runs once. */
export function scheduleReminderRound(tx: Tx, team: Team): void {
  if (!wantsReminders(team)) return
  const { day, at } = nextMorning(tx.now, team.time_zone, REMINDER_HOUR)
  const since = day.subtract({ days: 1 }).toString()
  const key = `${tx.owner.teamId}/${tx.owner.mode} ${day}`
  schedule(tx, work.remindClients, { at, key, payload: { since } })
}

/** For a team that has just said when: in both modes. What is sent from then on begins it too. */
export async function beginReminders(world: World, teamId: string): Promise<void> {
  for (const mode of MODES) {
    const scope = await scopeOf(world, { teamId, mode })
    await transaction(world, scope, async (tx) => scheduleReminderRound(tx, await demandTeam(tx, teamId)))
  }
}
