// One open stream: frames are sent in order, and a stream that is not read is closed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS } from '../../../../contract/permissions.ts'
import { startFrame } from '../../../features/events/feed.ts'
import type { Caller } from '../../../features/teams/caller.ts'
import { makeTally } from '../../../kernel/values/bounded.ts'
import { Fail } from '../../../kernel/values/fail.ts'
import type { HttpConfig } from '../settings.ts'
import { listen, refuseMore, sharesOf } from './streams.ts'

const permissions = new Set(PERMISSIONS)
const caller = { permissions, owner: { teamId: 'team_1', mode: 'test' } } as unknown as Caller
const stream = (isPast = false) => listen(caller, () => isPast)

test('chunks come out in order, and the end is clean', async () => {
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

test('a client that reads nothing between two heartbeats is disconnected', () => {
  const one = stream()
  one.give(Buffer.from('x'))
  one.beat()
  assert.equal(one.content.destroyed, false)
  one.beat()
  assert.deepEqual([one.content.destroyed, one.ended], [true, 'slow'])
})

test('a megabyte of unread data disconnects a client; a writer can await its reader', async () => {
  const one = stream()
  one.give(Buffer.alloc(1024 * 1024))
  const drained = one.drained()
  assert.equal(one.content.destroyed, false)
  one.give(Buffer.from('x'))
  await drained
  assert.equal(one.ended, 'slow')
})

test('a caller whose access ended receives nothing', () => {
  const one = stream(true)
  one.give(Buffer.from('x'))
  assert.deepEqual([one.ended, one.content.readableLength], ['refused', 0])
})

test('one of each name is taken, or none; 0 is no limit', () => {
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

// The limits of streams, and the errors of refused ones.

const configOf = (streamsPerTeam: number, connectionsPerAddress: number) =>
  ({ streamsPerTeam, connectionsPerAddress }) as HttpConfig
const callerOf = (kind: 'key' | 'person', id: string, mode = 'live', teamId = 'team_1') =>
  ({ owner: { teamId, mode }, via: { kind, id } }) as Caller

test('limits: of the process, of team and mode, of the caller, and of the address', () => {
  const shares = sharesOf(configOf(10, 7), callerOf('person', 'usr_1', 'test'), '2001:db8:1:2:3::4')
  assert.deepEqual(
    shares.map(({ name, most }) => [name, most]),
    [
      ['process', 4_096],
      ['team team_1 test', 10],
      ['person usr_1', 3],
      ['address 2001:db8:1:2::/64', 4],
    ],
  )
})

test('without limits for teams and addresses a caller has none; a team of one stream allows its caller one', () => {
  const mostOf = (streams: number, connections: number) =>
    sharesOf(configOf(streams, connections), callerOf('key', 'key_1'), '203.0.113.9').map(({ most }) => most)
  assert.deepEqual(mostOf(0, 0), [4_096, 0, 0, 0])
  assert.deepEqual(mostOf(1, 1), [4_096, 1, 1, 1])
})

const CROWDS: [whose: string, most: number, callers: Caller[], address: (n: number) => string][] = [
  ['key', 2, [callerOf('key', 'key_1')], (n) => `203.0.113.${n}`],
  ['person', 2, [callerOf('person', 'usr_1')], (n) => `203.0.113.${n}`],
  ['team', 8, Array.from({ length: 9 }, (_, n) => callerOf('key', `key_${n}`)), (n) => `203.0.113.${n}`],
  [
    'address',
    5,
    Array.from({ length: 9 }, (_, n) => callerOf('key', `key_${n}`, 'live', `team_${n}`)),
    (n) => `2001:db8::${n}`,
  ],
]

for (const [whose, most, callers, address] of CROWDS)
  test(`${most} streams of one ${whose}, and the next is refused until one closes`, () => {
    const tally = makeTally()
    const config = configOf(8, 10)
    const shares = Array.from({ length: most + 1 }, (_, n) =>
      sharesOf(config, callers[n % callers.length] ?? assert.fail(), address(n)),
    )
    const last = shares.pop() ?? assert.fail()
    for (const one of shares) refuseMore(tally, one)
    assert.throws(
      () => refuseMore(tally, last),
      (error) => {
        assert.ok(error instanceof Fail)
        assert.deepEqual([error.code, error.options.retryAfterSeconds], ['rate_limit_exceeded', 5])
        assert.match(error.message, new RegExp(`this ${whose} has ${most} streams open`))
        return true
      },
    )
    tally.giveBack(shares[0] ?? assert.fail())
    refuseMore(tally, last)
  })

test('persons, keys, modes and teams with equal names have separate limits', () => {
  const tally = makeTally()
  const config = configOf(1, 0)
  for (const caller of [
    callerOf('key', 'same'),
    callerOf('person', 'same', 'test'),
    callerOf('key', 'other', 'live', 'team_2'),
  ])
    refuseMore(tally, sharesOf(config, caller, '203.0.113.9'))
})
