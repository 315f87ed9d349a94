// Makes API keys, and what is kept of them: a hash, and the end by which people tell two keys apart.
import { hash } from 'node:crypto'
import type { Mode } from '../../../contract/teams.ts'
import { randomToken } from '../../kernel/crypto/secrets.ts'

const API_KEY_BYTES = 32

/** A new key, sk_live_ or sk_test_ and 52 characters. It is shown once; only its hash is kept. */
export function makeApiKey(mode: Mode): string {
  return `sk_${mode}_${randomToken(API_KEY_BYTES)}`
}

/** What is stored instead of the key. A plain hash is enough: 256 random bits cannot be tried out. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The part of a key that may be shown, so that a person can tell two keys apart. */
export function lastFour(key: string): string {
  return key.slice(-4)
}
