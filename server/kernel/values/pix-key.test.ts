// Pix keys, as people write them and as banks register them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createStaticPix, hasError } from 'pix-utils'
import { brCode } from './br-code.ts'
import { readPixKey } from './pix-key.ts'

const READ: [written: string, key: string][] = [
  ['529.982.247-25', '52998224725'],
  ['12.345.678/0001-95', '12345678000195'],
  [' Financeiro@Agencia.example ', 'financeiro@agencia.example'],
  ['+55 (11) 98888-7777', '+5511988887777'],
  ['+55 81 3333-4444', '+558133334444'],
  ['5F84A4C5-C5CB-4599-9F13-7EB4D419DACC', '5f84a4c5-c5cb-4599-9f13-7eb4d419dacc'],
]

test('each type of key is normalised as banks register it, and its code is readable', () => {
  for (const [written, key] of READ) {
    assert.equal(readPixKey(written), key)
    const code = brCode({
      key,
      merchantName: 'Agência Sol',
      city: 'São Paulo',
      amountCents: 150_00n,
      txid: 'A1',
    })
    const judged = createStaticPix({
      merchantName: 'Agencia Sol',
      merchantCity: 'Sao Paulo',
      pixKey: key,
      transactionAmount: 150,
      txid: 'A1',
      infoAdicional: '',
    })
    assert.ok(!hasError(judged))
    assert.equal(judged.toBRCode().slice(0, 40), code.slice(0, 40), 'the same key at the same place')
  }
})

test('wrong check digits, foreign phones and phones without +55 are invalid', () => {
  const wrong = [
    '',
    '529.982.247-26',
    '11988887777',
    '+5511888887777',
    '+351912345678',
    'sem-arroba.example',
    'a@b',
    `${'a'.repeat(70)}@agencia.example`,
    '5f84a4c5c5cb45999f137eb4d419dacc',
  ]
  for (const text of wrong) assert.equal(readPixKey(text), null, text)
})

test('every valid key fits a code, and is stable', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.emailAddress(), fc.uuid()), (text) => {
      const key = readPixKey(text)
      if (key === null) return
      brCode({ key, merchantName: 'A', city: 'B', amountCents: 1n, txid: 'A1' })
      assert.equal(readPixKey(key), key)
    }),
  )
})
