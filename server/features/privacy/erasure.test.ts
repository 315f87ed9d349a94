// The state of an erasure: the person's data only, limited, and encrypted for its record.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { NO_SECRETS } from '../clients/file.ts'
import type { WholeClient } from '../clients/store.ts'
import { decryptErasing, encryptErasing, erasingOf, personOf, withTexts } from './erasure.ts'

const CLIENT = {
  id: '01a1e12a-aec8-791d-9597-0d228a4138a6',
  full_name: 'Araci Só',
  email: 'Araci@So.example',
  phone: '(11) 98172-9754',
  cpf: '529.982.247-25',
  cnpj: null,
  file: NO_SECRETS,
} as WholeClient
const ERASING = erasingOf(CLIENT, [], 'sol@agencia.example')

test("a person's traces are name, e-mail, phone and tax id, two of them addresses", () => {
  assert.deepEqual(ERASING.addresses, ['araci@so.example', '5511981729754'])
  const { traces, name } = personOf(ERASING)
  assert.equal(name, 'araci so')
  for (const trace of ['araci so', 'araci@so.example', '52998224725', '5511981729754'])
    assert.ok(traces.has(trace), trace)
})

test("the agency's own address is not a trace of the person", () => {
  const erasing = erasingOf(
    { ...CLIENT, email: 'SOL@agencia.example', phone: null },
    [],
    'sol@agencia.example',
  )
  assert.deepEqual(erasing.addresses, [])
  assert.equal(personOf(erasing).traces.has('sol@agencia.example'), false)
})

test('texts from bookings are added once, and limited', () => {
  const once = withTexts(withTexts(ERASING, ['XZ1']), ['XZ1', 'XZ2'])
  assert.deepEqual(once.texts, [...ERASING.texts, 'XZ1', 'XZ2'])
  const many = withTexts(
    ERASING,
    Array.from({ length: 20_000 }, (_, n) => `passport ${n}`),
  )
  assert.equal(many.texts.length, 200)
  assert.deepEqual(many.texts.slice(0, ERASING.texts.length), ERASING.texts)
})

test('the state is encrypted, and decrypts only for its own record', () => {
  const box = makeSecretBox(randomBytes(32))
  const at = { ...ERASING, step: 'bookings' as const, afterRow: 'ord_9' }
  const encrypted = encryptErasing(box, 'era_1', at)
  assert.equal(encrypted.includes('Araci'), false)
  assert.deepEqual(decryptErasing(box, 'era_1', encrypted), at)
  assert.throws(() => decryptErasing(box, 'era_2', encrypted))
})

test('an unknown step is an error, not the end of the erasure', () => {
  const box = makeSecretBox(randomBytes(32))
  for (const step of ['passports', 7, undefined]) {
    const encrypted = box.encrypt(JSON.stringify({ ...ERASING, step }), 'erasures.state:era_1')
    assert.throws(
      () => decryptErasing(box, 'era_1', encrypted),
      /era_1 is at a step of erasing that this version/,
    )
  }
})
