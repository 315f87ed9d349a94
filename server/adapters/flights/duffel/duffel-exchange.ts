// One request to Duffel and its answer, bounded in time and memory as a whole. It tells whether the request left this
// machine: what was never sent was surely not done.
import { gunzip } from 'node:zlib'
import { type Dispatcher, Pool } from 'undici'
import { reasonOf } from '../../webhooks/connection-failure.ts'
import { TimedOut } from '../../webhooks/guarded-connection.ts'

export interface DuffelRequest {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  /** What goes under `data`. */
  readonly data?: unknown
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type DuffelAnswer =
  /** `body` is undefined where it is not JSON. */
  | { readonly status: number; readonly body: unknown; readonly retryAt: string | null }
  | { readonly status: null; readonly wasSent: boolean; readonly reason: string }

export interface DuffelLine {
  /** Never throws, follows no redirects. Reads are asked for once more where the connection broke. */
  ask(request: DuffelRequest): Promise<DuffelAnswer>
  /** Waits for what is on its way. */
  close(): Promise<void>
}

export interface LineOptions {
  token: string
  baseUrl: string
  answerBytesMax?: number
}

// A large search is some 2 MB.
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
const CONNECTIONS_MAX = 64
const CONNECT_MS = 10_000
// Shorter than servers usually keep a connection: an order must not be written into one that is just being closed.
const IDLE_MS = 4_000
const TOO_LONG = 'the answer is too long'

export function openLine({ token, baseUrl, answerBytesMax = ANSWER_BYTES_MAX }: LineOptions): DuffelLine {
  const base = checkedUrl(baseUrl)
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS_MAX,
    connect: { timeout: CONNECT_MS },
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // These bound parts of an exchange; each exchange is bounded as a whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const prefix = base.pathname.replace(/\/$/, '')
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'duffel-version': 'v2',
    authorization: `Bearer ${token}`,
  }

  let closing: Promise<void> | undefined
  return {
    async ask({ method, path, data, timeoutMs, signal }) {
      if (closing !== undefined) return { status: null, wasSent: false, reason: 'the service is stopping' }
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const body = data === undefined ? null : JSON.stringify({ data })
      const sent = body === null ? headers : { ...headers, 'content-type': 'application/json' }
      const request = { method, path: prefix + path, headers: sent, body }
      const answer = await exchange(pool, request, deadline, answerBytesMax)
      const isWorthAnother =
        method === 'GET' && answer.status === null && answer.isBroken && !deadline.aborted
      return told(isWorthAnother ? await exchange(pool, request, deadline, answerBytesMax) : answer)
    },
    close() {
      closing ??= pool.close()
      return closing
    },
  }
}

/** The token goes out encrypted, or stays on this machine. */
function checkedUrl(text: string): URL {
  const url = new URL(text)
  const isLoopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/i.test(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) return url
  throw new TypeError('the address of Duffel must begin with https://')
}

type Raw =
  | { status: number; body: unknown; retryAt: string | null }
  /** Broken: neither out of time nor too long. */
  | { status: null; wasSent: boolean; reason: string; isBroken: boolean }

function told(raw: Raw): DuffelAnswer {
  if (raw.status !== null) return raw
  const { status, wasSent, reason } = raw
  return { status, wasSent, reason }
}

function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  deadline: AbortSignal,
  bytesMax: number,
): Promise<Raw> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let wasSent = false
    let isOver = false
    let status = 0
    let headers: NodeJS.Dict<string | string[]> = {}
    let length = 0
    const chunks: Buffer[] = []

    const conclude = (raw: Raw) => {
      isOver = true
      deadline.removeEventListener('abort', expire)
      resolve(raw)
    }
    const giveUp = (reason: string, isBroken: boolean) => {
      if (isOver) return
      conclude({ status: null, wasSent, reason, isBroken })
      controller?.abort(new TimedOut())
    }
    const expire = () => giveUp('no answer came in time', false)
    if (deadline.aborted) {
      expire()
      return
    }
    deadline.addEventListener('abort', expire)

    pool.dispatch(request, {
      onRequestStart(started) {
        controller = started
        // It waited for a connection until after its deadline.
        if (isOver) started.abort(new TimedOut())
        else wasSent = true
      },
      onResponseStart(_controller, statusCode, given) {
        // Those below 200 only announce the answer, and the next one replaces them.
        status = statusCode
        headers = given
      },
      onResponseData(_controller, chunk) {
        length += chunk.length
        chunks.push(chunk)
        if (length > bytesMax) giveUp(TOO_LONG, false)
      },
      onResponseEnd() {
        if (isOver) return
        const whole = Buffer.concat(chunks)
        unzipped(whole, headers['content-encoding'], bytesMax).then(
          (text) => !isOver && conclude({ status, body: parsed(text), retryAt: resetOf(headers) }),
          (reason) =>
            giveUp(reason.code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LONG : 'the answer is garbled', false),
        )
      },
      onResponseError: (_controller, error) => giveUp(reasonOf(error), true),
    })
  })
}

/** It is unpacked no further than it may be long. */
async function unzipped(whole: Buffer, encoding: unknown, maxOutputLength: number): Promise<string> {
  if (encoding !== 'gzip') return whole.toString()
  return new Promise((resolve, reject) => {
    gunzip(whole, { maxOutputLength }, (error, text) => (error ? reject(error) : resolve(text.toString())))
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** When requests are welcome again, as an HTTP date. */
function resetOf(headers: NodeJS.Dict<string | string[]>): string | null {
  const { 'ratelimit-reset': reset } = headers
  return typeof reset === 'string' ? reset : null
}
