// Threads beside the event loop, for work that would hold it up. They are started by the first piece of work, get it
// by name with plain data, and answer with plain data; bytes change hands without being copied.
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '../../../contract/errors.ts'
import { Fail, type FailOptions } from '../values/fail.ts'
import type { Log } from './log.ts'
import type { Tracing } from './tracing.ts'

export interface Threads {
  /** What is called the same is done by one thread, as long as any of it is under way. */
  run(job: string, input: unknown, same?: string): Promise<unknown>
  close(): Promise<void>
}

export interface ThreadsOptions {
  /** The module that each thread runs. It calls `serveThread`. */
  readonly entry: URL
  /** What a new thread is given. */
  readonly data: () => unknown
  readonly count: number
  readonly log: Log
  readonly tracing?: Tracing | undefined
}

/** What is asked of a thread, and what it answers. */
export interface Question {
  readonly id: number
  readonly job: string
  readonly input: unknown
  /** The trace that it belongs to. */
  readonly trace: string | null
}
export type ThreadAnswer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly failure: { readonly code: ErrorCode; readonly options: FailOptions } }
  | { readonly error: { readonly message: string; readonly code: string | undefined } }
)

interface Asked extends PromiseWithResolvers<unknown> {
  readonly same: string | undefined
}

interface Thread {
  readonly worker: Worker
  readonly asked: Map<number, Asked>
}

/** More than the largest search needs; one that grows past it ends alone, and the service goes on. */
const THREAD_MEMORY_MB = 512

export function makeThreads({ entry, data, count, log, tracing }: ThreadsOptions): Threads {
  const threads = new Set<Thread>()
  let ids = 0
  let isClosed = false

  function start(): Thread {
    const worker = new Worker(entry, {
      workerData: data(),
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    })
    const thread: Thread = { worker, asked: new Map() }
    threads.add(thread)
    worker.on('message', (answer: ThreadAnswer) => settle(thread, answer))
    worker.on('error', (error) => log.error({ err: error }, 'a thread for heavy work ended'))
    worker.on('exit', () => {
      threads.delete(thread)
      for (const { reject } of thread.asked.values())
        reject(new Fail('service_unavailable', { retryAfterSeconds: 1 }))
    })
    return thread
  }

  /** The one with the least to do; a new one while all have something and there may be more. */
  function choose(same: string | undefined): Thread {
    const known = same === undefined ? undefined : [...threads].find((thread) => isAt(thread, same))
    if (known !== undefined) return known
    const [least] = [...threads].sort((a, b) => a.asked.size - b.asked.size)
    return least === undefined || (least.asked.size > 0 && threads.size < count) ? start() : least
  }

  return {
    run(job, input, same) {
      if (isClosed) return Promise.reject(new Fail('service_unavailable', { retryAfterSeconds: 1 }))
      const thread = choose(same)
      const id = ++ids
      const asked: Asked = { ...Promise.withResolvers<unknown>(), same }
      thread.asked.set(id, asked)
      const trace = tracing?.here() ?? null
      thread.worker.postMessage({ id, job, input, trace } satisfies Question)
      return asked.promise
    },
    async close() {
      isClosed = true
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

function isAt({ asked }: Thread, wanted: string): boolean {
  return [...asked.values()].some(({ same }) => same === wanted)
}

function settle({ asked }: Thread, answer: ThreadAnswer): void {
  const waiting = asked.get(answer.id)
  asked.delete(answer.id)
  if ('result' in answer) waiting?.resolve(withBuffers(answer.result))
  else if ('failure' in answer) waiting?.reject(new Fail(answer.failure.code, answer.failure.options))
  else {
    const { message, code } = answer.error
    waiting?.reject(Object.assign(new Error(message), { code }))
  }
}

/** Bytes arrive as plain arrays; the rest of the house has buffers. */
function withBuffers(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
    ]),
  )
}
