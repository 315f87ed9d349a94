// What a claim of due work costs beside very many lanes: where nothing is due, where a few lanes have something, and
// where all have.
import { makeLog } from '../server/base/process/log.ts'
import { returnWork } from '../server/outbox/due-work.ts'
import { laneOf, REAL_TIME } from '../server/outbox/lanes.ts'
import { readConfig } from '../server/service/config.ts'
import { openWorld } from '../server/service/open-world.ts'
import { type Claim, makeClaim } from '../server/worker/claim-in-turns.ts'
import type { World } from '../server/world.ts'
import { asOwner } from './as-owner.ts'
import { median } from './side-by-side.ts'

export interface LaneFigures {
  lanes: number
  idleMs: number
  fewDueMs: number
  allDueMs: number
}

const KIND = 'bench-lane'
const COUNTS = { lanes: [100, 1_000, 5_000, 20_000], ofATeam: 4, bite: 128, claims: 15 }
const AT_MOST_MS = { idle: 1, claim: 10 }

export async function benchLanes(dataDir: string): Promise<LaneFigures[]> {
  const config = readConfig({ DATA_DIR: dataDir })
  const { world, close } = await openWorld(config, makeLog({ level: 'error' }))
  try {
    const figures: LaneFigures[] = []
    for (const lanes of COUNTS.lanes) {
      await fill(world, lanes)
      await asOwner(dataDir, 'vacuum analyze due_work')
      figures.push({ lanes, ...(await measure(world, lanes)) })
    }
    return figures
  } finally {
    await world.pool.query('delete from due_work where kind = $1', [KIND])
    await close()
  }
}

export function reportLanes({ lanes, idleMs, fewDueMs, allDueMs }: LaneFigures): string {
  const isWithin = idleMs <= AT_MOST_MS.idle && Math.max(fewDueMs, allDueMs) <= AT_MOST_MS.claim
  const idle = `nothing due ${idleMs.toFixed(2)} ms (at most ${AT_MOST_MS.idle})`
  const claims = `few due ${fewDueMs.toFixed(1)} ms, all due ${allDueMs.toFixed(1)} ms (at most ${AT_MOST_MS.claim})`
  return `a claim beside ${lanes} lanes: ${idle}, ${claims}: ${isWithin ? 'ok' : 'BEYOND'}`
}

async function measure(world: World, lanes: number): Promise<Omit<LaneFigures, 'lanes'>> {
  const claim = makeClaim(world, () => {})
  const idleMs = await claimMs(world, claim, 0)
  await setDue(world, COUNTS.bite / 2)
  const fewDueMs = await claimMs(world, claim, COUNTS.bite / 2)
  await setDue(world, Number.MAX_SAFE_INTEGER)
  return { idleMs, fewDueMs, allDueMs: await claimMs(world, claim, Math.min(COUNTS.bite, lanes)) }
}

/** Until so many are had: the middle of several. The first finds out that there are many lanes. All is given back. */
async function claimMs(world: World, claim: Claim, wanted: number): Promise<number> {
  const nothing = new Map<string, number>()
  const use = { caps: new Map([[KIND, 16]]), running: nothing, runningOfTeam: nothing, teamCap: COUNTS.bite }
  const times: number[] = []
  for (let n = 0; n <= COUNTS.claims; n++) {
    const start = performance.now()
    const { pieces } = await claim(use, COUNTS.bite)
    while (pieces.length < wanted) pieces.push(...(await claim(use, COUNTS.bite - pieces.length)).pieces)
    if (n > 0) times.push(performance.now() - start)
    await returnWork(world.pool, pieces)
  }
  return median(times)
}

/** One piece a lane, due tomorrow. */
async function fill(world: World, lanes: number): Promise<void> {
  await world.pool.query('delete from due_work where kind = $1', [KIND])
  const names = Array.from({ length: lanes }, (_, n) => {
    const owner = { teamId: `team_${Math.floor(n / COUNTS.ofATeam)}`, mode: 'live' as const }
    return laneOf(KIND, owner, String(n % COUNTS.ofATeam))
  })
  await world.pool.query(
    `insert into due_work (kind, key, lane, clock, run_at, payload, created_at)
     select $1, lane, lane, $2, $3::timestamptz + interval '1 day', 'null', $3 from unnest($4::text[]) as lane`,
    [KIND, REAL_TIME, world.wall.now(), names],
  )
}

async function setDue(world: World, count: number): Promise<void> {
  await world.pool.query(
    `update due_work set run_at = $2 where id in (select id from due_work where kind = $1 order by id desc limit $3)`,
    [KIND, world.wall.now(), count],
  )
}
