// Time as a value, so that a test or a sandbox passes days in a millisecond.

export interface Clock {
  now(): Date
}

export interface MovableClock extends Clock {
  set(at: Date): void
  advance(ms: number): void
}

/** The only place that reads the machine's time. */
export const realClock: Clock = {
  now: () => new Date(),
}

export interface SteadyClock extends Clock {
  /** The clock is behind by so much, or ahead if negative. */
  correct(byMs: number): void
}

/**
 * If it is far behind, as after a suspended machine, it jumps; smaller differences are corrected gradually.
 */
const LEAP_MS = 1_000
const SLEW = 0.5

/**
 * Continues from a start time by a monotonic counter, whatever the machine's time does, and never goes back.
 */
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

/** Always the same time: for jobs that run as of their due time, even if they run later. */
export function frozenClock(at: Date): Clock {
  const atMs = validMs(at)
  return { now: () => new Date(atMs) }
}

// Dates are mutable and may be invalid, so clocks store milliseconds and return a new Date each time.
function validMs(at: Date): number {
  const ms = at.getTime()
  if (Number.isNaN(ms)) throw new RangeError('not a valid date')
  return ms
}
