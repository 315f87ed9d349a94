// A file that only a passphrase opens, written and read in little memory. Its form, in bytes:
//
//   "embarque-sealed\n", a version (1), log2 of scrypt's N, its r and its p, one byte each, 16 of salt, 8 of nonce;
//   then chunks: the length of the text (4, big-endian; 65,536 in all but the last), the sealed text, a tag of 16.
//
// Each chunk is AES-256-GCM under the key that scrypt makes of the passphrase. Its nonce is the file's, and the chunk's
// number, whose highest bit marks the last one: none can be changed, moved, repeated or left out, and nothing can be
// added or cut off, without its tag being wrong. The beginning of the file is authenticated with every chunk.
import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto'
import { randomBuffer } from '../base/secrets/secrets.ts'
import { makeBytes } from './file-bytes.ts'

const MAGIC = Buffer.from('embarque-sealed\n')
const VERSION = 1
/** Of scrypt. */
interface Cost {
  logN: number
  r: number
  p: number
}

/** Half a second and 128 MB for each guess. */
const COST: Cost = { logN: 17, r: 8, p: 1 }
const COST_MAX: Cost = { logN: 20, r: 8, p: 4 }
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 8
const HEAD_BYTES = MAGIC.length + 4 + SALT_BYTES + NONCE_BYTES
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const LAST = 0x8000_0000

/** What is wrong with the file, or with the passphrase: the two cannot be told apart at its first chunk. */
export class Unopened extends Error {}

export function isSealed(beginning: Buffer): boolean {
  return beginning.subarray(0, MAGIC.length).equals(MAGIC)
}

export async function* seal(
  plain: AsyncIterable<Buffer | string>,
  passphrase: string,
  { logN, r, p }: Cost = COST,
): AsyncGenerator<Buffer, void> {
  const salt = randomBuffer(SALT_BYTES)
  const head = Buffer.concat([MAGIC, Buffer.of(VERSION, logN, r, p), salt, randomBuffer(NONCE_BYTES)])
  const key = await keyOf(passphrase, head)
  yield head
  let number = 0
  const sealed = (text: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(head, number++, isLast))
    cipher.setAAD(head)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    return Buffer.concat([length, cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
  const bytes = makeBytes(plain)
  for (;;) {
    const text = await bytes.upTo(CHUNK_BYTES)
    const isLast = await bytes.isOver()
    yield sealed(text, isLast)
    if (isLast) return
  }
}

/** Hands nothing out that is not proven. Throws `Unopened` where the file or the passphrase is wrong. */
export async function* open(
  sealed: AsyncIterable<Buffer | string>,
  passphrase: string,
): AsyncGenerator<Buffer, void> {
  const bytes = makeBytes(sealed)
  const head = await bytes.upTo(HEAD_BYTES)
  if (head.length < HEAD_BYTES || !isSealed(head)) throw new Unopened('it does not begin like one')
  if (head[MAGIC.length] !== VERSION) throw new Unopened('it was sealed by a newer Embarque')
  const key = await keyOf(passphrase, head)
  for (let number = 0; ; number++) {
    const length = await bytes.upTo(4)
    const count = length.length < 4 ? 0 : length.readUInt32BE()
    if (count > CHUNK_BYTES) throw new Unopened('it is damaged')
    const text = await bytes.upTo(count)
    const tag = await bytes.upTo(TAG_BYTES)
    if (tag.length < TAG_BYTES) throw new Unopened('it is cut short')
    const isLast = await bytes.isOver()
    yield opened({ key, head, number, isLast }, text, tag)
    if (isLast) return
  }
}

interface Place {
  key: Buffer
  head: Buffer
  number: number
  isLast: boolean
}

function opened({ key, head, number, isLast }: Place, text: Buffer, tag: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(head, number, isLast), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(head).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(text), decipher.final()])
  } catch {
    throw new Unopened(
      number === 0 ? 'the passphrase is wrong, or its beginning is damaged' : 'it is damaged or cut short',
    )
  }
}

function nonceOf(head: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES + 4)
  head.copy(nonce, 0, HEAD_BYTES - NONCE_BYTES)
  nonce.writeUInt32BE(number + (isLast ? LAST : 0), NONCE_BYTES)
  return nonce
}

function keyOf(passphrase: string, head: Buffer): Promise<Buffer> {
  const [logN = 0, r = 0, p = 0] = head.subarray(MAGIC.length + 1)
  const salt = head.subarray(MAGIC.length + 4, MAGIC.length + 4 + SALT_BYTES)
  const isFair = logN <= COST_MAX.logN && r <= COST_MAX.r && p <= COST_MAX.p && logN * r * p > 0
  if (!isFair) throw new Unopened('its beginning is damaged')
  // Letters that look the same are the same, however a keyboard writes them.
  const words = passphrase.normalize('NFC')
  const N = 2 ** logN
  return new Promise((resolve, reject) => {
    scrypt(words, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
