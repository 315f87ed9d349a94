// Today's date for the caller's team, by its own clock and time zone.
import { dateIn } from '../../kernel/values/dates.ts'
import { scopeOf, type World } from '../world.ts'
import type { Caller } from './caller.ts'

export async function todayOf(world: World, { owner, team }: Caller): Promise<Temporal.PlainDate> {
  const { clock } = await scopeOf(world, owner)
  return dateIn(clock.now(), team.time_zone)
}
