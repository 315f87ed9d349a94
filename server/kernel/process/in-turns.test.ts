// Long work in the event loop leaves turns to others, and is done in order all the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInTurns } from './concurrency.ts'

function keepBusy(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

/** How often the loop has come round. */
const round = () => performance.nodeTiming.uvMetricsInfo.loopCount

test('what is quick is done at once and in order, nothing too', async () => {
  assert.deepEqual(await mapInTurns([], String), [])
  assert.deepEqual(await mapInTurns([3, 1, 2], String), ['3', '1', '2'])
})

test('what is long lets others have the loop every few milliseconds', async () => {
  const done: number[] = []
  const items = Array.from({ length: 20 }, (_, n) => n)
  const before = round()
  await mapInTurns(items, (n) => {
    keepBusy(5)
    done.push(n)
  })
  assert.ok(round() - before >= 15)
  assert.deepEqual(done, items)
})

test('of many long ones at once a round of the loop has one slice', async () => {
  const slices: number[] = []
  const works = [1, 2, 3].map((who) =>
    mapInTurns(Array.from({ length: 6 }), () => {
      keepBusy(5)
      slices.push(round())
      return who
    }),
  )
  assert.deepEqual(
    (await Promise.all(works)).map((results) => results[5]),
    [1, 2, 3],
  )
  // The first slice of each is had at once.
  const later = slices.slice(works.length)
  assert.equal(new Set(later).size, later.length)
})

test('what fails fails, and others go on', async () => {
  const fails = mapInTurns([1, 2, 3], (n) => {
    keepBusy(5)
    if (n === 2) throw new Error('two')
  })
  const goesOn = mapInTurns([1, 2, 3], (n) => {
    keepBusy(5)
    return n
  })
  await assert.rejects(fails, /^Error: two$/)
  assert.deepEqual(await goesOn, [1, 2, 3])
})
