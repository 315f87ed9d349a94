// Proves that the numbers behind ids only grow, whatever the time and the random bytes do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ID_TIME_MAX_MS, idSequence } from './ids.ts'

const NOW_MS = Date.UTC(2026, 10, 15)

test('a number is 48 bits of time and 80 random bits', () => {
  const next = idSequence((target) => target.fill(0xab))
  assert.equal(hex(next(new Date(0x0102_0304_0506))), `010203040506${'ab'.repeat(10)}`)
})

test('both ends of the time fit', () => {
  const next = idSequence(zeros)
  assert.equal(hex(next(new Date(0))), '0'.repeat(32))
  assert.equal(hex(next(new Date(ID_TIME_MAX_MS))), `ffffffffffff${'0'.repeat(20)}`)
})

test('a time that does not fit throws and changes nothing', () => {
  const next = idSequence(zeros)
  const before = hex(next(new Date(NOW_MS)))
  for (const ms of [-1, ID_TIME_MAX_MS + 1, Number.NaN]) {
    assert.throws(() => next(new Date(ms)), RangeError)
  }
  assert.ok(hex(next(new Date(NOW_MS))) > before)
})

test('the smallest step is 64, so that numbers differ above their last 6 bits', () => {
  const next = idSequence(zeros)
  const first = value(next(new Date(NOW_MS)))
  assert.equal(value(next(new Date(NOW_MS))) - first, 64n)
})

test('the largest step is just over 31 bits', () => {
  let calls = 0
  const next = idSequence((target) => target.fill(calls++ === 0 ? 0 : 0xff))
  const first = value(next(new Date(NOW_MS)))
  assert.equal(value(next(new Date(NOW_MS))) - first, 2n ** 31n - 1n + 64n)
})

test('a full random part carries into the time, and the time that follows goes on from there', () => {
  const next = idSequence((target) => target.fill(0xff))
  const first = value(next(new Date(NOW_MS)))
  const carried = value(next(new Date(NOW_MS)))
  assert.equal(carried - first, 2n ** 31n - 1n + 64n)
  assert.equal(carried >> 80n, BigInt(NOW_MS + 1))
  const following = value(next(new Date(NOW_MS + 1)))
  assert.ok(following > carried)
  assert.equal(following >> 80n, BigInt(NOW_MS + 1))
})

test('at the end of time it throws, and goes on throwing instead of starting again', () => {
  const next = idSequence((target) => target.fill(0xff))
  assert.equal(hex(next(new Date(ID_TIME_MAX_MS))), 'f'.repeat(32))
  for (const ms of [ID_TIME_MAX_MS, NOW_MS, 0, ID_TIME_MAX_MS]) {
    assert.throws(() => next(new Date(ms)), /exhausted/)
  }
})

test('numbers grow strictly, and never fall behind the time, for any times and any random bytes', () => {
  const call = fc.record({
    // Few different times, so that they repeat and go back; full bytes often, so that they carry.
    ms: fc.integer({ min: 0, max: 5 }),
    random: fc.uint8Array({ minLength: 10, maxLength: 10 }),
    full: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(call, { minLength: 2, maxLength: 50 }), (calls) => {
      let random = new Uint8Array(10)
      const next = idSequence((target) => target.set(random.subarray(0, target.length)))
      let last = -1n
      for (const { ms, random: bytes, full } of calls) {
        random = full ? new Uint8Array(10).fill(0xff) : Uint8Array.from(bytes)
        const number = value(next(new Date(NOW_MS + ms)))
        assert.ok(number > last)
        assert.ok(number >> 6n > last >> 6n)
        assert.ok(number >> 80n >= BigInt(NOW_MS + ms))
        last = number
      }
    }),
  )
})

function zeros(target: Uint8Array): void {
  target.fill(0)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function value(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex(bytes)}`)
}
