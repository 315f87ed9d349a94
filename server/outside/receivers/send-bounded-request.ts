// One HTTP request and its answer, bounded in time and in memory. It uses undici's lowest-level API: streams and
// abort signals for every request would cost more than the request.
import type { Dispatcher } from 'undici'
import { reasonOf } from './connection-failure.ts'
import { TimedOut } from './guarded-connection.ts'

/** What came of a request to a receiver. */
export interface WebhookAnswer {
  /** null where no whole answer came in time. */
  status: number | null
  durationMs: number
  /** A short reason, or null where an answer came, whatever its status. */
  error: string | null
  /** The beginning of the answer, fit to be stored as text. */
  body: string
}

const BODY_KEPT_BYTES = 16 * 1024
/** Up to here the rest is read and thrown away, which is cheaper than a new connection. */
const BODY_READ_BYTES = 256 * 1024

export function sendBoundedRequest(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<WebhookAnswer> {
  return new Promise((resolve) => {
    const start = performance.now()
    let controller: Dispatcher.DispatchController | undefined
    let status: number | null = null
    let length = 0
    let isStopped = false
    const kept: Buffer[] = []

    const timer = setTimeout(() => stop(new TimedOut()), timeoutMs)
    const conclude = (error: Error | null) => {
      clearTimeout(timer)
      const durationMs = Math.round(performance.now() - start)
      // A partial answer does not count: a receiver that hangs halfway may not have handled the event.
      if (error === null) resolve({ status, durationMs, error: null, body: textOf(kept, length) })
      else resolve(unanswered(reasonOf(error), durationMs))
    }
    // Concludes first, so that the abort is not reported as the reason.
    const stop = (error: TimedOut | null) => {
      isStopped = true
      conclude(error)
      controller?.abort(new TimedOut())
    }

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started
        // It waited for a connection until after its deadline.
        if (isStopped) started.abort(new TimedOut())
      },
      onResponseStart(_controller, statusCode) {
        // Those below 200 only announce the answer, and the next one replaces them.
        status = statusCode
      },
      onResponseData(_controller, chunk) {
        if (length < BODY_KEPT_BYTES) kept.push(chunk)
        length += chunk.length
        if (length > BODY_READ_BYTES) stop(null)
      },
      onResponseEnd: () => conclude(null),
      onResponseError: (_controller, error) => conclude(error),
    })
  })
}

export function unanswered(error: string, durationMs: number): WebhookAnswer {
  return { status: null, durationMs, error, body: '' }
}

/** PostgreSQL's text has no U+0000; a character that the cut went through is left out. */
function textOf(chunks: Buffer[], length: number): string {
  if (length === 0) return ''
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  const isCut = bytes.length > BODY_KEPT_BYTES
  const text = new TextDecoder().decode(bytes.subarray(0, BODY_KEPT_BYTES), { stream: isCut })
  return text.replaceAll('\0', '')
}
