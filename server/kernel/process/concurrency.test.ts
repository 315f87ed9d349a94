// Items that arrive together are handled together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeBatcher, mapInTurns, unlessAborted, within } from './concurrency.ts'

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

test('a failed run fails for each of its callers, and no other', async () => {
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

test('in turn, items that arrive during a run form the next batch', async () => {
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

// Long work in the event loop yields to other tasks and still completes in order.

function keepBusy(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

/** Counts turns of the event loop. */
const round = () => performance.nodeTiming.uvMetricsInfo.loopCount

test('short work is done at once and in order, an empty list too', async () => {
  assert.deepEqual(await mapInTurns([], String), [])
  assert.deepEqual(await mapInTurns([3, 1, 2], String), ['3', '1', '2'])
})

test('long work yields to the event loop every few milliseconds', async () => {
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

test('of several long tasks one slice runs per turn of the event loop', async () => {
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
  // Each task runs its first slice at once.
  const later = slices.slice(works.length)
  assert.equal(new Set(later).size, later.length)
})

test('a failed task fails alone, and others continue', async () => {
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

// Waiting with a limit: done in time, too late, or failed.

const LONG_MS = 3_600_000

test('a result or failure in time is passed on, and no timer keeps the process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  assert.equal(await within(LONG_MS, Promise.resolve('done')), 'done')
  await assert.rejects(within(LONG_MS, Promise.reject(new Error('broken'))), /broken/)
  assert.equal(timers(), before)
})

test('aborted work is neither awaited nor started', async () => {
  const controller = new AbortController()
  assert.equal(await unlessAborted(controller.signal, async () => 'done'), 'done')
  await assert.rejects(
    unlessAborted(controller.signal, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  const endless = unlessAborted(controller.signal, () => new Promise(() => {}))
  controller.abort(new Error('enough'))
  await assert.rejects(endless, /enough/)
  await assert.rejects(
    unlessAborted(controller.signal, () => assert.fail('it was begun')),
    /enough/,
  )
})

test('a late result is undefined', async () => {
  assert.equal(await within(1, new Promise(() => {})), undefined)
})
