// How much memory outside the heap is still held once something was done many times over. On a thread of its own, which
// has little to collect: in a process that has run many tests, each collection goes through all of them.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What is done, by the file that does it: its `act` is called with the number of each time. */
const ACTS = {
  'open a secret': 'open-secret.ts',
  'shelve a PDF': 'shelve-pdf.ts',
} as const

export async function bytesKept(act: keyof typeof ACTS, times: number): Promise<number> {
  const workerData = { act: `./${ACTS[act]}`, times }
  const thread = new Worker(new URL('./bytes-kept-thread.ts', import.meta.url), { workerData })
  const [kept] = await once(thread, 'message')
  return kept
}
