// Advances a team's test clock: every job up to the new time runs in order, each at its due time, before the response.
// Meanwhile the background worker leaves the jobs of this clock alone.
import { setTimeout as wait } from 'node:timers/promises'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { ClockAdvance } from '../../../contract/sandbox.ts'
import type { JobHandlers } from '../../features/job-handlers.ts'
import { beginAdvance, endAdvance, moveClock, nextDue, readClock } from '../../features/teams/test-clock.ts'
import type { World } from '../../features/world.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { claimJobsOfClock, completeJobs, failJob, type Job, returnJobs } from '../../kernel/jobs/jobs.ts'
import { recordRequest } from '../../kernel/outbox/audit.ts'
import { ClaimTaken, isInProgress } from '../../kernel/outbox/idempotency.ts'
import { type Scope, stepsOf, transaction } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { runJob } from './run-job.ts'

export interface Advance {
  world: World
  handlers: JobHandlers
  teamId: string
  target: Date
  ran: number
  failed: ClockAdvance['failed']
}

const TRIES_MAX = 3
const BATCH = 100
const SIDE_BY_SIDE_MAX = 8
const LOOK_AGAIN_AFTER_MS = 10
/** True if the clock reached the target, false if a limit ended the advance before. */
async function runUntilTarget(
  advance: Advance,
  start: Date,
  { jobsMax, budgetMs }: Limits,
): Promise<boolean> {
  const { world, teamId, target } = advance
  const types = [...advance.handlers.keys()]
  const deadline = AbortSignal.timeout(budgetMs)
  let at = start
  for (;;) {
    const { run_at, running } = await nextDue(world.pool, teamId, target, types)
    if (deadline.aborted || advance.ran >= jobsMax) return false
    if (running) {
      // Claimed by the background worker before this advance: wait until it has ended.
      await wait(LOOK_AGAIN_AFTER_MS)
      continue
    }
    if (run_at === null) break
    at = later(at, run_at)
    await setClock(advance, at)
    await runDueJobs(advance, at, types, () => deadline.aborted || advance.ran >= jobsMax)
  }
  await setClock(advance, target)
  return true
}

async function runDueJobs(advance: Advance, at: Date, types: string[], spent: () => boolean): Promise<void> {
  const { world, teamId } = advance
  const jobs = await claimJobsOfClock(world.pool, {
    clock: teamId,
    until: at,
    processId: world.processId,
    types,
    limit: BATCH,
  })
  for (const { claim } of jobs) world.held.add(claim)
  const isSideBySide = ({ type }: Job) => advance.handlers.get(type)?.sideBySide === true
  const together = jobs.filter(isSideBySide)
  const inTurn = jobs.filter((job) => !isSideBySide(job))
  const runAll = async (queue: Job[]) => {
    try {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
        await runThrough(advance, job, at)
        advance.ran++
        if (spent()) await returnJobs(world.pool, queue.splice(0))
      }
    } catch (error) {
      // The runs beside this one begin no other job.
      queue.length = 0
      throw error
    }
  }
  try {
    await runAll(inTurn)
    const beside = Array.from({ length: SIDE_BY_SIDE_MAX }, () => runAll(together))
    // Waits for all even if one failed: no other process may take a job that still runs here.
    await Promise.all(beside).finally(() => Promise.allSettled(beside))
  } catch (error) {
    // No other process can claim the jobs of this one, so it releases those that are not completed.
    await returnJobs(world.pool, jobs)
    throw error
  } finally {
    for (const { claim } of jobs) world.held.delete(claim)
  }
}

/** Technical failures are retried at once: a request cannot wait for an hour of real time. */
async function runThrough({ world, handlers, failed }: Advance, job: Job, at: Date): Promise<void> {
  let error = ''
  for (let attempt = 1; attempt <= TRIES_MAX; attempt++) {
    const outcome = await runJob(world, handlers, job, at)
    if ('lost' in outcome) return
    if ('recording' in outcome) return void (await outcome.recording)
    if (outcome.done) return completeJobs(world.pool, [job])
    error = outcome.error
    // If the database is unavailable or full, the job waits for the next advance.
    if (outcome.isCounted === false && attempt === TRIES_MAX) interrupted()
  }
  await failJob(world.pool, job, null, error)
  failed.push({ id: String(job.id), kind: job.type, error })
}

/** The clock never goes back: while jobs ran, real time passed too. */
async function setClock({ world, teamId }: Advance, to: Date): Promise<void> {
  const held = await moveClock(world.pool, teamId, world.processId, to.getTime() - world.wall.now().getTime())
  // Other processes took this one for dead and freed the clock.
  if (!held) interrupted()
}

function interrupted(): never {
  return fail('service_unavailable', {
    ...adviceWith('the advance was interrupted; send the request again to continue to the same time'),
    retryAfterSeconds: 1,
  })
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}

export interface Limits {
  jobsMax: number
  budgetMs: number
}

const LIMITS: Limits = { jobsMax: 10_000, budgetMs: 20_000 }

/** By team: clocks that this process advances, and clocks it could not free as the database was unavailable. */
const clocksOf = perWorld((_world: World) => ({ moving: new Set<string>(), left: new Set<string>() }))

interface AdvanceRequest {
  readonly handlers: JobHandlers
  readonly target: Date
  readonly limits?: Limits
}

export async function advanceClock(
  world: World,
  scope: Scope,
  { handlers, target, limits = LIMITS }: AdvanceRequest,
): Promise<ClockAdvance> {
  const { teamId } = scope.owner
  const { moving, left } = clocksOf(world)
  // Before the first await: two requests at once must not both find the clock free.
  if (moving.has(teamId)) fail('request_in_progress', { retryAfterSeconds: 1 })
  moving.add(teamId)
  try {
    const advance = { world, handlers, teamId, target: await begin(world, scope, target), ran: 0, failed: [] }
    return await finishAdvance(advance, scope, limits)
  } catch (error) {
    left.add(teamId)
    throw error
  } finally {
    moving.delete(teamId)
  }
}

/** Frees clocks that a failed advance could not free. */
export async function freeLeftClocks(world: World): Promise<void> {
  const { moving, left } = clocksOf(world)
  for (const teamId of left) {
    if (moving.has(teamId)) continue
    // Marked as moving: an advance that begins meanwhile must not lose its clock.
    moving.add(teamId)
    try {
      await endAdvance(world.vitalPool, teamId, world.processId, false)
      left.delete(teamId)
    } finally {
      moving.delete(teamId)
    }
  }
}

async function finishAdvance(advance: Advance, scope: Scope, limits: Limits): Promise<ClockAdvance> {
  const { world, teamId } = advance
  try {
    const isComplete = await runUntilTarget(advance, scope.clock.now(), limits)
    return await transaction(world, stepsOf(scope).last, async (tx) => {
      const { offset_ms } = await readClock(tx, teamId)
      await endAdvance(tx, teamId, world.processId, isComplete)
      const now = new Date(world.wall.now().getTime() + Number(offset_ms))
      recordRequest(tx, {
        topic: 'settings',
        object: 'test_clock',
        objectId: teamId,
        before: { now: isoTimestamp(scope.clock.now()) },
        after: { now: isoTimestamp(now) },
      })
      return report(advance, now, isComplete)
    })
  } catch (error) {
    await endAdvance(world.pool, teamId, world.processId, false)
    throw error
  }
}

/** Takes the clock. A repeated request continues where the first one ended with its process. */
async function begin(world: World, scope: Scope, target: Date): Promise<Date> {
  const claim = async (db: Queryable, to: Date) => {
    const begun = await beginAdvance(db, scope.owner.teamId, world.processId, to)
    return begun?.target ?? fail('request_in_progress', { retryAfterSeconds: 1 })
  }
  try {
    return await transaction(world, stepsOf(scope).first, (tx) => claim(tx, target))
  } catch (error) {
    const { owner, claims } = scope
    if (!(error instanceof ClaimTaken && claims && (await isInProgress(world.pool, owner, claims))))
      throw error
    const unfinished = await claim(world.pool, scope.clock.now())
    claims.taken()
    return unfinished
  }
}

function report({ target, ran, failed }: Advance, now: Date, complete: boolean): ClockAdvance {
  return { now: isoTimestamp(now), target: isoTimestamp(target), complete, ran, failed }
}
