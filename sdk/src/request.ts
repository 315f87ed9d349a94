// Sends a call: its address and input, attempts with a time-out, and retries.
import { ApiError, ConnectionError, TimeoutError, UnexpectedAnswerError } from './errors.ts'
import { API_VERSION, VERSION } from './generated/version.ts'
import type { CallOptions, RequestNote, Settings, WaitOptions } from './options.ts'
import { errorFrom } from './response.ts'
import { newHex, type System } from './system.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The kind of response: JSON with some envelope, a file, text, or an endless stream. */
export type AnswerKind = 'data' | 'list' | 'bare' | 'file' | 'text' | 'stream'

export type FileInput = Blob | Uint8Array | ArrayBuffer

/** A file without shared memory, as `fetch` demands it. */
export type SentFile = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer

export interface Asked {
  /** The operation's name, for hooks and messages. */
  readonly operation: string
  readonly method: Method
  /** With the query. */
  readonly address: string
  readonly body?: unknown
  readonly file?: SentFile | undefined
  readonly answer: AnswerKind
  /** Whether it changes data, so that it needs an Idempotency-Key. */
  readonly isChange: boolean
  /** Error statuses that count as responses. */
  readonly accepts?: readonly number[] | undefined
  readonly options: CallOptions & WaitOptions
}

type Value = string | number | boolean | undefined | null

/** A list is sent as `name[]`, an object as `name[key]`. */
export type Query = Readonly<Record<string, Value | readonly Value[] | Readonly<Record<string, Value>>>>

/** The path with its ids; an id that would lead elsewhere is refused. */
export function addressOf(path: string, ids: readonly unknown[], query: Query = {}): string {
  let index = 0
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => {
    const id = ids[index++]
    if (typeof id !== 'string' || id === '' || /^\.{1,2}$/.test(id)) {
      throw new TypeError(`${name} of ${path} must be the id of something, and is ${JSON.stringify(id)}`)
    }
    return encodeURIComponent(id)
  })
  const wishes = Object.entries(query)
    .flatMap(([name, value]) => parametersOf(name, value))
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]))
  return wishes.length === 0 ? filled : `${filled}?${new URLSearchParams(wishes)}`
}

function parametersOf(name: string, value: Query[string]): [string, Value][] {
  if (typeof value !== 'object' || value === null) return [[name, value]]
  if (isList(value)) return value.map((item) => [`${name}[]`, item])
  return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner])
}

/** `Array.isArray` does not know readonly lists. */
function isList(value: object): value is readonly Value[] {
  return Array.isArray(value)
}

/** Statuses after which nothing was done, or the same Idempotency-Key returns the response. */
const STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** The delay before the next attempt, never sooner than the service asked for; undefined if there is none. */
function waitBeforeRetry(
  error: unknown,
  attempt: number,
  { maxRetries, maxRetryWaitMs }: { maxRetries: number; maxRetryWaitMs: number },
  system: System,
): number | undefined {
  if (attempt > maxRetries || !isWorthRetrying(error)) return undefined
  const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
  const ownMs = Math.round(backoffMs * (0.5 + system.chance() / 2))
  const asked = isAnswer(error) ? error.retryAfterSeconds : undefined
  if (asked === undefined) return ownMs
  // A shorter wait would be refused again, so one that is too long is not begun.
  const askedMs = asked * 1000
  return askedMs > maxRetryWaitMs ? undefined : Math.max(askedMs, ownMs)
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (error instanceof ApiError && error.code === 'request_in_progress') return true
  return isAnswer(error) && STATUSES.has(error.status)
}

/** Of the service, or of a proxy in front of it. */
function isAnswer(error: unknown): error is ApiError | UnexpectedAnswerError {
  return error instanceof ApiError || error instanceof UnexpectedAnswerError
}

/** Sends a call until it succeeds or a retry is useless; all attempts are identical. */
export async function send(way: Way, asked: Asked): Promise<Received> {
  const { settings, system } = way
  const { options, isChange, operation, method, address } = asked
  const { maxRetries = settings.maxRetries, signal } = options
  // Created once, so that the service recognises repeated attempts.
  const idempotencyKey = isChange ? (options.idempotencyKey ?? `sdk-${newHex(16)}`) : undefined
  const url = settings.baseUrl + address
  for (let number = 1; ; number++) {
    const note: RequestNote = { operation, method, url, attempt: number, idempotencyKey }
    try {
      return await attempt(way, asked, note)
    } catch (error) {
      const limits = { maxRetries, maxRetryWaitMs: settings.maxRetryWaitMs }
      const waitMs = signal?.aborted ? undefined : waitBeforeRetry(error, number, limits, system)
      if (waitMs === undefined || !(error instanceof Error)) throw error
      settings.hooks.onRetry?.({ ...note, error, waitMs })
      await system.wait(waitMs, signal)
    }
  }
}

/** Shared by every call of a client. */
export interface Way {
  readonly settings: Settings
  readonly system: System
}

export interface Received {
  readonly response: Response
  /** The whole text; empty for files and streams, which the caller reads. */
  readonly text: string
}

/** One attempt of a call: from the request to the last byte of its response, with a time-out. */
async function attempt(way: Way, asked: Asked, note: RequestNote): Promise<Received> {
  const { settings, system } = way
  const { hooks } = settings
  hooks.onRequest?.(note)
  const startMs = system.nowMs()
  const within = timeLimit(way, asked, note)
  try {
    const response = await within.of(
      settings.fetch(note.url, requestOf(settings, asked, note, within.signal)),
    )
    const isRefused = !response.ok && asked.accepts?.includes(response.status) !== true
    const text = isRefused || isRead(asked) ? await within.of(response.text()) : ''
    const requestId = response.headers.get('x-request-id') ?? undefined
    const durationMs = system.nowMs() - startMs
    hooks.onResponse?.({ ...note, status: response.status, requestId, durationMs })
    if (isRefused) throw errorFrom(response, text, system.nowMs())
    return { response, text }
  } finally {
    within.end()
  }
}

/** The caller reads files and streams, without a time-out. */
function isRead({ answer }: Asked): boolean {
  return answer !== 'file' && answer !== 'stream'
}

function requestOf(settings: Settings, asked: Asked, note: RequestNote, signal: AbortSignal): RequestInit {
  const { method, body, file, options, answer } = asked
  const { waitSeconds } = options
  const headers = new Headers({
    accept: answer === 'stream' ? 'text/event-stream' : 'application/json, */*;q=0.9',
    'user-agent': `embarque-sdk/${VERSION}`,
    'embarque-version': API_VERSION,
    ...settings.headers,
    ...(file !== undefined && { 'content-type': typeOf(file) }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(waitSeconds !== undefined && { prefer: `wait=${Math.ceil(waitSeconds)}` }),
    ...options.headers,
    ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
    ...(note.idempotencyKey !== undefined && { 'idempotency-key': note.idempotencyKey }),
    authorization: `Bearer ${settings.apiKey}`,
  })
  const sent = file ?? (body === undefined ? null : JSON.stringify(body))
  // A redirect would send body, headers and Idempotency-Key elsewhere.
  return { method, headers, signal, body: sent, redirect: 'manual' }
}

/** A Blob has its type; for bytes, headers contain it. */
function typeOf(file: NonNullable<Asked['file']>): string {
  return (file instanceof Blob && file.type) || 'application/octet-stream'
}

/** Aborts the attempt at its time-out, or with the caller's signal. */
function timeLimit({ settings, system }: Way, asked: Asked, { url }: RequestNote) {
  const { operation } = asked
  const { signal: caller, waitSeconds = 0, timeoutMs: own = settings.timeoutMs } = asked.options
  const timeoutMs = own + waitSeconds * 1000
  const controller = new AbortController()
  const { signal } = controller
  const late = `${operation} was not answered within ${timeoutMs} ms`
  const advice = `give it a longer timeoutMs, or see whether ${settings.baseUrl}/api/v1/health answers`
  const cancel = system.after(timeoutMs, () => controller.abort(new TimeoutError(`${late}: ${advice}`)))
  const leave = () => controller.abort(caller?.reason)
  if (caller?.aborted) leave()
  caller?.addEventListener('abort', leave, { once: true })
  return {
    signal,
    /** Runtimes report failed connections in many ways: every rejection here is one, or an abort. */
    of: <T>(promise: Promise<T>): Promise<T> =>
      promise.catch((error: unknown) => {
        throw signal.aborted ? signal.reason : unreached(operation, url, error)
      }),
    end() {
      cancel()
      if (isRead(asked)) caller?.removeEventListener('abort', leave)
    },
  }
}

function unreached(operation: string, url: string, error: unknown): ConnectionError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = (cause instanceof Error && cause.message) || 'the connection broke'
  const advice = 'check that the service runs there, and that baseUrl is right'
  const where = new URL(url).origin
  return new ConnectionError(`${operation}: no complete answer from ${where} (${why}): ${advice}`, {
    cause: error,
  })
}
