import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phoneDigits } from './phone-number.ts'

test('Brazilian numbers in every usual spelling are normalised', () => {
  const spellings = [
    '+55 11 98765-4321',
    '(11) 98765-4321',
    '011 98765 4321',
    '11987654321',
    '5511987654321',
    '0055 11 98765-4321',
    '+55 (11) 9.8765.4321',
  ]
  for (const text of spellings) assert.equal(phoneDigits(text), '5511987654321', text)
  assert.equal(phoneDigits('(21) 3456-7890'), '552134567890')
})

test('numbers of other countries need their plus', () => {
  assert.equal(phoneDigits('+351 912 345 678'), '351912345678')
  assert.equal(phoneDigits('+1 (415) 555-2671'), '14155552671')
  assert.equal(phoneDigits('912 345 678'), null)
})

test('an invalid number is null', () => {
  for (const text of ['', 'sem telefone', '98765-4321', '+55', '11 12345-6789', '+1234567890123456', '00'])
    assert.equal(phoneDigits(text), null, text)
})
