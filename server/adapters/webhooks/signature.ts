// Signs webhook requests: the contract's header and those of Standard Webhooks, over the same bytes.
import { createHmac } from 'node:crypto'
import type { Issue } from '../../../contract/phrases/issues.ts'
import { randomBuffer } from '../../kernel/crypto/secret-box.ts'

const SECRET_PREFIX = 'whsec_'

export const WEBHOOK_SECRET_RULE: Issue =
  'must have 16 to 200 printable ASCII characters, after an optional whsec_'

export function isWebhookSecret(text: string): boolean {
  return /^[\x20-\x7e]{16,200}$/.test(withoutPrefix(text))
}

/** A new signing secret: whsec_ and 32 random bytes, in the base64 that Standard Webhooks libraries expect. */
export function makeWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBuffer(32).toString('base64')}`
}

/** The part of a secret after its optional prefix. */
function withoutPrefix(secret: string): string {
  return secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret
}

/** Padding may be left out, as libraries of Standard Webhooks allow. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

export interface SignatureHeaders {
  'x-service-signature': string
  'x-service-timestamp': string
  'x-service-event-id': string
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * `secrets` are those valid now, the newest first: the contract's header gets the newest's signature,
 * webhook-signature one of each. `timestamp` is the sending time in whole seconds.
 */
export function signaturesFor(
  secrets: readonly string[],
  eventId: string,
  timestamp: number,
  body: string,
): SignatureHeaders {
  const newest = secrets[0]
  if (newest === undefined) throw new RangeError('there is no secret to sign with')
  if (!Number.isSafeInteger(timestamp)) throw new RangeError(`not whole seconds: ${timestamp}`)
  const time = String(timestamp)
  // Encoded once for all signatures.
  const bytes = Buffer.from(body)
  return {
    'x-service-signature': createHmac('sha256', newest).update(`${time}.`).update(bytes).digest('hex'),
    'x-service-timestamp': time,
    'x-service-event-id': eventId,
    'webhook-id': eventId,
    'webhook-timestamp': time,
    'webhook-signature': secrets.map((secret) => standardSignature(secret, eventId, time, bytes)).join(' '),
  }
}

/** The contract's key is the secret's text, this one's the bytes that the text encodes. A text that is no base64 is the key. */
function standardSignature(secret: string, eventId: string, time: string, bytes: Buffer): string {
  const text = withoutPrefix(secret)
  if (text === '') throw new RangeError('the secret is empty')
  const key = Buffer.from(text, BASE64.test(text) ? 'base64' : 'utf8')
  return `v1,${createHmac('sha256', key).update(`${eventId}.${time}.`).update(bytes).digest('base64')}`
}
