// The effect of an attack on another agency (victim.ts): its response times and deliveries alone and beside each
// attack, in turns, medians of three. The attacker is a team with the usual limits, in another process, from another
// address.

import { makeWebhookSecret } from '../server/adapters/webhooks/signature.ts'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { secretContext } from '../server/features/webhooks/secrets.ts'
import type { World } from '../server/features/world.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { makeId } from '../server/kernel/values/ids.ts'
import type { Attack } from './attacker-process.ts'
import { startChild } from './child.ts'
import { newTeam, pathsAt, store, type Team } from './deliveries.ts'
import { median } from './side-by-side.ts'
import { type Day, livesADay, type Victim } from './victim.ts'

export interface Fairness {
  attack: string
  alone: Day
  beside: Day
}

interface Scene {
  world: World
  victim: Victim
  receiver: string
  hanging: string
}

/** Starts the attack, and returns a function that ends it. */
type Begin = (scene: Scene) => Promise<() => Promise<void>>

const ROUNDS = 3
const RATIO_MIN = 0.9
const MORE_MS_MAX = 25
const CHUNK = 10_000

const ATTACKS: Readonly<Record<string, Begin>> = {
  'a flood of searches': flood('search'),
  'a flood of callbacks': flood('callback'),
  'a flood of bodies': flood('body'),
  'a flood of PDFs': flood('pdf'),
  'forty silent names': (scene) => backlog(scene, 40, 20_000, (n) => `https://n${n}.silent.test/x`),
  'a backlog of 100,000': (scene) => backlog(scene, 8, 100_000, (n) => `${scene.receiver}/a${n}`),
  '20,000 queues': (scene) => backlog(scene, 20_000, 20_000, (n) => `${scene.hanging}/${n}`),
}

export async function benchFairness(dataDir: string, only?: string): Promise<Fairness[]> {
  const names = await startChild<{ address: string }>('./name-server-process.ts', {})
  const settings = { PORT: '0', DATA_DIR: dataDir, DNS_SERVERS: names.ready.address }
  const service = await startChild<{ url: string }>('./service-process.ts', settings)
  const receivers = await startChild<{ urls: string[] }>('./receiver-process.ts', {}, ['2', '1'])
  const opened = await openWorld(readConfig(settings), makeLog({ level: 'error' }), { share: true })
  try {
    const [hanging = '', receiver = ''] = receivers.ready.urls
    const victim = await newVictim(opened.world, service.ready.url, receiver)
    const scene = { world: opened.world, victim, receiver, hanging }
    // The first round warms up shared parts.
    await livesADay(scene.world, victim)
    const results: Fairness[] = []
    for (const [attack, begin] of Object.entries(ATTACKS))
      if (only === undefined || attack.includes(only)) results.push(await compare(attack, scene, begin))
    return results
  } finally {
    await opened.close()
    await receivers.stop()
    await service.stop()
    await names.stop()
  }
}

async function compare(attack: string, scene: Scene, begin: Begin): Promise<Fairness> {
  const days: { alone: Day; beside: Day }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await livesADay(scene.world, scene.victim)
    const end = await begin(scene)
    const beside = await livesADay(scene.world, scene.victim)
    await end()
    days.push({ alone, beside })
  }
  const middle = (side: 'alone' | 'beside'): Day => ({
    p99Ms: median(days.map((day) => day[side].p99Ms)),
    deliveriesPerSecond: median(days.map((day) => day[side].deliveriesPerSecond)),
  })
  return { attack, alone: middle('alone'), beside: middle('beside') }
}

export function reportFairness({ attack, alone, beside }: Fairness): string {
  const ratio = beside.deliveriesPerSecond / alone.deliveriesPerSecond
  const moreMs = beside.p99Ms - alone.p99Ms
  const verdict = ratio >= RATIO_MIN && moreMs <= MORE_MS_MAX ? 'ok' : 'BEYOND'
  const times = `p99 of /me ${alone.p99Ms.toFixed(1)} ms, beside it ${beside.p99Ms.toFixed(1)} ms (at most 25 more)`
  const rates = `${Math.round(beside.deliveriesPerSecond)}/s of ${Math.round(alone.deliveriesPerSecond)}/s`
  return `beside ${attack.padEnd(22)} deliveries ${ratio.toFixed(2)} (at least 0.90)  ${rates}  ${times}: ${verdict}`
}

async function newVictim(world: World, url: string, receiver: string): Promise<Victim> {
  const { port } = new URL(receiver)
  const team = await newTeam(world, pathsAt(`https://hooks.victim.test:${port}`))
  await world.pool.query('update teams set rate_limit_per_minute = 0 where id = $1', [team.id])
  return { ...team, url }
}

function flood(attack: Attack): Begin {
  return async ({ world, victim }) => {
    const { secrets } = await createTeam(world, { name: 'Attacker', email: 'attacker@example.com' })
    const attacker = await startChild('./attacker-process.ts', {}, [attack, victim.url, secrets.live])
    return () => attacker.stop()
  }
}

/** A team with so many webhooks at these addresses, and so many due deliveries. */
async function backlog(
  { world }: Scene,
  webhooks: number,
  deliveries: number,
  urlOf: (n: number) => string,
): Promise<() => Promise<void>> {
  const { team } = await createTeam(world, { name: 'Attacker', email: 'attacker@example.com' })
  const made = Array.from({ length: webhooks }, (_, n) => {
    const id = makeId('webhook', world.wall.now())
    return { id, url: urlOf(n), secret: world.secretBox.encrypt(makeWebhookSecret(), secretContext(id)) }
  })
  const column = <K extends 'id' | 'url' | 'secret'>(name: K) => made.map((webhook) => webhook[name])
  await world.pool.query(
    `insert into webhooks (id, team_id, mode, url, url_key, events, secret, created_at, updated_at)
     select id, $1, 'live', url, url, '{*}', secret, now(), now()
     from unnest($2::text[], $3::text[], $4::bytea[]) as made (id, url, secret)`,
    [team.id, column('id'), column('url'), column('secret')],
  )
  const attackers: Team = { id: team.id, webhooks: column('id') }
  for (let left = deliveries; left > 0; left -= CHUNK) await store(world, attackers, Math.min(left, CHUNK))
  world.jobsAdded()
  return async () => {
    await world.pool.query('delete from jobs where team_id = $1', [team.id])
    await world.pool.query('update webhooks set active = false where team_id = $1', [team.id])
  }
}
