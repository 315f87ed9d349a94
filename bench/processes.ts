// What two processes that answer requests serve beyond one, by the processor time that each needs for the same load: so
// the load itself, and whatever else runs on the machine, takes nothing away from either.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { KEY } from './child.ts'
import { gets } from './load.ts'
import { median } from './side-by-side.ts'
import { childrenOf, LOOK_EVERY_MS, startCommand } from './start.ts'
import { secondsOf } from './stopwatch.ts'

/** Whichever comes first: on a busy machine this must end too, and processor time tells as much of fewer. */
const ROUND = { count: 8_000, seconds: 5 }
const ROUNDS = 5
/** It is healthy a moment before it has made its team. */
const KNOWN_WITHIN_MS = 30_000
const AT_LEAST = 1.6

export interface ProcessFigures {
  ratio: number
  /** Requests for each second of processor time that the busiest process, or half of all of them, needs. */
  one: number
  two: number
}

/** Each on a service of its own, as both would share the machine's memory of the other. */
export async function benchProcesses(dataDir: string): Promise<ProcessFigures> {
  const [one, two] = [await perProcessorSecond(dataDir, '1'), await perProcessorSecond(dataDir, '2')]
  return { ratio: two / one, one, two }
}

export function reportProcesses({ ratio, one, two }: ProcessFigures): string {
  const verdict = ratio >= AT_LEAST ? 'ok' : 'BELOW'
  const rates = `${Math.round(two)} of ${Math.round(one)} by processor time`
  return `two processes over one: ${ratio.toFixed(2)} (at least ${AT_LEAST.toFixed(2)}: ${verdict})  ${rates}`
}

async function perProcessorSecond(dataDir: string, processes: string): Promise<number> {
  const service = await startCommand(dataDir, {
    BOOTSTRAP_LIVE_KEY: KEY,
    RATE_LIMIT_PER_MINUTE: '10000000',
    PROCESSES: processes,
  })
  try {
    const load = (most = ROUND) => gets(`${service.url}/api/v1/me`, { authorization: `Bearer ${KEY}` }, most)
    const until = performance.now() + KNOWN_WITHIN_MS
    for (let isKnown = false; !isKnown; )
      isKnown = await load({ ...ROUND, count: 1 }).then(
        () => true,
        async (error) => {
          if (performance.now() > until) throw error
          await pause(LOOK_EVERY_MS)
          return false
        },
      )
    await load()
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = spentBy(service.pid)
      const { count } = await load()
      const used = [...spentBy(service.pid)].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0))
      const all = used.reduce((sum, seconds) => sum + seconds, 0)
      rates.push(count / Math.max(...used, all / 2))
    }
    return median(rates)
  } finally {
    await service.stop()
  }
}

/** Processor time by process: of the service itself, and of those it has started but the database. */
function spentBy(service: number): Map<number, number> {
  const isOurs = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('one-of-several')
  const pids = [service, ...childrenOf(service).filter(isOurs)]
  return new Map(pids.map((pid) => [pid, secondsOf(pid)]))
}
