// Job types. Each is declared once, in its feature's `jobs.ts`: its payload, how long it waits after a failure and how
// many run at once. A job is scheduled by that declaration, and run by it.
import type { Scope } from '../outbox/transaction.ts'
import type { Job } from './jobs.ts'

/** The payload of a piece, stored as JSON. Its field names are stored too, so they are never renamed. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

interface Terms {
  /** After the first, second, ... failure; past the last one the piece is dead. */
  readonly waits: Waits
  /** Pieces of one lane that run at once in one process. */
  readonly cap: number
  /** Whether an advance of a test clock may run pieces of one moment side by side. */
  readonly sideBySide?: boolean
}

/** A kind as the worker sees it; `Task` is what the function that serves it gets. */
export interface JobDeclaration<Task> extends Terms {
  readonly kind: string
  taskOf(piece: Job, scope: Scope | undefined): Task
}

/** What the function gets that serves this kind. */
export type TaskOf<Kind> = Kind extends JobDeclaration<infer Task> ? Task : never

/** A piece of a team's work. */
export interface TeamTask<Payload> {
  readonly piece: Job
  readonly payload: Payload
  /** The team, its mode and its time. */
  readonly scope: Scope
  /** The same for the last transaction of the work, which also finishes the piece. */
  readonly last: Scope
}

export interface TeamWork<Payload> extends JobDeclaration<TeamTask<Payload>> {
  /** Each team and mode has a lane of its own, unless the work is so rare that all share one. */
  readonly lane: 'own' | 'shared'
  write(payload: Payload): string
}

export function teamJob<Payload extends Json>(
  kind: string,
  { lane = 'own', ...terms }: Terms & { readonly lane?: 'own' | 'shared' },
): TeamWork<Payload> {
  return {
    ...terms,
    kind,
    lane,
    write: JSON.stringify,
    taskOf(piece, scope) {
      if (scope === undefined) throw new Error(`${kind} is work of a team, and this piece has none`)
      return { piece, payload: JSON.parse(piece.payload), scope, last: { ...scope, finishes: piece } }
    },
  }
}

/** A piece of work that belongs to no team. */
export interface InstallationTask {
  readonly piece: Job
}

/** Work of the installation itself, which runs at regular intervals. */
export interface InstallationWork extends JobDeclaration<InstallationTask> {
  readonly everyMs: number
}

export function installationJob(kind: string, terms: Terms & { readonly everyMs: number }): InstallationWork {
  return { ...terms, kind, taskOf: (piece) => ({ piece }) }
}

// How long due work that failed waits before it is tried again: after the first failure, the second, and so on.

/** In milliseconds. After the last of them the piece is dead, and left to people. */
export type Waits = readonly number[]

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** For work that fails only while a part of our own service is down. */
export const TECHNICAL: Waits = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/** A mail server may be down or misconfigured for hours; later than that a notice is of no use. */
export const MAIL: Waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE]

/** A bank may be down for a night; it is asked about payments until it answers. */
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
