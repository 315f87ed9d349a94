// Repeats an action many times among other work, and returns the memory held outside the heap.
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { openSecrets, secretContext } from '../../../server/features/webhooks/secrets.ts'
import { makeSecretBox } from '../../../server/kernel/crypto/secret-box.ts'
import { makePdfCache } from '../../../server/render/pdf/pdf-cache.ts'
import { PDF_BYTES } from './bytes-held.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const box = makeSecretBox(randomBytes(32))

function openSecret(number: number): void {
  const webhook_id = `whk_kept_${number}`
  const secret = box.encrypt('whsec_of_many', secretContext(webhook_id))
  // As the driver returns it: a slice of a larger buffer.
  const encrypted = {
    webhook_id,
    secret: Buffer.from(secret),
    previous_secret: null,
    previous_secret_until: null,
  }
  openSecrets(box, encrypted, NOW)
}

const cache = makePdfCache()

async function cachePdf(total: number): Promise<void> {
  await cache({ total }, async () => Buffer.from(new Uint8Array(PDF_BYTES)))
}

export interface HeldTask {
  act: keyof typeof ACTS
  times: number
}

/** Each call gets its number. */
const ACTS = { 'open a secret': openSecret, 'cache a PDF': cachePdf } as const

/** A slice of pooled memory, like most small buffers. */
const PASSING_BYTES = 3_000
/** Another thread frees the garbage, and the next collection waits for it. */
const COLLECTIONS = 3

const { act, times }: HeldTask = workerData
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
