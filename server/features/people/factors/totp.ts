// Codes of an authenticator app (RFC 6238): six digits that a secret and the time make, a new one every half minute.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { randomBuffer } from '../../../kernel/crypto/secrets.ts'
import { BASE32_ALPHABET, encodeBase32 } from '../../../kernel/values/base32.ts'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks of phones go wrong by so many steps, either way. */
const STEPS_ASIDE = 1
/** The alphabet of RFC 4648, which the apps read. */
const APP_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): Buffer {
  return randomBuffer(SECRET_BYTES)
}

/** As the apps want it typed: whole groups of five bits, so that only the letters differ from ours. */
export function typedSecret(secret: Buffer): string {
  return [...encodeBase32(secret)]
    .map((letter) => APP_ALPHABET.charAt(BASE32_ALPHABET.indexOf(letter)))
    .join('')
}

/** What the QR code says, in the form that the apps share. */
export function totpUri(secret: Buffer, service: string, account: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(account)}`
  const terms = new URLSearchParams({
    secret: typedSecret(secret),
    issuer: service,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  })
  // An app may show a plus sign where a space was meant.
  return `otpauth://totp/${label}?${terms.toString().replaceAll('+', '%20')}`
}

function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1_000 / STEP_SECONDS)
}

function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code is of, among those that count now; undefined for a wrong one. Every step is looked at. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const said = Buffer.from(code.replaceAll(/\s/g, ''))
  let found: number | undefined
  for (let aside = -STEPS_ASIDE; aside <= STEPS_ASIDE; aside++) {
    const step = stepAt(now) + aside
    const right = Buffer.from(totpCode(secret, step))
    if (said.length === right.length && timingSafeEqual(said, right)) found = step
  }
  return found
}
