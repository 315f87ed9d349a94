// How many pieces there are of each lane, and of each team over all its lanes. Shared lanes are no team's.
import { teamOfLane } from '../outbox/lanes.ts'

export interface LaneCounts {
  readonly ofLane: ReadonlyMap<string, number>
  readonly ofTeam: ReadonlyMap<string, number>
  add(lane: string, change: number): void
}

export function makeLaneCounts(): LaneCounts {
  const ofLane = new Map<string, number>()
  const ofTeam = new Map<string, number>()
  return {
    ofLane,
    ofTeam,
    add(lane, change) {
      const team = teamOfLane(lane)
      addTo(ofLane, lane, change)
      if (team !== '') addTo(ofTeam, team, change)
    },
  }
}

function addTo(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
