// An encrypted file opens only with its passphrase, here and in the age tool, and not after any change.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { DecryptionFailure, decrypt, encrypt, isEncrypted } from '../../server/app/cli/backup/encryption.ts'

const PASSPHRASE = 'avião às três da manhã'
/** The default cost takes seconds for each attempt. */
const CHEAP = 4
/** A chunk of the age format with its tag. */
const CHUNK = 65_536 + 16
/** Written by the age tool 1.1.1 (`age -p`) with this passphrase: gzip of one line. */
const BY_AGE_TOOL = Buffer.from(
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCB1Y0tUY1JtaDNwN1pGZlFrbzVGMkJ3IDE4CmN2Z01TakI4WEJocHBaZkJRUnhFdFJ6MkRwaGZHc1VJU0NuMG5GRC96YzgKLS0tIHRzVUZ5cVRDc1lTUVJ1c0hOS2t6K3N5U3pKSDN2UkVXWGl4MUM4a1IrK0EKB/td+Cbsxk+2KbZj/wKEvK5UF0n538EvU348rdW4RhyjQIUIlK8J7ZGSoqSAbhHsF1/nvlvE+37UjUfnrb5QyrlxJf85Hk89cmrRA/X1vJJAqwNWh4GxwGv/zBDFWWXehoVgzygKz2k2',
  'base64',
)

async function* inChunks(content: Buffer, bytes: number) {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes)
}

const encrypted = (content: Buffer, workFactor?: number) =>
  buffer(encrypt(inChunks(content, 30_000), PASSPHRASE, workFactor))
const decrypted = (file: Buffer, passphrase = PASSPHRASE) =>
  buffer(decrypt(Readable.from(inChunks(file, 10_000)), passphrase))

// Three chunks and a part of one, all different.
const plain = Buffer.from(Array.from({ length: 3 * 65_536 + 5_000 }, (_, n) => (n * n) >> 7))
let file: Buffer = Buffer.alloc(0)
let head = 0

before(async () => {
  file = await encrypted(plain, CHEAP)
  head = file.length - 3 * CHUNK - 5_000 - 16
})

test('a file encrypted by age can be decrypted', async () => {
  assert.equal(isEncrypted(BY_AGE_TOOL), true)
  const content = gunzipSync(await decrypted(BY_AGE_TOOL))
  assert.equal(content.toString(), 'Encrypted by the reference implementation of age 1.1.1.\n')
})

test('a guess of the passphrase costs as much as for a file of age', async () => {
  assert.match(
    (await encrypted(plain)).subarray(0, 64).toString('latin1'),
    /^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/,
  )
})

test('content of any length round-trips, and is unreadable in between', async () => {
  assert.deepEqual(await decrypted(file), plain)
  assert.equal(isEncrypted(file), true)
  assert.equal(isEncrypted(plain), false)
  assert.equal(file.includes(plain.subarray(1_000, 1_016)), false)
  for (const length of [0, 1, 65_536]) {
    const some = plain.subarray(0, length)
    assert.deepEqual(await decrypted(await encrypted(some, CHEAP)), some, String(length))
  }
  const decomposed = PASSPHRASE.normalize('NFD')
  assert.notEqual(decomposed, PASSPHRASE)
  assert.deepEqual(await decrypted(file, decomposed), plain, 'as another keyboard writes it')
})

test('a large file uses little memory', async () => {
  let chunks = 0
  let ahead = 0
  async function* source() {
    for (; chunks < 256; chunks++) yield Buffer.alloc(65_536, chunks)
  }
  let bytes = 0
  const file = Readable.from(encrypt(source(), PASSPHRASE, CHEAP))
  for await (const chunk of decrypt(file, PASSPHRASE)) {
    bytes += chunk.length
    ahead = Math.max(ahead, chunks * 65_536 - bytes)
  }
  assert.equal(bytes, 256 * 65_536)
  assert.ok(ahead < 4 * 1_024 * 1_024, `${ahead} bytes were read before they were used`)
})

const chunk = (number: number) => file.subarray(head + number * CHUNK, head + (number + 1) * CHUNK)
const beginning = () => file.subarray(0, head)
const joined = (...numbers: number[]) => Buffer.concat([beginning(), ...numbers.map(chunk)])

function changed(at: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

const HEADER = /^the passphrase is wrong, or its beginning is damaged$/
const BODY = /^it is damaged or cut short$/
const CASES: [what: string, damaged: () => Buffer, reason: RegExp][] = [
  ['another version', () => changed(20), HEADER],
  ['another salt', () => changed(35), HEADER],
  ['another header checksum', () => changed(head - 16 - 20), HEADER],
  ['another nonce', () => changed(head - 1), BODY],
  [
    'a cost that takes hours',
    () => Buffer.from(file.toString('latin1').replace(' 4\n', ' 30\n'), 'latin1'),
    HEADER,
  ],
  ['a bit of the first chunk', () => changed(head + 100), BODY],
  ['a bit of the third', () => changed(head + 2 * CHUNK + 100), BODY],
  ['chunks that changed places', () => joined(1, 0, 2, 3), BODY],
  ['a chunk twice', () => joined(0, 0, 1, 2, 3), BODY],
  ['a chunk left out', () => joined(0, 2, 3), BODY],
  ['cut between chunks', () => joined(0, 1), BODY],
  ['cut within a chunk', () => file.subarray(0, -20), BODY],
  ['cut after its header', () => beginning(), BODY],
  ['cut within its header', () => file.subarray(0, 60), HEADER],
  ['something added', () => Buffer.concat([file, Buffer.of(1)]), BODY],
  ['its end twice', () => joined(0, 1, 2, 3, 3), BODY],
  ['something else', () => plain, HEADER],
]

for (const [what, damaged, reason] of CASES)
  test(`refused: ${what}`, async () => {
    await assert.rejects(decrypted(damaged()), (error) => {
      assert.ok(error instanceof DecryptionFailure, String(error))
      assert.match(error.message, reason)
      return true
    })
  })

test('refused: another passphrase', async () => {
  await assert.rejects(decrypted(file, 'avião às quatro da manhã'), /the passphrase is wrong/)
})

test('refused: encrypted files that have no passphrase', () => {
  const forKey = Buffer.from('age-encryption.org/v1\n-> X25519 TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc\n')
  assert.throws(
    () => isEncrypted(forKey),
    /encrypted for a key and not with a passphrase; decrypt it with age first/,
  )
})
