// Waits for a condition instead of a time.
import { setTimeout as pause } from 'node:timers/promises'

const WAIT_MAX_MS = 60_000
const FIRST_PAUSE_MS = 5
const PAUSE_MAX_MS = 100
const GROWTH = 1.2
const GATHER_MS = 15

/**
 * Repeats `look` until it returns something other than undefined or false, and returns that. The pauses grow, so that
 * many waiting tests do not slow down what they wait for.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  waitMaxMs = WAIT_MAX_MS,
): Promise<T> {
  const start = performance.now()
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, PAUSE_MAX_MS)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() - start > waitMaxMs) throw new Error(`waited in vain: ${what}`)
    await pause(pauseMs)
  }
}

/** For many concurrent waits: calls at about the same time share one look, which begins after all of them. */
export function together<T>(look: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  async function lookForAll(): Promise<T> {
    await pause(GATHER_MS)
    // Later calls may concern something that this look does not see.
    next = undefined
    return look()
  }
  return () => {
    next ??= lookForAll()
    return next
  }
}
