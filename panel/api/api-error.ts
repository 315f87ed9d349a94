// What went wrong with a call: an answer of the API that refuses, or no answer at all.
import type { ErrorDetail } from '../../contract/common.ts'

/** The code of a call that nobody answered. */
export const NO_NETWORK = 'no_network'

export class ApiError extends Error {
  readonly status: number
  /** What programs compare: a code of the contract, or `no_network`. */
  readonly code: string
  /** Which fields are to blame. */
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** How long to wait, where the service said so. */
  readonly retryAfterSeconds: number | undefined
  /** Where another version was saved since: that one, and its name. */
  readonly current: object | undefined
  readonly etag: string | undefined
  /** What the service says to the reader, in the language of the panel. */
  readonly userMessage: string | undefined
  /** What it comes to in the reader's words, where the screen has some. */
  said: string | undefined

  constructor(status: number, body: unknown, retryAfter?: string | null, etag?: string) {
    const { code, message, user_message: told, details, current, request_id: id } = partsOf(body)
    super(typeof message === 'string' ? message : `HTTP ${status}`)
    this.status = status
    this.code = typeof code === 'string' ? code : status === 0 ? NO_NETWORK : 'internal_error'
    this.userMessage = typeof told === 'string' ? told : undefined
    this.details = Array.isArray(details) ? details.filter(isDetail) : []
    this.requestId = typeof id === 'string' ? id : undefined
    this.current = typeof current === 'object' && current !== null ? current : undefined
    this.etag = etag
    const seconds = Number(retryAfter ?? '')
    this.retryAfterSeconds = seconds > 0 ? seconds : undefined
  }
}

/** Whether somebody saved another version since. */
export function isStale(error: unknown): error is ApiError & { readonly current: object } {
  return error instanceof ApiError && error.code === 'precondition_failed' && error.current !== undefined
}

/** A screen's own words for a failure, or for what is wrong with one field; undefined where it has none. */
export type Says = (error: ApiError, field?: string) => string | undefined

export function inWordsOf(says: Says | undefined, error: unknown): unknown {
  if (error instanceof ApiError) error.said = says?.(error) ?? error.said
  return error
}

/** Whether the same call may be sent again without harm: nobody knows what became of it, or it was not begun. */
export function isUnsettled(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return (
    error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'request_in_progress'
  )
}

function partsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function isDetail(one: unknown): one is ErrorDetail {
  const { field, issue } = partsOf(one)
  return typeof field === 'string' && typeof issue === 'string'
}
