// How much memory outside the heap is still held once something was done many times over. On a thread of its own, which
// has little to collect: in a process that has run many tests, each collection goes through all of them.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { KeptTask } from './bytes-kept-thread.ts'

export async function bytesKept(act: KeptTask['act'], times: number): Promise<number> {
  const workerData: KeptTask = { act, times }
  const thread = new Worker(new URL('./bytes-kept-thread.ts', import.meta.url), { workerData })
  const [kept] = await once(thread, 'message')
  return kept
}
