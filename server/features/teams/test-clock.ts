// The test clock of a team.
import type { TestClock } from '../../../contract/sandbox.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { World } from '../world.ts'

// The only SQL that makes and moves test clocks.

export interface ClockRow {
  offset_ms: bigint
  target: Date | null
  advancing_by: string | null
}

const insert = statement('insert into clocks (id) values ($1)')

/** Shows real time until it is moved. */
export async function insertClock(db: Queryable, teamId: string): Promise<void> {
  await insert(db, teamId)
}

const select = statement<ClockRow>('select offset_ms, target, advancing_by from clocks where id = $1')

export async function readClock(db: Queryable, teamId: string): Promise<ClockRow> {
  return (await select(db, teamId))[0]!
}

const begin = statement<{ offset_ms: bigint; target: Date }>(`
  update clocks set advancing_by = $2,
    target = coalesce(target, $3::timestamptz)
  where id = $1 and (advancing_by is null or advancing_by = $2)
  returning offset_ms, target`)

/**
 * Makes this process the one that moves the clock; undefined while one moves it. An unfinished target stays.
 * The caller sees to it that its own process moves a clock once at a time: a row in its name is a leftover.
 */
export async function beginAdvance(
  db: Queryable,
  teamId: string,
  processId: string,
  target: Date,
): Promise<{ offset_ms: bigint; target: Date } | undefined> {
  return (await begin(db, teamId, processId, target))[0]
}

const move = statement<{ id: string }>(`
  update clocks set offset_ms = greatest(offset_ms, $3) where id = $1 and advancing_by = $2 returning id`)

/** False when the clock was taken from this process. */
export async function moveClock(
  db: Queryable,
  teamId: string,
  processId: string,
  offsetMs: number,
): Promise<boolean> {
  return (await move(db, teamId, processId, offsetMs)).length === 1
}

const end = statement(`
  update clocks set advancing_by = null, target = case when $3 then null else target end
  where id = $1 and advancing_by = $2`)

export async function endAdvance(
  db: Queryable,
  teamId: string,
  processId: string,
  arrived: boolean,
): Promise<void> {
  await end(db, teamId, processId, arrived)
}

const next = statement<{ run_at: Date | null; running: boolean }>(`
  select (select min(run_at) from jobs where clock = $1 and clock <> '' and state = 'waiting' and run_at <= $2
      and type = any($3::text[])) as run_at,
    exists (select from job_claims where clock = $1) as running`)

/** The earliest due time up to the target, and whether work of this clock is running now, wherever that is. */
export async function nextDue(
  db: Queryable,
  teamId: string,
  until: Date,
  types: string[],
): Promise<{ run_at: Date | null; running: boolean }> {
  return (await next(db, teamId, until, types))[0]!
}

// The test clock of a team as callers see it.

export async function readTestClock({ pool, wall }: World, teamId: string): Promise<TestClock> {
  const { offset_ms, target } = await readClock(pool, teamId)
  const now = new Date(wall.now().getTime() + Number(offset_ms))
  return {
    now: isoTimestamp(now),
    target: target === null ? null : isoTimestamp(target),
    complete: target === null,
  }
}
