import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn, isNonEmpty, lastOf, mapNonEmpty } from './non-empty.ts'

test('only a list with an item is non-empty', () => {
  assert.equal(isNonEmpty([]), false)
  assert.equal(isNonEmpty([undefined]), true)
})

test('each item is mapped once, in order and with its index', () => {
  assert.deepEqual(
    mapNonEmpty(['a', 'b', 'c'], (letter, index) => `${letter}${index}`),
    ['a0', 'b1', 'c2'],
  )
  assert.deepEqual(
    mapNonEmpty([4], (number) => number * 2),
    [8],
  )
})

test('the last of one is the first', () => {
  const [first, last] = [{ name: 'first' }, { name: 'last' }]
  assert.equal(lastOf([first]), first)
  assert.equal(lastOf([first, last]), last)
})

test('after the last item the first comes again', () => {
  const found = Array.from({ length: 7 }, (_, index) => inTurn([10, 20, 30], index))
  assert.deepEqual(found, [10, 20, 30, 10, 20, 30, 10])
})
