// Due work: what must happen later or outside a transaction, stored with the change that causes it.
// A process claims what it runs and keeps a heartbeat; when that stops, others take its work within seconds.
import { type Queryable, statement } from '../base/database/db.ts'
import { ALL_LANES, IS_FREE, type Lane } from './due-lanes.ts'
import { REAL_TIME } from './lanes.ts'

export interface Piece {
  id: bigint
  kind: string
  key: string
  lane: string
  team_id: string | null
  mode: 'live' | 'test' | null
  payload: string
  /** Counts from 1: this run is the first, second, ... */
  attempt: number
  /** The number of this claim. What the run writes is refused once another process has claimed the piece. */
  claim: bigint
  /** Of the request that caused it, as W3C's `traceparent`. */
  trace: string | null
  /** It was due as soon as it was scheduled. */
  at_once: boolean
}

export interface LaneUse {
  /** Which kinds this process knows, and how many pieces of one lane it runs at once. */
  caps: ReadonlyMap<string, number>
  /** How many pieces of each lane it holds now: those it runs, and those that wait for their turn. */
  running: ReadonlyMap<string, number>
  /** How many it runs by team, over all its lanes, and how many of one team it may. */
  runningOfTeam: ReadonlyMap<string, number>
  teamCap: number
  /** Where it may hold more than it runs. Of a test clock it never does: an advance would wait for what is held. */
  ahead?: {
    /** How many of one lane, of each kind. */
    caps: ReadonlyMap<string, number>
    /** The same as for what runs. */
    heldOfTeam: ReadonlyMap<string, number>
    teamCap: number
  }
}

// The row lock prevents that a piece completed a moment ago is taken again from an older snapshot. The primary key
// of claims prevents that two processes get the same piece. Not `state = 'waiting'`: of the indexes, which are of the
// waiting, only that of the ids may be used, even where statistics still say that the others are short. In their order:
// so each lane begins them, by which it is known of a dead process what it had begun.
const TAKE = `
  locked as (
    select id, kind, key, lane, clock, team_id, mode, payload, attempts + 1 as attempt, trace, run_at,
      run_at <= created_at as at_once from due_work
    where id = any(array(select id from candidates)) and state <> 'dead'
    for update skip locked
  ), taken as (
    insert into due_work_claims (work_id, lane, clock, owner) select id, lane, clock, $2 from locked
    on conflict do nothing
    returning work_id, claim
  )
  select id, kind, key, lane, team_id, mode, payload, attempt, claim, trace, at_once
  from locked join taken on work_id = id order by run_at, id`

// Walks from lane to lane by index seeks (never through a backlog), takes the earliest due pieces of each up to
// the lane's free places, and serves the lanes in turn: the first of each lane, then the second of each.
const MOST = `case lanes.clock when '${REAL_TIME}' then caps.ahead else caps.cap end`
const IS_AHEAD = `lanes.clock = '${REAL_TIME}' and caps.ahead > caps.cap`
// Claims are read once, for both.
const ELIGIBLE = `, claimed as materialized (select work_id, lane from due_work_claims), held as (
    select lane, count(*) as claims from claimed group by lane
  ), eligible as (
    select due.id, due.place, due.run_at, lanes.lane, ${IS_AHEAD} as is_ahead from lanes
    join clocks on clocks.id = lanes.clock and clocks.advancing_by is null
    join unnest($3::text[], $4::int[], $5::int[]) as caps (kind, cap, ahead)
      on caps.kind = split_part(lanes.lane, ':', 1)
    left join unnest($6::text[], $7::int[]) as busy (lane, taken) on busy.lane = lanes.lane
    left join held on held.lane = lanes.lane
    cross join lateral (
      select w.id, w.run_at, row_number() over (order by w.run_at, w.id) as place from (
        select id, run_at from due_work
        where state = 'waiting' and clock = lanes.clock and lane = lanes.lane
          and run_at <= $1::timestamptz + clocks.offset_ms * interval '1 millisecond'
        order by run_at, id limit least(${MOST}, $8) + coalesce(held.claims, 0)) w
      where w.id not in (select work_id from claimed)) due
    where due.place <= ${MOST} - coalesce(busy.taken, 0)
  )`

const claimAny = statement<Piece>(`${ALL_LANES}${ELIGIBLE},
  candidates as (select id from eligible order by place, run_at limit $8),
  ${TAKE}`)

// Who runs least comes first: as slots of slow work become free one by one, a team with much of it that is due for long
// would take each of them, and the next piece of another team would wait for all of that.
const WITHIN_TEAMS = `,
  ranked as (
    select id, place, run_at, is_ahead, split_part(lane, ':', 2) as team,
      row_number() over (partition by split_part(lane, ':', 2) order by place, run_at) as place_in_team from eligible
  ), candidates as (
    select id from ranked left join unnest($9::text[], $10::int[], $11::int[]) as teams (team, runs, held) using (team)
    where team = '' or place_in_team <=
      case when is_ahead then $13 - coalesce(held, 0) else $12 - coalesce(runs, 0) end
    order by place_in_team + coalesce(held, 0), run_at limit $8
  ), ${TAKE}`

const claimWithinTeams = statement<Piece>(ALL_LANES + ELIGIBLE + WITHIN_TEAMS)

const claimOfLanes = statement<Piece>(`
  with lanes as (select clock, lane from unnest($14::text[], $15::text[]) as given (clock, lane))
  ${ELIGIBLE}${WITHIN_TEAMS}`)

/**
 * Takes up to `limit` due pieces for a process, of all lanes or of those given. `now` is real time; each piece is due
 * by its own clock.
 */
export async function claimWork(
  db: Queryable,
  now: Date,
  processId: string,
  use: LaneUse,
  limit: number,
  among?: readonly Lane[],
): Promise<Piece[]> {
  const { caps, running, runningOfTeam, teamCap, ahead = { caps, heldOfTeam: runningOfTeam, teamCap } } = use
  const kinds = [...caps.keys()]
  const most = kinds.map((kind) => ahead.caps.get(kind))
  const lanes = [kinds, [...caps.values()], most, [...running.keys()], [...running.values()]]
  // While no team has anything, one claim cannot take any beyond its cap: the plainer statement will do.
  if (among === undefined && ahead.heldOfTeam.size === 0 && limit <= teamCap)
    return claimAny(db, now, processId, ...lanes, limit)
  // Whoever runs something holds it.
  const names = [...ahead.heldOfTeam.keys()]
  const runs = names.map((team) => runningOfTeam.get(team) ?? 0)
  const teams = [names, runs, [...ahead.heldOfTeam.values()], teamCap, ahead.teamCap]
  if (among === undefined) return claimWithinTeams(db, now, processId, ...lanes, limit, ...teams)
  const given = [among.map(({ clock }) => clock), among.map(({ lane }) => lane)]
  return claimOfLanes(db, now, processId, ...lanes, limit, ...teams, ...given)
}

const claimClock = statement<Piece>(`
  with candidates as (
    select id from due_work
    where clock = $3 and state = 'waiting' and run_at <= $1 and kind = any($4::text[])
      and id ${IS_FREE}
    order by id limit $5
  ), ${TAKE}`)

/** Takes the pieces of one clock that are due at `until`, the oldest first: what an advance runs by itself. */
export async function claimWorkOfClock(
  db: Queryable,
  clock: string,
  until: Date,
  processId: string,
  kinds: string[],
  limit: number,
): Promise<Piece[]> {
  const pieces = await claimClock(db, until, processId, clock, kinds, limit)
  return pieces.sort((a, b) => Number(a.id - b.id))
}

// Looked up likewise: a list of hundreds would be read through for each of hundreds. `is true` keeps it from becoming
// a join, whose plan would depend on how many claims there were when it was made.
const ARE_OURS = `work_id = any($1::bigint[]) and (claim in (select unnest($2::bigint[]))) is true`

const deleteDone = statement(`
  with done as (
    delete from due_work_claims where ${ARE_OURS} returning work_id
  )
  delete from due_work where id = any(array(select work_id from done))`)

/** Completes pieces that had no transaction of their own to finish them. */
export async function completeWork(db: Queryable, pieces: Piece[]): Promise<void> {
  await deleteDone(db, idsOf(pieces), claimsOf(pieces))
}

const setFailed = statement(`
  with failed as (
    delete from due_work_claims where work_id = $1 and claim = $2 returning work_id
  )
  update due_work set state = case when $4::timestamptz is null then 'dead' else 'waiting' end,
    run_at = coalesce($4, run_at), attempts = $3, last_error = $5
  where id = any(array(select work_id from failed))`)

/** Sets the next run of a failed piece, or marks it dead, for people to look at, where there is none. */
export async function failWork(
  db: Queryable,
  piece: Piece,
  nextRunAt: Date | null,
  error: string,
): Promise<void> {
  await setFailed(db, piece.id, piece.claim, piece.attempt, nextRunAt, error.slice(0, 2000))
}

const giveBack = statement(`delete from due_work_claims where ${ARE_OURS}`)

/** Releases claims of pieces that were not begun, without counting an attempt. */
export async function returnWork(db: Queryable, pieces: Piece[]): Promise<void> {
  await giveBack(db, idsOf(pieces), claimsOf(pieces))
}

const idsOf = (pieces: Piece[]) => pieces.map((piece) => piece.id)
const claimsOf = (pieces: Piece[]) => pieces.map((piece) => piece.claim)
