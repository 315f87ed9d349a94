// How long work that one process schedules takes until another runs it: the median and the 99th of a hundred, one after
// the other. Peers are measured in the same run where a folder is named that has them (BENCH_PEERS); they are no part
// of this project.
import { makeLog } from '../server/base/process/log.ts'
import { REAL_TIME, sharedLane } from '../server/outbox/lanes.ts'
import { readConfig } from '../server/service/config.ts'
import { openWorld } from '../server/service/open-world.ts'
import { startChild } from './child.ts'
import { TIMED } from './enqueue-kind.ts'

const PIECES = { warmUp: 20, counted: 100 }
const PEERS = ['graphile-worker', 'pg-boss'] as const

export interface EnqueueFigures {
  name: string
  p50Ms: number
  p99Ms: number
}

/** Stores one piece of work, and tells where it waits that there is one. */
type Enqueue = (key: string) => Promise<unknown>

export async function benchEnqueue(dataDir: string): Promise<EnqueueFigures[]> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'error' }))
  try {
    const ours = async (key: string) => {
      await world.pool.query({
        name: 'bench-enqueue',
        text: `insert into due_work (kind, key, lane, clock, run_at, payload, created_at)
          values ($1, $2, $3, $4, $5, 'null', $5)`,
        values: [TIMED.kind, key, sharedLane(TIMED.kind), REAL_TIME, world.wall.now()],
      })
      world.workAdded()
    }
    const figures = [await measure('ours', dataDir, ours)]
    const folder = process.env.BENCH_PEERS
    if (folder === undefined) return figures
    const { enqueueTo } = await import('./enqueue-peers.ts')
    for (const peer of PEERS) {
      const { enqueue, stop } = await enqueueTo(peer, folder, dataDir)
      figures.push(await measure(peer, dataDir, enqueue))
      await stop()
    }
    return figures
  } finally {
    await close()
  }
}

export function reportEnqueue({ name, p50Ms, p99Ms }: EnqueueFigures): string {
  const times = `median ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  return `work of one process begins in another, ${name}: ${times}`
}

async function measure(name: string, dataDir: string, enqueue: Enqueue): Promise<EnqueueFigures> {
  const env = { DATA_DIR: dataDir, BENCH_PEERS: process.env.BENCH_PEERS ?? '' }
  const child = await startChild<object>('./enqueue-process.ts', env, [name])
  const waiting = new Map<string, (at: bigint) => void>()
  let text = ''
  child.process.stdout?.on('data', (chunk) => {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const [key = '', at = '0'] = line.split(' ')
      waiting.get(key)?.(BigInt(at))
    }
  })
  const times: number[] = []
  try {
    for (let n = 0; n < PIECES.warmUp + PIECES.counted; n++) {
      const key = `${name}-${n}`
      const ran = new Promise<bigint>((resolve) => waiting.set(key, resolve))
      // The same clock in every process of a machine.
      const start = process.hrtime.bigint()
      await enqueue(key)
      const ms = Number((await ran) - start) / 1e6
      if (n >= PIECES.warmUp) times.push(ms)
    }
  } finally {
    await child.stop()
  }
  times.sort((a, b) => a - b)
  return { name, p50Ms: times[times.length >> 1] ?? 0, p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? 0 }
}
