// Changes very many rows in small transactions, with a pause between them, so that others never wait long.
import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS_MIN = 5
/** A pause lasts so many times as long as the batch before it. */
const PAUSE = 2

/** Runs batch after batch while `batch` returns true. */
export async function inBatches(batch: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const start = performance.now()
    if (!(await batch())) return
    await wait(Math.max(PAUSE_MS_MIN, PAUSE * (performance.now() - start)))
  }
}
