// The worker's loop: claims due jobs into a bounded number of slots, runs them, and sleeps until woken.
import { setTimeout as wait } from 'node:timers/promises'
import type { JobHandlers } from '../../features/job-handlers.ts'
import type { World } from '../../features/world.ts'
import { forJobs } from '../../kernel/db/team-cap.ts'
import {
  claimJobs,
  completeJobs,
  FIRST_QUEUE,
  failJob,
  type Job,
  returnJobs,
  teamOfQueue,
} from '../../kernel/jobs/jobs.ts'
import { type JobFailure, type JobOutcome, runJob } from './run-job.ts'

/** Records how jobs ended. If the database is unavailable, outcomes wait in memory. */
export interface Recorder {
  record(job: Job, outcome: JobOutcome): void
  /** The number of outcomes that are not written yet. */
  readonly waiting: number
  /** Tries once more. A job whose outcome cannot be written then runs again. */
  stop(): Promise<void>
}

const AGAIN_AFTER_MS = 500

/** `recorded` is called with jobs that this process no longer holds, and whether they may be due again. */
function makeRecorder(world: World, recorded: (jobs: Job[], areDueAgain: boolean) => void): Recorder {
  let completed: Job[] = []
  let completing: Promise<void> | undefined
  let waiting = 0
  let stopped = false
  const writing = new Set<Promise<void>>()

  async function write(update: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await update()
      } catch (error) {
        world.log.error({ err: error }, 'the outcome of a job could not be recorded')
        if (stopped) return
        await wait(AGAIN_AFTER_MS)
      }
    }
  }

  function done(jobs: Job[], areDueAgain = false): void {
    waiting -= jobs.length
    recorded(jobs, areDueAgain)
  }

  async function completeTogether(): Promise<void> {
    // Jobs that end in this turn of the event loop are written together.
    await new Promise(setImmediate)
    while (completed.length > 0) {
      const jobs = completed
      completed = []
      await write(() => completeJobs(world.pool, jobs))
      done(jobs)
    }
    completing = undefined
  }

  async function recordFailure(job: Job, failure: JobFailure): Promise<void> {
    if ('lost' in failure) {
      world.log.warn({ kind: job.type, key: job.key }, 'a job was taken over by another process')
      return done([job])
    }
    const { nextRunAt, error, isCounted = true } = failure
    const attempt = isCounted ? job.attempt : job.attempt - 1
    await write(() => failJob(world.pool, { ...job, attempt }, nextRunAt, error))
    done([job], nextRunAt !== null)
  }

  /** A job that could not record its own outcome failed like any other. */
  async function follow(
    job: Job,
    { recording, unrecorded }: Extract<JobOutcome, { recording: unknown }>,
  ): Promise<void> {
    try {
      await recording
    } catch (error) {
      return recordFailure(job, unrecorded(error))
    }
    done([job])
  }

  function track(written: Promise<void>): void {
    writing.add(written)
    void written.finally(() => writing.delete(written))
  }

  return {
    get waiting() {
      return waiting
    },
    record(job, outcome) {
      waiting++
      if ('recording' in outcome) track(follow(job, outcome))
      else if ('lost' in outcome || 'error' in outcome) track(recordFailure(job, outcome))
      else {
        completed.push(job)
        completing ??= completeTogether()
      }
    },
    async stop() {
      stopped = true
      await completing
      await Promise.all(writing)
    },
  }
}

export interface Worker {
  /** Stops claiming, and waits until running jobs have ended and are recorded. */
  stop(): Promise<void>
  /** Resolves when no job runs and a claim found none due: for tests and benchmarks. */
  idle(): Promise<void>
  readonly running: number
}

export interface WorkerOptions {
  /** Jobs that run at once. */
  slots?: number
  pollMs?: number
}

const SLOTS = 256
const POLL_MS = 1_000
/**
 * How often jobs are claimed while more are due: a claim of one job costs nearly as much as one of a hundred. A slow
 * claim is followed by a pause of its own length, so that on a busy machine claims become fewer and larger.
 */
const CLAIM_EVERY_MS = 10
/** The pause after a claim that found no job and has not seen every queue. */
const LOOK_ON_EVERY_MS = 50

export function startWorker(
  world: World,
  handlers: JobHandlers,
  { slots = SLOTS, pollMs = POLL_MS }: WorkerOptions = {},
): Worker {
  const caps = new Map([...handlers].map(([type, { cap }]) => [type, cap]))
  const runningOfQueue = new Map<string, number>()
  const runningOfOwner = new Map<string, number>()
  const idleWaiters: (() => void)[] = []
  let count = 0
  let ended = 0
  let stopped = false
  /** Jobs may be due that no claim has looked for. */
  let isWanted = true
  /** The last claim left due jobs: a job that ends makes room for them. */
  let isMoreDue = false
  let after = FIRST_QUEUE
  let change = Promise.withResolvers<void>()

  const recorder = makeRecorder(world, (jobs, areDueAgain) => {
    for (const { claim } of jobs) world.held.delete(claim)
    if (areDueAgain || idleWaiters.length > 0) isWanted = true
    changed()
  })

  function changed(): void {
    change.resolve()
    change = Promise.withResolvers()
  }

  function wake(): void {
    isWanted = true
    changed()
  }

  // If outcomes cannot be recorded as fast as jobs run, claiming waits for them.
  const hasRoom = () => count < slots && recorder.waiting <= slots

  async function claimUntilStopped(): Promise<void> {
    while (!stopped) {
      if (isWanted && hasRoom()) await claimSome()
      else await change.promise
    }
  }

  async function claimSome(): Promise<void> {
    const start = performance.now()
    const endedBefore = ended
    isWanted = false
    const free = slots - count
    // Each claim leaves half of the free slots to jobs that become due next.
    const limit = Math.ceil(free / 2)
    try {
      const request = { caps, runningOfQueue, runningOfOwner, free, limit, after }
      const claimed = await claimJobs(world.pool, {
        ...request,
        now: world.wall.now(),
        processId: world.processId,
      })
      const { jobs } = claimed
      if (stopped) return await returnJobs(world.pool, jobs)
      for (const job of jobs) void run(job)
      ;({ isMoreDue, after } = claimed)
      // The claim may have seen a full queue that has room now.
      const hasMoreRoom = isMoreDue && ended > endedBefore
      if (hasMoreRoom || jobs.length === limit || after !== FIRST_QUEUE) isWanted = true
      if (jobs.length === 0 && count === 0 && recorder.waiting === 0 && !isWanted)
        for (const resolve of idleWaiters.splice(0)) resolve()
      const everyMs = jobs.length === 0 && after !== FIRST_QUEUE ? LOOK_ON_EVERY_MS : CLAIM_EVERY_MS
      const tookMs = performance.now() - start
      if (isMoreDue) await wait(Math.max(everyMs - tookMs, tookMs))
    } catch (error) {
      world.log.warn({ err: error }, 'jobs could not be claimed')
    }
  }

  async function run(job: Job): Promise<void> {
    world.held.add(job.claim)
    add(job, 1)
    const outcome = await runJob(world, handlers, job)
    recorder.record(job, outcome)
    add(job, -1)
    ended++
    if (isMoreDue) isWanted = true
    changed()
  }

  function add({ queue }: Job, change: 1 | -1): void {
    count += change
    addTo(runningOfQueue, queue, change)
    const owner = teamOfQueue(queue)
    if (owner !== '') addTo(runningOfOwner, owner, change)
  }

  world.signals.on('work', wake)
  const poll = setInterval(wake, pollMs)
  const claiming = forJobs(claimUntilStopped)

  return {
    get running() {
      return count
    },
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve)
        wake()
      }),
    async stop() {
      stopped = true
      clearInterval(poll)
      changed()
      await claiming
      while (count > 0) await change.promise
      await recorder.stop()
    },
  }
}

function addTo(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
