// Claims due work at a cost that does not grow with the lanes that others have made. Where lanes are few, a claim walks
// through all of them. Where they are very many it asks what is due earliest, which costs the same however many wait
// for later; and while more than that is due, lanes have their turns, by a list that is made anew now and then.
import { putBounded } from '../base/values/put-bounded.ts'
import { dueLanes, earliestLanes, hasLanes, type Lane, uniqueLanes } from '../outbox/due-lanes.ts'
import { claimWork, type LaneUse, type Piece } from '../outbox/due-work.ts'
import { clockOf, REAL_TIME, teamOfLane } from '../outbox/lanes.ts'
import type { World } from '../world.ts'
import { type LaneRing, makeLaneRing, mayRunMore } from './lanes-in-turn.ts'

export type Claim = (use: LaneUse, limit: number) => Promise<Claimed>

interface Claimed {
  pieces: Piece[]
  /** Every lane was asked: what it did not bring was not due, or had no room. */
  isOfAll: boolean
}

/** A walk that takes so long looks as if there were very many lanes. */
const SLOW_MS = 8
const LANES_MANY = 200
const LANES_OF_ONE_TEAM = 64
/** Asked by one claim; half of them by the list. */
const LANES_AT_ONCE = 128
/** The looking takes a sixth of the time at most. */
const REST = 5
const REST_MS_MIN = 250
/** How long lanes are taken to be many; a walk then finds out whether they still are. */
const MANY_MS = 60_000
/** A walk that brings much takes long too; where lanes are few, that is not asked for again at once. */
const FEW_MS = 1_000
/** Lanes that were served a moment ago may well be needed again before the next look. */
const RECENT_TEAMS = 1_000

/** Calls `found` when the lanes were looked through: there may be more to claim than by the list before. */
export function makeClaim(world: World, found: () => void): Claim {
  let ring: LaneRing = makeLaneRing([])
  /** All by performance.now. */
  let manyUntil = 0
  let fewUntil = 0
  let ringUntil = 0
  let isLooking = false
  const recent = new Map<string, Map<string, Lane>>()

  const take = (use: LaneUse, limit: number, among?: readonly Lane[]) =>
    claimWork(world.pool, world.wall.now(), world.processId, use, limit, among)

  async function look(): Promise<void> {
    const start = performance.now()
    const lanes = await dueLanes(world.pool, world.wall.now(), LANES_OF_ONE_TEAM)
    const end = performance.now()
    const served = [...recent.values()].flatMap((ofTeam) => [...ofTeam.values()])
    ring = makeLaneRing(uniqueLanes([...lanes, ...served]))
    ringUntil = end + Math.max(REST_MS_MIN, (end - start) * REST)
  }

  /** Claims go on by the list there is. */
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

  async function walk(use: LaneUse, limit: number): Promise<Claimed> {
    const start = performance.now()
    const pieces = await take(use, limit)
    const end = performance.now()
    if (end - start > SLOW_MS && end >= fewUntil) {
      if (await hasLanes(world.pool, LANES_MANY)) manyUntil = end + MANY_MS
      else fewUntil = end + FEW_MS
    }
    return { pieces, isOfAll: true }
  }

  async function takeEarliest(use: LaneUse, limit: number): Promise<Claimed> {
    const { lanes, areAll } = await earliestLanes(world.pool, world.wall.now())
    const earliest = lanes.filter((lane) => mayRunMore(lane, use))
    if (areAll) {
      const pieces = earliest.length === 0 ? [] : await take(use, limit, earliest)
      return { pieces, isOfAll: true }
    }
    if (performance.now() >= ringUntil) lookMeanwhile()
    // What is due earliest may be all of those who have very much: the others are in the list.
    const inTurn = ring.take(use, LANES_AT_ONCE / 2)
    const among = uniqueLanes([...inTurn, ...earliest]).slice(0, LANES_AT_ONCE)
    return { pieces: await take(use, limit, among), isOfAll: false }
  }

  return async (use, limit) => {
    const areMany = performance.now() < manyUntil
    const claimed = await (areMany ? takeEarliest(use, limit) : walk(use, limit))
    for (const piece of claimed.pieces) remember(piece)
    return claimed
  }
}
