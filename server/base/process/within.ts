// Waits for something, but not for ever.
import { setTimeout as wait } from 'node:timers/promises'

/** Undefined where it is not done in time; it goes on by itself then. */
export async function within<T>(ms: number, done: Promise<T>): Promise<T | undefined> {
  const giveUp = new AbortController()
  const late = wait(ms, undefined, { signal: giveUp.signal }).catch(() => undefined)
  try {
    return await Promise.race([done, late])
  } finally {
    giveUp.abort()
  }
}
