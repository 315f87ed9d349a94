// Very many lanes, some of them at a time: each claim asks the next few that may run more, and comes round.
import type { Lane } from '../outbox/due-lanes.ts'
import type { LaneUse } from '../outbox/due-work.ts'
import { kindOfLane, REAL_TIME, teamOfLane } from '../outbox/lanes.ts'

export interface LaneRing {
  /** The next lanes that may run more, up to so many, once round at most. */
  take(use: LaneUse, limit: number): Lane[]
}

export function makeLaneRing(lanes: readonly Lane[]): LaneRing {
  let place = 0
  return {
    take(use, limit) {
      const taken: Lane[] = []
      for (let looked = 0; looked < lanes.length && taken.length < limit; looked++) {
        const lane = lanes[place]
        place = (place + 1) % lanes.length
        if (lane !== undefined && mayRunMore(lane, use)) taken.push(lane)
      }
      return taken
    },
  }
}

/** Whether this process serves such work, and holds less of the lane and of its team than it may. */
export function mayRunMore({ clock, lane }: Lane, use: LaneUse): boolean {
  const { caps, running, runningOfTeam, teamCap, ahead } = use
  const [kind, team] = [kindOfLane(lane), teamOfLane(lane)]
  const cap = caps.get(kind) ?? 0
  const most = clock === REAL_TIME ? (ahead?.caps.get(kind) ?? cap) : cap
  if ((running.get(lane) ?? 0) >= most) return false
  if (ahead === undefined || most === cap) return (runningOfTeam.get(team) ?? 0) < teamCap
  return (ahead.heldOfTeam.get(team) ?? 0) < ahead.teamCap
}
