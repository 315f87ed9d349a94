// What ends again and again waits longer, and what ran well waits as if it ended for the first time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRestartWaits } from './closers.ts'

test('the waits come in their order, the last of them from then on, and anew after half a minute of health', () => {
  const waits = makeRestartWaits([0, 1_000, 5_000])
  const next = (count: number) => Array.from({ length: count }, () => waits.nextMs())
  assert.deepEqual(next(5), [0, 1_000, 5_000, 5_000, 5_000])
  waits.ranFor(30_000)
  assert.deepEqual(next(1), [5_000])
  waits.ranFor(30_001)
  assert.deepEqual(next(2), [0, 1_000])
})
