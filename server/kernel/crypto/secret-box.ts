// Secrets at rest: AES-256-GCM under one key, bound to the row and column where each is stored.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile, writeNewFile } from '../process/own-files.ts'
import { encodeBase32 } from '../values/ids.ts'

// Creates keys and tokens that cannot be guessed, from the system's random generator.

const RANDOM_BYTES_MAX = 1024

/** Random bytes for keys and nonces. */
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

/** The additional authenticated data of a stored value: a value that is copied to another row does not decrypt. */
export function encryptionContext(table: string, column: string, id: string): string {
  return `${table}.${column}:${id}`
}

export interface SecretBox {
  /** `context` is authenticated with the value (`encryptionContext` for a row), and needed to decrypt it. */
  encrypt(plain: string | Buffer, context: string): Buffer
  decrypt(encrypted: Buffer, context: string): string
  /** For what is no text. */
  decryptBytes(encrypted: Buffer, context: string): Buffer
}

const KEY_BYTES = 32
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function makeSecretBox(key: Buffer): SecretBox {
  function decryptBytes(encrypted: Buffer, context: string): Buffer {
    if (encrypted[0] !== VERSION) throw new Error(`encrypted by an unknown version: ${encrypted[0]}`)
    const nonce = encrypted.subarray(1, 1 + NONCE_BYTES)
    const tag = encrypted.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(tag)
    const content = encrypted.subarray(1 + NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(content), decipher.final()])
  }

  return {
    encrypt(plain, context) {
      const nonce = randomBuffer(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(context))
      const content = typeof plain === 'string' ? Buffer.from(plain) : plain
      const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted])
    },
    decryptBytes,
    decrypt: (encrypted, context) => decryptBytes(encrypted, context).toString('utf8'),
  }
}

/** The key in `DATA_DIR/secret.key`, created on first use. */
export function readOrMakeSecretKey(dataDir: string): Buffer {
  return readSecretKey(dataDir) ?? storeSecretKey(dataDir, randomBuffer(KEY_BYTES))
}

/** The key in `DATA_DIR/secret.key`; null if there is none yet. */
export function readSecretKey(dataDir: string): Buffer | null {
  const file = secretKeyFile(dataDir)
  const written = readOwnFile(file)
  if (written === undefined) return null
  const key = Buffer.from(written.toString('utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} does not hold a key of 64 hex digits; restore it from your backup`)
  return key
}

/**
 * Written aside, flushed, then linked: a reader never gets half a key, and of several starting services one
 * wins. Returns the stored key.
 */
export function storeSecretKey(dataDir: string, key: Buffer): Buffer {
  const file = secretKeyFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const draft = `${file}.${randomBuffer(6).toString('hex')}`
  writeNewFile(draft, `${key.toString('hex')}\n`)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readSecretKey(dataDir)!
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}
