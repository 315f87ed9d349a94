// Waiting for a condition instead of for time: tests never guess how long something takes.
import { setTimeout as pause } from 'node:timers/promises'

const WAIT_MAX_MS = 60_000
const LOOK_EVERY_MS = 5

/** Looks again and again until `look` returns something other than undefined or false, and returns it. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const start = performance.now()
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() - start > WAIT_MAX_MS) throw new Error(`waited in vain: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}
