// Passengers at rest: encrypted for their booking alone, and found by name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { openPassengers, sealPassengers } from './passengers.ts'
import { searchTextOf } from './store.ts'

const box = makeSecretBox(Buffer.alloc(32, 1))
const PASSENGERS = JSON.stringify([
  { given_name: 'Conceição', family_name: "D'Ávila", born_on: '1990-02-01' },
])

test('what was sealed for a booking opens for it, to the letter', () => {
  const sealed = sealPassengers(box, { id: 'ord_1', passengers: PASSENGERS })
  assert.equal(openPassengers(box, { id: 'ord_1', passengers: sealed }), PASSENGERS)
  assert.equal(sealed.includes('1990-02-01'), false)
})

test('it does not open for another booking, nor where somebody changed it', () => {
  const sealed = sealPassengers(box, { id: 'ord_1', passengers: PASSENGERS })
  assert.throws(() => openPassengers(box, { id: 'ord_2', passengers: sealed }))
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  assert.throws(() => openPassengers(box, { id: 'ord_1', passengers: changed }))
})

test('a search finds the locator and each traveller, however they are written', () => {
  const text = searchTextOf('AB12CD', [
    { given_name: 'Conceição', family_name: "D'Ávila" },
    { given_name: 'JOÃO', family_name: 'Souza' },
  ])
  assert.equal(text.split('\n')[0], 'ab12cd')
  for (const wanted of ['conceicao', 'joao souza']) assert.ok(text.includes(wanted), wanted)
  assert.equal(searchTextOf('', [{ given_name: 'Ana', family_name: 'Lima' }]), '\nana lima')
  assert.equal(text.includes('avila joao'), false, 'nobody is found by the names of two')
})
