// Reads a response: its data, warnings, page and headers, or its error.
import { type ApiError, type FieldError, UnexpectedAnswerError } from './errors.ts'
import type { ErrorCode, ErrorType } from './generated/codes.ts'
import { classOf } from './generated/errors.ts'
import type { Pagination } from './generated/types.ts'
import { isRecord, parsed, shortened } from './json.ts'
import type { Asked, Received } from './request.ts'

export interface Answer<T> {
  readonly data: T
  /** Accepted input that looks wrong, and unknown fields. */
  readonly warnings: readonly FieldError[]
  /** Present if a list has pages. */
  readonly pagination: Pagination | undefined
  /** Test mode: what differs from live mode. */
  readonly meta: { test_mode: boolean; message: string } | undefined
  readonly status: number
  readonly headers: Headers
  /** The version of the object, for `ifMatch` of a change. */
  readonly etag: string | undefined
  /** For support requests. */
  readonly requestId: string | undefined
  /** Whether this is the remembered response of an earlier request with the same Idempotency-Key. */
  readonly isReplayed: boolean
}

/** The operation's declaration guarantees the shape of the data. */
export function answerFrom<T>({ answer }: Asked, { response, text }: Received): Answer<T> {
  const { status } = response
  const body = answer === 'text' ? text : parsed(text)
  const parts = isRecord(body) ? body : undefined
  const isEnveloped = answer === 'data' || answer === 'list'
  if (body === undefined || (isEnveloped && parts?.data === undefined)) {
    throw new UnexpectedAnswerError(status, shortened(text))
  }
  const { warnings = [], pagination, _meta: meta } = Object(parts)
  return {
    data: isEnveloped ? Object(parts).data : body,
    warnings,
    pagination,
    meta,
    ...besides(response),
  }
}

export function besides({ status, headers }: Response) {
  return {
    status,
    headers,
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
  }
}

/** Retry-After as seconds from now: a number or a date. Undefined if missing or invalid. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // A date has letters; Date.parse would accept many numbers.
  const atMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

/** Creates the error of a response: of the class of its code, or of its status if the code is unknown. */
export function errorFrom(response: Response, text: string, nowMs: number): ApiError | UnexpectedAnswerError {
  const { status, headers, type } = response
  // Browsers hide the status and target of a redirect.
  if (type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304))
    return new UnexpectedAnswerError(status, shortened(text), undefined, sentOn(headers.get('location')))
  const body = parsed(text)
  const said = isRecord(body) ? body : {}
  const { code, details, current, request_id: id } = said
  const waitSeconds = retryAfterSeconds(headers.get('retry-after'), nowMs)
  if (!isCode(code)) return new UnexpectedAnswerError(status, shortened(text), waitSeconds)
  const message = textOr(said.message) ?? code
  const Class = classOf(code, status)
  return new Class({
    status,
    code,
    message,
    type: textOr(said.type) as ErrorType | undefined,
    userMessage: textOr(said.user_message) ?? message,
    param: textOr(said.param),
    docUrl: textOr(said.doc_url),
    details: Array.isArray(details) ? details.filter(isFieldError) : [],
    current,
    requestId: textOr(id) ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: waitSeconds,
    headers,
  })
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function sentOn(location: string | null): string {
  const where = location === null ? 'another place' : shortened(location)
  const why = 'and not followed, as that place would get the whole request'
  return `sent on to ${where}, ${why}: set baseUrl to the service itself`
}

/** An unknown code counts too. */
function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string'
}

function isFieldError(one: unknown): one is FieldError {
  return isRecord(one) && typeof one.field === 'string' && typeof one.issue === 'string'
}
