// Token buckets of one process: what is taken, what comes back, what is shared, and that they go on without the database.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { World } from '../world.ts'
import { type Buckets, bucketsOf } from './buckets.ts'

const TERMS = { capacity: 60, refillMs: 60_000 }
const made: Buckets[] = []
after(() => Promise.all(made.map((buckets) => buckets.stop())))

/** A process and the table that it shares; without one its database is unavailable. */
function processOf(table: { tokens: number } | null = { tokens: 60 }) {
  let now = Date.parse('2026-11-15T12:00:00.000Z')
  const shared: { name: string; spent: number }[] = []
  const warnings: string[] = []
  let gate: Promise<void> | undefined
  const world = {
    wall: { now: () => new Date(now) },
    pool: {
      async query({ values = [] }: { values?: unknown[] }) {
        if (table === null) throw new Error('the database is unavailable')
        const [, names, spent] = values as [Date, string[], number[]]
        const rows = names.map((name, index) => {
          shared.push({ name, spent: spent[index] ?? 0 })
          table.tokens -= spent[index] ?? 0
          return { name, tokens: table.tokens }
        })
        await gate
        return { rows, rowCount: rows.length }
      },
    },
    log: { warn: (_facts: object, text: string) => warnings.push(text) },
  }
  const buckets = bucketsOf(world as unknown as World)
  made.push(buckets)
  return {
    buckets,
    shared,
    warnings,
    wait(ms: number) {
      now += ms
    },
    /** The table's responses wait until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

test('a bucket starts full, and never gives more than it has', () => {
  const { buckets } = processOf()
  assert.equal(buckets.left('a', TERMS), 60)
  assert.equal(buckets.take('a', TERMS, 50), 10)
  assert.equal(buckets.take('a', TERMS, 11), -1, 'one is missing')
  assert.equal(buckets.left('a', TERMS), 10, 'and nothing was taken')
  assert.equal(buckets.take('a', TERMS, 10), 0)
  assert.equal(buckets.left('b', TERMS), 60, 'another is another')
})

test('a bucket refills with time, up to its capacity, and not when a clock goes back', () => {
  const { buckets, wait } = processOf()
  buckets.take('a', TERMS, 60)
  wait(1_500)
  assert.equal(buckets.left('a', TERMS), 1.5)
  wait(-1_000)
  assert.equal(buckets.left('a', TERMS), 1.5)
  wait(3_600_000)
  assert.equal(buckets.left('a', TERMS), 60)
})

test('spending without a check can make a bucket negative', () => {
  const { buckets, wait } = processOf()
  buckets.spend('a', TERMS, 90)
  assert.equal(buckets.left('a', TERMS), -30)
  assert.equal(buckets.take('a', TERMS, 1), -31)
  wait(31_000)
  assert.equal(buckets.take('a', TERMS, 1), 0)
})

test('a changed limit applies at once', () => {
  const { buckets } = processOf()
  buckets.take('a', TERMS, 60)
  assert.equal(buckets.left('a', { ...TERMS, capacity: 100 }), 100)
})

test('the value read from the table is refilled for the duration of the read', async () => {
  const { buckets, wait, hold } = processOf()
  const release = hold()
  buckets.spend('a', TERMS, 60)
  const shared = buckets.waitSeconds('a', TERMS)
  wait(60_000)
  release()
  assert.equal(await shared, 0)
  assert.equal(buckets.left('a', TERMS), 60)
})

test('spending is written to the table, and spending of other processes is subtracted', async () => {
  const table = { tokens: 60 }
  const { buckets, shared } = processOf(table)
  buckets.take('a', TERMS, 5)
  buckets.take('a', TERMS, 2)
  table.tokens = 20
  await buckets.stop()
  assert.deepEqual(shared, [{ name: 'a', spent: 7 }])
  assert.equal(buckets.left('a', TERMS), 13)
  await buckets.stop()
  assert.equal(shared.length, 1, 'nothing was taken since')
})

test('an overdraft of several processes adds up', async () => {
  const table = { tokens: 60 }
  const [one, two] = [processOf(table), processOf(table)]
  for (const { buckets } of [one, two]) assert.equal(buckets.take('a', TERMS, 60), 0)
  for (const { buckets } of [one, two]) await buckets.stop()
  assert.equal(two.buckets.left('a', TERMS), -60)
  two.wait(60_000)
  assert.equal(two.buckets.take('a', TERMS, 1), -1, 'it comes back at the rate of one limit')
})

test('before a large request the table is read, once a second and once for all waiters', async (t) => {
  let ms = 1_000_000
  t.mock.method(performance, 'now', () => ms)
  const table = { tokens: -30 }
  const { buckets, shared } = processOf(table)
  const waits = () => Promise.all([buckets.waitSeconds('a', TERMS), buckets.waitSeconds('a', TERMS)])
  assert.deepEqual(await waits(), [31, 31])
  await waits()
  assert.equal(shared.length, 1)
  ms += 1_001
  table.tokens = -40
  assert.deepEqual(await waits(), [41, 41])
  assert.equal(shared.length, 2)
  assert.equal(await processOf().buckets.waitSeconds('a', TERMS), 0)
})

test('without the database each process counts for itself, and logs a warning', async () => {
  const { buckets, warnings } = processOf(null)
  assert.equal(buckets.take('a', TERMS, 60), 0)
  await buckets.stop()
  assert.deepEqual(warnings, ['limits could not be shared between processes'])
  assert.equal(buckets.take('a', TERMS, 1), -1, 'what was taken stays taken')
})
