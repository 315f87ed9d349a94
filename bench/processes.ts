// The throughput of GET /api/v1/me by two processes over one, by processor time for the same load, so that other
// load on the machine does not count. The busiest process counts, or half of all processor time if that is more.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { KEY } from './child.ts'
import { gets } from './load.ts'
import { median } from './side-by-side.ts'
import { childrenOf, LOOK_EVERY_MS, startCommand } from './start.ts'
import { secondsOf } from './stopwatch.ts'

/** Whichever comes first: on a busy machine this must end too. */
const ROUND = { count: 8_000, seconds: 5 }
const ROUNDS = 8
const WARM_UPS = 2
/** The service is healthy a moment before it has created its team. */
const KNOWN_WITHIN_MS = 30_000
const AT_LEAST = 1.6
/** Odd ports: an even unused port may be assigned to the connecting side, which then connects to itself. */
const PORTS = [0, 39519, 39521] as const

export interface ProcessFigures {
  ratio: number
  /** Requests per second of processor time that the busiest process, or half of all, needs. */
  one: number
  two: number
}

/** Each on its own service, in turns, because the machine's speed varies. */
export async function benchProcesses(dataDir: string): Promise<ProcessFigures> {
  const one = await startSide(dataDir, 1)
  const otherDir = mkdtempSync(join(tmpdir(), 'embarque-bench-two-'))
  try {
    const two = await startSide(otherDir, 2)
    try {
      const rounds: Omit<ProcessFigures, 'ratio'>[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const first = round % 2 === 0 ? await one.perProcessorSecond() : null
        const both = await two.perProcessorSecond()
        rounds.push({ one: first ?? (await one.perProcessorSecond()), two: both })
      }
      return {
        ratio: median(rounds.map((rate) => rate.two / rate.one)),
        one: median(rounds.map((rate) => rate.one)),
        two: median(rounds.map((rate) => rate.two)),
      }
    } finally {
      await two.stop()
    }
  } finally {
    await one.stop()
    rmSync(otherDir, { recursive: true, force: true })
  }
}

export function reportProcesses({ ratio, one, two }: ProcessFigures): string {
  const verdict = ratio >= AT_LEAST ? 'ok' : 'BELOW'
  const rates = `${Math.round(two)} of ${Math.round(one)} by processor time`
  return `two processes over one: ${ratio.toFixed(2)} (at least ${AT_LEAST.toFixed(2)}: ${verdict})  ${rates}`
}

/** A warmed-up service. */
async function startSide(dataDir: string, processes: 1 | 2) {
  const settings = {
    BOOTSTRAP_LIVE_KEY: KEY,
    RATE_LIMIT_PER_MINUTE: '10000000',
    PROCESSES: String(processes),
  }
  const service = await startCommand(dataDir, settings, PORTS[processes])
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
  // Each process warms up by itself.
  for (let round = 0; round < WARM_UPS * processes; round++) await load()
  return {
    async perProcessorSecond(): Promise<number> {
      const before = spentBy(service.pid)
      const { count } = await load()
      const used = [...spentBy(service.pid)].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0))
      const all = used.reduce((sum, seconds) => sum + seconds, 0)
      return count / Math.max(...used, all / processes)
    },
    stop: () => service.stop(),
  }
}

/** Processor time by process: the service and its children except the database. */
function spentBy(service: number): Map<number, number> {
  const isOurs = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('one-of-several')
  const pids = [service, ...childrenOf(service).filter(isOurs)]
  return new Map(pids.map((pid) => [pid, secondsOf(pid)]))
}
