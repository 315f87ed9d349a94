// How much memory outside the heap is still held once something was done many times over, among much else that reads
// and forgets, as in a service at work.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Cut from shared memory, as most small buffers are. */
const PASSING_BYTES = 3_000
/** What is found to be garbage is given back by another thread, which the next collection waits for. */
const COLLECTIONS = 3

export async function bytesKeptBy(times: number, act: (number: number) => unknown): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const held = () => {
    for (let time = 0; time < COLLECTIONS; time++) collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = held()
  for (let number = 0; number < times; number++) {
    await act(number)
    for (let passed = 0; passed < Buffer.poolSize; passed += PASSING_BYTES) Buffer.allocUnsafe(PASSING_BYTES)
  }
  return held() - before
}
