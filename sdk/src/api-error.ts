// An answer of the service that says no, with everything it says about it.
import { EmbarqueError } from './failures.ts'
import type { ErrorCode, ErrorType } from './generated/codes.ts'

export interface FieldError {
  /** Path of the field to blame, for example passengers.0.born_on. */
  field: string
  issue: string
  /** The issue as a sentence for people, in the language of the reader. */
  user_message?: string
}

/** What an answer says of the failure. */
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

/** Its class tells the family, `code` the very reason; the message says what to do. */
export class ApiError extends EmbarqueError implements Refusal {
  override readonly name: string = 'ApiError'
  readonly status: number
  /** A closed list: what this version of the SDK knows. A newer service may have others, so keep a default branch. */
  readonly code: ErrorCode
  /** What kind of failure it is; undefined where the service is older than this package. */
  readonly type: ErrorType | undefined
  /** What to show to a person: in the language of `accept-language`, or else of the team. */
  readonly userMessage: string
  /** The first field to blame. */
  readonly param: string | undefined
  /** A page about the code. */
  readonly docUrl: string | undefined
  /** Which fields are to blame, where some are. */
  readonly details: readonly FieldError[]
  /** Of `precondition_failed`: the object as it is now; its version is the header `etag`. */
  readonly current: unknown
  /** What support asks for. */
  readonly requestId: string | undefined
  /** How long to wait before the request is sent again, where the service says so. */
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
