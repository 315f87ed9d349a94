// The setting of the key that encrypts stored secrets.
import { optional } from '../process/settings.ts'

export const SECRET_SETTINGS = {
  secretKey: optional(
    'SECRET_KEY',
    secretKeyBytes,
    '32 bytes as hex or base64 that encrypt stored secrets; created in `DATA_DIR` if not given',
  ),
} as const

function secretKeyBytes(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('must be 32 bytes, written as 64 hex digits or as base64')
  return key
}
