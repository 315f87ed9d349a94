// Proves the shape of keys and tokens, and that no two are alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashApiKey, lastFour, makeApiKey, randomBuffer, randomToken } from './secrets.ts'

for (const mode of ['live', 'test'] as const) {
  test(`a ${mode} key is sk_${mode}_ and 52 characters of base32`, () => {
    assert.match(makeApiKey(mode), new RegExp(`^sk_${mode}_[01][0-9abcdefghjkmnpqrstvwxyz]{51}$`))
  })
}

const LENGTHS: [bytes: number, characters: number][] = [
  [1, 2],
  [5, 8],
  [16, 26],
  [20, 32],
  [32, 52],
  [1024, 1639],
]

for (const [bytes, characters] of LENGTHS) {
  test(`${bytes} random bytes are a token of ${characters} characters`, () => {
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

test('no two keys, tokens or buffers are alike, and the last four characters vary freely', () => {
  const keys = Array.from({ length: 1000 }, () => makeApiKey('test'))
  assert.equal(new Set(keys).size, 1000)
  assert.ok(new Set(keys.map(lastFour)).size > 980)
  assert.equal(new Set(Array.from({ length: 1000 }, () => randomToken(16))).size, 1000)
  assert.equal(new Set(Array.from({ length: 1000 }, () => randomBuffer(16).toString('hex'))).size, 1000)
})

test('the hash is SHA-256, by its published example', () => {
  assert.equal(
    hashApiKey('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  const key = makeApiKey('live')
  assert.deepEqual(hashApiKey(key), hashApiKey(key))
  assert.notDeepEqual(hashApiKey(key), hashApiKey(`${key} `))
})

test('lastFour shows the end of the key and nothing more', () => {
  assert.equal(lastFour('sk_live_0abcdwxyz'), 'wxyz')
})
