// Password hashes (argon2id), and the rules for new passwords.
import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PASSWORD_CHARACTERS_MIN } from '../../../contract/limits.ts'
import { type FixedIssue, issueWith } from '../../../contract/phrases/issues.ts'
import { randomBuffer } from '../../kernel/crypto/secret-box.ts'
import { makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import type { ProcessConfig } from '../../kernel/process/settings.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { countedAddress } from '../../kernel/values/urls.ts'
import type { PasswordCost } from '../world.ts'

const derive = promisify(argon2)

/** No setting lowers it; only tests inject a smaller one, which production refuses. */
export const PASSWORD_COST: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 }

export function passwordCostFor(
  environment: ProcessConfig['environment'],
  { memory, passes, parallelism }: PasswordCost = PASSWORD_COST,
): PasswordCost {
  const isLess = memory < PASSWORD_COST.memory || passes < PASSWORD_COST.passes
  if (environment === 'production' && isLess)
    throw new Error('production hashes passwords at the default cost at least')
  return { memory, passes, parallelism }
}
const SALT_BYTES = 16
const TAG_BYTES = 32

/** A caller that an account knows: by a place, a device, a session or a link. */
export interface KnownTo {
  readonly account: string
}

/** The client address of a stranger, or the account that knows the caller. */
export type Whose = string | KnownTo

type InTurn = <T>(whose: Whose, work: () => Promise<T>) => Promise<T>

/**
 * Two of Node's four pool threads, so that file and DNS calls are not blocked. Accounts take turns. All strangers
 * together are one of those who take turns, so that however many they are, callers known to an account go on.
 */
export function makePasswordTurns(): InTurn {
  const limits = { slotsEach: 1, waitingMax: 20, waitMs: 10_000 }
  const all = makeFairQueue({ slots: 2, ...limits })
  const strangers = makeFairQueue({ slots: 1, ...limits })
  return (whose, work) =>
    typeof whose === 'string'
      ? strangers.run(countedAddress(whose), () => all.run('strangers', work))
      : all.run(`known to ${whose.account}`, work)
}

/** Of this process. */
export const inPasswordTurn = makePasswordTurns()

export async function hashPassword(
  password: string,
  whose: Whose,
  cost: PasswordCost = PASSWORD_COST,
): Promise<string> {
  const salt = randomBuffer(SALT_BYTES)
  return written(cost, salt, await derived(whose, password, salt, cost))
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * For a null hash it takes as long as for a real one and returns false, so that time does not reveal whether an account
 * exists.
 */
export async function isPassword(
  password: string,
  hash: string | null,
  whose: Whose,
  cost: PasswordCost = PASSWORD_COST,
): Promise<boolean> {
  const compared = hash ?? written(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))
  const [, memory, passes, parallelism, salt = '', tag = ''] = FORM.exec(compared) ?? []
  if (tag === '') throw new Error('a stored password hash cannot be read')
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const made = await derived(whose, password, Buffer.from(salt, 'base64'), stored)
  const isSame = timingSafeEqual(made, Buffer.from(tag, 'base64'))
  return isSame && hash !== null
}

/** Whether the hash has less than today's cost. */
export function isWeakHash(hash: string, cost: PasswordCost = PASSWORD_COST): boolean {
  const [, memory, passes] = FORM.exec(hash) ?? []
  return Number(memory) < cost.memory || Number(passes) < cost.passes
}

async function derived(whose: Whose, password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
  // Keyboards may encode the same letters in several ways.
  const message = password.normalize('NFKC')
  try {
    return await inPasswordTurn(whose, () =>
      derive('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }),
    )
  } catch (error) {
    if (error instanceof QueueFull) fail('service_unavailable', { retryAfterSeconds: 5 })
    throw error
  }
}

function written({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`
}

/** The most common passwords in Brazil and elsewhere; surrounding digits and signs do not help. */
const USUAL = new Set(
  (
    'password passw0rd senha minhasenha senhasenha qwerty qwertyuiop asdfghjkl qazwsxedc iloveyou princess sunshine ' +
    'football baseball superman batman dragon monkey letmein welcome bemvindo admin administrador administrator ' +
    'mudar mudarsenha trocar trocarsenha teste brasil brazil flamengo corinthians palmeiras saopaulo santos gremio ' +
    'vascodagama internacional cruzeiro atletico deusefiel jesuscristo jesus deus familia felicidade amor meuamor ' +
    'teamo eteamo saudade viagem viagens agencia embarque turismo passagem changeme secret master access default'
  ).split(' '),
)

const DIFFERENT_CHARACTERS_MIN = 5
/** Shorter parts of a name or address are too common to count. */
const OWN_WORD_CHARACTERS_MIN = 4

/** The fault of a password; undefined if there is none. */
export function weaknessOf(password: string, own: readonly string[]): FixedIssue | undefined {
  const folded = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (new Set(folded).size < DIFFERENT_CHARACTERS_MIN) return 'must have more different characters'
  if (isRun(folded)) return 'must not be a run of letters or digits'
  const letters = folded.replace(/[^a-z0-9]/g, '')
  const word = letters.replace(/^\d+|\d+$/g, '')
  // Letters of other alphabets count too.
  if (word === '' && letters.length < 12 && !/\p{L}/u.test(folded))
    return 'must not be a date or a short number'
  if (USUAL.has(word) || USUAL.has(halfOf(word))) return 'must not be one of the most usual passwords'
  const left = own.flatMap(wordsOf).reduce((text, part) => text.replaceAll(part, ''), letters)
  if (left.replace(/\d/g, '').length < OWN_WORD_CHARACTERS_MIN && word !== '' && left !== letters)
    return 'must not be made of your name or e-mail address'
  return undefined
}

/** Each character follows or precedes the last: 1234567890, zyxwvutsrq. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  return steps.filter((step) => Math.abs(step) <= 1 || Math.abs(step) === 9).length > steps.length * 0.8
}

/** The half of a doubled word. */
function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2)
  return half + half === word ? half : word
}

function wordsOf(own: string): string[] {
  const folded = own.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.split(/[^a-z0-9]+/).filter((part) => part.length >= OWN_WORD_CHARACTERS_MIN)
}

/**
 * Checks a new password and returns its hash. Checks the length too, because some schemas also accept existing
 * passwords.
 */
export async function newPassword(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
  whose: Whose,
  cost: PasswordCost,
): Promise<string> {
  if ([...password].length < PASSWORD_CHARACTERS_MIN)
    failField(
      'password',
      issueWith('must have at least {count} characters', { count: PASSWORD_CHARACTERS_MIN }),
    )
  const weakness = weaknessOf(password, [name, email])
  if (weakness !== undefined) failField('password', weakness)
  return hashPassword(password, whose, cost)
}
