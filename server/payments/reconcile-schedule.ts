// How often a bank is asked what came in, whether it told us or not.

export const RECONCILE_EVERY_MS = 5 * 60_000
/** What is asked for again each time: banks list some payments late. */
export const RECONCILE_OVERLAP_MS = 60 * 60_000
/** How long after its end a charge of a disconnected provider is still looked after. */
export const LOOK_AFTER_MS = 48 * 60 * 60_000

/** Named by its time: however often it is booked, it runs once. */
export function reconcileKey(providerId: string, at: Date): string {
  return `${providerId}@${at.getTime()}`
}
