// Proves the shape of tokens, and that no two are alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomBuffer, randomToken } from './secret-box.ts'

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

test('no two tokens or buffers are alike', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => randomToken(16))).size, 1000)
  assert.equal(new Set(Array.from({ length: 1000 }, () => randomBuffer(16).toString('hex'))).size, 1000)
})
