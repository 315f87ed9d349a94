// Sends a call until it succeeds or a retry is useless; all attempts are identical.
import { ApiError } from './api-error.ts'
import type { Asked } from './asked.ts'
import { attempt, type Received, type Way } from './attempt.ts'
import { ConnectionError, UnexpectedAnswerError } from './failures.ts'
import type { RequestNote } from './options.ts'
import { newHex, type System } from './system.ts'

// Decides about retries and their delay: only safe requests, and never sooner than the service asked for.

/** Statuses after which nothing was done, or the same Idempotency-Key returns the response. */
const STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** The delay before the next attempt; undefined if there is none. */
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
