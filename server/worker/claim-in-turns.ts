// Claims due work at a cost that does not grow with the lanes that others have made: where there are very many, they
// are looked through now and then, and claims go by that list in between.
import { putBounded } from '../base/values/put-bounded.ts'
import { dueLanes, hasLanes, type Lane } from '../outbox/due-lanes.ts'
import { claimWork, type LaneUse, type Piece } from '../outbox/due-work.ts'
import { clockOf, REAL_TIME, teamOfLane } from '../outbox/lanes.ts'
import type { World } from '../world.ts'

export type Claim = (use: LaneUse, limit: number) => Promise<Piece[]>

interface LaneList {
  lanes: readonly Lane[]
  /** By performance.now. */
  until: number
}

/** A claim that takes so long looks as if there were very many lanes. */
const SLOW_MS = 40
const LANES_MANY = 500
const LANES_OF_ONE_TEAM = 64
/** The looking takes a sixth of the time at most. */
const REST = 5
const REST_MS_MIN = 250
/** Lanes that were served a moment ago may well be needed again before the next look. */
const RECENT_TEAMS = 1_000

/** Calls `found` when the lanes were looked through: there may be more to claim than by the list before. */
export function makeClaim(world: World, found: () => void): Claim {
  let list: LaneList | undefined
  let isLooking = false
  const recent = new Map<string, Map<string, Lane>>()

  const served = () => [...recent.values()].flatMap((ofTeam) => [...ofTeam.values()])

  /** Claims go on by the list there is; without one where lanes are few enough to be looked through at each of them. */
  async function look(): Promise<void> {
    const start = performance.now()
    const { lanes, total } = await dueLanes(world.pool, world.wall.now(), LANES_OF_ONE_TEAM)
    const end = performance.now()
    const names = new Set(lanes.map(({ lane }) => lane))
    const others = served().filter(({ lane }) => !names.has(lane))
    const until = end + Math.max(REST_MS_MIN, (end - start) * REST)
    list = total < LANES_MANY ? undefined : { lanes: [...lanes, ...others], until }
  }

  function lookMeanwhile(): void {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error) => world.log.warn({ err: error }, 'lanes could not be looked through'))
      .finally(() => {
        isLooking = false
        found()
      })
  }

  function remember({ lane, team_id, mode }: Piece): void {
    const clock = team_id === null || mode === null ? REAL_TIME : clockOf({ teamId: team_id, mode })
    const team = teamOfLane(lane)
    const ofTeam = recent.get(team) ?? new Map<string, Lane>()
    // The latest last: what was served longest ago is forgotten first.
    recent.delete(team)
    putBounded(recent, team, ofTeam, RECENT_TEAMS)
    ofTeam.delete(lane)
    putBounded(ofTeam, lane, { clock, lane }, LANES_OF_ONE_TEAM)
  }

  return async (use, limit) => {
    if (list !== undefined && performance.now() >= list.until) lookMeanwhile()
    const start = performance.now()
    const pieces = await claimWork(world.pool, world.wall.now(), world.processId, use, limit, list?.lanes)
    const end = performance.now()
    for (const piece of pieces) remember(piece)
    if (list === undefined && end - start > SLOW_MS && (await hasLanes(world.pool, LANES_MANY)))
      list = { lanes: served(), until: end }
    return pieces
  }
}
