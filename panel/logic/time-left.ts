// The time until a deadline, in a readable unit.
const MINUTE_MS = 60_000

export interface TimeLeft {
  minutes: number
  isOver: boolean
  /** Less than two hours. */
  isUrgent: boolean
}

const URGENT_MINUTES = 120

export function timeLeft(until: string, now: Date): TimeLeft {
  const minutes = Math.floor((Date.parse(until) - now.getTime()) / MINUTE_MS)
  return { minutes, isOver: minutes < 0, isUrgent: minutes < URGENT_MINUTES }
}

/** `28 min`, `5 h 38`, `3 dias`; `days` returns the localised text. */
export function leftText(minutes: number, days: (count: number) => string): string {
  if (minutes < 60) return `${Math.max(0, minutes)} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
  return days(Math.floor(minutes / (24 * 60)))
}

/** Rounded up to whole minutes, at least one. */
export function retryMinutes(seconds = 0): number {
  return Math.max(1, Math.ceil(seconds / 60))
}
