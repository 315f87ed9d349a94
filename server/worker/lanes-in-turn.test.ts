// Lanes come round in their order, and those that run as much as they may are passed over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLaneRing } from './lanes-in-turn.ts'

const lanes = ['mail:team_a/live:all', 'mail:team_a/live:more', 'mail:team_b/live:all', 'keep-house'].map(
  (lane) => ({ clock: '', lane }),
)
const nothing: ReadonlyMap<string, number> = new Map()
const caps = new Map([
  ['mail', 2],
  ['keep-house', 1],
])
const use = { caps, running: nothing, runningOfTeam: nothing, teamCap: 3 }
const namesOf = (taken: { lane: string }[]) => taken.map(({ lane }) => lane)

test('so many at a time, from where the last left off, each once', () => {
  const ring = makeLaneRing(lanes)
  assert.deepEqual(namesOf(ring.take(use, 3)), [
    'mail:team_a/live:all',
    'mail:team_a/live:more',
    'mail:team_b/live:all',
  ])
  assert.deepEqual(namesOf(ring.take(use, 2)), ['keep-house', 'mail:team_a/live:all'])
  assert.equal(ring.take(use, 100).length, lanes.length)
  assert.deepEqual(makeLaneRing([]).take(use, 1), [])
})

test('a full lane, a team with all it may have and a kind that nobody serves here are passed over', () => {
  const fullLane = { ...use, running: new Map([['mail:team_a/live:all', 2]]) }
  assert.equal(makeLaneRing(lanes).take(fullLane, 1)[0]?.lane, 'mail:team_a/live:more')
  const fullTeam = { ...use, runningOfTeam: new Map([['team_a/live', 3]]) }
  assert.equal(makeLaneRing(lanes).take(fullTeam, 1)[0]?.lane, 'mail:team_b/live:all')
  const house = { ...use, caps: new Map([['keep-house', 1]]) }
  assert.deepEqual(namesOf(makeLaneRing(lanes).take(house, 4)), ['keep-house'])
})
