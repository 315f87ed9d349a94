// What was opened is closed in reverse order, all of it, even where a part fails to close.
import type { Log } from './log.ts'

export interface Closers {
  add(close: () => Promise<unknown>): void
  /** Safe to call twice: whoever asks again waits for the same end, and is not told before that all is over. */
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
