// Very many lanes, some of them at a time: each claim asks the next few that may run more, and comes round.
import type { Lane } from '../outbox/due-lanes.ts'
import type { LaneUse } from '../outbox/due-work.ts'
import { kindOfLane, teamOfLane } from '../outbox/lanes.ts'

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

/** Whether this process serves such work, and neither the lane nor its team runs as much as it may. */
export function mayRunMore({ lane }: Lane, { caps, running, runningOfTeam, teamCap }: LaneUse): boolean {
  const cap = caps.get(kindOfLane(lane)) ?? 0
  return (running.get(lane) ?? 0) < cap && (runningOfTeam.get(teamOfLane(lane)) ?? 0) < teamCap
}
