// One attempt of a call: from the request to the last byte of its response, with a time-out.
import type { Asked } from './asked.ts'
import { ConnectionError, TimeoutError } from './failures.ts'
import { VERSION } from './generated/version.ts'
import type { RequestNote, Settings } from './options.ts'
import { errorFrom } from './read-error.ts'
import type { System } from './system.ts'

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

export async function attempt(way: Way, asked: Asked, note: RequestNote): Promise<Received> {
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
