// The signatures of a delivery from the receiver's side: written independently of the server, so that a test
// can compare both. Uses only WebCrypto, which every runtime has.

const SECRET_PREFIX = 'whsec_'
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const encoder = new TextEncoder()

type Bytes = Uint8Array<ArrayBuffer>

/** The two signatures of every delivery. */
export interface Scheme {
  readonly headers: { readonly timestamp: string; readonly signature: string; readonly id?: string }
  /** The signatures in the header, as bytes; malformed ones match nothing. */
  signaturesIn(header: string): Bytes[]
  /** The bytes of its key. */
  keyOf(secret: string): Bytes
  /** The signed text before the body. */
  before(id: string, timestamp: string): string
}

/** webhook-signature: one for each secret during a rotation. Its key is the base64-decoded secret. */
export const STANDARD: Scheme = {
  headers: { timestamp: 'webhook-timestamp', signature: 'webhook-signature', id: 'webhook-id' },
  signaturesIn: (header) =>
    header.split(' ').flatMap((one) => (/^v1,[\w+/]{43}=$/.test(one) ? [fromBase64(one.slice(3))] : [])),
  keyOf: secretBytes,
  before: (id, timestamp) => `${id}.${timestamp}.`,
}

/** X-Service-Signature. Its key is the whole secret as shown, whsec_ included. */
export const CONTRACT: Scheme = {
  headers: { timestamp: 'x-service-timestamp', signature: 'x-service-signature' },
  signaturesIn: (header) => (/^[0-9a-f]{64}$/.test(header) ? [fromHex(header)] : []),
  keyOf: (secret) => encoder.encode(secret),
  before: (_id, timestamp) => `${timestamp}.`,
}

/** Whether any secret created any of the signatures; the runtime compares in constant time. */
export async function isSigned(
  scheme: Scheme,
  {
    secrets,
    header,
    before,
    body,
  }: {
    readonly secrets: readonly string[]
    readonly header: string
    readonly before: string
    readonly body: Uint8Array
  },
): Promise<boolean> {
  const message = joined(encoder.encode(before), body)
  let found = false
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', scheme.keyOf(secret), HMAC, false, ['verify'])
    for (const signature of scheme.signaturesIn(header)) {
      found = (await crypto.subtle.verify('HMAC', key, signature, message)) || found
    }
  }
  return found
}

/** The value of X-Service-Signature. */
export async function signatureOf(
  secret: string,
  timestamp: number | string,
  body: string | Uint8Array,
): Promise<string> {
  const digest = await sign(CONTRACT.keyOf(secret), CONTRACT.before('', String(timestamp)), body)
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** One entry of webhook-signature (Standard Webhooks). */
export async function standardSignatureOf(
  secret: string,
  id: string,
  timestamp: number | string,
  body: string | Uint8Array,
): Promise<string> {
  const digest = await sign(STANDARD.keyOf(secret), STANDARD.before(id, String(timestamp)), body)
  return `v1,${btoa(String.fromCharCode(...digest))}`
}

async function sign(secret: Bytes, before: string, body: string | Uint8Array): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, HMAC, false, ['sign'])
  const message = joined(encoder.encode(before), bytesOf(body))
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

/** Padding may be left out, as libraries of Standard Webhooks allow. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/
const OWN_CHARACTERS_MIN = 16

/**
 * The bytes of a secret, with or without its prefix. A secret of your own that is not base64 is taken as text; one that
 * is too short for a secret has none.
 */
export function secretBytes(secret: string): Bytes {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret
  if (BASE64.test(text)) return fromBase64(text)
  return text.length < OWN_CHARACTERS_MIN ? new Uint8Array() : encoder.encode(text)
}

export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? encoder.encode(body) : body
}

function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
