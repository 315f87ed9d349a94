// Makes and hashes what must not be guessed: API keys and tokens, always from fresh system randomness.

import { hash, randomBytes } from 'node:crypto'
import { encodeBase32 } from '../values/base32.ts'

const API_KEY_BYTES = 32
const RANDOM_BYTES_MAX = 1024

/** Random bytes as they are, for keys and nonces. */
export function randomBuffer(bytes: number): Buffer {
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > RANDOM_BYTES_MAX) {
    throw new RangeError(`1 to ${RANDOM_BYTES_MAX} random bytes, not ${bytes}`)
  }
  return randomBytes(bytes)
}

/** Random bytes as text that survives URLs, double clicks and being read aloud. */
export function randomToken(bytes: number): string {
  return encodeBase32(randomBuffer(bytes))
}

/** A new key, sk_live_ or sk_test_ and 52 characters. It is shown once; only its hash is kept. */
export function makeApiKey(mode: 'live' | 'test'): string {
  return `sk_${mode}_${randomToken(API_KEY_BYTES)}`
}

/** A new signing secret: whsec_ and 32 random bytes, in the base64 that Standard Webhooks libraries expect. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBuffer(32).toString('base64')}`
}

/** What is stored instead of the key. A plain hash is enough: 256 random bits cannot be tried out. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The part of a key that may be shown, so that a person can tell two keys apart. */
export function lastFour(key: string): string {
  return key.slice(-4)
}
