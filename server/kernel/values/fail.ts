// A failure that is answered to the caller: a code of the catalogue, and the fields at fault.
import type { ErrorDetail } from '../../../contract/common.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { reasonFor } from '../../../contract/phrases/advice.ts'
import { issueFor } from '../../../contract/phrases/issues.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'

export interface FailOptions {
  details?: ErrorDetail[]
  /** Replaces the catalogue's advice where a more exact sentence helps. */
  advice?: string
  /** What a person reads instead of the catalogue's sentence. */
  said?: Readonly<Record<ReaderLanguage, string>>
  retryAfterSeconds?: number
  allow?: string[]
  /** What is there now, and its version, where the caller knew another. */
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

/** Who reads a failure: in which language, and at which address of the service. */
export interface Reader {
  readonly language: ReaderLanguage
  readonly address: string
}

/** The one shape of every failure that is answered. */
export function failureBody(failure: Fail, requestId: string, reader: Reader): object {
  const { code, options } = failure
  const { details, current } = options
  const [first] = ABOUT_SOMETHING_ELSE.has(code) ? [] : (details ?? [])
  return {
    success: false,
    error: ERRORS[code].text,
    code,
    type: ERRORS[code].type,
    message: failure.message,
    user_message: userMessage(failure, reader.language),
    ...(first && { param: first.field }),
    ...(details && { details: detailsFor(reader.language, details) }),
    doc_url: `${reader.address}${ERRORS_PATH}#${code}`,
    ...(current && { current }),
    request_id: requestId,
  }
}

const ERRORS_PATH = '/docs/errors'

/** Their details name what there is, and not what was sent. */
const ABOUT_SOMETHING_ELSE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'price_changed',
  'carrier_rejected_the_booking',
  'client_has_open_business',
])

function userMessage({ code, options }: Fail, language: ReaderLanguage): string {
  const exact = options.advice === undefined ? undefined : reasonFor(language, options.advice)
  return options.said?.[language] ?? exact ?? ERRORS[code][language === 'en' ? 'en' : 'pt']
}

/** With a sentence for the reader of each; a bare value, such as a new price, needs none. */
export function detailsFor(language: ReaderLanguage, details: readonly ErrorDetail[]): ErrorDetail[] {
  return details.map((detail) =>
    detail.issue.includes(' ') ? { ...detail, user_message: issueFor(language, detail.issue) } : detail,
  )
}

/** Throws; written as a function so that a refusal reads as one word. */
export function fail(code: ErrorCode, options?: FailOptions): never {
  throw new Fail(code, options)
}

export function failField(field: string, issue: string): never {
  throw new Fail('invalid_request_parameters', { details: [{ field, issue }] })
}

/** A refusal by a rule is the work's outcome and is remembered; a wrong request or a bad moment is not. */
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
