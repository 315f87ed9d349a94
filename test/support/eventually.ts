// Waits for a condition instead of a time.
import { setTimeout as pause } from 'node:timers/promises'

const WAIT_MAX_MS = 60_000
const FIRST_PAUSE_MS = 5
const PAUSE_MAX_MS = 100
const GROWTH = 1.2
const GATHER_MS = 15

/**
 * Looks again and again until `look` returns something other than undefined or false, and returns it. The pauses grow:
 * many who wait together must not keep the machine from what they wait for.
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

/** For many who wait at once: whoever looks at about the same time is told by one look, begun after all have asked. */
export function together<T>(look: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  async function lookForAll(): Promise<T> {
    await pause(GATHER_MS)
    // Whoever comes from now on could mean something that this look does not see.
    next = undefined
    return look()
  }
  return () => {
    next ??= lookForAll()
    return next
  }
}
