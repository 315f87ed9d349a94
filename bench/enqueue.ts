// The latency from enqueueing to running in another process: median and 99th percentile of a hundred, one
// after the other.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import type { World } from '../server/features/world.ts'
import { installationJob } from '../server/kernel/jobs/declare-job.ts'
import { REAL_TIME, sharedQueue } from '../server/kernel/jobs/jobs.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { type Child, startChild } from './child.ts'

const WARM_UP = 20
const JOBS = 100

/** The job type that reports its start time. */
export const TIMED = installationJob('bench-timed', { waits: [], cap: 16, everyMs: 1 })

export interface EnqueueFigures {
  p50Ms: number
  p99Ms: number
}

export async function benchEnqueue(dataDir: string): Promise<EnqueueFigures> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'error' }))
  try {
    const worker = await startChild<object>('./enqueue-process.ts', { DATA_DIR: dataDir })
    try {
      const ran = startsOf(worker)
      await timesOf(world, ran, WARM_UP)
      return figuresOf(await timesOf(world, ran, JOBS))
    } finally {
      await worker.stop()
    }
  } finally {
    await close()
  }
}

export function reportEnqueue({ p50Ms, p99Ms }: EnqueueFigures): string {
  const times = `median ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  return `latency of a job from one process to another: ${times}`
}

/** Resolves with the start time of a job in the other process. */
type Ran = (key: string) => Promise<bigint>

function startsOf({ process }: Child<object>): Ran {
  const waiting = new Map<string, (at: bigint) => void>()
  let text = ''
  process.stdout?.on('data', (chunk) => {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const [key = '', at = '0'] = line.split(' ')
      waiting.get(key)?.(BigInt(at))
    }
  })
  return (key) => new Promise((resolve) => waiting.set(key, resolve))
}

async function timesOf(world: World, ran: Ran, jobs: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < jobs; n++) {
    const key = crypto.randomUUID()
    const began = ran(key)
    // The same clock in every process of a machine.
    const start = process.hrtime.bigint()
    await enqueue(world, key)
    times.push(Number((await began) - start) / 1e6)
  }
  return times
}

/** Stores one job and notifies the worker. */
async function enqueue(world: World, key: string): Promise<void> {
  await world.pool.query({
    name: 'bench-enqueue',
    text: `insert into jobs (type, key, queue, clock, run_at, payload, created_at)
      values ($1, $2, $3, $4, $5, 'null', $5)`,
    values: [TIMED.type, key, sharedQueue(TIMED.type), REAL_TIME, world.wall.now()],
  })
  world.jobsAdded()
}

function figuresOf(times: number[]): EnqueueFigures {
  times.sort((a, b) => a - b)
  return { p50Ms: times[times.length >> 1] ?? 0, p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? 0 }
}
