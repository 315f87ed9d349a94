// Decrypts the secret of one webhook after the other.
import { randomBytes } from 'node:crypto'
import { openSecrets, secretContext } from '../../../server/features/webhooks/secrets.ts'
import { makeSecretBox } from '../../../server/kernel/crypto/secret-box.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const box = makeSecretBox(randomBytes(32))

export function openSecret(number: number): void {
  const webhook_id = `whk_kept_${number}`
  const secret = box.encrypt('whsec_of_many', secretContext(webhook_id))
  // As the driver returns it: a slice of a larger buffer.
  const encrypted = {
    webhook_id,
    secret: Buffer.from(secret),
    previous_secret: null,
    previous_secret_until: null,
  }
  openSecrets(box, encrypted, NOW)
}
