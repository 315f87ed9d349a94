// Time as a value that is handed in, so that a test or a sandbox can live through days in a millisecond.

export interface Clock {
  now(): Date
}

export interface MovableClock extends Clock {
  set(at: Date): void
  advance(ms: number): void
}

/** The one place that reads the machine's time. */
export const realClock: Clock = {
  now: () => new Date(),
}

/** A clock for tests: it stands still until it is moved, in either direction by set. */
export function fixedClock(start: Date): MovableClock {
  let nowMs = validMs(start)
  return {
    now: () => new Date(nowMs),
    set(at) {
      nowMs = validMs(at)
    },
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`cannot advance by ${ms} ms`)
      nowMs = validMs(new Date(nowMs + ms))
    },
  }
}

/** Another clock's time plus an offset: a team's test time. */
export function offsetClock(base: Clock, offsetMs: number): Clock {
  if (!Number.isSafeInteger(offsetMs)) throw new RangeError(`not a whole number of ms: ${offsetMs}`)
  return { now: () => new Date(validMs(new Date(base.now().getTime() + offsetMs))) }
}

/** Always the same moment: for due work that must run as of its own due time, even if it runs later. */
export function frozenClock(at: Date): Clock {
  const atMs = validMs(at)
  return { now: () => new Date(atMs) }
}

// Dates are mutable and may be invalid, so clocks keep milliseconds and hand out a fresh Date each time.
function validMs(at: Date): number {
  const ms = at.getTime()
  if (Number.isNaN(ms)) throw new RangeError('not a valid date')
  return ms
}
