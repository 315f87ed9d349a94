// Codes of an authenticator app (RFC 6238): computed, set up, removed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ConfirmedTotp, Factors, TotpSetup } from '../../../../contract/second-factors.ts'
import type { SecretBox } from '../../../kernel/crypto/secret-box.ts'
import { randomBuffer } from '../../../kernel/crypto/secret-box.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { BASE32_ALPHABET, encodeBase32 } from '../../../kernel/values/ids.ts'
import { qrSvg } from '../../../render/codes/qr-image.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { demandProof } from './proofs.ts'
import { readFactors } from './read-factors.ts'
import { dropUselessCodes, firstRecoveryCodes } from './recovery-codes.ts'
import { confirmTotp, deleteTotp, findTotp, setPendingTotp } from './store.ts'
import { SERVICE_NAME } from './webauthn.ts'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks of phones may deviate by so many steps, either way. */
const STEPS_ASIDE = 1
/** The alphabet of RFC 4648, which the apps read. */
const APP_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): Buffer {
  return randomBuffer(SECRET_BYTES)
}

/** Whole groups of five bits, so that no padding is needed. */
export function typedSecret(secret: Buffer): string {
  return [...encodeBase32(secret)]
    .map((letter) => APP_ALPHABET.charAt(BASE32_ALPHABET.indexOf(letter)))
    .join('')
}

/** The content of the QR code, in the form that all apps read. */
export function totpUri(secret: Buffer, service: string, account: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(account)}`
  const terms = new URLSearchParams({
    secret: typedSecret(secret),
    issuer: service,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  })
  // Some apps show a plus sign instead of a space.
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

/**
 * The step of a code, among the currently valid ones; undefined for a wrong code. Checks every step, in constant time.
 */
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

interface Host {
  readonly secretBox: SecretBox
}

const contextOf = (personId: string) => `totp_secrets ${personId}`

export function encryptTotpSecret({ secretBox }: Host, personId: string, secret: Buffer): Buffer {
  return secretBox.encrypt(secret.toString('hex'), contextOf(personId))
}

export function decryptTotpSecret({ secretBox }: Host, personId: string, encrypted: Buffer): Buffer {
  return Buffer.from(secretBox.decrypt(encrypted, contextOf(personId)), 'hex')
}

/** Shows a new secret. It becomes active once a code confirms it; a former one stays valid until then. */
export async function startTotp(world: World, asking: Asking): Promise<TotpSetup> {
  const { person, session } = asking.person
  const secret = newTotpSecret()
  await changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    await setPendingTotp(tx, person.id, encryptTotpSecret(world, person.id, secret), tx.now)
  })
  const uri = totpUri(secret, SERVICE_NAME, person.email)
  return { secret: typedSecret(secret), uri, qr_svg: qrSvg(uri, 'QR Code').markup }
}

const PENDING_MS = 3_600_000

/** Activates the pending secret by a code. The first factor comes with recovery codes. */
export async function confirmTotpSecret(world: World, asking: Asking, code: string): Promise<ConfirmedTotp> {
  const { person, session } = asking.person
  const recovery_codes = await changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    const { pending_secret, pending_at } = (await findTotp(tx, person.id)) ?? fail('totp_not_started')
    if (pending_secret === null || pending_at === null) return fail('totp_not_started')
    if (tx.now.getTime() - pending_at.getTime() > PENDING_MS) return fail('totp_not_started')
    const step = stepOfCode(decryptTotpSecret(world, person.id, pending_secret), code, tx.now)
    if (step === undefined) return fail('second_factor_refused')
    if (!(await confirmTotp(tx, person.id, { pending: pending_secret, at: tx.now, step })))
      return fail('totp_not_started')
    tx.notify('totp_confirmed')
    return firstRecoveryCodes(tx, person.id)
  })
  return { ...(await readFactors(world, asking.person)), recovery_codes }
}

/** Removes the authenticator app, if any. Without passkeys, a sign-in by password has one step again. */
export async function removeTotp(world: World, asking: Asking): Promise<Factors> {
  const { person, session } = asking.person
  await changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    if (!(await deleteTotp(tx, person.id))) return
    tx.notify('totp_removed')
    await dropUselessCodes(tx, person.id)
  })
  return readFactors(world, asking.person)
}
