// What a receiver asks of every webhook: is it from the service, unchanged and fresh? And if not, why?
import { EmbarqueError } from '../failures.ts'
import type { WebhookEvent } from '../generated/events.ts'
import { machine } from '../system.ts'
import { type HeaderReader, type HeaderRecord, headerOf } from './headers.ts'
import { eventFrom } from './read-event.ts'
import { bytesOf, CONTRACT, isSigned, STANDARD, secretBytes } from './signature.ts'

/** The body exactly as it was received, before anything parsed it. */
export type RawBody = string | Uint8Array | ArrayBuffer
/** As Node.js, a framework or Fetch has them. */
export type AnyHeaders = HeaderRecord | HeaderReader
/** The webhook's secret as it was shown, whsec_ included; several while it is being rotated. */
export type Secrets = string | readonly string[]

export interface VerifyOptions {
  /** How far the time of sending may be from now, in either direction; 300 if left out. */
  toleranceSeconds?: number | undefined
  now?: Date | undefined
}

/** Every reason there is; docs/webhooks.md says what to do about each. */
export const REFUSAL_REASONS = [
  'missing_header',
  'bad_timestamp',
  'timestamp_too_old',
  'timestamp_in_future',
  'bad_signature',
  'bad_body',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Answer 400 to it, and do nothing else. */
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
 * The event of a genuine request; anything else rejects with a WebhookVerificationError. Goes by the headers of
 * Standard Webhooks, and by X-Service-Signature where those are not there. Without a secret it is a TypeError.
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
  if (!(await isSigned(scheme, secrets, value(names.signature), before, bytesOf(raw)))) {
    throw refusal('bad_signature', `${names.signature} does not fit the body, the time and any secret given`)
  }
  // Only after the signature, so that what is called too old is known to be genuine.
  assertFresh(Number(timestamp), Object(options))

  const event = eventFrom(raw)
  if (event === null) throw refusal('bad_body', 'the body is signed, but it is not an event')
  return event
}

/** Throws a TypeError where there is none: a setting that is missing would look like deliveries that are forged. */
export function usableSecrets(secret: Secrets): [string, ...string[]] {
  // Without a byte in it, a secret would let everybody sign.
  const [first, ...others] = [secret]
    .flat()
    .filter((one) => typeof one === 'string' && secretBytes(one).length > 0)
  if (first !== undefined) return [first, ...others]
  throw new TypeError(
    'secret is missing, empty or cut: pass the secret of the webhook as it was shown, whsec_... (is the setting ' +
      'that holds it there?)',
  )
}

/** Where neither is there, the one that should be is told. */
function preferred(headers: AnyHeaders) {
  return headerOf(headers, CONTRACT.headers.signature) === null ? STANDARD : CONTRACT
}

function assertFresh(seconds: number, { toleranceSeconds = TOLERANCE_SECONDS, now }: VerifyOptions): void {
  const nowMs = now === undefined ? machine.nowMs() : now instanceof Date ? now.getTime() : Number.NaN
  const ageSeconds = nowMs / 1000 - seconds
  if (ageSeconds < -toleranceSeconds) {
    throw refusal('timestamp_in_future', `sent ${Math.round(-ageSeconds)} s ahead of the clock here`)
  }
  // Asked this way round, a tolerance or time that is no number refuses.
  if (!(ageSeconds <= toleranceSeconds)) {
    throw refusal('timestamp_too_old', `sent ${Math.round(ageSeconds)} s ago by the clock here`)
  }
}

function refusal(reason: RefusalReason, message: string): WebhookVerificationError {
  return new WebhookVerificationError(reason, message)
}
