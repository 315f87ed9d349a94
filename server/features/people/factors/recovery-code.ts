// Codes on paper for who has lost everything else: so long that a plain hash of each can be stored.
import { hash } from 'node:crypto'
import { randomToken } from '../../../kernel/crypto/secrets.ts'

/** How many a person has. */
const CODES = 10
/** 16 characters: nobody can try 80 bits, even against the stored hashes. */
const CODE_BYTES = 10

/** As they are shown, once: `k3m9-7qw2-...`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => randomToken(CODE_BYTES).replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Bound to the person, and the same however the code is typed: capitals, spaces, and letters that look like digits. */
export function hashRecoveryCode(personId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  const meant = plain.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return hash('sha256', `${personId} ${meant}`, 'buffer')
}
