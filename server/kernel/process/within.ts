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

/** Throws why nobody wants it any more, as soon as that is so; what was begun goes on by itself then. */
export async function unlessAborted<T>(signal: AbortSignal, begin: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const giveUp = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([begin(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
