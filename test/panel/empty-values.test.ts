// Tests the conversion of empty form fields: left out of a new object, cleared in a saved one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInput } from '../../panel/logic/check-input.ts'
import { replaceEmpty } from '../../panel/logic/empty-values.ts'

const TYPED = {
  name: 'Ana',
  notes: '',
  address: { city: '' },
  contacts: [{ email: '' }],
  count: 0,
  is_on: false,
}

test('an empty field of a new object is left out', () => {
  const sent = replaceEmpty(TYPED, undefined)
  assert.deepEqual(JSON.parse(JSON.stringify(sent)), {
    name: 'Ana',
    address: {},
    contacts: [{}],
    count: 0,
    is_on: false,
  })
})

test('an empty field of a saved object is null, which clears it', () => {
  assert.deepEqual(replaceEmpty(TYPED, null), {
    name: 'Ana',
    notes: null,
    address: { city: null },
    contacts: [{ email: null }],
    count: 0,
    is_on: false,
  })
})

test('null for a field that must have a value is missing, not of a wrong type', () => {
  const text = { type: 'string', minLength: 1 }
  const schema = {
    type: 'object',
    properties: { name: text, kind: { enum: ['a'] }, notes: { anyOf: [text, { type: 'null' }] } },
  }
  assert.deepEqual(checkInput(schema, { name: null, kind: null, notes: null }), [
    { field: 'name', kind: 'required' },
    { field: 'kind', kind: 'required' },
  ])
  assert.deepEqual(checkInput(schema, { name: 1, kind: 'b' }), [
    { field: 'name', kind: 'type' },
    { field: 'kind', kind: 'choice' },
  ])
})
