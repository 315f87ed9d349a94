// CPF and CNPJ against libraries that others wrote.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { isCNPJ, isCPF } from 'validation-br'
import { campaign } from '../../../test/support/campaign.ts'
import { bareTaxId, isCnpj, isCpf, looksLikeCnpj, looksLikeCpf } from './tax-ids.ts'

const RUNS = { numRuns: campaign(2_000, 200) }
const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Most made-up ids are wrong, so half of them get right check digits, found by trying. */
const completed = (base: string, isRight: (id: string) => boolean) => {
  for (let n = 0; n < 100; n++) {
    const id = base + String(n).padStart(2, '0')
    if (isRight(id)) return id
  }
  return `${base}00`
}

test('known ids', () => {
  for (const cpf of ['529.982.247-25', '52998224725', '111.444.777-35']) assert.equal(isCpf(cpf), true, cpf)
  for (const cpf of ['529.982.247-24', '11111111111', '5299822472', '529982247255', '5299822472A', ''])
    assert.equal(isCpf(cpf), false, cpf)
  for (const cnpj of ['11.222.333/0001-81', '12.ABC.345/01DE-35', '12abc34501de35'])
    assert.equal(isCnpj(cnpj), true, cnpj)
  for (const cnpj of [
    '11.222.333/0001-82',
    '12ABC34501DE34',
    '12ABC34501DEAB',
    '00000000000000',
    '1122233300018',
  ])
    assert.equal(isCnpj(cnpj), false, cnpj)
})

test('the form is one thing, the check digits another', () => {
  assert.deepEqual(['123.456.789-00', '123', '1234567890a'].map(looksLikeCpf), [true, false, false])
  assert.deepEqual(
    ['12.345.678/0001-00', 'AB345678000100', '1234567800010', '12345678000100x', '12_45678000100'].map(
      looksLikeCnpj,
    ),
    [true, true, false, false, false],
  )
  assert.equal(bareTaxId(' 12.abc.345/01de-35 '), '12ABC34501DE35')
})

test('CPF: two independent libraries agree, for right and for random ones', () => {
  fc.assert(
    fc.property(text(DIGITS, 9), text(DIGITS, 2), (base, end) => {
      for (const id of [base + end, completed(base, isCPF)]) {
        assert.equal(isCpf(id), isCPF(id), id)
        assert.equal(isCpf(id), isValidCpf(id), id)
      }
    }),
    RUNS,
  )
})

test('CNPJ, with letters too: two independent libraries agree', () => {
  fc.assert(
    fc.property(text(DIGITS + LETTERS, 12), text(DIGITS, 12), text(DIGITS, 2), (mixed, plain, end) => {
      for (const base of [mixed, plain]) {
        for (const id of [base + end, completed(base, isCNPJ)]) {
          assert.equal(isCnpj(id), isCNPJ(id), id)
          assert.equal(isCnpj(id), isValidCnpj(id, { version: 2 }), id)
        }
      }
    }),
    RUNS,
  )
})
