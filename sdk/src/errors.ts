// The errors of this package: an error response of the service with all its fields, and failures without a valid one.
import type { ErrorCode, ErrorType } from './generated/codes.ts'

/** Every error of this package, except wrong use (TypeError) and the reason of an aborted signal. */
export class EmbarqueError extends Error {
  override readonly name: string = 'EmbarqueError'
}

/** No complete response arrived. Sending it again with the same key shows whether it was done. */
export class ConnectionError extends EmbarqueError {
  override readonly name: string = 'ConnectionError'
}

/** The response did not arrive in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

const NO_ANSWER = 'and no answer of this API: check baseUrl, and what stands between you and the service'

/** The response is not of this API: often of a proxy, or of a wrong baseUrl. */
export class UnexpectedAnswerError extends EmbarqueError {
  override readonly name = 'UnexpectedAnswerError'
  readonly status: number
  /** The beginning of the response. */
  readonly text: string
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, text: string, retryAfterSeconds?: number, why = NO_ANSWER) {
    super(`HTTP ${status}, ${why}`)
    this.status = status
    this.text = text
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The stream could not resume: events are missing. Read them with events.list. */
export class StreamResetError extends EmbarqueError {
  override readonly name = 'StreamResetError'
  readonly reason: string
  /** The last received event. */
  readonly after: number
  /** The event from which a new stream continues. */
  readonly sequence: number

  constructor(reason: string, after: number, sequence: number) {
    super(
      `the stream cannot go on after event ${after} (${reason}): read what is missing with ` +
        `events.list({ after_sequence: ${after} }), then listen again with last_event_id: ${sequence}`,
    )
    this.reason = reason
    this.after = after
    this.sequence = sequence
  }
}

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
