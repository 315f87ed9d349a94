// What is held ahead comes out lane by lane, in the order in which each lane got it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Piece } from '../outbox/due-work.ts'
import { makeHeldAhead } from './held-ahead.ts'

const piece = (lane: string, key: string) => ({ lane, key }) as Piece

test('lanes have their turns, and each keeps its order', () => {
  const ahead = makeHeldAhead()
  for (const [lane, key] of ['a1', 'a2', 'a3', 'b1'].map((name) => [name[0]!, name] as const))
    ahead.put(piece(lane, key))
  assert.equal(ahead.size, 4)
  const taken = Array.from({ length: 5 }, () => ahead.take(() => true)?.key)
  assert.deepEqual(taken, ['a1', 'b1', 'a2', 'a3', undefined])
  assert.equal(ahead.size, 0)
})

test('a lane that may not run is passed over and keeps what it has', () => {
  const ahead = makeHeldAhead()
  ahead.put(piece('full', 'waits'))
  ahead.put(piece('free', 'runs'))
  assert.equal(ahead.take((lane) => lane === 'free')?.key, 'runs')
  assert.equal(
    ahead.take((lane) => lane === 'free'),
    undefined,
  )
  assert.deepEqual(
    ahead.takeAll().map(({ key }) => key),
    ['waits'],
  )
  assert.equal(ahead.size, 0)
})
