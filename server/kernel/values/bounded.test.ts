// Bounded memory: never above its limit, and the least recently used entry goes first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeByteCache, makeRoom, makeTally, type Share } from './bounded.ts'

const held = (cache: { get(key: string): string | undefined }, keys: string) =>
  [...keys].filter((key) => cache.get(key) !== undefined).join('')

test('a byte cache keeps what fits, the most recently used last', () => {
  const cache = makeByteCache<string>(10, (value) => value.length)
  for (const key of 'abc') cache.keep(key, 'xxx')
  assert.equal(cache.get('a'), 'xxx')
  cache.keep('d', 'xxx')
  assert.equal(held(cache, 'bcda'), 'cda')
  cache.keep('e', 'xxxxxxx')
  assert.equal(held(cache, 'abcde'), 'ae', 'one large one takes the place of several')
})

test('an entry larger than the cache is dropped, and a replaced one counts once', () => {
  const cache = makeByteCache<string>(10, (value, key) => value.length + key.length)
  cache.keep('a', 'x'.repeat(10))
  assert.equal(cache.get('a'), undefined, 'the key counts too')
  for (let times = 0; times < 5; times++) cache.keep('b', 'xxxx')
  cache.keep('c', 'xxxx')
  assert.equal(held(cache, 'bc'), 'bc')
  cache.keep('b', 'x'.repeat(10))
  assert.equal(held(cache, 'bc'), 'c', 'nor is what it was before')
})

test('the first added entry is removed, and only at the maximum', () => {
  const kept = new Map([
    ['b', 1],
    ['a', 2],
  ])
  makeRoom(kept, 3)
  assert.deepEqual([...kept.keys()], ['b', 'a'])
  makeRoom(kept, 2)
  assert.deepEqual([...kept.keys()], ['a'])
})

test('a set is limited like a map', () => {
  const kept = new Set([7, 5, 6])
  makeRoom(kept, 3)
  assert.deepEqual([...kept], [5, 6])
})

// The tally compared with a plain count: never over a limit, a refused caller takes nothing, and everything
// is returned.

const MOST: Readonly<Record<string, number>> = { all: 6, team: 3, key: 2, open: 0 }
const sharesOf = (names: readonly string[]): Share[] =>
  names.map((name) => ({ name, most: MOST[name] ?? assert.fail(name) }))

const step = fc.record({
  names: fc.uniqueArray(fc.constantFrom(...Object.keys(MOST)), { minLength: 1 }),
  isLeaving: fc.boolean(),
})

test('under any takes and returns no limit is exceeded, and a refusal takes nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const tally = makeTally()
      const held: string[][] = []
      const heldOf = (name: string) => held.filter((names) => names.includes(name)).length
      for (const { names, isLeaving } of steps) {
        const leaving = isLeaving ? held.shift() : undefined
        if (leaving !== undefined) {
          tally.giveBack(sharesOf(leaving))
          continue
        }
        const expected = names.find((name) => MOST[name] !== 0 && heldOf(name) >= (MOST[name] ?? 0))
        assert.equal(tally.take(sharesOf(names))?.name, expected)
        if (expected === undefined) held.push(names)
      }
    }),
  )
})

test('the first full limit is named, with its maximum', () => {
  const tally = makeTally()
  const both: Share[] = [
    { name: 'a', most: 1 },
    { name: 'b', most: 1 },
  ]
  assert.equal(tally.take(both), undefined)
  assert.deepEqual(tally.take(both), both[0])
  assert.deepEqual(tally.take(both.toReversed()), both[1])
})

test('returning what was never taken adds no room', () => {
  const tally = makeTally()
  const one = [{ name: 'a', most: 1 }]
  tally.giveBack(one)
  tally.giveBack(one)
  assert.equal(tally.take(one), undefined)
  assert.equal(tally.take(one)?.name, 'a')
})

test('a lowered limit refuses until enough is returned', () => {
  const tally = makeTally()
  const at = (most: number) => [{ name: 'a', most }]
  for (let n = 0; n < 3; n++) assert.equal(tally.take(at(3)), undefined)
  assert.equal(tally.take(at(2))?.most, 2)
  tally.giveBack(at(2))
  assert.equal(tally.take(at(2))?.most, 2, 'two are still there')
  tally.giveBack(at(2))
  assert.equal(tally.take(at(2)), undefined)
})
