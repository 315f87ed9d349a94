// A response with its data, warnings, page and headers. Most callers need the data only.
import type { FieldError } from './api-error.ts'
import type { Asked } from './asked.ts'
import type { Received } from './attempt.ts'
import { UnexpectedAnswerError } from './failures.ts'
import type { Pagination } from './generated/types.ts'
import { isRecord, parsed, shortened } from './json.ts'

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
