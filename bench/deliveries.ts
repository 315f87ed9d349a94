// Webhook deliveries from claim to recorded attempt, by eight webhooks of one HTTPS receiver, because one webhook runs
// 16 at once. The bare side is 16 loops that sign and post the same body over 16 connections, without a database. Also:
// nine receivers beside one that never responds, and rate and memory of a backlog in a process without the API.
import { Agent } from 'undici'
import { PERMISSIONS } from '../contract/permissions.ts'
import { signaturesFor } from '../server/adapters/webhooks/signature.ts'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { startHeartbeat } from '../server/app/worker/heartbeat.ts'
import { JOB_HANDLERS } from '../server/app/worker/job-types.ts'
import { startWorker } from '../server/app/worker/worker.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { createWebhook } from '../server/features/webhooks/webhooks.ts'
import { scopeOf, type World } from '../server/features/world.ts'
import { clockOf, DELIVER, deliveryQueues } from '../server/kernel/jobs/jobs.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { startChild } from './child.ts'
import { type Result, sideBySide } from './side-by-side.ts'
import { stopwatch } from './stopwatch.ts'

const DELIVERIES = 4_000
const BACKLOG = 100_000
const CHUNK = 10_000
const RECEIVERS = 10
const BODY = JSON.stringify({
  id: 'evt_',
  type: 'wallet.credit',
  data: { object: { text: 'x'.repeat(600) } },
})

export interface Backlog {
  backlogMegabytes: number
  backlogPerSecond: number
}

export interface DeliveryFigures extends Backlog {
  rate: Result
  /** The rate of nine receivers beside a hanging one, over their rate beside a healthy one. */
  fairness: Result
}

export async function benchDeliveries(dataDir: string): Promise<DeliveryFigures> {
  const { rate, fairness } = await withWorker(dataDir, async (world) => {
    const rate = await compareRate(world)
    const fairness = await sideBySide({
      name: 'nine receivers beside a hanging tenth',
      ours: () => healthyRate(world, 1),
      bare: () => healthyRate(world, 0),
      rounds: 3,
      atLeast: 0.9,
    })
    return { rate, fairness }
  })
  // In a separate process, so that earlier rounds do not count as its memory.
  const backlog = await startChild<Backlog>('./backlog-process.ts', { DATA_DIR: dataDir })
  await backlog.stop()
  return { rate, fairness, ...backlog.ready }
}

export async function withWorker<T>(dataDir: string, use: (world: World) => Promise<T>): Promise<T> {
  const opened = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'error' }))
  const heartbeat = await startHeartbeat(opened.world, opened.alone)
  try {
    return await use(opened.world)
  } finally {
    await heartbeat.stop()
    await opened.close()
  }
}

async function compareRate(world: World): Promise<Result> {
  const receiver = await startChild<{ urls: string[] }>('./receiver-process.ts', {}, ['1'])
  const url = receiver.ready.urls[0]!
  const team = await newTeam(world, pathsAt(url))
  const agent = new Agent({ connections: 16, pipelining: 1, connect: { rejectUnauthorized: false } })
  try {
    return await sideBySide({
      name: 'deliveries over a bare loop that signs and posts',
      ours: () => deliver(world, team, DELIVERIES),
      bare: () => postBare(agent, url, DELIVERIES),
      atLeast: 0.4,
    })
  } finally {
    await agent.close()
    await receiver.stop()
  }
}

/** The delivery rate of all but the hanging receivers. */
async function healthyRate(world: World, hanging: number): Promise<number> {
  const receivers = await startChild<{ urls: string[] }>('./receiver-process.ts', {}, [
    String(RECEIVERS),
    String(hanging),
  ])
  const team = await newTeam(
    world,
    receivers.ready.urls.map((url) => `${url}/x`),
  )
  const healthy = team.webhooks.slice(hanging || 1)
  const rate = await deliver(world, team, DELIVERIES, healthy)
  await world.pool.query('update webhooks set active = false')
  // The next round must not run what the hanging receiver left.
  await world.pool.query('delete from jobs where team_id = $1', [team.id])
  await receivers.stop()
  return rate
}

export async function drainBacklog(world: World): Promise<Backlog> {
  const receiver = await startChild<{ urls: string[] }>('./receiver-process.ts', {}, ['1'])
  const team = await newTeam(world, pathsAt(receiver.ready.urls[0]!))
  let megabytes = 0
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, process.memoryUsage.rss() / 1024 / 1024)
  }, 50)
  const rate = await deliver(world, team, BACKLOG)
  clearInterval(look)
  await receiver.stop()
  return { backlogMegabytes: megabytes, backlogPerSecond: rate }
}

/** Several webhooks at one receiver, because each has its own share of the worker's slots. */
export const pathsAt = (url: string) => Array.from({ length: 8 }, (_, n) => `${url}/${n}`)

export interface Team {
  id: string
  webhooks: string[]
}

export async function newTeam(world: World, urls: string[]): Promise<Team & { key: string }> {
  const { team, secrets } = await createTeam(world, { name: 'Bench', email: 'bench@example.com' })
  const scope = await scopeOf(world, { teamId: team.id, mode: 'live' })
  const via = { kind: 'key' as const, id: '', name: 'Bench', lastFour: '', expiresAt: null }
  const caller = { permissions: new Set(PERMISSIONS), via }
  const webhooks: string[] = []
  for (const url of urls)
    webhooks.push((await createWebhook(world, scope, { url, events: ['wallet.credit'] }, caller)).id)
  return { id: team.id, key: secrets.live, webhooks }
}

/** Stores events and deliveries like the flush, in bulk, then times a worker that sends them all. */
async function deliver(world: World, team: Team, count: number, timed = team.webhooks): Promise<number> {
  for (let left = count; left > 0; left -= CHUNK) await store(world, team, Math.min(left, CHUNK))
  const { rows } = await world.pool.query(
    `select count(*)::int as n from deliveries where webhook_id = any($1) and status = 'waiting'`,
    [timed],
  )
  const stop = stopwatch()
  const worker = startWorker(world, JOB_HANDLERS)
  // Polling is part of the measurement; beside a hanging receiver there is no other way.
  if (timed === team.webhooks) await worker.idle()
  else await untilSent(world, timed)
  const rate = stop(rows[0].n)
  await worker.stop()
  return rate
}

export async function store(world: World, team: Team, count: number): Promise<void> {
  const owner = { teamId: team.id, mode: 'live' as const }
  await world.pool.query(
    `with numbers as (
       update team_counters set event_sequence = event_sequence + $2 where team_id = $1 and mode = 'live'
       returning event_sequence - $2 as before
     ), made as (
       insert into events (id, team_id, mode, sequence, type, payload, created_at)
       select 'evt_' || gen_random_uuid(), $1, 'live', before + n, 'wallet.credit', $3, now()
       from numbers, generate_series(1, $2::int) n returning id, sequence
     ), sent as (
       insert into deliveries (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
       select 'dlv_' || gen_random_uuid(), ($4::text[])[1 + sequence % cardinality($4::text[])], id, 'wallet.credit',
         'waiting', now(), now() from made returning id, webhook_id
     )
     insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at)
     select $5, id, $6 || webhook_id, $7, $1, 'live', now(), 'null', now() from sent`,
    [team.id, count, BODY, team.webhooks, DELIVER, deliveryQueues(owner), clockOf(owner)],
  )
}

async function untilSent(world: World, webhooks: string[]): Promise<void> {
  for (;;) {
    const { rows } = await world.pool.query(
      `select exists (select from deliveries where webhook_id = any($1) and status = 'waiting') as left`,
      [webhooks],
    )
    if (!rows[0].left) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function postBare(agent: Agent, origin: string, count: number): Promise<number> {
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  let left = count
  const client = async () => {
    while (left-- > 0) {
      const signatures = signaturesFor([secret], 'evt_x', 1_763_200_000, BODY)
      const headers = { 'content-type': 'application/json', ...signatures }
      const { body } = await agent.request({ origin, path: '/bare', method: 'POST', headers, body: BODY })
      await body.dump()
    }
  }
  const stop = stopwatch()
  await Promise.all(Array.from({ length: 16 }, client))
  return stop(count)
}
