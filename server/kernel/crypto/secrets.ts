// Makes keys and tokens that cannot be guessed, always from the system's random generator.

import { randomBytes } from 'node:crypto'
import { encodeBase32 } from '../values/base32.ts'

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
