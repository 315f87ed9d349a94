// How often a bank is asked which payments came in, whether or not it sends callbacks.

export const RECONCILE_EVERY_MS = 5 * 60_000
/** The overlap with the last period: banks list some payments late. */
export const RECONCILE_OVERLAP_MS = 60 * 60_000
/** A bank is asked for a day at a time, also after a long silence, and for less where that is too much. */
export const WINDOW_MS_MAX = 24 * 60 * 60_000
export const WINDOW_MS_MIN = 2 * RECONCILE_OVERLAP_MS
/** How long after its end a charge of a disconnected provider is still watched. */
export const LOOK_AFTER_MS = 48 * 60 * 60_000
/** For how long a payment may go back: PIX gives 90 days, and what is asked for on the last is settled later. */
export const RETURNS_WATCHED_MS = 95 * 24 * 60 * 60_000
/** Banks that refuse to look so far back at once are asked about less. */
export const RETURN_WINDOW_MS_MIN = 24 * 60 * 60_000
/** How long a disconnected provider is asked in vain before its secrets are forgotten. */
export const FORGET_AFTER_MS = 30 * 24 * 60 * 60_000

/** The key holds the time: however often it is scheduled, it runs once. */
export function reconcileKey(providerId: string, at: Date): string {
  return `${providerId}@${at.getTime()}`
}
