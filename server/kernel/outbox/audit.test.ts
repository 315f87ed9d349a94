// The changes in the audit log: only differences, and none if nothing changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, fingerprint, record, systemActor } from './audit.ts'

function recorded(...changes: Pick<Change, 'before' | 'after'>[]): Pick<Change, 'before' | 'after'>[] {
  const tx = { outbox: { changes: [] as Change[] } }
  for (const change of changes) record(tx, { topic: 'settings', object: 'note', objectId: 'x_1', ...change })
  return tx.outbox.changes.map(({ before, after }) => ({ before, after }))
}

test('only the changed fields are stored', () => {
  const before = { name: 'a', active: true, events: ['x', 'y'] }
  assert.deepEqual(recorded({ before, after: { ...before, active: false } }), [
    { before: { active: true }, after: { active: false } },
  ])
  assert.deepEqual(recorded({ before, after: { ...before, events: ['y', 'x'] } }), [
    { before: { events: ['x', 'y'] }, after: { events: ['y', 'x'] } },
  ])
})

test('an added or removed field is null on the other side', () => {
  assert.deepEqual(recorded({ before: { name: 1 }, after: { name: 1, kind: 2 } }), [
    { before: { kind: null }, after: { kind: 2 } },
  ])
  assert.deepEqual(recorded({ before: { name: 1, kind: 2 }, after: { name: 1 } }), [
    { before: { kind: 2 }, after: { kind: null } },
  ])
})

test('a created or deleted object is stored whole', () => {
  const [made, gone] = recorded(
    { before: null, after: { name: 1, kind: 2 } },
    { before: { name: 1 }, after: null },
  )
  assert.deepEqual(made, { before: null, after: { name: 1, kind: 2 } })
  assert.deepEqual(gone, { before: { name: 1 }, after: null })
})

test('an empty change is not stored', () => {
  const same = { name: 'a', events: ['x'], notes: null }
  assert.deepEqual(recorded({ before: same, after: structuredClone(same) }), [])
  assert.deepEqual(recorded({ before: {}, after: {} }), [])
})

test('another order of keys is not a change, since the database reorders them', () => {
  const before = { card_terms: { percent: '5', cents: null }, born_on: Temporal.PlainDate.from('2026-01-01') }
  const after = { card_terms: { cents: null, percent: '5' }, born_on: Temporal.PlainDate.from('2026-01-01') }
  assert.deepEqual(recorded({ before, after }), [])
  const [changed] = recorded({ before, after: { ...after, born_on: Temporal.PlainDate.from('2026-01-02') } })
  assert.deepEqual(Object.keys(changed?.after ?? {}), ['born_on'])
})

test('changes keep their order', () => {
  const changes = recorded(
    { before: null, after: { total: 1 } },
    { before: { total: 1 }, after: { total: 2 } },
    { before: { total: 2 }, after: null },
  )
  assert.deepEqual(
    changes.map(({ after }) => after?.total ?? null),
    [1, 2, null],
  )
})

test('fingerprints distinguish two texts and show neither', () => {
  const [one, other] = [fingerprint('https://a.example/secret'), fingerprint('https://a.example/secreT')]
  assert.match(one, /^[0-9a-f]{16}$/)
  assert.notEqual(one, other)
  assert.equal(fingerprint('https://a.example/secret'), one)
})

test('the service as actor has no key, no address and no request', () => {
  const { type, action, ...rest } = systemActor('keep_house')
  assert.deepEqual([type, action], ['system', 'keep_house'])
  assert.deepEqual(new Set(Object.values(rest)), new Set([null]))
})
