// The memory held outside the heap after an action was repeated. Runs on a separate thread, which has little
// to collect.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HeldTask } from './bytes-held-thread.ts'

/** Of each PDF of the action that caches PDFs. */
export const PDF_BYTES = 10_000

export async function bytesHeld(act: HeldTask['act'], times: number): Promise<number> {
  const workerData: HeldTask = { act, times }
  const thread = new Worker(new URL('./bytes-held-thread.ts', import.meta.url), { workerData })
  const [kept] = await once(thread, 'message')
  return kept
}
