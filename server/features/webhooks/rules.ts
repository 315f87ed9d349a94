// When an unacknowledged delivery is sent again, and when failures switch a webhook off.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The wait before each attempt; the first is immediate. */
export const RETRY_WAITS_MS = [
  0,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** So many failed deliveries in a row, of one event or several, deactivate a webhook. */
export const FAILURES_IN_ROW_MAX = 6

const OFF_AFTER_MINUTES = 10

/**
 * How long the failures must last. In production a burst within a second is one outage; elsewhere the effect shows at
 * once.
 */
export function offAfterMs(setMinutes: number | null, isProduction: boolean): number {
  return (setMinutes ?? (isProduction ? OFF_AFTER_MINUTES : 0)) * MINUTE_MS
}

/** The time of the next attempt after `attempts` failures, the last one at `at`; null if none is left. */
export function nextAttemptAt(attempts: number, at: Date): Date | null {
  const waitMs = RETRY_WAITS_MS[attempts]
  return waitMs === undefined ? null : new Date(at.getTime() + waitMs)
}
