// The inside of a thread for heavy work: does what it is asked for, and hands results and failures back as plain data.
import { setPriority } from 'node:os'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { Fail } from '../values/fail.ts'
import type { Question, ThreadAnswer } from './threads.ts'

/** Where threads and the event loop want the same processor, the loop comes first. */
const PRIORITY = 10

/** Does a job of a trace. */
type Run = (job: string, input: unknown, trace: string | null) => Promise<unknown>

export function serveThread(run: Run): void {
  if (parentPort === null) throw new Error('this is to be run as a thread')
  const port = parentPort
  try {
    // Of this thread alone, where the system has threads with priorities of their own.
    if (process.platform === 'linux') setPriority(PRIORITY)
  } catch {
    // Somebody forbade it; it is a courtesy.
  }
  port.on('message', (question: Question) => void answer(port, question, run))
}

async function answer(port: MessagePort, { id, job, input, trace }: Question, run: Run): Promise<void> {
  try {
    const result = await run(job, input, trace)
    port.postMessage({ id, result } satisfies ThreadAnswer, ownBytesOf(result))
  } catch (error) {
    port.postMessage(failureOf(id, error))
  }
}

function failureOf(id: number, error: unknown): ThreadAnswer {
  if (error instanceof Fail) return { id, failure: { code: error.code, options: error.options } }
  const { message, code } = error as Error & { code?: unknown }
  return { id, error: { message, code: typeof code === 'string' ? code : undefined } }
}

/** Small buffers share their memory with others, and are copied. */
function ownBytesOf(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return []
  return Object.values(result).flatMap((value) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  )
}
