// An agency in its daily work, measured: it requests /me repeatedly while its events go to its webhooks.
import { Pool } from 'undici'
import type { World } from '../server/features/world.ts'
import { store, type Team } from './deliveries.ts'

export interface Day {
  /** The 99th percentile of /me requests. */
  p99Ms: number
  /** From the first event to the last delivery. */
  deliveriesPerSecond: number
}

export interface Victim extends Team {
  url: string
  key: string
}

/** The offered load: so many deliveries every tick, which is 200 a second. */
const DELIVERIES = 20
const TICK_MS = 100
const TICKS = 30
const ASKING = 4
const ASK_EVERY_MS = 10

export async function livesADay(world: World, victim: Victim): Promise<Day> {
  const times: number[] = []
  let isOver = false
  const pool = new Pool(victim.url, { connections: ASKING, pipelining: 1 })
  const headers = { authorization: `Bearer ${victim.key}` }
  const ask = async () => {
    while (!isOver) {
      const start = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', path: '/api/v1/me', headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`the victim was answered ${statusCode}`)
      times.push(performance.now() - start)
      await pause(ASK_EVERY_MS)
    }
  }
  const asking = Array.from({ length: ASKING }, ask)
  const start = performance.now()
  for (let tick = 0; tick < TICKS; tick++) {
    await store(world, victim, DELIVERIES)
    world.jobsAdded()
    await pause(start + (tick + 1) * TICK_MS - performance.now())
  }
  while ((await waiting(world, victim)) > 0) await pause(10)
  const seconds = (performance.now() - start) / 1000
  isOver = true
  await Promise.all(asking)
  await pool.close()
  return { p99Ms: p99Of(times), deliveriesPerSecond: (DELIVERIES * TICKS) / seconds }
}

async function waiting(world: World, { webhooks }: Team): Promise<number> {
  const { rows } = await world.pool.query(
    `select count(*)::int as n from deliveries where webhook_id = any($1) and status = 'waiting'`,
    [webhooks],
  )
  return rows[0].n
}

function p99Of(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
