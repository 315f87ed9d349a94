// Changes reported by a carrier: each is new once, is updated later, and their number and mails are limited.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRoundTrip } from '../../../test/support/samples/sample-trip.ts'
import type { SupplierChange } from '../../adapters/flights/port.ts'
import { type StoredChange, seenChange, shownChanges, withReported } from './changes.ts'

const NOW = new Date('2027-01-10T12:00:00.000Z')
let ids = 0
const made = { now: NOW, makeId: () => `bch_${++ids}` }

function reported(key: string, changes: Partial<SupplierChange> = {}): SupplierChange {
  return { key, at: NOW, before: [], after: [], actions: [], response: null, respondedAt: null, ...changes }
}

const keysOf = (changes: readonly StoredChange[]) => changes.map(({ key }) => key)

test('a change reported again is known; a new one is appended', () => {
  const first = withReported([], [reported('a')], made)
  const second = withReported(first.changes, [reported('a'), reported('b')], made)
  assert.deepEqual([keysOf(second.changes), keysOf(second.fresh)], [['a', 'b'], ['b']])
  assert.equal(second.changes[0]?.id, first.changes[0]?.id)
  assert.deepEqual(
    withReported(second.changes, [], made),
    { changes: second.changes, fresh: [] },
    'nor forgotten',
  )
})

test('an action taken elsewhere is stored with its time; one taken here is not undone', () => {
  const asked = withReported([], [reported('a', { actions: ['accept'] })], made).changes
  const response = { response: 'accepted', respondedAt: NOW } as const
  const [taken] = withReported(asked, [reported('a', response)], made).changes
  const expected = [[], 'accepted', NOW.toISOString()]
  assert.deepEqual([taken?.available_actions, taken?.action_taken, taken?.action_taken_at], expected)
  const [kept] = withReported(
    taken === undefined ? [] : [taken],
    [reported('a', { actions: ['accept'] })],
    made,
  ).changes
  assert.deepEqual(kept, taken)
})

test('only the newest changes are kept, and older ones are not reported as new', () => {
  const many = Array.from({ length: 130 }, (_, index) => reported(`aic_${index}`))
  const first = withReported([], many, made)
  assert.deepEqual([first.changes.length, first.changes[0]?.key], [50, 'aic_80'])
  const [there, back] = sampleRoundTrip()
  assert.ok(there !== undefined && back !== undefined)
  const seen = Array.from({ length: 30 }, () => seenChange([there], [back], made))
  const next = withReported([...first.changes, ...seen], [...many, reported('last')], made)
  assert.deepEqual(keysOf(next.fresh), ['last'])
  assert.equal(next.changes.length, 50 + 20)
  assert.deepEqual(withReported(next.changes, [...many, reported('last')], made).fresh, [])
})

test('only the flights that differ are shown', () => {
  const [there, back] = sampleRoundTrip()
  assert.ok(there !== undefined && back !== undefined)
  const { before, after } = seenChange([there, back], [there], made)
  assert.deepEqual([before.length, after], [back.segments.length, []])
  const same = seenChange([there], [structuredClone(there)], made)
  assert.deepEqual([same.before, same.after], [[], []])
})

test("the supplier's id of a change and its pending acceptance are not shown", () => {
  const [change] = withReported([], [reported('aic_1', { actions: ['accept', 'cancel'] })], made).changes
  const changes = JSON.stringify([{ ...change, accepting: true }])
  const [shown] = shownChanges({ changes, status: 'ticketed' })
  assert.deepEqual(
    [shown?.available_actions, Object.keys(shown ?? {}).includes('key')],
    [['accept', 'cancel'], false],
  )
  assert.doesNotMatch(JSON.stringify(shown), /aic_1|accepting/)
  assert.deepEqual(shownChanges({ changes, status: 'cancelled' })[0]?.available_actions, [])
})
