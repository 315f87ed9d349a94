// Posts to addresses that integrators chose, and refuses those inside our own network.
import type { Dispatcher } from 'undici'
import { isThisMachine } from '../../kernel/values/urls.ts'
import { type AddressRules, ForbiddenAddress, type Resolve, UnresolvedName } from './addresses.ts'
import { isOurFault, makeConnect, makePools, reasonOf, TimedOut } from './connections.ts'

// One HTTP request and its response, limited in time and memory. It uses undici's lowest-level API: streams
// and abort signals would cost more than the request.

/** The result of a request to a receiver. */
export interface WebhookResponse {
  /** null if no complete response came in time. */
  status: number | null
  durationMs: number
  /** A short reason, or null if a response came, whatever its status. */
  error: string | null
  /** No response came for a reason on our side: a failed lookup, or an overloaded process. */
  isOurFault: boolean
  /** The beginning of the response, storable as text. */
  body: string
}

const BODY_KEPT_BYTES = 16 * 1024
/** Up to here the rest is read and discarded, which is cheaper than a new connection. */
const BODY_READ_BYTES = 256 * 1024
/** A timer this late means that the process was blocked: the response may have arrived long ago. */
const BUSY_MS = 1_000
const BUSY = 'timed out, as this service was too busy'

/** `lookUpMs` returns the time spent on DNS, which is added to the host's time-out. */
export function sendBoundedRequest(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  lookUpMs: (from: number, to: number) => number = () => 0,
): Promise<WebhookResponse> {
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
      // A partial response does not count: a receiver that hangs halfway may not have handled the event.
      if (error === null)
        resolve({ status, durationMs, error: null, isOurFault: false, body: textOf(kept, length) })
      else resolve(noResponse(isBusy ? BUSY : reasonOf(error), durationMs, isBusy || isOurFault(error)))
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
        // The request waited for a connection until after its deadline.
        if (isStopped) started.abort(new TimedOut())
      },
      onResponseStart(_controller, statusCode) {
        // Responses below 200 are informational, and the next one replaces them.
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

function noResponse(error: string, durationMs: number, isOurFault: boolean): WebhookResponse {
  return { status: null, durationMs, error, isOurFault, body: '' }
}

/** PostgreSQL's text has no U+0000; a character cut in half is left out. */
function textOf(chunks: Buffer[], length: number): string {
  if (length === 0) return ''
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  const isCut = bytes.length > BODY_KEPT_BYTES
  const text = new TextDecoder().decode(bytes.subarray(0, BODY_KEPT_BYTES), { stream: isCut })
  return text.replaceAll('\0', '')
}

export type Reach =
  | { ok: true }
  | { ok: false; reason: 'unresolved' | 'forbidden' | 'failed'; detail: string }

export interface WebhookClient {
  /** For a team, which has its share of lookups and connections. Never throws, follows no redirects. */
  post(team: string, url: string, headers: Record<string, string>, body: string): Promise<WebhookResponse>
  /** Whether receivers on this machine may be called without TLS. */
  readonly callsPlain: boolean
  /** Checks that the host accepts connections, with TLS unless it is plain; nothing is sent. */
  reach(team: string, url: string): Promise<Reach>
  /** Waits for requests in flight, up to the time-out. */
  close(): Promise<void>
}

export interface WebhookClientOptions extends AddressRules {
  resolve: Resolve
  /** For a whole exchange, from the end of the lookup to the last byte of the response. */
  timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const UNFIT = 'only https addresses without credentials are called'
const CLOSED = 'the service is stopping'

export function makeWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { timeoutMs = TIMEOUT_MS, resolve, allowedCidrs, loopbackOpen } = options
  const connect = makeConnect({ allowedCidrs, loopbackOpen, timeoutMs, resolve, callsPlain: loopbackOpen })
  const pools = makePools(connect)
  let isClosed = false

  const fitUrl = (text: string) => urlToCall(text, loopbackOpen)

  return {
    callsPlain: loopbackOpen,
    async post(team, url, headers, body) {
      const target = fitUrl(url)
      if (target === null || isClosed) return noResponse(isClosed ? CLOSED : UNFIT, 0, isClosed)
      const path = target.pathname + target.search
      const pool = pools.poolOf(target.origin, team)
      const request = { method: 'POST', path, headers, body } as const
      return sendBoundedRequest(pool, request, timeoutMs, (from, to) => pools.lookUpMs(pool, from, to))
    },
    async reach(team, url) {
      const target = fitUrl(url)
      if (target === null) return { ok: false, reason: 'forbidden', detail: UNFIT }
      return new Promise((reached) => {
        const { hostname, port, protocol } = target
        connect({ hostname, port, team, isPlain: protocol === 'http:' }, (error, socket) => {
          socket?.destroy()
          reached(
            error === null ? { ok: true } : { ok: false, reason: kindOf(error), detail: reasonOf(error) },
          )
        })
      })
    },
    async close() {
      isClosed = true
      await pools.close()
    },
  }
}

/** The parser also normalizes every spelling of an IP address (0x7f.1, 2130706433). */
function urlToCall(text: string, callsPlain: boolean): URL | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isPlain = url.protocol === 'http:' && isThisMachine(url.hostname)
  return url.protocol === 'https:' || (callsPlain && isPlain) ? url : null
}

function kindOf(error: Error): 'unresolved' | 'forbidden' | 'failed' {
  if (error instanceof UnresolvedName) return 'unresolved'
  return error instanceof ForbiddenAddress ? 'forbidden' : 'failed'
}
