// The secret of an authenticator app at rest: sealed, and bound to its person.
import type { SecretBox } from '../../../kernel/crypto/secret-box.ts'

interface Host {
  readonly secretBox: SecretBox
}

const placeOf = (personId: string) => `totp_secrets ${personId}`

export function sealTotpSecret({ secretBox }: Host, personId: string, secret: Buffer): Buffer {
  return secretBox.seal(secret.toString('hex'), placeOf(personId))
}

export function openTotpSecret({ secretBox }: Host, personId: string, sealed: Buffer): Buffer {
  return Buffer.from(secretBox.open(sealed, placeOf(personId)), 'hex')
}
