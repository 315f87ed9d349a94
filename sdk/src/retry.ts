// When a call is sent again, and how long it waits before: only what cannot be done twice, and never sooner than the
// service asked for.
import { ApiError } from './api-error.ts'
import { ConnectionError, UnexpectedAnswerError } from './failures.ts'
import type { System } from './system.ts'

/** The statuses after which nothing was done, or the same Idempotency-Key gets the answer of what was. */
const STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** How long to wait before the next attempt; undefined where there is none to make. */
export function waitBeforeRetry(
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
  // A wait that is cut short is answered with the same refusal, so one that is too long is not begun.
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
