// An error response of the service, with all its fields.
import { EmbarqueError } from './failures.ts'
import type { ErrorCode, ErrorType } from './generated/codes.ts'

export interface FieldError {
  /** Path of the field to blame, for example passengers.0.born_on. */
  field: string
  issue: string
  /** The issue as a sentence for people, in the language of the reader. */
  user_message?: string
}

/** The fields of an error response. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly type: ErrorType | undefined
  readonly userMessage: string
  readonly param: string | undefined
  readonly docUrl: string | undefined
  readonly details: readonly FieldError[]
  readonly current: unknown
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Headers
}

/** Its class is the family, `code` the exact reason; the message says what to do. */
export class ApiError extends EmbarqueError implements Refusal {
  override readonly name: string = 'ApiError'
  readonly status: number
  /** The codes this version of the SDK knows. A newer service may have others, so keep a default branch. */
  readonly code: ErrorCode
  /** The category of the error; undefined if the service is older than this package. */
  readonly type: ErrorType | undefined
  /** The text for people: in the language of `accept-language`, or of the team. */
  readonly userMessage: string
  /** The first invalid field. */
  readonly param: string | undefined
  /** A page about the code. */
  readonly docUrl: string | undefined
  /** The invalid fields, if any. */
  readonly details: readonly FieldError[]
  /** For `precondition_failed`: the current object; its version is the header `etag`. */
  readonly current: unknown
  /** For support requests. */
  readonly requestId: string | undefined
  /** How long to wait before a retry, if the service says so. */
  readonly retryAfterSeconds: number | undefined
  readonly headers: Headers

  constructor({ message, ...refusal }: Refusal) {
    super(message)
    const { status, code, type, userMessage, param, docUrl } = refusal
    const { details, current, requestId, retryAfterSeconds, headers } = refusal
    this.status = status
    this.code = code
    this.type = type
    this.userMessage = userMessage
    this.param = param
    this.docUrl = docUrl
    this.details = details
    this.current = current
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.headers = headers
  }
}
