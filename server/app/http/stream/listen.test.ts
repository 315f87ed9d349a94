// One who listens: what is given is read in order, and who does not read is given up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS } from '../../../../contract/permissions.ts'
import { startFrame } from '../../../features/events/feed.ts'
import type { Caller } from '../../../features/teams/caller.ts'
import { makeTally } from '../../../kernel/values/bounded.ts'
import { listen } from './streams.ts'

const permissions = new Set(PERMISSIONS)
const caller = { permissions, owner: { teamId: 'team_1', mode: 'test' } } as unknown as Caller
const stream = (isPast = false) => listen(caller, () => isPast)

test('what is given comes out in order, and an end is clean', async () => {
  const one = stream()
  one.give(startFrame(7, 1_000))
  one.beat()
  const read: string[] = []
  one.content.on('data', (chunk) => read.push(String(chunk)))
  await one.drained()
  one.end('stopped')
  one.end('refused')
  one.give(startFrame(8, 1_000))
  await new Promise((resolve) => one.content.once('close', resolve))
  assert.deepEqual(
    [read, one.ended, one.permissions],
    [['retry: 1000\nid: 7\n\n', ':\n\n'], 'stopped', permissions],
  )
})

test('nothing read between two beats: nobody is there', () => {
  const one = stream()
  one.give(Buffer.from('x'))
  one.beat()
  assert.equal(one.content.destroyed, false)
  one.beat()
  assert.deepEqual([one.content.destroyed, one.ended], [true, 'slow'])
})

test('a megabyte that nobody reads is enough; whoever waits for its reader is told', async () => {
  const one = stream()
  one.give(Buffer.alloc(1024 * 1024))
  const drained = one.drained()
  assert.equal(one.content.destroyed, false)
  one.give(Buffer.from('x'))
  await drained
  assert.equal(one.ended, 'slow')
})

test('a caller whose time is over is given nothing', () => {
  const one = stream(true)
  one.give(Buffer.from('x'))
  assert.deepEqual([one.ended, one.content.readableLength], ['refused', 0])
})

test('of several names one of each is taken, or none; 0 is no limit', () => {
  const tally = makeTally()
  const shares = (name: string, most: number) => [
    { name: 'all', most: 3 },
    { name, most },
  ]
  assert.equal(tally.take(shares('a', 1)), undefined)
  assert.equal(tally.take(shares('a', 1))?.name, 'a')
  assert.equal(tally.take(shares('b', 0)), undefined)
  assert.equal(tally.take(shares('b', 0)), undefined)
  assert.equal(tally.take(shares('b', 0))?.name, 'all')
  tally.giveBack(shares('a', 1))
  assert.equal(tally.take(shares('a', 1)), undefined)
})
