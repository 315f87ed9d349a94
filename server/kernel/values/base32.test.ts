// Proves the encoder against the arithmetic of bigint, and that it keeps the order of the bytes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BASE32_ALPHABET, encodeBase32 } from './ids.ts'

test('the alphabet is Crockford’s in lower case', () => {
  assert.equal(BASE32_ALPHABET.length, 32)
  assert.equal(new Set(BASE32_ALPHABET).size, 32)
  assert.equal([...BASE32_ALPHABET].sort().join(''), BASE32_ALPHABET)
  assert.doesNotMatch(BASE32_ALPHABET, /[ilou]/)
})

const KNOWN: [number[], string][] = [
  [[], ''],
  [[0], '00'],
  [[31], '0z'],
  [[32], '10'],
  [[255], '7z'],
  [[0, 0, 0, 0, 1], '00000001'],
  [[255, 255, 255, 255, 255], 'zzzzzzzz'],
  [Array(16).fill(255), `7${'z'.repeat(25)}`],
  [Array(32).fill(255), `1${'z'.repeat(51)}`],
]

for (const [bytes, text] of KNOWN) {
  test(`${bytes.length} bytes ending in ${bytes.at(-1)} become "${text}"`, () => {
    assert.equal(encodeBase32(Uint8Array.from(bytes)), text)
  })
}

test('it writes the same number as bigint does in base 32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      assert.equal(encodeBase32(bytes), byBigint(bytes))
    }),
  )
})

test('it sorts as the bytes sort', () => {
  const pair = fc
    .integer({ min: 1, max: 20 })
    .chain((length) =>
      fc.tuple(
        fc.uint8Array({ minLength: length, maxLength: length }),
        fc.uint8Array({ minLength: length, maxLength: length }),
      ),
    )
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const [left, right] = [encodeBase32(a), encodeBase32(b)]
      assert.equal(left < right ? -1 : left > right ? 1 : 0, Buffer.compare(a, b))
    }),
  )
})

function byBigint(bytes: Uint8Array): string {
  if (bytes.length === 0) return ''
  const digits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString(32)
  const spelled = digits.replace(/./g, (digit) => BASE32_ALPHABET[Number.parseInt(digit, 32)] ?? '')
  return spelled.padStart(Math.ceil((bytes.length * 8) / 5), '0')
}
