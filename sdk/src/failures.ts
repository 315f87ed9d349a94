// What can go wrong before there is an answer of the service: each says what to look at.

/** Whatever this package throws, but for wrong use of it (TypeError) and what a signal aborts (its reason). */
export class EmbarqueError extends Error {
  override readonly name: string = 'EmbarqueError'
}

/** No answer came, or not all of it. Whether it was done is known when it is asked again with the same key. */
export class ConnectionError extends EmbarqueError {
  override readonly name: string = 'ConnectionError'
}

/** The answer was not there in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

const NO_ANSWER = 'and no answer of this API: check baseUrl, and what stands between you and the service'

/** Something answered, and not as this API does: often a proxy, or a wrong baseUrl. */
export class UnexpectedAnswerError extends EmbarqueError {
  override readonly name = 'UnexpectedAnswerError'
  readonly status: number
  /** The beginning of what came. */
  readonly text: string
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, text: string, retryAfterSeconds?: number, why = NO_ANSWER) {
    super(`HTTP ${status}, ${why}`)
    this.status = status
    this.text = text
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The stream could not go on where it was: events between were not told. Read them with events.list. */
export class StreamResetError extends EmbarqueError {
  override readonly name = 'StreamResetError'
  readonly reason: string
  /** The last event that was told. */
  readonly after: number
  /** The event from which a new stream goes on. */
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
