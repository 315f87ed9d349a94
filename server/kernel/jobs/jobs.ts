// Jobs: what must happen later or outside a transaction, stored with the change that causes it. A process claims the
// jobs it runs and keeps a heartbeat; if that stops, others take its jobs within seconds.

import { namedStatement, type Queryable, statement } from '../db/db.ts'
import type { Owner } from '../values/owner.ts'

/**
 * The queue of one team and mode, in which jobs share a cap. `part` divides jobs of one type further, as deliveries by
 * webhook. With an empty part this is the prefix of such queues, for statements that append the part.
 */
export function queueOf(type: string, { teamId, mode }: Owner, part = 'all'): string {
  return `${type}:${teamId}/${mode}:${part}`
}

/** The one queue of a job type that is rare, or belongs to no team. */
export function sharedQueue(type: string): string {
  return type
}

/** The team and mode that a queue belongs to; empty for a shared queue. */
export function teamOfQueue(queue: string): string {
  return queue.split(':', 2)[1] ?? ''
}

/** The clock that decides when a job is due: empty for real time, or the team's test clock. */
export function clockOf({ teamId, mode }: Owner): string {
  return mode === 'test' ? teamId : REAL_TIME
}

export const REAL_TIME = ''

/** The clock of a row with the columns of an owner, in SQL. */
export const CLOCK_OF_ROW = `case when mode = 'test' then team_id else '${REAL_TIME}' end`

/** Sends a delivery. The flush inserts these jobs itself; `features/webhooks/jobs.ts` declares the type. */
export const DELIVER = 'deliver'

/** Each webhook has its own queue: this prefix and the webhook's id. */
export function deliveryQueues(owner: Owner): string {
  return queueOf(DELIVER, owner, '')
}

export interface Job {
  id: bigint
  type: string
  key: string
  queue: string
  team_id: string | null
  mode: 'live' | 'test' | null
  payload: string
  /** Counts from 1: this run is the first, second, ... */
  attempt: number
  /** The number of this claim. What the run writes is refused once another process has claimed the job. */
  claim: bigint
  /** The trace of the request that caused the job, as a W3C `traceparent`. */
  trace: string | null
  /** Whether the job was due as soon as it was scheduled. */
  at_once: boolean
}

interface JobValues {
  type: string
  key: string
  queue: string
  clock: string
  teamId: string
  mode: string
  runAt: string
  payload: string
  now: string
  trace?: string
}

/** The only SQL that adds jobs, for statements that create them: one job for each row of `from`, or one without it. */
export function insertJobs(values: JobValues, from = ''): string {
  const { type, key, queue, clock, teamId, mode, runAt, payload, now, trace = 'null' } = values
  return `
    insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at, trace)
    select ${[type, key, queue, clock, teamId, mode, runAt, payload, now, trace].join(', ')} ${from}`
}

const JOB_COLUMNS = 'id, type, key, queue, team_id, mode, payload, attempt, claim, trace, at_once'

// The row lock keeps a job that was completed a moment ago from being taken again by an older snapshot. The primary key
// of claims keeps two processes from taking the same job. Not `state = 'waiting'`: only the index by id may be used.
const TAKE = `
  locked as (
    select id, type, key, queue, clock, team_id, mode, payload, attempts + 1 as attempt, trace, run_at,
      run_at <= created_at as at_once from jobs
    where id = any(array(select id from candidates)) and state <> 'dead'
    for update skip locked
  ), claims as (
    insert into job_claims (job_id, queue, clock, process_id) select id, queue, clock, :processId from locked
    on conflict do nothing
    returning job_id, claim
  ), taken as (
    select ${JOB_COLUMNS}, run_at from locked join claims on job_id = id
  )`

/** A process sees all due jobs if they are fewer than this; otherwise it goes through the queues in turn. */
const DUE_MAX = 512
const NEWEST_MAX = 64
const QUEUES_MAX = 128

// What is due by real time is due by every test clock too; a clock that was moved has more. What a queue may begin is
// decided only after the limits: with those conditions inside, the planner reads a long backlog instead of its index.
const claimDue = namedStatement<ClaimRow, ReturnType<typeof valuesOf>>(`
  with recursive claimed as materialized (select job_id, queue from job_claims),
  oldest as materialized (
    (select id, clock, queue from jobs where state = 'waiting' and run_at <= :now
     order by run_at, id limit ${DUE_MAX})
    union all
    (select job.id, job.clock, job.queue from clocks cross join lateral (
       select id, clock, queue from jobs
       where state = 'waiting' and clock = clocks.id and clock <> '${REAL_TIME}' and run_at > :now
         and run_at <= :now::timestamptz + clocks.offset_ms * interval '1 millisecond'
       order by run_at, id limit ${DUE_MAX}) job
     where clocks.offset_ms > 0 and clocks.advancing_by is null limit ${DUE_MAX})
  ), due as (
    select count(*) >= ${DUE_MAX} as are_many, count(*) filter (
      where split_part(queue, ':', 1) = any(:types::text[]) and id not in (select job_id from claimed)
        and clock not in (select id from clocks where advancing_by is not null)) as jobs
    from oldest
  ),
  -- What has just become due is found even behind a long backlog.
  newest as (
    select clock, queue from jobs where state = 'waiting' and run_at <= :now and (select are_many from due)
    order by run_at desc, id desc limit ${NEWEST_MAX}
  ), in_turn as (
    (select clock, queue, 1 as place from jobs
     where state = 'waiting' and (clock, queue) > (:afterClock::text, :afterQueue::text) and (select are_many from due)
     order by clock, queue limit 1)
    union all
    select next.clock, next.queue, place + 1 from in_turn cross join lateral (
      select job.clock, job.queue from jobs job
      where job.state = 'waiting' and (job.clock, job.queue) > (in_turn.clock, in_turn.queue)
      order by job.clock, job.queue limit 1) next
    where place < ${QUEUES_MAX}
  ), queues as (
    select clock, queue from oldest union select clock, queue from newest union select clock, queue from in_turn
  ), claims_of_queue as (select queue, count(*) as jobs from claimed group by queue),
  -- The earliest due jobs of each queue, up to its free places.
  eligible as (
    select job.id, job.place, job.run_at, split_part(queues.queue, ':', 2) as owner from queues
    join clocks on clocks.id = queues.clock and clocks.advancing_by is null
    join unnest(:types::text[], :caps::int[]) as types (type, cap) on type = split_part(queues.queue, ':', 1)
    left join unnest(:busyQueues::text[], :busyCounts::int[]) as busy (queue, running) on busy.queue = queues.queue
    left join claims_of_queue on claims_of_queue.queue = queues.queue
    cross join lateral (
      select id, run_at, row_number() over (order by run_at, id) as place from (
        select id, run_at from jobs
        where state = 'waiting' and clock = queues.clock and queue = queues.queue
          and run_at <= :now::timestamptz + clocks.offset_ms * interval '1 millisecond'
        order by run_at, id limit least(cap, :limit) + coalesce(claims_of_queue.jobs, 0)) due_job
      where id not in (select job_id from claimed)) job
    where job.place <= cap - coalesce(busy.running, 0)
  ), ranked as (
    select id, owner, run_at, row_number() over (partition by owner order by place, run_at) as place from eligible
  -- The owner that runs least comes first, and none takes more than half of the slots that the others leave.
  ), candidates as (
    select id from ranked
    left join unnest(:busyOwners::text[], :ownerCounts::int[]) as owners (owner, running) using (owner)
    where owner = '' or place + coalesce(running, 0) <= ceil((:free::int + coalesce(running, 0)) / 2.0)
    order by place + coalesce(running, 0), run_at limit :limit
  ), ${TAKE}, summary as (
    select due.are_many or due.jobs > (select count(*) from taken) as is_more_due, last.clock as last_clock,
      last.queue as last_queue
    from due left join in_turn last on last.place = ${QUEUES_MAX}
  )
  select is_more_due, last_clock, last_queue, ${JOB_COLUMNS}
  from summary left join taken on true order by run_at, id`)

type ClaimRow = { is_more_due: boolean; last_clock: string | null; last_queue: string | null } & (
  | Job
  | { [Name in keyof Job]: null }
)

export interface ClaimRequest {
  /** Real time; each job is due by its own clock. */
  now: Date
  processId: string
  /** The job types that this process runs, and how many jobs of one queue at once. */
  caps: ReadonlyMap<string, number>
  /** How many jobs it runs now, by queue, and by team and mode. */
  runningOfQueue: ReadonlyMap<string, number>
  runningOfOwner: ReadonlyMap<string, number>
  /** How many more it may run. */
  free: number
  /** How many jobs to claim at most. */
  limit: number
  /** Where the claim before ended. */
  after: QueuePlace
}

/** A place in the order of all queues. */
export interface QueuePlace {
  readonly clock: string
  readonly queue: string
}

export const FIRST_QUEUE: QueuePlace = { clock: '', queue: '' }

export interface Claimed {
  jobs: Job[]
  /** Jobs are due that were not claimed, as their queue or owner runs all it may, or as there are many. */
  isMoreDue: boolean
  /** Where the next claim goes on; the first queue if this one came to the end. */
  after: QueuePlace
}

/** Claims due jobs for a process: those of queues and owners in turn, each within its cap. */
export async function claimJobs(db: Queryable, request: ClaimRequest): Promise<Claimed> {
  const rows = await claimDue(db, valuesOf(request))
  const jobs = rows.flatMap(({ is_more_due, last_clock, last_queue, ...job }) =>
    job.id === null ? [] : [job],
  )
  const { is_more_due: isMoreDue = false, last_clock: clock = null, last_queue: queue = null } = rows[0] ?? {}
  return { jobs, isMoreDue, after: clock === null || queue === null ? FIRST_QUEUE : { clock, queue } }
}

function valuesOf(request: ClaimRequest) {
  const { now, processId, caps, runningOfQueue, runningOfOwner, free, limit, after } = request
  return {
    now,
    processId,
    types: [...caps.keys()],
    caps: [...caps.values()],
    busyQueues: [...runningOfQueue.keys()],
    busyCounts: [...runningOfQueue.values()],
    busyOwners: [...runningOfOwner.keys()],
    ownerCounts: [...runningOfOwner.values()],
    free,
    limit,
    afterClock: after.clock,
    afterQueue: after.queue,
  }
}

const claimClock = namedStatement<Job, Readonly<Record<string, unknown>>>(`
  with candidates as (
    select id from jobs
    where clock = :clock and state = 'waiting' and run_at <= :until and type = any(:types::text[])
      and id not in (select job_id from job_claims)
    order by id limit :limit
  ), ${TAKE}
  select ${JOB_COLUMNS} from taken order by id`)

/** Claims the jobs of one test clock that are due at `until`, in the order of their ids. */
export async function claimJobsOfClock(
  db: Queryable,
  claim: { clock: string; until: Date; processId: string; types: string[]; limit: number },
): Promise<Job[]> {
  return claimClock(db, claim)
}

// Looked up: a list of hundreds would be read through for each of hundreds. `is true` keeps it from becoming a join,
// whose plan would depend on how many claims there were when it was made.
const ARE_OURS = `job_id = any($1::bigint[]) and (claim in (select unnest($2::bigint[]))) is true`

const deleteDone = statement(`
  with done as (
    delete from job_claims where ${ARE_OURS} returning job_id
  )
  delete from jobs where id = any(array(select job_id from done))`)

/** Completes jobs that had no transaction of their own to finish them. */
export async function completeJobs(db: Queryable, jobs: Job[]): Promise<void> {
  await deleteDone(db, idsOf(jobs), claimsOf(jobs))
}

const setFailed = statement(`
  with failed as (
    delete from job_claims where job_id = $1 and claim = $2 returning job_id
  )
  update jobs set state = case when $4::timestamptz is null then 'dead' else 'waiting' end,
    run_at = coalesce($4, run_at), attempts = $3, last_error = $5
  where id = any(array(select job_id from failed))`)

/** Sets the next run of a failed job; without one the job is dead, for people to look at. */
export async function failJob(db: Queryable, job: Job, nextRunAt: Date | null, error: string): Promise<void> {
  await setFailed(db, job.id, job.claim, job.attempt, nextRunAt, error.slice(0, 2000))
}

const giveBack = statement(`delete from job_claims where ${ARE_OURS}`)

/** Releases claims of jobs that were not begun, without counting an attempt. */
export async function returnJobs(db: Queryable, jobs: Job[]): Promise<void> {
  await giveBack(db, idsOf(jobs), claimsOf(jobs))
}

const idsOf = (jobs: Job[]) => jobs.map((job) => job.id)
const claimsOf = (jobs: Job[]) => jobs.map((job) => job.claim)
