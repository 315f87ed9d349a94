// CPF and CNPJ compared with independent libraries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { isCNPJ, isCPF } from 'validation-br'
import type { BookingPassenger } from '../../../contract/bookings.ts'
import { bareTaxId, isCnpj, isCpf, looksLikeCnpj, looksLikeCpf } from '../../../contract/tax-ids.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { isMasked, withMaskedNumbers, withoutNumbers } from './masked-numbers.ts'

const RUNS = { numRuns: fullRuns ? 2_000 : 200 }
const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Most generated ids are invalid, so half of them get right check digits, found by trying. */
const completed = (base: string, isRight: (id: string) => boolean) => {
  for (let n = 0; n < 100; n++) {
    const id = base + String(n).padStart(2, '0')
    if (isRight(id)) return id
  }
  return `${base}00`
}

test('known ids are valid', () => {
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

test('the format is checked without the check digits', () => {
  assert.deepEqual(['123.456.789-00', '123', '1234567890a'].map(looksLikeCpf), [true, false, false])
  assert.deepEqual(
    ['12.345.678/0001-00', 'AB345678000100', '1234567800010', '12345678000100x', '12_45678000100'].map(
      looksLikeCnpj,
    ),
    [true, true, false, false, false],
  )
  assert.equal(bareTaxId(' 12.abc.345/01de-35 '), '12ABC34501DE35')
})

test('CPF: two independent libraries agree, for valid and random ones', () => {
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

// Document and loyalty numbers are masked: distinguishable, but not usable.

const ANA: BookingPassenger = {
  id: 'pas_1',
  type: 'adult',
  given_name: 'Ana',
  family_name: 'Souza',
  gender: 'f',
  title: 'ms',
  born_on: '1990-02-01',
  email: 'ana@example.com',
  phone_number: '+5511987654321',
  identity_documents: [
    { type: 'passport', unique_identifier: 'FX123456', issuing_country_code: 'BR', expires_on: '2030-01-01' },
    { type: 'passport', unique_identifier: 'A1', issuing_country_code: 'PT', expires_on: '2031-01-01' },
  ],
  loyalty_programme_accounts: [{ airline_iata_code: 'ZZ', account_number: '9988776655' }],
  infant_passenger_id: null,
}

const numbersOf = ({ identity_documents, loyalty_programme_accounts }: BookingPassenger) => [
  ...identity_documents.map(({ unique_identifier }) => unique_identifier),
  ...loyalty_programme_accounts.map(({ account_number }) => account_number),
]

test('a long number shows its last three characters, a short one nothing', () => {
  assert.deepEqual(numbersOf(withMaskedNumbers(ANA)), ['***456', '***', '***655'])
})

test('masking changes nothing else, and not the passenger itself', () => {
  const before = structuredClone(ANA)
  const { identity_documents, loyalty_programme_accounts, ...rest } = withMaskedNumbers(ANA)
  const { identity_documents: documents, loyalty_programme_accounts: accounts, ...own } = before
  assert.deepEqual(rest, own)
  assert.deepEqual(
    identity_documents.map(({ unique_identifier: _, ...document }) => document),
    documents.map(({ unique_identifier: _, ...document }) => document),
  )
  assert.deepEqual(
    loyalty_programme_accounts.map(({ account_number: _, ...account }) => account),
    accounts.map(({ account_number: _, ...account }) => account),
  )
  assert.deepEqual(ANA, before)
})

test('only numbers of at least eight characters show their end', () => {
  const masked = (number: string) => {
    const [document] = ANA.identity_documents
    assert.ok(document)
    const passenger = { ...ANA, identity_documents: [{ ...document, unique_identifier: number }] }
    return withMaskedNumbers(passenger).identity_documents[0]?.unique_identifier
  }
  assert.equal(masked('1234567'), '***')
  assert.equal(masked('12345678'), '***678')
  assert.equal(masked(''), '***')
  assert.equal(masked('***456'), '***', 'what is masked does not become longer')
})

test('a masked number is recognised, and no real number looks like one', () => {
  for (const number of numbersOf(withMaskedNumbers(ANA))) assert.ok(isMasked(number), number)
  for (const number of [...numbersOf(ANA), '', '*', '**1', '1***'])
    assert.equal(isMasked(number), false, number)
})

test('events have passengers without the lists of numbers', () => {
  const { identity_documents, loyalty_programme_accounts, ...rest } = ANA
  assert.deepEqual(withoutNumbers(ANA), rest)
  for (const number of numbersOf(ANA))
    assert.equal(JSON.stringify(withoutNumbers(ANA)).includes(`"${number}"`), false)
})
