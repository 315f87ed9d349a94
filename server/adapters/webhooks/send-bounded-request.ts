// One HTTP request and its answer, bounded in time and in memory. It uses undici's lowest-level API: streams and
// abort signals for every request would cost more than the request.
import type { Dispatcher } from 'undici'
import { isOurFault, reasonOf } from './connection-failure.ts'
import { TimedOut } from './guarded-connection.ts'

/** What came of a request to a receiver. */
export interface WebhookAnswer {
  /** null where no whole answer came in time. */
  status: number | null
  durationMs: number
  /** A short reason, or null where an answer came, whatever its status. */
  error: string | null
  /** No answer came, and that tells nothing of the host: its name could not be looked up, or we were too busy. */
  isOurFault: boolean
  /** The beginning of the answer, fit to be stored as text. */
  body: string
}

const BODY_KEPT_BYTES = 16 * 1024
/** Up to here the rest is read and thrown away, which is cheaper than a new connection. */
const BODY_READ_BYTES = 256 * 1024
/** A timer that comes so late tells that nobody was listening: the answer may have come long ago. */
const BUSY_MS = 1_000
const BUSY = 'timed out, as this service was too busy'

/** `lookUpMs` of a time are not the host's: they are added to what it is given. */
export function sendBoundedRequest(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  lookUpMs: (from: number, to: number) => number = () => 0,
): Promise<WebhookAnswer> {
  return new Promise((resolve) => {
    const start = performance.now()
    let sentAt = Number.POSITIVE_INFINITY
    let controller: Dispatcher.DispatchController | undefined
    let status: number | null = null
    let length = 0
    let isStopped = false
    const kept: Buffer[] = []

    let timer = setTimeout(outOfTime, timeoutMs)
    function outOfTime(): void {
      const now = performance.now()
      const lateMs = now - start - timeoutMs - lookUpMs(start, Math.min(now, sentAt))
      if (lateMs < -1) timer = setTimeout(outOfTime, -lateMs)
      else stop(new TimedOut(), lateMs > BUSY_MS)
    }
    const conclude = (error: Error | null, isBusy = false) => {
      clearTimeout(timer)
      const durationMs = Math.round(performance.now() - start)
      // A partial answer does not count: a receiver that hangs halfway may not have handled the event.
      if (error === null)
        resolve({ status, durationMs, error: null, isOurFault: false, body: textOf(kept, length) })
      else resolve(unanswered(isBusy ? BUSY : reasonOf(error), durationMs, isBusy || isOurFault(error)))
    }
    // Concludes first, so that the abort is not reported as the reason.
    const stop = (error: TimedOut | null, isBusy = false) => {
      isStopped = true
      conclude(error, isBusy)
      controller?.abort(new TimedOut())
    }

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started
        sentAt = performance.now()
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

export function unanswered(error: string, durationMs: number, isOurFault: boolean): WebhookAnswer {
  return { status: null, durationMs, error, isOurFault, body: '' }
}

/** PostgreSQL's text has no U+0000; a character that the cut went through is left out. */
function textOf(chunks: Buffer[], length: number): string {
  if (length === 0) return ''
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  const isCut = bytes.length > BODY_KEPT_BYTES
  const text = new TextDecoder().decode(bytes.subarray(0, BODY_KEPT_BYTES), { stream: isCut })
  return text.replaceAll('\0', '')
}
