// What a receiver asks of every webhook: is it from the service, unchanged and fresh? And if not, why?
import { timingSafeEqual } from 'node:crypto'
import { type HeaderReader, type HeaderRecord, headerOf } from './headers.ts'
import { machineTime } from './now.ts'
import { secretBytes, signatureOf, standardSignatureOf } from './signature.ts'
import { eventFrom, type WebhookEvent } from './webhook-event.ts'

export interface SignedRequest {
  /** The body exactly as it was received, before anything parsed it. */
  body: string | Uint8Array
  headers: HeaderRecord | HeaderReader
  /** The webhook's secret as it was shown, whsec_ included; several while it is being rotated. */
  secret: string | readonly string[]
  /** How far the time of sending may be from now, in either direction. */
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

export type Verification =
  | { ok: true; event: WebhookEvent }
  | { ok: false; reason: RefusalReason; message: string }

/** The two ways in which every delivery is signed. */
interface Scheme {
  headers: { timestamp: string; signature: string; id?: string }
  signatures: (header: string) => string[]
  sign: (secret: string, id: string, timestamp: string, body: string | Uint8Array) => string
}

const TOLERANCE_SECONDS = 300

/** Verifies X-Service-Signature and X-Service-Timestamp. Whatever the request holds, it answers and never throws. */
export function verifySignature(request: SignedRequest): Verification {
  return verify(request, {
    headers: { timestamp: 'x-service-timestamp', signature: 'x-service-signature' },
    signatures: (header) => [header],
    sign: (secret, _id, timestamp, body) => signatureOf(secret, timestamp, body),
  })
}

/** The same by the headers of Standard Webhooks, which carry a signature of each secret while one is rotated. */
export function verifyStandardSignature(request: SignedRequest): Verification {
  return verify(request, {
    headers: { timestamp: 'webhook-timestamp', signature: 'webhook-signature', id: 'webhook-id' },
    signatures: (header) => header.split(' '),
    sign: standardSignatureOf,
  })
}

function verify(request: SignedRequest, scheme: Scheme): Verification {
  const { body, headers, secret, toleranceSeconds = TOLERANCE_SECONDS, now = machineTime() } = request
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return refusal('bad_body', 'the body must be the raw text or bytes, before anything has parsed it')
  }
  const names = scheme.headers
  const missing = Object.values(names).find((name) => headerOf(headers, name) === null)
  if (missing !== undefined) return refusal('missing_header', `there is no header ${missing}`)
  const value = (name: string | undefined) => (name === undefined ? '' : (headerOf(headers, name) ?? ''))
  const timestamp = value(names.timestamp)
  if (!/^\d{1,12}$/.test(timestamp)) {
    return refusal('bad_timestamp', `${names.timestamp} is not a Unix time in seconds`)
  }

  // Without a byte in it, a secret would let everybody sign.
  const secrets = [secret].flat().filter((one) => typeof one === 'string' && secretBytes(one).length > 0)
  if (secrets.length === 0) return refusal('bad_signature', 'no usable secret was given to verify with')
  const expected = secrets.map((one) => scheme.sign(one, value(names.id), timestamp, body))
  if (!anyEqual(scheme.signatures(value(names.signature)), expected)) {
    return refusal('bad_signature', `${names.signature} does not fit the body, the time and any secret given`)
  }

  // Only after the signature, so that what is called too old is known to be genuine.
  const ageSeconds = (now instanceof Date ? now.getTime() : Number.NaN) / 1000 - Number(timestamp)
  if (ageSeconds < -toleranceSeconds) {
    return refusal('timestamp_in_future', `sent ${Math.round(-ageSeconds)} s ahead of the clock here`)
  }
  // Asked this way round, a tolerance or time that is no number refuses.
  if (!(ageSeconds <= toleranceSeconds)) {
    return refusal('timestamp_too_old', `sent ${Math.round(ageSeconds)} s ago by the clock here`)
  }

  const event = eventFrom(body)
  return event === null
    ? refusal('bad_body', 'the body is signed, but it is not an event')
    : { ok: true, event }
}

/** Compares every pair in constant time, so that how long it takes tells nothing of what would fit. */
function anyEqual(given: string[], expected: string[]): boolean {
  let found = false
  for (const one of given) {
    for (const other of expected) found = isEqual(one, other) || found
  }
  return found
}

function isEqual(one: string, other: string): boolean {
  const bytes = Buffer.from(one)
  const otherBytes = Buffer.from(other)
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}

function refusal(reason: RefusalReason, message: string): Verification {
  return { ok: false, reason, message }
}
