// Repeats an action many times among other work, and returns the memory held outside the heap.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { cachePdf } from './cache-pdf.ts'
import { openSecret } from './open-secret.ts'

export interface KeptTask {
  act: keyof typeof ACTS
  times: number
}

/** Each call gets its number. */
const ACTS = { 'open a secret': openSecret, 'cache a PDF': cachePdf } as const

/** A slice of pooled memory, like most small buffers. */
const PASSING_BYTES = 3_000
/** Another thread frees the garbage, and the next collection waits for it. */
const COLLECTIONS = 3

const { act, times }: KeptTask = workerData
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const before = held()
for (let number = 0; number < times; number++) {
  await ACTS[act](number)
  for (let passed = 0; passed < Buffer.poolSize; passed += PASSING_BYTES) Buffer.allocUnsafe(PASSING_BYTES)
}
parentPort?.postMessage(held() - before)

function held(): number {
  for (let time = 0; time < COLLECTIONS; time++) collect()
  return process.memoryUsage().arrayBuffers
}
