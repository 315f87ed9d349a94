import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRoom } from './bounded.ts'

test('the one that was added first goes, and only where there are as many as there may be', () => {
  const kept = new Map([
    ['b', 1],
    ['a', 2],
  ])
  makeRoom(kept, 3)
  assert.deepEqual([...kept.keys()], ['b', 'a'])
  makeRoom(kept, 2)
  assert.deepEqual([...kept.keys()], ['a'])
})

test('a set is kept as small as a map', () => {
  const kept = new Set([7, 5, 6])
  makeRoom(kept, 3)
  assert.deepEqual([...kept], [5, 6])
})
