// Makes the error of an answer: of the class that its code belongs to, or its status where the code is new.
import type { ApiError, FieldError } from './api-error.ts'
import { UnexpectedAnswerError } from './failures.ts'
import type { ErrorCode } from './generated/codes.ts'
import { classOf } from './generated/errors.ts'
import { isRecord, parsed, shortened } from './json.ts'
import { retryAfterSeconds } from './retry-after.ts'

export function errorFrom(response: Response, text: string, nowMs: number): ApiError | UnexpectedAnswerError {
  const { status, headers } = response
  const body = parsed(text)
  const { code, message, details, request_id: id } = isRecord(body) ? body : {}
  const waitSeconds = retryAfterSeconds(headers.get('retry-after'), nowMs)
  if (!isCode(code)) return new UnexpectedAnswerError(status, shortened(text), waitSeconds)
  const Class = classOf(code, status)
  return new Class({
    status,
    code,
    message: typeof message === 'string' ? message : code,
    details: Array.isArray(details) ? details.filter(isFieldError) : [],
    requestId: typeof id === 'string' ? id : (headers.get('x-request-id') ?? undefined),
    retryAfterSeconds: waitSeconds,
    headers,
  })
}

/** One that is newer than this package counts as one too. */
function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string'
}

function isFieldError(one: unknown): one is FieldError {
  return isRecord(one) && typeof one.field === 'string' && typeof one.issue === 'string'
}
