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

export interface SteadyClock extends Clock {
  /** It is behind by so much, or ahead if that is negative. */
  correct(byMs: number): void
}

/** Far behind, as after a machine slept, it leaps; everything else is made up for by going faster or slower. */
const LEAP_MS = 1_000
const SLEW = 0.5

/** Goes on from a moment by itself, whatever becomes of the machine's time, and never back. */
export function steadyClock(startMs: number, monotonicMs = () => performance.now()): SteadyClock {
  let lastMs = monotonicMs()
  let originMs = startMs - lastMs
  let owedMs = 0

  function read(): number {
    const ms = monotonicMs()
    if (owedMs !== 0) {
      const mostMs = (ms - lastMs) * SLEW
      const stepMs = Math.max(-mostMs, Math.min(mostMs, owedMs))
      originMs += stepMs
      owedMs -= stepMs
    }
    lastMs = ms
    return originMs + ms
  }

  return {
    now: () => new Date(read()),
    correct(byMs) {
      read()
      const isLeap = byMs > LEAP_MS
      if (isLeap) originMs += byMs
      owedMs = isLeap ? 0 : byMs
    },
  }
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
