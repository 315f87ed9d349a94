// The tally against a plain count: never over a limit, nothing taken by who was refused, and all comes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeTally, type Share } from './bounded.ts'

const MOST: Readonly<Record<string, number>> = { all: 6, team: 3, key: 2, open: 0 }
const sharesOf = (names: readonly string[]): Share[] =>
  names.map((name) => ({ name, most: MOST[name] ?? assert.fail(name) }))

const step = fc.record({
  names: fc.uniqueArray(fc.constantFrom(...Object.keys(MOST)), { minLength: 1 }),
  isLeaving: fc.boolean(),
})

test('whatever is taken and given back, no limit is passed, and who is refused takes nothing', () => {
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

test('the first that is full is named, with how many there may be', () => {
  const tally = makeTally()
  const both: Share[] = [
    { name: 'a', most: 1 },
    { name: 'b', most: 1 },
  ]
  assert.equal(tally.take(both), undefined)
  assert.deepEqual(tally.take(both), both[0])
  assert.deepEqual(tally.take(both.toReversed()), both[1])
})

test('what was never taken can be given back, and opens no room that there was not', () => {
  const tally = makeTally()
  const one = [{ name: 'a', most: 1 }]
  tally.giveBack(one)
  tally.giveBack(one)
  assert.equal(tally.take(one), undefined)
  assert.equal(tally.take(one)?.name, 'a')
})

test('a limit that was lowered meanwhile refuses until enough have left', () => {
  const tally = makeTally()
  const at = (most: number) => [{ name: 'a', most }]
  for (let n = 0; n < 3; n++) assert.equal(tally.take(at(3)), undefined)
  assert.equal(tally.take(at(2))?.most, 2)
  tally.giveBack(at(2))
  assert.equal(tally.take(at(2))?.most, 2, 'two are still there')
  tally.giveBack(at(2))
  assert.equal(tally.take(at(2)), undefined)
})
