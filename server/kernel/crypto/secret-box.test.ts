// Encrypted values decrypt only with the right key, in the right place, and unchanged.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeSecretBox, randomBuffer, randomToken, readOrMakeSecretKey } from './secret-box.ts'

const box = makeSecretBox(Buffer.alloc(32, 1))

test('any encrypted text decrypts to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, place) => {
      assert.equal(box.decrypt(box.encrypt(plain, place), place), plain)
    }),
  )
})

test('bytes that are not text round-trip', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (plain) => {
      const bytes = Buffer.from(plain)
      assert.deepEqual(box.decryptBytes(box.encrypt(bytes, 'p'), 'p'), bytes)
    }),
  )
})

test('the same text never encrypts to the same bytes', () => {
  assert.notDeepEqual(box.encrypt('x', 'p'), box.encrypt('x', 'p'))
})

test('another place, another key, a changed byte or another version do not decrypt', () => {
  const encrypted = box.encrypt('secret', 'a')
  assert.throws(() => box.decrypt(encrypted, 'b'))
  assert.throws(() => makeSecretBox(Buffer.alloc(32, 2)).decrypt(encrypted, 'a'))
  for (let index = 0; index < encrypted.length; index++) {
    const changed = Buffer.from(encrypted)
    changed[index]! ^= 1
    assert.throws(() => box.decrypt(changed, 'a'), `byte ${index}`)
  }
})

test('the key file is created once, closed to others, and a broken one is not replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-key-'))
  try {
    const key = readOrMakeSecretKey(folder)
    assert.equal(key.length, 32)
    assert.deepEqual(readOrMakeSecretKey(folder), key)
    const file = join(folder, 'secret.key')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(readFileSync(file, 'utf8').trim(), key.toString('hex'))
    writeFileSync(file, 'oops')
    assert.throws(() => readOrMakeSecretKey(folder), /restore it from your backup/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// The shape of tokens, and that no two are equal.

const LENGTHS: [bytes: number, characters: number][] = [
  [1, 2],
  [5, 8],
  [16, 26],
  [20, 32],
  [32, 52],
  [1024, 1639],
]

for (const [bytes, characters] of LENGTHS) {
  test(`a token of ${bytes} random bytes has ${characters} characters`, () => {
    assert.match(randomToken(bytes), new RegExp(`^[0-9abcdefghjkmnpqrstvwxyz]{${characters}}$`))
    assert.equal(randomBuffer(bytes).length, bytes)
  })
}

for (const bytes of [0, -1, 1.5, 1025, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`${bytes} bytes are refused`, () => {
    assert.throws(() => randomToken(bytes), RangeError)
    assert.throws(() => randomBuffer(bytes), RangeError)
  })
}

test('tokens and buffers are unique', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => randomToken(16))).size, 1000)
  assert.equal(new Set(Array.from({ length: 1000 }, () => randomBuffer(16).toString('hex'))).size, 1000)
})
