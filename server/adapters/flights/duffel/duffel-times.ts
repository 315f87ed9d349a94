// Duffel lives in real time, a team's sandbox in its own. What Duffel says is shown in the team's time; live teams have
// real time.
import { parseTimestamp } from '../../../kernel/values/dates.ts'

export interface Times {
  /** Real time. */
  readonly now: Date
  /** The team's time minus real time. */
  readonly offsetMs: number
  /** The same when the offer of an order was shown: a hold has the deadline that was promised with it. */
  readonly offeredOffsetMs?: number | undefined
}

export function teamTime(
  text: string | null | undefined,
  { offsetMs }: Pick<Times, 'offsetMs'>,
): Date | null {
  const at = text == null ? null : parseTimestamp(text)
  return at === null ? null : new Date(at.getTime() + offsetMs)
}
