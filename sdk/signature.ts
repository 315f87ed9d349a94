// How a delivery is signed, seen from the receiver: written apart from the server's code, so that a test can hold
// one against the other. Nothing here or beside it needs a package, so the folder can be copied as it is.
import { createHmac } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/** The value of X-Service-Signature. Its key is the whole secret as shown, whsec_ included. */
export function signatureOf(secret: string, timestamp: number | string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/** One entry of webhook-signature (Standard Webhooks). Its key is the bytes that the secret spells in base64. */
export function standardSignatureOf(
  secret: string,
  id: string,
  timestamp: number | string,
  body: string | Uint8Array,
): string {
  const digest = createHmac('sha256', secretBytes(secret)).update(`${id}.${timestamp}.`).update(body).digest()
  return `v1,${digest.toString('base64')}`
}

/** The bytes behind a secret, with or without its prefix; none if it is not base64. */
export function secretBytes(secret: string): Buffer {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret
  return Buffer.from(text, 'base64')
}
