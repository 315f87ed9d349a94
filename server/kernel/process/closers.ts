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
