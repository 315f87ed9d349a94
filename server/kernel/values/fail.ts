// A failure that is sent to the caller: a code of the catalogue, and the invalid fields.
import type { ErrorDetail } from '../../../contract/common.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { type FieldIssue, type Issue, phraseOf, sentenceFor } from '../../../contract/phrases/issues.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'

export interface FailOptions {
  details?: FieldIssue[]
  /** Replaces the catalogue's advice with a more exact sentence for programmers. */
  advice?: string
  /** Replaces the catalogue's sentence for people; `adviceWith` gives both. */
  said?: Readonly<Record<ReaderLanguage, string>>
  retryAfterSeconds?: number
  allow?: string[]
  /** The current object with its version, if the caller knew another version. */
  current?: object
  etag?: string
}

export class Fail extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly options: FailOptions

  constructor(code: ErrorCode, options: FailOptions = {}) {
    super(`${ERRORS[code].text}: ${options.advice ?? ERRORS[code].advice}`)
    this.name = 'Fail'
    this.code = code
    this.status = ERRORS[code].status
    this.options = options
  }
}

/** How a failure is shown: its language, and the address of the service. */
export interface FailureTerms {
  readonly language: ReaderLanguage
  readonly address: string
}

/** The response body of every failure. */
export function failureBody(failure: Fail, requestId: string, { language, address }: FailureTerms): object {
  const { code, options } = failure
  const { details, current } = options
  const [first] = ABOUT_SOMETHING_ELSE.has(code) ? [] : (details ?? [])
  return {
    success: false,
    error: ERRORS[code].text,
    code,
    type: ERRORS[code].type,
    message: failure.message,
    user_message: userMessage(failure, language),
    ...(first && { param: first.field }),
    ...(details && { details: detailsFor(language, details) }),
    doc_url: `${address}${ERRORS_PATH}#${code}`,
    ...(current && { current }),
    request_id: requestId,
  }
}

const ERRORS_PATH = '/docs/errors'

/** Codes whose details name existing objects, and not the input. */
const ABOUT_SOMETHING_ELSE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'price_changed',
  'carrier_rejected_the_booking',
  'client_has_open_business',
])

/** The sentence for people. */
export function userMessage({ code, options }: Fail, language: ReaderLanguage): string {
  return options.said?.[language] ?? ERRORS[code][language === 'en' ? 'en' : 'pt']
}

/** The details as they are sent, with sentences for people; a bare value, such as a new price, needs none. */
export function detailsFor(language: ReaderLanguage, details: readonly FieldIssue[]): ErrorDetail[] {
  return details.map(({ field, issue }) => {
    const [english] = phraseOf(issue)
    return {
      field,
      issue: english,
      ...(english.includes(' ') && { user_message: sentenceFor(language, issue) }),
    }
  })
}

/** Throws; a function, so that a refusal reads as one word. */
export function fail(code: ErrorCode, options?: FailOptions): never {
  throw new Fail(code, options)
}

export function failField(field: string, issue: Issue): never {
  throw new Fail('invalid_request_parameters', { details: [{ field, issue }] })
}

/**
 * A refusal by a rule is the outcome of the work and is remembered; an invalid request or a temporary error
 * is not.
 */
export function isRemembered(failure: Fail): boolean {
  return failure.status > 400 && failure.status < 500 && !ABOUT_THE_ATTEMPT.has(failure.code)
}

const ABOUT_THE_ATTEMPT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthorized',
  'rate_limit_exceeded',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_quota_exceeded',
  'storage_quota_exceeded',
  'request_in_progress',
  'precondition_failed',
  'url_not_reachable',
  'payment_provider_not_connected',
])
