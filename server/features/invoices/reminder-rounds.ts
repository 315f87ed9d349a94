// The mornings on which a team's clients are reminded of their invoices.
import { MODES } from '../../../contract/teams.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { nextMorning } from '../../kernel/values/dates.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { remindClientsJob } from './jobs.ts'

/** A time at which people read messages. */
export const REMINDER_HOUR = 9

export function wantsReminders(team: Pick<Team, 'reminder_days_before' | 'reminder_days_after'>): boolean {
  return team.reminder_days_before.length + team.reminder_days_after.length > 0
}

export function scheduleReminderRound(tx: Tx, team: Team): void {
  if (!wantsReminders(team)) return
  const { day, at } = nextMorning(tx.now, team.time_zone, REMINDER_HOUR)
  const since = day.subtract({ days: 1 })
  schedule(tx, remindClientsJob, { at, key: roundKey(tx.owner, since), payload: { since: since.toString() } })
}

/** The day is in the key, so that a round runs once a day however often it is scheduled. */
export function roundKey({ teamId, mode }: Owner, since: Temporal.PlainDate): string {
  return `${teamId}/${mode} ${since.add({ days: 1 })}`
}

/** For a team that changed its reminder days: invoices that were sent before need a round too. */
export async function beginReminderRounds(world: World, teamId: string): Promise<void> {
  for (const mode of MODES) {
    const scope = await scopeOf(world, { teamId, mode })
    await transaction(world, scope, async (tx) => scheduleReminderRound(tx, await demandTeam(tx, teamId)))
  }
}
