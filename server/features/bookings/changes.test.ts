// What is new in what a carrier tells: each change once, brought up to date, and bounded in number and mails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRoundTrip } from '../../../test/support/samples/sample-trip.ts'
import type { SupplierChange } from '../../adapters/flights/port.ts'
import { type StoredChange, seenChange, shownChanges, withReported } from './changes.ts'

const NOW = new Date('2027-01-10T12:00:00.000Z')
let ids = 0
const made = { now: NOW, makeId: () => `bch_${++ids}` }

function told(key: string, changes: Partial<SupplierChange> = {}): SupplierChange {
  return { key, at: NOW, before: [], after: [], actions: [], response: null, respondedAt: null, ...changes }
}

const keysOf = (changes: readonly StoredChange[]) => changes.map(({ key }) => key)

test('what is told again is known, and what is new stands behind it', () => {
  const first = withReported([], [told('a')], made)
  const second = withReported(first.changes, [told('a'), told('b')], made)
  assert.deepEqual([keysOf(second.changes), keysOf(second.fresh)], [['a', 'b'], ['b']])
  assert.equal(second.changes[0]?.id, first.changes[0]?.id)
  assert.deepEqual(
    withReported(second.changes, [], made),
    { changes: second.changes, fresh: [] },
    'nor forgotten',
  )
})

test('an answer is taken over with its time, and one that was given here is not undone', () => {
  const asked = withReported([], [told('a', { actions: ['accept'] })], made).changes
  const response = { response: 'accepted', respondedAt: NOW } as const
  const [taken] = withReported(asked, [told('a', response)], made).changes
  const expected = [[], 'accepted', NOW.toISOString()]
  assert.deepEqual([taken?.available_actions, taken?.action_taken, taken?.action_taken_at], expected)
  const [kept] = withReported(
    taken === undefined ? [] : [taken],
    [told('a', { actions: ['accept'] })],
    made,
  ).changes
  assert.deepEqual(kept, taken)
})

test('however many there are, the newest are kept, and none of the others is new again', () => {
  const many = Array.from({ length: 130 }, (_, index) => told(`aic_${index}`))
  const first = withReported([], many, made)
  assert.deepEqual([first.changes.length, first.changes[0]?.key], [50, 'aic_80'])
  const [there, back] = sampleRoundTrip()
  assert.ok(there !== undefined && back !== undefined)
  const seen = Array.from({ length: 30 }, () => seenChange([there], [back], made))
  const next = withReported([...first.changes, ...seen], [...many, told('last')], made)
  assert.deepEqual(keysOf(next.fresh), ['last'])
  assert.equal(next.changes.length, 50 + 20)
  assert.deepEqual(withReported(next.changes, [...many, told('last')], made).fresh, [])
})

test('of flights that differ only those are shown that do', () => {
  const [there, back] = sampleRoundTrip()
  assert.ok(there !== undefined && back !== undefined)
  const { before, after } = seenChange([there, back], [there], made)
  assert.deepEqual([before.length, after], [back.segments.length, []])
  const same = seenChange([there], [structuredClone(there)], made)
  assert.deepEqual([same.before, same.after], [[], []])
})

test('nobody sees how the supplier names a change, or that it is being accepted', () => {
  const [change] = withReported([], [told('aic_1', { actions: ['accept', 'cancel'] })], made).changes
  const changes = JSON.stringify([{ ...change, accepting: true }])
  const [shown] = shownChanges({ changes, status: 'ticketed' })
  assert.deepEqual(
    [shown?.available_actions, Object.keys(shown ?? {}).includes('key')],
    [['accept', 'cancel'], false],
  )
  assert.doesNotMatch(JSON.stringify(shown), /aic_1|accepting/)
  assert.deepEqual(shownChanges({ changes, status: 'cancelled' })[0]?.available_actions, [])
})
