// What was opened is closed in reverse order, all of it, even where a part fails to close.
import type { Log } from './log.ts'

export interface Closers {
  add(close: () => Promise<unknown>): void
  /** Safe to call twice: the second time there is nothing left. */
  closeAll(): Promise<void>
}

export function makeClosers(log: Log): Closers {
  const open: (() => Promise<unknown>)[] = []
  return {
    add: (close) => open.push(close),
    async closeAll() {
      for (const close of open.splice(0).reverse()) {
        await close().catch((error) => log.warn({ err: error }, 'a part of the service did not stop cleanly'))
      }
    },
  }
}
