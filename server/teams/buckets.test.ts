// Token buckets of one process: what is taken, what comes back, and that they go on without the database.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { World } from '../world.ts'
import { type Buckets, bucketsOf } from './buckets.ts'

const TERMS = { capacity: 60, refillMs: 60_000 }
const made: Buckets[] = []
after(() => Promise.all(made.map((buckets) => buckets.stop())))

/** A process whose database is away, or knows these others. */
function processOf(others: string[] | 'away' = []) {
  let now = Date.parse('2026-11-15T12:00:00.000Z')
  const told: { name: string; spent: number }[] = []
  /** What it says is left, of any bucket. */
  const database = { tokens: 10 }
  const warnings: string[] = []
  const heard: (() => void)[] = []
  const answer = (text: string, values: unknown[]): unknown[] => {
    if (!text.includes('limit_buckets')) return ['api 1', ...others].map((description) => ({ description }))
    const [names, spent] = values as [string[], number[]]
    names.forEach((name, index) => {
      told.push({ name, spent: spent[index] ?? 0 })
    })
    return names.map((name) => ({ name, tokens: database.tokens }))
  }
  const world = {
    wall: { now: () => new Date(now) },
    pool: {
      async query({ text, values = [] }: { text: string; values?: unknown[] }) {
        if (others === 'away') throw new Error('the database is away')
        return { rows: answer(text, values), rowCount: 0 }
      },
    },
    log: { warn: (_facts: object, text: string) => warnings.push(text) },
    signals: { on: (_name: string, hear: () => void) => heard.push(hear), tellAll: () => {} },
  }
  const buckets = bucketsOf(world as unknown as World)
  made.push(buckets)
  return {
    buckets,
    database,
    told,
    warnings,
    /** Another process has started or ended. */
    hearOfOthers() {
      for (const hear of heard) hear()
    },
    wait(ms: number) {
      now += ms
    },
  }
}

test('a bucket that is kept begins with what the database knows of it, and hears what workers take', async () => {
  const { buckets, told, database } = processOf()
  const kept = { ...TERMS, isKept: true as const }
  // The first look, at whether there are others.
  await buckets.catchUp('b', TERMS, 1)
  buckets.spend('a', kept, 5)
  await buckets.catchUp('a', kept, 1)
  assert.deepEqual(told.at(-1), { name: 'a', spent: 5 })
  assert.equal(buckets.left('a', kept), 10)
  assert.equal(buckets.catchUp('a', kept, 1), undefined)
  assert.equal(buckets.take('a', kept, 4), 6)
  await buckets.stop()
  database.tokens = 3
  assert.equal(buckets.catchUp('a', kept, 1), undefined, 'nobody waits for it')
  await buckets.stop()
  assert.deepEqual([told.at(-1), buckets.left('a', kept)], [{ name: 'a', spent: 0 }, 3])
})

test('a bucket is full at first, and gives what it has and no more', () => {
  const { buckets } = processOf()
  assert.equal(buckets.left('a', TERMS), 60)
  assert.equal(buckets.take('a', TERMS, 50), 10)
  assert.equal(buckets.take('a', TERMS, 11), -1, 'one is missing')
  assert.equal(buckets.left('a', TERMS), 10, 'and nothing was taken')
  assert.equal(buckets.take('a', TERMS, 10), 0)
  assert.equal(buckets.left('b', TERMS), 60, 'another is another')
})

test('it refills with time, never beyond its brim, and not when a clock goes back', () => {
  const { buckets, wait } = processOf()
  buckets.take('a', TERMS, 60)
  wait(1_500)
  assert.equal(buckets.left('a', TERMS), 1.5)
  wait(-1_000)
  assert.equal(buckets.left('a', TERMS), 1.5)
  wait(3_600_000)
  assert.equal(buckets.left('a', TERMS), 60)
})

test('what was spent without asking is owed', () => {
  const { buckets, wait } = processOf()
  buckets.spend('a', TERMS, 90)
  assert.equal(buckets.left('a', TERMS), -30)
  assert.equal(buckets.take('a', TERMS, 1), -31)
  wait(31_000)
  assert.equal(buckets.take('a', TERMS, 1), 0)
})

test('a limit that is changed holds from then on', () => {
  const { buckets } = processOf()
  buckets.take('a', TERMS, 60)
  assert.equal(buckets.left('a', { ...TERMS, capacity: 100 }), 100)
})

test('alone, a process waits for nobody, and still tells what it let through when it stops', async () => {
  const { buckets, told } = processOf()
  assert.equal(buckets.catchUp('a', TERMS, 1), undefined)
  buckets.take('a', TERMS, 5)
  buckets.take('a', TERMS, 2)
  await buckets.stop()
  assert.deepEqual(told, [{ name: 'a', spent: 7 }])
  assert.equal(buckets.left('a', TERMS), 53, 'alone it knows best')
})

test('beside others, what takes much is asked for first, whatever was known a while ago', async (t) => {
  let ms = 1_000_000
  t.mock.method(performance, 'now', () => ms)
  const { buckets, database, told, hearOfOthers } = processOf(['api 2'])
  hearOfOthers()
  await buckets.catchUp('a', TERMS, 30)
  await buckets.catchUp('a', TERMS, 30)
  assert.equal(buckets.catchUp('a', TERMS, 30), undefined, 'it was just asked for')
  ms += 500
  database.tokens = 2
  await (buckets.catchUp('a', TERMS, 30) ?? assert.fail('nobody was asked'))
  assert.equal(buckets.catchUp('a', TERMS, 30), undefined)
  assert.equal(buckets.take('a', TERMS, 30), -28)
  assert.deepEqual(told, Array(3).fill({ name: 'a', spent: 0 }))
})

test('beside others, what they took is heard; workers let nobody in and do not count', async () => {
  const beside = processOf(['api 2'])
  beside.hearOfOthers()
  beside.buckets.take('a', TERMS, 5)
  await beside.buckets.stop()
  assert.equal(beside.buckets.left('a', TERMS), 10, 'as the database says')
  await beside.buckets.catchUp('a', TERMS, 3)
  assert.equal(beside.buckets.catchUp('a', TERMS, 3), undefined, 'a twentieth of the limit needs no question')
  beside.buckets.take('a', TERMS, 3)
  assert.ok(beside.buckets.catchUp('a', TERMS, 1), 'more does')
  const workers = processOf(['worker 2', 'worker 3'])
  workers.hearOfOthers()
  workers.buckets.take('a', TERMS, 5)
  await workers.buckets.stop()
  assert.equal(workers.buckets.left('a', TERMS), 55)
})

test('without the database each counts for itself, and says so', async () => {
  const { buckets, warnings } = processOf('away')
  assert.equal(buckets.take('a', TERMS, 60), 0)
  await buckets.stop()
  assert.deepEqual(warnings, ['limits could not be shared between processes'])
  assert.equal(buckets.take('a', TERMS, 1), -1, 'what was taken stays taken')
})
