// Declares job types: payload, waits after failures and cap. A feature schedules and runs its jobs by these values.
import type { Scope } from '../outbox/transaction.ts'
import type { Job } from './jobs.ts'

/** A job's payload. It is stored as JSON with its field names, so they are never renamed. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Milliseconds before the run after the first failure, the second, and so on. After the last the job is dead. */
export type Waits = readonly number[]

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** For jobs that fail only while a part of our own service is down. */
export const TECHNICAL: Waits = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/** A mail server may be down or misconfigured for hours; later than that a notice is of no use. */
export const MAIL: Waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE]

/** A bank may be down for a night. */
export const BANK: Waits = [
  2 * SECOND,
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  120 * MINUTE,
  360 * MINUTE,
  720 * MINUTE,
]

interface Terms {
  readonly waits: Waits
  /** Jobs of one queue that run at once in one process. */
  readonly cap: number
  /** Whether an advance of a test clock may run jobs of one moment side by side. */
  readonly sideBySide?: boolean
}

/** A job type as the worker sees it; its handler gets the `Task`. */
export interface JobDeclaration<Task> extends Terms {
  readonly type: string
  taskOf(job: Job, scope: Scope | undefined): Task
}

/** The task that the handler of this job type gets. */
export type TaskOf<Declaration> = Declaration extends JobDeclaration<infer Task> ? Task : never

export interface TeamTask<Payload> {
  readonly job: Job
  readonly payload: Payload
  /** The team, its mode and its time. */
  readonly scope: Scope
  /** The scope of the handler's last transaction, which also completes the job. */
  readonly last: Scope
}

export interface TeamJob<Payload> extends JobDeclaration<TeamTask<Payload>> {
  /** Each team and mode has its own queue; rare jobs of all teams share one. */
  readonly queue: 'own' | 'shared'
  write(payload: Payload): string
}

export function teamJob<Payload extends Json>(
  type: string,
  { queue = 'own', ...terms }: Terms & { readonly queue?: 'own' | 'shared' },
): TeamJob<Payload> {
  return {
    ...terms,
    type,
    queue,
    write: JSON.stringify,
    taskOf(job, scope) {
      if (scope === undefined) throw new Error(`${type} is a job of a team, and this job has none`)
      return { job, payload: JSON.parse(job.payload), scope, last: { ...scope, finishes: job } }
    },
  }
}

export interface InstallationTask {
  readonly job: Job
}

/** A job of the installation, which belongs to no team and runs at regular intervals. */
export interface InstallationJob extends JobDeclaration<InstallationTask> {
  readonly everyMs: number
}

export function installationJob(type: string, terms: Terms & { readonly everyMs: number }): InstallationJob {
  return { ...terms, type, taskOf: (job) => ({ job }) }
}
