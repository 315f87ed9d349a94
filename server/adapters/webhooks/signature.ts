// Signs webhook requests: the contract's header and those of Standard Webhooks, over the same bytes.
import { createHmac } from 'node:crypto'
import { randomBuffer } from '../../kernel/crypto/secret-box.ts'

const SECRET_PREFIX = 'whsec_'

/** A new signing secret: whsec_ and 32 random bytes, in the base64 that Standard Webhooks libraries expect. */
export function makeWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBuffer(32).toString('base64')}`
}

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

/** The contract's key is the secret's text, this one's the bytes that the text encodes. */
function standardSignature(secret: string, eventId: string, time: string, bytes: Buffer): string {
  if (!secret.startsWith(SECRET_PREFIX)) throw new RangeError('a secret begins with whsec_')
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${eventId}.${time}.`).update(bytes).digest('base64')}`
}
