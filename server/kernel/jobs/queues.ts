// The texts of lanes and clocks, made here alone. Pieces of due work in one lane share a cap, so that one slow receiver
// or one busy team cannot take every slot.
import type { Owner } from '../outbox/owner.ts'

/**
 * A lane of one team and mode. `part` divides its pieces of one kind further, as deliveries by webhook; with an empty
 * one this is the beginning of all such lanes, for statements that know the part themselves.
 */
export function laneOf(kind: string, { teamId, mode }: Owner, part = 'all'): string {
  return `${kind}:${teamId}/${mode}:${part}`
}

/** The one lane of work that is rare, or belongs to no team. */
export function sharedLane(kind: string): string {
  return kind
}

/** The team and mode a lane belongs to; empty for a shared one. */
export function teamOfLane(lane: string): string {
  return lane.split(':', 2)[1] ?? ''
}

/** The name of the clock that work is due by: empty for real time, or that of a team's test clock. */
export function clockOf({ teamId, mode }: Owner): string {
  return mode === 'test' ? teamId : REAL_TIME
}

export const REAL_TIME = ''

/** The same of a row that has the columns of an owner, for statements. */
export const CLOCK_OF_ROW = `case when mode = 'test' then team_id else '${REAL_TIME}' end`

/** Sends a delivery. The flush makes its pieces itself, so it is named on this floor; webhooks/work.ts declares it. */
export const DELIVER = 'deliver'

/** Each webhook has a lane of its own: this, and the webhook's id. */
export function deliveryLanes(owner: Owner): string {
  return laneOf(DELIVER, owner, '')
}
