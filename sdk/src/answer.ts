// An answer with what came beside its data: warnings, the page, headers. Most callers want the data alone.
import type { FieldError } from './api-error.ts'
import type { Asked } from './asked.ts'
import type { Received } from './attempt.ts'
import { UnexpectedAnswerError } from './failures.ts'
import type { Pagination } from './generated/types.ts'
import { isRecord, parsed, shortened } from './json.ts'

export interface Answer<T> {
  readonly data: T
  /** What was taken although it looks wrong, and fields that nobody knows. */
  readonly warnings: readonly FieldError[]
  /** Where a list has more pages. */
  readonly pagination: Pagination | undefined
  /** Of test mode: what is different from real life. */
  readonly meta: { test_mode: boolean; message: string } | undefined
  readonly status: number
  readonly headers: Headers
  /** The version of what was answered, for `ifMatch` of a change. */
  readonly etag: string | undefined
  /** What support asks for. */
  readonly requestId: string | undefined
  /** Whether this is the remembered answer of a request that was sent before, with the same Idempotency-Key. */
  readonly isReplayed: boolean
}

/** The declaration of the operation vouches for the shape of the data. */
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
