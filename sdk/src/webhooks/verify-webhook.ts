// Verifies webhooks: whether a request is from the service, unchanged and recent, or the reason why not.
import { EmbarqueError } from '../errors.ts'
import type { WebhookEvent } from '../generated/events.ts'
import { isRecord, parsed } from '../json.ts'
import { machine } from '../system.ts'
import { bytesOf, CONTRACT, isSigned, STANDARD, secretBytes } from './signature.ts'

// Reads one header from any source: Node.js, a framework's record in any case, or Fetch Headers.

export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** Fetch's Headers, or another class with the same method. */
export interface HeaderReader {
  get(name: string): string | null | undefined
}

/**
 * `name` in lower case. Null if the header is missing or empty; several values are joined, which matches
 * nothing.
 */
function headerOf(headers: HeaderRecord | HeaderReader, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null
  const values = isReader(headers) ? [headers.get(name)] : valuesIn(headers, name)
  const texts = values.filter((value) => typeof value === 'string')
  return texts.join(', ') || null
}

function valuesIn(headers: HeaderRecord, name: string): unknown[] {
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value)
}

function isReader(headers: HeaderRecord | HeaderReader): headers is HeaderReader {
  return typeof headers.get === 'function'
}

// Parses the event of an untrusted body.

/** Null where there is none. */
function eventFrom(body: string | Uint8Array): WebhookEvent | null {
  const value = parsed(typeof body === 'string' ? body : textOf(body))
  return isEvent(value) ? value : null
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return ''
  }
}

/** Only the fields that every receiver needs: later versions may add fields and types. */
function isEvent(value: unknown): value is WebhookEvent {
  if (!isRecord(value)) return false
  return typeof value.id === 'string' && typeof value.type === 'string' && isRecord(value.data)
}

/** The body exactly as received, before any parsing. */
export type RawBody = string | Uint8Array | ArrayBuffer
/** The headers of Node.js, a framework or Fetch. */
export type AnyHeaders = HeaderRecord | HeaderReader
/** The webhook's secret as shown, whsec_ included; several during a rotation. */
export type Secrets = string | readonly string[]

export interface VerifyOptions {
  /** How far the sending time may be from now, in either direction; 300 by default. */
  toleranceSeconds?: number | undefined
  now?: Date | undefined
}

/** All reasons; docs/webhooks.md says what to do about each. */
export const REFUSAL_REASONS = [
  'missing_header',
  'bad_timestamp',
  'timestamp_too_old',
  'timestamp_in_future',
  'bad_signature',
  'bad_body',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Respond with 400 and do nothing else. */
export class WebhookVerificationError extends EmbarqueError {
  override readonly name = 'WebhookVerificationError'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const TOLERANCE_SECONDS = 300

/**
 * Returns the event of a genuine request; otherwise rejects with a WebhookVerificationError. Checks the
 * headers of Standard Webhooks, or X-Service-Signature without those. Without a secret it is a TypeError.
 */
export async function verifyWebhook(
  body: RawBody,
  headers: AnyHeaders,
  secret: Secrets,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = usableSecrets(secret)
  const raw = body instanceof ArrayBuffer ? new Uint8Array(body) : body
  if (typeof raw !== 'string' && !(raw instanceof Uint8Array)) {
    throw refusal('bad_body', 'the body must be the raw text or bytes, before anything has parsed it')
  }
  const scheme = headerOf(headers, STANDARD.headers.signature) === null ? preferred(headers) : STANDARD
  const names = scheme.headers
  const missing = Object.values(names).find((name) => headerOf(headers, name) === null)
  if (missing !== undefined) throw refusal('missing_header', `there is no header ${missing}`)
  const value = (name: string | undefined) => (name === undefined ? '' : (headerOf(headers, name) ?? ''))
  const timestamp = value(names.timestamp)
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw refusal('bad_timestamp', `${names.timestamp} is not a Unix time in seconds`)
  }

  const before = scheme.before(value(names.id), timestamp)
  if (!(await isSigned(scheme, { secrets, header: value(names.signature), before, body: bytesOf(raw) }))) {
    throw refusal('bad_signature', `${names.signature} does not fit the body, the time and any secret given`)
  }
  // Checked after the signature, so that a request that is too old is known to be genuine.
  assertFresh(Number(timestamp), Object(options))

  const event = eventFrom(raw)
  if (event === null) throw refusal('bad_body', 'the body is signed, but it is not an event')
  return event
}

/** Throws a TypeError if it is missing: otherwise deliveries would look forged. */
export function usableSecrets(secret: Secrets): [string, ...string[]] {
  // With an empty secret anyone could sign.
  const [first, ...others] = [secret]
    .flat()
    .filter((one) => typeof one === 'string' && secretBytes(one).length > 0)
  if (first !== undefined) return [first, ...others]
  throw new TypeError(
    'secret is missing, empty or cut: pass the secret of the webhook as it was shown, whsec_... (is the setting ' +
      'that holds it there?)',
  )
}

/** If both are missing, the standard one is reported. */
function preferred(headers: AnyHeaders) {
  return headerOf(headers, CONTRACT.headers.signature) === null ? STANDARD : CONTRACT
}

function assertFresh(seconds: number, { toleranceSeconds = TOLERANCE_SECONDS, now }: VerifyOptions): void {
  const nowMs = now === undefined ? machine.nowMs() : now instanceof Date ? now.getTime() : Number.NaN
  const ageSeconds = nowMs / 1000 - seconds
  if (ageSeconds < -toleranceSeconds) {
    throw refusal('timestamp_in_future', `sent ${Math.round(-ageSeconds)} s ahead of the clock here`)
  }
  // In this form, a tolerance or time that is no number refuses.
  if (!(ageSeconds <= toleranceSeconds)) {
    throw refusal('timestamp_too_old', `sent ${Math.round(ageSeconds)} s ago by the clock here`)
  }
}

function refusal(reason: RefusalReason, message: string): WebhookVerificationError {
  return new WebhookVerificationError(reason, message)
}
