// Closes everything that was opened, in reverse order, even if a part fails to close.
import type { Log } from './log.ts'

export interface Closers {
  add(close: () => Promise<unknown>): void
  /** Safe to call twice: both callers wait for the same end. */
  closeAll(): Promise<void>
}

export function makeClosers(log: Log): Closers {
  const open: (() => Promise<unknown>)[] = []
  let closed = Promise.resolve()

  async function closeOpen(): Promise<void> {
    for (const close of open.splice(0).reverse()) {
      await close().catch((error) => log.warn({ err: error }, 'a part of the service did not stop cleanly'))
    }
  }

  return {
    add: (close) => open.push(close),
    closeAll() {
      closed = closed.then(closeOpen)
      return closed
    },
  }
}

// Delays before a restart: longer each time, so that a failing process does not keep the machine busy, and
// reset after a long run.

export interface RestartWaits {
  /** How long the ended process ran. */
  ranFor(ms: number): void
  nextMs(): number
}

const WELL_AFTER_MS = 30_000

/** Before the first attempt, the second, and so on; the last one repeats. */
export function makeRestartWaits(waitsMs: readonly number[]): RestartWaits {
  let tries = 0
  return {
    ranFor(ms) {
      if (ms > WELL_AFTER_MS) tries = 0
    },
    nextMs: () => waitsMs[Math.min(tries++, waitsMs.length - 1)] ?? 0,
  }
}
