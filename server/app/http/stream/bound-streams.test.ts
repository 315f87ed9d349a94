// How many streams there may be of whom, and what who is refused is told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../../features/teams/caller.ts'
import { makeTally } from '../../../kernel/values/bounded.ts'
import { Fail } from '../../../kernel/values/fail.ts'
import type { HttpConfig } from '../settings.ts'
import { refuseMore, sharesOf } from './streams.ts'

const configOf = (streamsPerTeam: number, connectionsPerAddress: number) =>
  ({ streamsPerTeam, connectionsPerAddress }) as HttpConfig
const callerOf = (kind: 'key' | 'person', id: string, mode = 'live', teamId = 'team_1') =>
  ({ owner: { teamId, mode }, via: { kind, id } }) as Caller

test('shares: of the process, of the team and mode, of who asks, and of where they are', () => {
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

test('no limit for teams and addresses is none for who asks; of one stream everybody may have it', () => {
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
  test(`${most} streams of one ${whose}, and the next is refused until one is closed`, () => {
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

test('a person and a key that are named alike, both modes and other teams have rooms of their own', () => {
  const tally = makeTally()
  const config = configOf(1, 0)
  for (const caller of [
    callerOf('key', 'same'),
    callerOf('person', 'same', 'test'),
    callerOf('key', 'other', 'live', 'team_2'),
  ])
    refuseMore(tally, sharesOf(config, caller, '203.0.113.9'))
})
