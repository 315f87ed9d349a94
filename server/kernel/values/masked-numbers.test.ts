// Document and loyalty numbers: masked so that two can be told apart and none can be used.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookingPassenger } from '../../../contract/bookings.ts'
import { isMasked, withMaskedNumbers, withoutNumbers } from './tax-ids.ts'

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

test('the last three characters of a long number are shown, and nothing of a short one', () => {
  assert.deepEqual(numbersOf(withMaskedNumbers(ANA)), ['***456', '***', '***655'])
})

test('all else of a passenger is as it was, and the passenger is not changed', () => {
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

test('eight characters are the least of which an end is shown', () => {
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

test('what was masked is known again, and no number that people have is taken for it', () => {
  for (const number of numbersOf(withMaskedNumbers(ANA))) assert.ok(isMasked(number), number)
  for (const number of [...numbersOf(ANA), '', '*', '**1', '1***'])
    assert.equal(isMasked(number), false, number)
})

test('events carry passengers without the lists of numbers', () => {
  const { identity_documents, loyalty_programme_accounts, ...rest } = ANA
  assert.deepEqual(withoutNumbers(ANA), rest)
  for (const number of numbersOf(ANA))
    assert.equal(JSON.stringify(withoutNumbers(ANA)).includes(`"${number}"`), false)
})
