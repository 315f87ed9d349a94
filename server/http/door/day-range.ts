// Days of a query (`start_date`, `end_date`) as moments: both ends included, in the team's time zone.
import { dateIn, dayEnd, dayStart, parseDate } from '../../base/values/dates.ts'
import { failField } from '../../base/values/fail.ts'
import { ownerOfRow } from '../../outbox/owner.ts'
import type { Caller } from '../../teams/callers.ts'
import { scopeOf, type World } from '../../world.ts'

interface DayQuery {
  start_date?: string
  end_date?: string
}

export function dayRange({ start_date, end_date }: DayQuery, zone: string): { from?: Date; until?: Date } {
  return {
    ...(start_date !== undefined && { from: dayStart(dayOf('start_date', start_date), zone) }),
    ...(end_date !== undefined && { until: dayEnd(dayOf('end_date', end_date), zone) }),
  }
}

/** The day it is for the caller's team, by its own clock. */
export async function todayOf(
  world: World,
  caller: Pick<Caller, 'team_id' | 'mode' | 'time_zone'>,
): Promise<Temporal.PlainDate> {
  return dateIn((await scopeOf(world, ownerOfRow(caller))).clock.now(), caller.time_zone)
}

function dayOf(field: string, text: string): Temporal.PlainDate {
  return parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15')
}
