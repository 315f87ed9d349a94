// Duffel lives in real time, a team's sandbox in its own. What Duffel says is shown in the team's time; live teams have
// real time.
import { parseTimestamp } from '../../../base/values/dates.ts'

export interface Times {
  /** Real time. */
  readonly now: Date
  /** The team's time minus real time. */
  readonly offsetMs: number
}

export function teamTime(text: string | null | undefined, { offsetMs }: Times): Date | null {
  const at = text == null ? null : parseTimestamp(text)
  return at === null ? null : new Date(at.getTime() + offsetMs)
}
