// The file of a traveller in the panel: how long documents hold, and what a form sends of numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { travellerBody, travellerValues, validityOf } from '../../panel/logic/traveller-file.ts'

const FILE = {
  born_on: '1990-05-17',
  gender: 'f',
  identity_documents: [
    {
      id: 'doc_1',
      type: 'passport',
      number: '***456',
      issuing_country_code: 'BR',
      issued_on: null,
      expires_on: '2030-01-31',
    },
  ],
  loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: '***901' }],
} as const

test('a document is valid for a year or more, or says how soon it expires', () => {
  const today = '2026-08-31'
  assert.equal(validityOf('2026-08-30', today), 'expired')
  assert.equal(validityOf('2026-08-31', today), 'sixMonths')
  assert.equal(validityOf('2027-02-27', today), 'sixMonths')
  assert.equal(validityOf('2027-02-28', today), 'twelveMonths')
  assert.equal(validityOf('2027-08-30', today), 'twelveMonths')
  assert.equal(validityOf('2027-08-31', today), 'valid')
})

test('lists that did not change are not sent', () => {
  const before = travellerValues(FILE)
  assert.deepEqual(travellerBody({ ...structuredClone(before), born_on: '' }, before), {
    born_on: null,
    gender: 'f',
  })
})

test('a changed document keeps its number, unless another was typed', () => {
  const before = travellerValues(FILE)
  const typed = structuredClone(before)
  const [document] = typed.identity_documents
  assert.ok(document)
  document.expires_on = '2031-01-31'
  const kept = { id: 'doc_1', type: 'passport', issuing_country_code: 'BR', issued_on: null }
  assert.deepEqual(travellerBody(typed, before).identity_documents, [{ ...kept, expires_on: '2031-01-31' }])
  document.number = 'FZ123456'
  assert.deepEqual(travellerBody(typed, before).identity_documents, [
    { ...kept, number: 'FZ123456', expires_on: '2031-01-31' },
  ])
})
