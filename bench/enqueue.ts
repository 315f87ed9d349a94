// The latency from enqueueing to running in another process: median and 99th percentile of a hundred, one
// after the other. Other queues are measured in turns if a folder names them.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import type { World } from '../server/features/world.ts'
import { REAL_TIME, sharedQueue } from '../server/kernel/jobs/jobs.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { type Child, startChild } from './child.ts'
import { TIMED } from './enqueue-type.ts'
import { openPeer, type PeerName, peersHere, titleOf } from './peers.ts'

const WARM_UP = 20
const ROUNDS = 5
const JOBS_A_ROUND = 20

export interface EnqueueFigures {
  name: string
  p50Ms: number
  p99Ms: number
}

interface Queue {
  name: string
  /** Stores one job and notifies the worker. */
  enqueue(key: string): Promise<unknown>
  /** Resolves with its start time in the other process. */
  ran(key: string): Promise<bigint>
  stop(): Promise<void>
}

export async function benchEnqueue(dataDir: string): Promise<EnqueueFigures[]> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'error' }))
  const queues = [await ourQueue(world, dataDir)]
  try {
    for (const name of peersHere()) queues.push(await peerQueue(name, dataDir))
    for (const queue of queues) await timesOf(queue, WARM_UP)
    const times = new Map<Queue, number[]>(queues.map((queue) => [queue, []]))
    for (let round = 0; round < ROUNDS; round++)
      for (const queue of queues) times.get(queue)?.push(...(await timesOf(queue, JOBS_A_ROUND)))
    return [...times].map(([{ name }, all]) => figuresOf(name, all))
  } finally {
    for (const queue of queues) await queue.stop()
    await close()
  }
}

export function reportEnqueue({ name, p50Ms, p99Ms }: EnqueueFigures): string {
  const times = `median ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  return `latency of a job from one process to another, ${name}: ${times}`
}

async function ourQueue(world: World, dataDir: string): Promise<Queue> {
  const { ran, child } = await startOther('ours', dataDir)
  const enqueue = async (key: string) => {
    await world.pool.query({
      name: 'bench-enqueue',
      text: `insert into jobs (type, key, queue, clock, run_at, payload, created_at)
        values ($1, $2, $3, $4, $5, 'null', $5)`,
      values: [TIMED.type, key, sharedQueue(TIMED.type), REAL_TIME, world.wall.now()],
    })
    world.jobsAdded()
  }
  return { name: 'ours', enqueue, ran, stop: child.stop }
}

async function peerQueue(name: PeerName, dataDir: string): Promise<Queue> {
  const peer = await openPeer(name, dataDir)
  const { ran, child } = await startOther(name, dataDir)
  const stop = async () => {
    await child.stop()
    await peer.close()
  }
  return { name: titleOf(name), enqueue: (key) => peer.enqueue([key]), ran, stop }
}

async function startOther(
  name: string,
  dataDir: string,
): Promise<{ child: Child<object>; ran: Queue['ran'] }> {
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
  return { child, ran: (key) => new Promise((resolve) => waiting.set(key, resolve)) }
}

async function timesOf({ enqueue, ran }: Queue, jobs: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < jobs; n++) {
    const key = crypto.randomUUID()
    const began = ran(key)
    // The same clock in every process of a machine.
    const start = process.hrtime.bigint()
    await enqueue(key)
    times.push(Number((await began) - start) / 1e6)
  }
  return times
}

function figuresOf(name: string, times: number[]): EnqueueFigures {
  times.sort((a, b) => a - b)
  return { name, p50Ms: times[times.length >> 1] ?? 0, p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? 0 }
}
