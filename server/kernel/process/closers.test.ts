// A stop closes everything in reverse order, whatever fails, and every caller waits for its end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClosers, makeRestartWaits } from './closers.ts'
import { makeLog } from './log.ts'

function setUp() {
  const lines: string[] = []
  const closed: string[] = []
  const log = makeLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
  return { closers: makeClosers(log), closed, lines }
}

test('resources close in reverse order, and a failing one leaves none open', async () => {
  const { closers, closed, lines } = setUp()
  closers.add(async () => closed.push('database'))
  closers.add(async () => assert.fail('it hangs'))
  closers.add(async () => closed.push('door'))
  await closers.closeAll()
  assert.deepEqual(closed, ['door', 'database'])
  assert.match(lines.join(), /it hangs.*a part of the service did not stop cleanly/)
})

test('a second call waits for the same end, and nothing closes twice', async () => {
  const { closers, closed } = setUp()
  const drained = Promise.withResolvers<void>()
  closers.add(async () => closed.push('database'))
  closers.add(() => drained.promise)
  const ended: string[] = []
  const stops = ['by its parent', 'by a signal'].map(async (who) => {
    await closers.closeAll()
    ended.push(who)
  })
  // More turns than a stop without waits takes.
  for (let turn = 0; turn < 50; turn++) await undefined
  assert.deepEqual([closed, ended], [[], []], 'requests are still answered')
  drained.resolve()
  await Promise.all(stops)
  assert.deepEqual(closed, ['database'])
  assert.equal(ended.length, 2)
})

// Repeated ends wait longer, and a long run resets the delay.

test('the waits follow their list, then repeat the last, and start again after half a minute of health', () => {
  const waits = makeRestartWaits([0, 1_000, 5_000])
  const next = (count: number) => Array.from({ length: count }, () => waits.nextMs())
  assert.deepEqual(next(5), [0, 1_000, 5_000, 5_000, 5_000])
  waits.ranFor(30_000)
  assert.deepEqual(next(1), [5_000])
  waits.ranFor(30_001)
  assert.deepEqual(next(2), [0, 1_000])
})
