// The contract's retry table, second by second.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttemptAt, offAfterMs, RETRY_WAITS_MS } from './rules.ts'

test('attempts are at +0, 300, 2,100, 9,300, 52,500 and 138,900 seconds', () => {
  const start = new Date('2026-11-15T12:00:00.000Z')
  const seconds: number[] = []
  let at: Date | null = start
  for (let attempts = 1; at !== null; attempts++) {
    seconds.push((at.getTime() - start.getTime()) / 1000)
    at = nextAttemptAt(attempts, at)
  }
  assert.deepEqual(seconds, [0, 300, 2_100, 9_300, 52_500, 138_900])
  assert.equal(RETRY_WAITS_MS.length, 6)
})

test('consecutive failures must last ten minutes in production, and no time elsewhere, unless set', () => {
  assert.deepEqual([offAfterMs(null, true), offAfterMs(null, false)], [600_000, 0])
  assert.deepEqual([offAfterMs(0, true), offAfterMs(5, false)], [0, 300_000])
})
