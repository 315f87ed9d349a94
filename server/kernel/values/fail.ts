// A failure that is answered to the caller: a code of the catalogue, and the fields at fault.
import type { ErrorDetail } from '../../../contract/common.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'

export interface FailOptions {
  details?: ErrorDetail[]
  /** Replaces the catalogue's advice where a more exact sentence helps. */
  advice?: string
  retryAfterSeconds?: number
  allow?: string[]
  /** What is there now, and its version, where the caller knew another. */
  current?: object
  etag?: string
}

export class Fail extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly options: FailOptions

  constructor(code: ErrorCode, options: FailOptions = {}) {
    super(`${ERRORS[code].text}: ${options.advice ?? ERRORS[code].advice}`)
    this.name = 'Fail'
    this.code = code
    this.status = ERRORS[code].status
    this.options = options
  }
}

/** The one shape of every failure that is answered. */
export function failureBody(failure: Fail, requestId: string): object {
  const { details, current } = failure.options
  return {
    success: false,
    error: ERRORS[failure.code].text,
    code: failure.code,
    message: failure.message,
    ...(details && { details }),
    ...(current && { current }),
    request_id: requestId,
  }
}

/** Throws; written as a function so that a refusal reads as one word. */
export function fail(code: ErrorCode, options?: FailOptions): never {
  throw new Fail(code, options)
}

export function failField(field: string, issue: string): never {
  throw new Fail('invalid_request_parameters', { details: [{ field, issue }] })
}

/** A refusal by a rule is the work's outcome and is remembered; a wrong request or a bad moment is not. */
export function isRemembered(failure: Fail): boolean {
  return failure.status > 400 && failure.status < 500 && !ABOUT_THE_ATTEMPT.has(failure.code)
}

const ABOUT_THE_ATTEMPT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthorized',
  'rate_limit_exceeded',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_quota_exceeded',
  'storage_quota_exceeded',
  'request_in_progress',
  'precondition_failed',
  'url_not_reachable',
  'payment_provider_not_connected',
])
