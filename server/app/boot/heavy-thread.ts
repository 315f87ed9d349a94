// A thread for heavy work: opens a small world on the same database, runs tasks there, and returns results
// and failures as plain data.
import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { HeavyJobs } from '../../features/heavy-work.ts'
import type { World } from '../../features/world.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { Fail, type FailOptions } from '../../kernel/values/fail.ts'
import { type Config, handedOver } from './config.ts'
import { makeJobs } from './thread-pool.ts'
import { openWorld } from './world.ts'

/** The initial data of a thread. */
export interface ThreadData {
  readonly config: Config
  readonly address: string
  readonly logLevel: string
}

export interface ThreadTask {
  readonly name: keyof HeavyJobs
  readonly input: unknown
  /** The trace that the task belongs to. */
  readonly trace: string | null
}

/** Error classes do not survive the transfer between threads. */
export type ThreadResult =
  | { readonly value: unknown }
  | { readonly failure: { readonly code: ErrorCode; readonly options: FailOptions } }
  | { readonly error: { readonly message: string; readonly code: string | undefined } }

/** Each task holds a connection only while it reads seats or stores a search. */
const CONNECTIONS_MAX = 4
/** If threads and the event loop compete for a processor, the event loop has priority. */
const PRIORITY = 10

try {
  // Only Linux has priorities of threads; elsewhere this would slow the whole process.
  if (process.platform === 'linux') setPriority(PRIORITY)
} catch {
  // The system forbids it; it is only an optimisation.
}

interface Opened {
  readonly world: World
  readonly jobs: HeavyJobs
}
let opening: Promise<Opened> | undefined

async function open(): Promise<Opened> {
  const { config, address, logLevel }: ThreadData = workerData
  const { world } = await openWorld(
    { ...handedOver(config), databasePoolMax: CONNECTIONS_MAX },
    makeLog({ level: logLevel }),
    { share: true, mayMigrate: false, traces: true },
  )
  world.address.url = address
  return { world, jobs: makeJobs(world) }
}

export default async function runTask(task: ThreadTask): Promise<ThreadResult> {
  try {
    const value = await run(task)
    return Piscina.move({
      [Piscina.transferableSymbol]: ownBytesOf(value),
      [Piscina.valueSymbol]: { value } satisfies ThreadResult,
    } as never) as unknown as ThreadResult
  } catch (error) {
    if (error instanceof Fail) return { failure: { code: error.code, options: error.options } }
    const { message, code } = error as Error & { code?: unknown }
    return { error: { message, code: typeof code === 'string' ? code : undefined } }
  }
}

async function run({ name, input, trace }: ThreadTask): Promise<unknown> {
  opening ??= open()
  // A database that was unavailable at the first task may be back at the next.
  opening.catch(() => {
    opening = undefined
  })
  const { world, jobs } = await opening
  const job: (input: never) => Promise<unknown> = jobs[name]
  const { tracing } = world
  if (tracing === undefined) return job(input as never)
  const span = tracing.begin(`heavy work ${name}`, { kind: 'internal' }, { below: trace })
  return tracing.within(span, () => job(input as never)).finally(() => span.end())
}

/** Buffers with their own memory are moved; small ones share memory and are copied. */
function ownBytesOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((part) =>
    part instanceof Uint8Array &&
    part.buffer instanceof ArrayBuffer &&
    part.byteLength === part.buffer.byteLength
      ? [part.buffer]
      : [],
  )
}
