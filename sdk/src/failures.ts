// Errors without a valid response of the service, each with its remedy.

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
