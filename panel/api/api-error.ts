// Errors of API calls: an error response, no response at all, and errors that concern the access of the user.
import type { ErrorDetail } from '../../contract/common.ts'

/** The code of a call that got no response. */
export const NO_NETWORK = 'no_network'

export class ApiError extends Error {
  readonly status: number
  /** A code of the contract, or `no_network`. */
  readonly code: string
  /** The fields that caused the error. */
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** The `Retry-After` header, if the response has one. */
  readonly retryAfterSeconds: number | undefined
  /** If another version was saved meanwhile: that version and its ETag. */
  readonly current: object | undefined
  readonly etag: string | undefined
  /** The service's message for the user, in the panel's language. */
  readonly userMessage: string | undefined
  /** The screen's own text for this error, if it has one. */
  screenText: string | undefined

  constructor(status: number, body: unknown, retryAfter?: string | null, etag?: string) {
    const { code, message, user_message: userMessage, details, current, request_id: id } = fieldsOf(body)
    super(typeof message === 'string' ? message : `HTTP ${status}`)
    this.status = status
    this.code = typeof code === 'string' ? code : status === 0 ? NO_NETWORK : 'internal_error'
    this.userMessage = typeof userMessage === 'string' ? userMessage : undefined
    this.details = Array.isArray(details) ? details.filter(isDetail) : []
    this.requestId = typeof id === 'string' ? id : undefined
    this.current = typeof current === 'object' && current !== null ? current : undefined
    this.etag = etag
    const seconds = Number(retryAfter ?? '')
    this.retryAfterSeconds = seconds > 0 ? seconds : undefined
  }
}

/** Whether another version was saved since the object was read. */
export function isStale(error: unknown): error is ApiError & { readonly current: object } {
  return error instanceof ApiError && error.code === 'precondition_failed' && error.current !== undefined
}

/** Returns a screen's own text for an error or for one invalid field; undefined if the screen has none. */
export type ErrorText = (error: ApiError, field?: string) => string | undefined

export function withScreenText(errorText: ErrorText | undefined, error: unknown): unknown {
  if (error instanceof ApiError) error.screenText = errorText?.(error) ?? error.screenText
  return error
}

/** Whether the same call can be sent again safely: its outcome is unknown, or it never started. */
export function canRetry(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return (
    error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'request_in_progress'
  )
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function isDetail(one: unknown): one is ErrorDetail {
  const { field, issue } = fieldsOf(one)
  return typeof field === 'string' && typeof issue === 'string'
}

export type AccessError = 'session' | 'team' | 'permission'

const NO_TEAM_CODES = ['team_required', 'team_not_found']

/** `id` is the operation's name, if known. */
export function accessErrorOf(error: unknown, id: unknown): AccessError | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'unauthorized') return 'session'
  // Operations of the operator concern teams of others.
  if (NO_TEAM_CODES.includes(error.code)) return String(id).startsWith('installation.') ? undefined : 'team'
  if (error.code !== 'forbidden') return undefined
  // Every role may read its own team, so this error means that the user is in no team.
  return id === 'team.read' ? 'team' : 'permission'
}
