// How long to wait before what has ended is started again: longer each time, so that what cannot run does not keep the
// machine busy, and from the first wait again once it has run well.

export interface RestartWaits {
  /** Of what has just ended. */
  ranFor(ms: number): void
  nextMs(): number
}

const WELL_AFTER_MS = 30_000

/** Before the first try, the second, and so on; the last one again and again. */
export function makeRestartWaits(waitsMs: readonly number[]): RestartWaits {
  let tries = 0
  return {
    ranFor(ms) {
      if (ms > WELL_AFTER_MS) tries = 0
    },
    nextMs: () => waitsMs[Math.min(tries++, waitsMs.length - 1)] ?? 0,
  }
}
