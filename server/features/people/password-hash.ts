// Passwords are kept as argon2id hashes that name their own parameters, so that these can be raised later. Few are made
// at once, in turns by address: each takes much memory and most of a tenth of a second of a thread.
import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { randomBuffer } from '../../kernel/crypto/secrets.ts'
import { makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import { countedAddress } from '../../kernel/values/counted-address.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { PasswordCost } from '../world.ts'

const derive = promisify(argon2)

/** No setting lowers it; only tests inject a smaller one. */
export const PASSWORD_COST: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Two of the four threads that Node has for such work: files and names must go on. */
const queue = makeFairQueue({ slots: 2, slotsEach: 1, waitingMax: 20, waitMs: 10_000 })

/** `whose` is in turn with others: the address that it is done for, or all of its network. */
export async function hashPassword(
  password: string,
  whose: string,
  cost: PasswordCost = PASSWORD_COST,
): Promise<string> {
  const salt = randomBuffer(SALT_BYTES)
  return written(cost, salt, await inTurn(whose, password, salt, cost))
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Null stands for an account without a password, or for none: that takes as long as a new hash, and is never right. */
export async function isPassword(
  password: string,
  hash: string | null,
  whose: string,
  cost: PasswordCost = PASSWORD_COST,
): Promise<boolean> {
  const compared = hash ?? written(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))
  const [, memory, passes, parallelism, salt = '', tag = ''] = FORM.exec(compared) ?? []
  if (tag === '') throw new Error('a stored password hash cannot be read')
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const made = await inTurn(whose, password, Buffer.from(salt, 'base64'), stored)
  const isSame = timingSafeEqual(made, Buffer.from(tag, 'base64'))
  return isSame && hash !== null
}

/** Whether it was made with less than is asked for now. */
export function isWeakHash(hash: string, cost: PasswordCost = PASSWORD_COST): boolean {
  const [, memory, passes] = FORM.exec(hash) ?? []
  return Number(memory) < cost.memory || Number(passes) < cost.passes
}

async function inTurn(whose: string, password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
  // The same letters may be written in several ways, by different keyboards.
  const message = password.normalize('NFKC')
  try {
    return await queue.run(countedAddress(whose), () =>
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
