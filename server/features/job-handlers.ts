// Joins a declared job type to the function that runs it. The compiler checks that both fit.

import type { JobDeclaration, Waits } from '../kernel/jobs/declare-job.ts'
import type { Job } from '../kernel/jobs/jobs.ts'
import type { Scope } from '../kernel/outbox/transaction.ts'
import type { World } from './world.ts'

export interface JobHandler {
  readonly type: string
  readonly waits: Waits
  readonly cap: number
  readonly sideBySide: boolean
  /** May return `{recording}`: the function records its own outcome, and its slot is free meanwhile. */
  run(world: World, job: Job, scope: Scope | undefined): Promise<unknown>
}

/** Functions by the name of their job type. */
export type JobHandlers = ReadonlyMap<string, JobHandler>

export function handleJob<Task>(
  { type, waits, cap, sideBySide = false, taskOf }: JobDeclaration<Task>,
  run: (world: World, task: Task) => Promise<unknown>,
): JobHandler {
  return {
    type,
    waits,
    cap,
    sideBySide,
    run: async (world, job, scope) => run(world, taskOf(job, scope)),
  }
}

export function handlersOf(...all: JobHandler[]): JobHandlers {
  const handlers = new Map(all.map((handler) => [handler.type, handler]))
  if (handlers.size < all.length) throw new Error('two handlers of one job type')
  return handlers
}
