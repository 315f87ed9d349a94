// Tests the comparison and the merge of two versions of a form.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences, isSame, merged } from '../../panel/logic/form-versions.ts'

const base = { name: 'Ana', phone: '1', address: { city: 'Recife', state: 'PE' }, items: [{ a: 1 }] }

test('differences contain only changed fields, with lists as a whole', () => {
  const mine = { ...base, name: 'Ana Souza', items: [{ a: 2 }] }
  const saved = { ...base, phone: '2', address: { city: 'Olinda', state: 'PE' } }
  assert.deepEqual(
    differences(base, mine, saved).map(({ field, isMine }) => [field, isMine]),
    [
      ['name', true],
      ['phone', false],
      ['address.city', false],
      ['items', true],
    ],
  )
  assert.deepEqual(merged(base, mine, saved), { ...saved, name: 'Ana Souza', items: [{ a: 2 }] })
})

test('empty, null and undefined are equal; the order of fields does not matter', () => {
  assert.ok(isSame({ a: '', b: null, c: 1 }, { c: 1 }))
  assert.ok(isSame({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }))
  assert.ok(!isSame({ a: 1 }, { a: 2 }))
  assert.deepEqual(differences({ a: '' }, { a: undefined }, { a: null }), [])
})
