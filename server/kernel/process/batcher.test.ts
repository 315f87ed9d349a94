// Items that come together are handled together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeBatcher } from './concurrency.ts'

test('each caller gets its own result, of one run for all', async () => {
  const batches: number[][] = []
  const double = makeBatcher(
    async (items: number[]) => {
      batches.push(items)
      return items.map((item) => 2 * item)
    },
    { itemsMax: 3, waitMs: 0 },
  )
  assert.deepEqual(await Promise.all([1, 2, 3, 4].map(double)), [2, 4, 6, 8])
  assert.deepEqual(batches, [[1, 2, 3], [4]])
})

test('a run that fails fails for each of its callers, and for no other', async () => {
  const run = makeBatcher(
    async (items: string[]) => {
      if (items.includes('bad')) throw new Error('a run failed')
      return items
    },
    { itemsMax: 2, waitMs: 0 },
  )
  const results = await Promise.allSettled(['good', 'bad', 'better'].map(run))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
})

test('in turn, what comes while one runs forms the next', async () => {
  const first = Promise.withResolvers<void>()
  const batches: number[][] = []
  const run = makeBatcher(
    async (items: number[]) => {
      batches.push(items)
      if (batches.length === 1) await first.promise
      return items
    },
    { itemsMax: 2, waitMs: 0, inTurn: true },
  )
  const results = [1, 2, 3, 4].map(run)
  assert.deepEqual(batches, [[1, 2]])
  first.resolve()
  assert.deepEqual(await Promise.all(results), [1, 2, 3, 4])
  assert.deepEqual(batches, [
    [1, 2],
    [3, 4],
  ])
})
