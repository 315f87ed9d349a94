// Which lanes have something waiting, and which of them something due.
import { type Queryable, statement } from '../base/database/db.ts'
import { REAL_TIME } from './lanes.ts'

/** Walks from lane to lane by index seeks, never through a backlog. */
export const ALL_LANES = `
  with recursive lanes as (
    (select clock, lane from due_work where state = 'waiting' order by clock, lane limit 1)
    union all
    select next.clock, next.lane from lanes
    cross join lateral (
      select w.clock, w.lane from due_work w
      where w.state = 'waiting' and (w.clock, w.lane) > (lanes.clock, lanes.lane)
      order by w.clock, w.lane limit 1) next
  )`

/**
 * Of the id of a piece. Not by `exists`: a plan that was made while nothing was claimed reads all claims anew for each
 * piece. In this form they are read once, and looked up.
 */
export const IS_FREE = `not in (select work_id from due_work_claims)`

/** A lane, and the clock by which its pieces are due. */
export interface Lane {
  clock: string
  lane: string
}

const selectDueLanes = statement<Lane>(`${ALL_LANES}, due as (
    select lanes.clock, lanes.lane, first.run_at, split_part(lanes.lane, ':', 2) as team from lanes
    join clocks on clocks.id = lanes.clock
    cross join lateral (
      select run_at from due_work where state = 'waiting' and clock = lanes.clock and lane = lanes.lane
        and run_at <= $1::timestamptz + clocks.offset_ms * interval '1 millisecond'
      order by run_at, id limit 1) first
  ), ranked as (select *, row_number() over (partition by team order by run_at) as place from due)
  select clock, lane from ranked where team = '' or place <= $2
  order by case team when '' then 1 else place end, run_at`)

/** The lanes with something due, up to so many of each team: those that wait longest first, the teams in turn. */
export async function dueLanes(db: Queryable, now: Date, ofOneTeam: number): Promise<Lane[]> {
  return selectDueLanes(db, now, ofOneTeam)
}

/** So many pieces are looked at before lanes. Named in the statement: its plan must know that they are few. */
const EARLIEST_MAX = 256

// What is due by real time is due by each clock, and a clock that was moved has more.
const selectEarliest = statement<Lane>(`
  with earliest as (
    (select id, run_at, clock, lane from due_work w
     where state = 'waiting' and run_at <= $1 and id ${IS_FREE}
     order by run_at, id limit ${EARLIEST_MAX})
    union all
    (select more.id, $1::timestamptz, clocks.id, more.lane from clocks cross join lateral (
       select id, lane from due_work w
       where state = 'waiting' and clock = clocks.id and clock <> '${REAL_TIME}' and run_at > $1
         and run_at <= $1::timestamptz + clocks.offset_ms * interval '1 millisecond'
         and id ${IS_FREE}
       order by run_at, id limit ${EARLIEST_MAX}) more
     where clocks.offset_ms > 0 and clocks.advancing_by is null limit ${EARLIEST_MAX})
  )
  select clock, lane from earliest order by run_at, id limit ${EARLIEST_MAX}`)

/** The lanes of the pieces that are due earliest, and whether these are all; however many lanes wait for later. */
export async function earliestLanes(db: Queryable, now: Date) {
  const found = await selectEarliest(db, now)
  return { lanes: uniqueLanes(found), areAll: found.length < EARLIEST_MAX }
}

/** Each once; the first of several. */
export function uniqueLanes(lanes: readonly Lane[]): Lane[] {
  const byName = new Map<string, Lane>()
  for (const { clock, lane } of lanes) byName.getOrInsert(`${clock} ${lane}`, { clock, lane })
  return [...byName.values()]
}

const selectSome = statement(`${ALL_LANES} select from lanes limit $1`)

/** Whether there are at least so many lanes; the walk ends where that is known. */
export async function hasLanes(db: Queryable, count: number): Promise<boolean> {
  return (await selectSome(db, count)).length === count
}
