// The throughput of work by several concurrent clients.
import { stopwatch } from './stopwatch.ts'

/** Operations per second; each client takes the next one as soon as it is free. */
export async function perSecond(
  clients: number,
  total: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const client = async () => {
    while (next < total) await work(next++)
  }
  const stop = stopwatch()
  await Promise.all(Array.from({ length: clients }, client))
  return stop(total)
}
