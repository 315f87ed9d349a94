// Which lanes have something waiting, and which of them something due.
import { type Queryable, statement } from '../base/database/db.ts'

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

/** A lane, and the clock by which its pieces are due. */
export interface Lane {
  clock: string
  lane: string
}

const selectDueLanes = statement<Partial<Lane> & { total: number }>(`${ALL_LANES}, due as (
    select lanes.clock, lanes.lane, first.run_at, split_part(lanes.lane, ':', 2) as team from lanes
    join clocks on clocks.id = lanes.clock
    cross join lateral (
      select run_at from due_work where state = 'waiting' and clock = lanes.clock and lane = lanes.lane
        and run_at <= $1::timestamptz + clocks.offset_ms * interval '1 millisecond'
      order by run_at, id limit 1) first
  ), ranked as (select *, row_number() over (partition by team order by run_at) as place from due)
  select clock, lane, total from (select count(*)::int as total from lanes) as counted
  left join ranked on team = '' or place <= $2`)

/** The lanes with something due, up to so many of each team, those that wait longest; and how many lanes there are. */
export async function dueLanes(db: Queryable, now: Date, ofOneTeam: number) {
  const found = await selectDueLanes(db, now, ofOneTeam)
  const lanes = found.flatMap(({ clock, lane }): Lane[] =>
    lane == null ? [] : [{ clock: clock ?? '', lane }],
  )
  return { lanes, total: found[0]?.total ?? 0 }
}

const selectSome = statement(`${ALL_LANES} select from lanes limit $1`)

/** Whether there are at least so many lanes; the walk ends where that is known. */
export async function hasLanes(db: Queryable, count: number): Promise<boolean> {
  return (await selectSome(db, count)).length === count
}
