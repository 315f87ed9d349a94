// The hour at which people are written to: on a given day, or the next time it comes.
import { dateIn } from './dates.ts'

/** Where the clocks skip that hour, as soon as they show the next. */
export function morningOf(day: Temporal.PlainDate, timeZone: string, hour: number): Date {
  const at = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) })
  return new Date(at.epochMilliseconds)
}

/** The first that is still to come. */
export function nextMorning(now: Date, timeZone: string, hour: number) {
  const today = dateIn(now, timeZone)
  const at = morningOf(today, timeZone, hour)
  if (at > now) return { day: today, at }
  const day = today.add({ days: 1 })
  return { day, at: morningOf(day, timeZone, hour) }
}
