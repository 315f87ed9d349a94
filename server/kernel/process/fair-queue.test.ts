// Fair queue: owners take turns, whatever one of them queues, and never more than the slots run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { controlWork, settled } from '../../../test/support/controlled-work.ts'
import { makeFairQueue, QueueFull, type QueueLimits } from './fair-queue.ts'

const desk = (limits: QueueLimits) => controlWork(makeFairQueue(limits).run)

test('an owner with much waiting delays another by one turn', async () => {
  const { ask, end, begun } = desk({ slots: 1, slotsEach: 1, waitingMax: 10 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name)
  void ask('b', 'b1')
  await settled()
  await end('a1')
  await end('a2')
  await end('b1')
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
})

test('one owner never has all slots, and free slots stay available to others', async () => {
  const { ask, begun, end } = desk({ slots: 3, slotsEach: 2, waitingMax: 10 })
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
  await settled()
  assert.deepEqual(begun, ['a1', 'a2'])
  void ask('b', 'b1')
  await settled()
  assert.deepEqual(begun, ['a1', 'a2', 'b1'])
  await end('b1')
  assert.deepEqual(begun, ['a1', 'a2', 'b1'])
  await end('a1')
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
})

test('too much work is refused for that owner alone; a failure frees its slot', async () => {
  const queue = makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: 1 })
  const first = Promise.withResolvers<void>()
  const running = queue.run('a', () => first.promise)
  const waiting = queue.run('a', async () => 'second')
  await assert.rejects(
    queue.run('a', async () => 'third'),
    QueueFull,
  )
  const other = queue.run('b', async () => 'other')
  first.reject(new Error('broken'))
  await assert.rejects(running, /broken/)
  assert.deepEqual(await Promise.all([waiting, other]), ['second', 'other'])
})

test('a wait that takes too long is given up, and its place is free', async () => {
  const queue = makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: 1, waitMs: 5 })
  const first = Promise.withResolvers<void>()
  const running = queue.run('a', () => first.promise)
  await assert.rejects(
    queue.run('a', async () => 'late'),
    QueueFull,
  )
  const other = queue.run('a', async () => 'in time')
  first.resolve()
  await running
  assert.equal(await other, 'in time')
})
