import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeGrowingCounts } from './lists.ts'

/** A list of numbers of which some match, with a count of those read. */
function listOf(fits: (number: number) => boolean) {
  const list = { looked: 0 }
  const between = async (after: number, upTo: number) => {
    list.looked += upTo - after
    const found = Array.from({ length: upTo - after }, (_, n) => after + 1 + n).filter(fits)
    return { count: found.length, first: found[0] ?? null, last: found.at(-1) ?? null }
  }
  return { list, between }
}

test('counted rows are not counted again', async () => {
  const counts = makeGrowingCounts()
  const { list, between } = listOf((number) => number % 3 === 0)
  assert.deepEqual(await counts.total('thirds', 0, 300, between), { count: 100, first: 3, last: 300 })
  assert.deepEqual(await counts.total('thirds', 0, 300, between), { count: 100, first: 3, last: 300 })
  assert.deepEqual(await counts.total('thirds', 0, 303, between), { count: 101, first: 3, last: 303 })
  assert.equal(list.looked, 303)
})

test('a reader of an older state gets its count, which is not cached', async () => {
  const counts = makeGrowingCounts()
  const { between } = listOf(() => true)
  assert.deepEqual(
    [
      (await counts.total('all', 0, 90, between)).count,
      (await counts.total('all', 0, 50, between)).count,
      (await counts.total('all', 0, 91, between)).count,
    ],
    [90, 50, 91],
  )
})

test('any sequence of ranges gives the same counts as counting', async () => {
  const question = fc.record({
    key: fc.constantFrom('evens', 'fives'),
    start: fc.nat(20),
    more: fc.nat(40),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(question, { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      async (asked, keptMax) => {
        const counts = makeGrowingCounts(keptMax)
        for (const { key, start, more } of asked) {
          const { between } = listOf((number) => number % (key === 'evens' ? 2 : 5) === 0)
          const last = start + more
          assert.deepEqual(await counts.total(key, start, last, between), await between(start, last))
        }
      },
    ),
  )
})
