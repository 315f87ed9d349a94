// Runs one job, counted and traced, and returns how it ended; it never throws.
import { Counter, Gauge } from 'prom-client'
import type { JobHandler, JobHandlers } from '../../features/job-handlers.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { isDatabaseUnavailable, wasTooSlow } from '../../kernel/db/errors.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { systemActor } from '../../kernel/outbox/audit.ts'
import { JobLost } from '../../kernel/outbox/flush.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { frozenClock } from '../../kernel/process/clock.ts'
import { registry } from '../../kernel/process/metrics.ts'
import type { Tracing } from '../../kernel/process/tracing.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'

const jobCount = new Counter({
  name: 'embarque_due_work_total',
  help: 'Jobs run',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
})

const jobsRunning = new Gauge({
  name: 'embarque_due_work_running',
  help: 'Jobs running in this process',
  registers: [registry],
})

/** If `isCounted` is false, the attempt does not count. */
export type JobFailure =
  | { done: false; error: string; nextRunAt: Date | null; isCounted?: boolean }
  | { lost: true }

/** recording: the job records its own outcome and has freed its slot; unrecorded: the failure if that fails. */
export type JobOutcome =
  | { done: true }
  | { recording: Promise<unknown>; unrecorded: (error: unknown) => JobFailure }
  | JobFailure

// A job that ends its process leaves no error, only attempts.
const CRASHES_MAX = 3

/** A job that failed without the database runs soon after it is back. */
const DATABASE_UNAVAILABLE_MS = 5_000

/** `at` freezes the team's time: an advance runs each job exactly at its due time. */
export function runJob(world: World, handlers: JobHandlers, job: Job, at?: Date): Promise<JobOutcome> {
  const { tracing, config } = world
  const runOne = config.metricsPort === null ? run : runCounted
  if (tracing === undefined) return runOne(world, handlers, job, at)
  return traceJob(tracing, job, () => runOne(world, handlers, job, at), nameOf)
}

async function runCounted(
  world: World,
  handlers: JobHandlers,
  job: Job,
  at: Date | undefined,
): Promise<JobOutcome> {
  jobsRunning.inc()
  const outcome = await run(world, handlers, job, at)
  jobsRunning.dec()
  jobCount.inc({ kind: job.type, outcome: nameOf(outcome) })
  return outcome
}

async function run(world: World, handlers: JobHandlers, job: Job, at: Date | undefined): Promise<JobOutcome> {
  const handler = handlers.get(job.type)
  if (handler === undefined) return { done: false, error: 'no handler for this job type', nextRunAt: null }
  if (job.attempt > handler.waits.length + 1 + CRASHES_MAX) {
    return { done: false, error: 'ended its process too often', nextRunAt: null }
  }
  let scope: Scope | undefined
  const failed = (error: unknown) => failureOf(world, { handler, job, scope, error })
  try {
    scope = await scopeOfJob(world, job, at)
    const result = await handler.run(world, job, scope)
    return isRecording(result) ? { recording: result.recording, unrecorded: failed } : { done: true }
  } catch (error) {
    return failed(error)
  }
}

/** When a failed job runs again, and whether the attempt counts. */
function failureOf(
  { log, wall }: World,
  {
    handler: { waits },
    job: { type, key, attempt },
    scope,
    error,
  }: {
    readonly handler: JobHandler
    readonly job: Job
    readonly scope: Scope | undefined
    readonly error: unknown
  },
): JobFailure {
  if (error instanceof JobLost) return { lost: true }
  log.warn({ err: error, kind: type, key, attempt }, 'job failed')
  const isCounted = !isDatabaseUnavailable(error) || wasTooSlow(error)
  const waitMs = isCounted ? waits[attempt - 1] : DATABASE_UNAVAILABLE_MS
  const now = (scope?.clock ?? wall).now()
  const nextRunAt = waitMs === undefined ? null : new Date(now.getTime() + waitMs)
  return { done: false, error: String((error as Error).message ?? error), nextRunAt, isCounted }
}

async function scopeOfJob(
  world: World,
  { team_id, mode, type }: Job,
  at: Date | undefined,
): Promise<Scope | undefined> {
  if (team_id === null || mode === null) return undefined
  const owner = ownerOfRow({ team_id, mode })
  const by = systemActor(type)
  return at === undefined ? { ...(await scopeOf(world, owner)), by } : { owner, clock: frozenClock(at), by }
}

function isRecording(result: unknown): result is { recording: Promise<unknown> } {
  return typeof result === 'object' && result !== null && 'recording' in result
}

function nameOf(outcome: JobOutcome): string {
  if ('lost' in outcome) return 'lost'
  return 'error' in outcome ? 'failed' : 'done'
}

/**
 * A job that was due at once goes on with the trace of the request that caused it. One that waited begins a trace of its
 * own that mentions the other.
 */
async function traceJob<T>(
  tracing: Tracing,
  { type, attempt, team_id, mode, trace, at_once }: Job,
  run: () => Promise<T>,
  nameOf: (outcome: T) => string,
): Promise<T> {
  const span = tracing.begin(
    `due work ${type}`,
    {
      kind: 'consumer',
      attributes: {
        'embarque.work.kind': type,
        'embarque.work.attempt': attempt,
        ...(team_id !== null && { 'embarque.team.id': team_id }),
        ...(mode !== null && { 'embarque.mode': mode }),
      },
    },
    at_once && attempt === 1 ? { below: trace } : { after: trace },
  )
  const outcome = await tracing.within(span, run)
  const name = nameOf(outcome)
  span.note({ 'embarque.outcome': name })
  if (name === 'failed') span.fail(name)
  span.end()
  return outcome
}
