// The contract's passenger input through HTTP: each rule as a row, refused with the passenger and the field named.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Offer } from '../../../contract/flights.ts'
import { assertError, issuesOf } from '../../../test/support/agency.ts'
import {
  ABROAD,
  BOOKINGS,
  booked,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { oneWay, roundTrip, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })
/** It leaves on 20 December 2026. */
const offer = await zzOffer(app.test)
const abroad = await zzOffer(app.test, { route: ABROAD })
const FAULT = 'Invalid passenger data'

async function refuses(of: Offer, passengers: unknown[], field: string): Promise<void> {
  assertError(await app.test.post(BOOKINGS, holdBody(of, { passengers })), 400, FAULT, field)
}

const withPassport = (change: object) => ({ identity_documents: [Object.assign({}, PASSPORT, change)] })

const cpf = (unique_identifier: string) => ({
  type: 'tax_id',
  unique_identifier,
  issuing_country_code: 'BR',
})

describe('invalid data of one passenger', () => {
  const ROWS: [name: string, change: object, field?: string][] = [
    ['no id', { id: undefined }, 'id'],
    ['an unknown id', { id: 'pas_x' }, 'id'],
    ['an id that is a number', { id: 7 }, 'id'],
    ['no given_name', { given_name: undefined }, 'given_name'],
    ['an empty given_name', { given_name: ' ' }, 'given_name'],
    ['a given_name in another script', { given_name: 'Анна' }, 'given_name'],
    ['a given_name with a digit', { given_name: 'Ana2' }, 'given_name'],
    ['a given_name of 61 letters', { given_name: 'A'.repeat(61) }, 'given_name'],
    ['no family_name', { family_name: undefined }, 'family_name'],
    ['a family_name that is no text', { family_name: null }, 'family_name'],
    ['no gender', { gender: undefined }, 'gender'],
    ['another gender', { gender: 'x' }, 'gender'],
    ['another title', { title: 'Mr' }, 'title'],
    ['no born_on', { born_on: undefined }, 'born_on'],
    ['a born_on in another order', { born_on: '17/05/1990' }, 'born_on'],
    ['a born_on that does not exist', { born_on: '1990-02-30' }, 'born_on'],
    ['a born_on before 1900', { born_on: '1899-12-31' }, 'born_on'],
    ['a born_on after the flight', { born_on: '2026-12-21' }, 'born_on'],
    ['a born_on after today', { born_on: '2026-11-16' }, 'born_on'],
    ['no email', { email: undefined }, 'email'],
    ['an email without a domain', { email: 'ana@' }, 'email'],
    ['two e-mails', { email: 'ana@example.com, eva@example.com' }, 'email'],
    ['no phone_number', { phone_number: undefined }, 'phone_number'],
    ['a phone_number without +', { phone_number: '5511987654321' }, 'phone_number'],
    ['a phone_number with letters', { phone_number: '+55 11 98765-432a' }, 'phone_number'],
    ['a phone_number that is too short', { phone_number: '+551198' }, 'phone_number'],
    ['documents that are no list', { identity_documents: PASSPORT }, 'identity_documents'],
    ['a document that is no object', { identity_documents: ['FZ1'] }, 'identity_documents.0'],
    ['another type of document', withPassport({ type: 'rg' }), 'identity_documents.0.type'],
    [
      'a document without a number',
      withPassport({ unique_identifier: '' }),
      'identity_documents.0.unique_identifier',
    ],
    [
      'a document of no country',
      withPassport({ issuing_country_code: 'BRA' }),
      'identity_documents.0.issuing_country_code',
    ],
    [
      'a passport that expires the day before the flight',
      withPassport({ expires_on: '2026-12-19' }),
      'identity_documents.0.expires_on',
    ],
    [
      'an expires_on that does not exist',
      withPassport({ expires_on: '2030-02-30' }),
      'identity_documents.0.expires_on',
    ],
    [
      'a CPF of ten digits',
      { identity_documents: [PASSPORT, cpf('5299822472')] },
      'identity_documents.1.unique_identifier',
    ],
    ['accounts that are no list', { loyalty_programme_accounts: {} }, 'loyalty_programme_accounts'],
    [
      'an account of no airline',
      { loyalty_programme_accounts: [{ airline_iata_code: 'LATAM', account_number: '1' }] },
      'loyalty_programme_accounts.0.airline_iata_code',
    ],
    [
      'an account without a number',
      { loyalty_programme_accounts: [{ airline_iata_code: 'LA' }] },
      'loyalty_programme_accounts.0.account_number',
    ],
    ['an infant where the offer has none', { infant_passenger_id: 'pas_x' }, 'infant_passenger_id'],
  ]
  for (const [name, change, field] of ROWS) {
    test(`${name}: 400 ${FAULT}`, () =>
      refuses(
        abroad,
        passengersOf(abroad, { identity_documents: [PASSPORT], ...change }),
        `passengers.0.${field}`,
      ))
  }

  test('a passenger that is not an object is refused', () => refuses(offer, ['Ana'], 'passengers.0'))

  test('all errors are returned at once', async () => {
    const passengers = passengersOf(offer, { gender: 'x', born_on: '', email: '' })
    const { body } = await app.test.post(BOOKINGS, holdBody(offer, { passengers }))
    assert.deepEqual(
      body.details.map(({ field }: { field: string }) => field),
      ['passengers.0.gender', 'passengers.0.born_on', 'passengers.0.email'],
    )
  })
})

describe('valid data of one passenger', () => {
  const ROWS: [name: string, change: object][] = [
    ['names with accents, hyphens, apostrophes and dots', { given_name: "Zoë-Ñ d'Ávila Jr." }],
    ['a name of one letter', { given_name: 'A', family_name: 'O' }],
    ...['mr', 'mrs', 'ms', 'miss', 'dr'].map((title): [string, object] => [`title ${title}`, { title }]),
    ['a passport that expires on the day of the flight', withPassport({ expires_on: '2026-12-20' })],
    ['a passport without expires_on', withPassport({ expires_on: undefined })],
    ['a phone of eight digits', { phone_number: '+12345678' }],
  ]
  for (const [name, change] of ROWS) {
    test(name, async () => {
      const passengers = passengersOf(abroad, { identity_documents: [PASSPORT], ...change })
      assert.equal((await booked(app.test, holdBody(abroad, { passengers }))).status, 'pending')
    })
  }

  test('a CPF with wrong check digits is accepted with a warning, by create and get', async () => {
    const passengers = passengersOf(offer, { identity_documents: [cpf('529.982.247-26')] })
    const made = await booked(app.test, instantBody(offer, { passengers }))
    const field = 'passengers.0.identity_documents.0.unique_identifier'
    assert.deepEqual(issuesOf(made.warnings), [
      { field, issue: 'has wrong check digits; it was stored as sent' },
    ])
    assert.deepEqual((await app.test.get(`${BOOKINGS}/${made.id}`)).body.warnings, made.warnings)
  })

  test('a domestic flight needs no document', async () => {
    await booked(app.test, holdBody(offer))
  })
})

describe('ages count at the last departure', () => {
  const ROWS: [type: 'adult' | 'child' | 'infant_without_seat', born_on: string, isRight: boolean][] = [
    ['adult', '2014-12-20', true],
    ['adult', '2014-12-21', false],
    ['child', '2014-12-21', true],
    ['child', '2014-12-20', false],
    ['child', '2024-12-20', true],
    ['child', '2024-12-21', false],
    ['infant_without_seat', '2024-12-21', true],
    ['infant_without_seat', '2024-12-20', false],
    ['infant_without_seat', '2026-11-15', true],
    // It may be born by then, but name and date of birth are not known yet.
    ['infant_without_seat', '2026-11-16', false],
    ['infant_without_seat', '2026-12-20', false],
  ]
  let family: Offer
  before(async () => {
    const types = ['adult', 'child', 'infant_without_seat'] as const
    family = await zzOffer(app.test, { passengers: types.map((type) => ({ type, count: 1 })) })
  })
  for (const [type, born_on, isRight] of ROWS) {
    test(`${type} born on ${born_on}: ${isRight ? 'right' : FAULT}`, async () => {
      const index = family.passengers.findIndex((passenger) => passenger.type === type)
      const passengers = passengersOf(family).map((one, at) => (at === index ? { ...one, born_on } : one))
      if (isRight) await booked(app.test, holdBody(family, { passengers }))
      else await refuses(family, passengers, `passengers.${index}.born_on`)
    })
  }

  test('the last slice counts: a child who turns twelve before the return is an adult', async () => {
    const body = roundTrip(['GRU', 'SDU'], ['2026-12-20', '2026-12-27'], {
      passengers: [
        { type: 'adult', count: 1 },
        { type: 'child', count: 1 },
      ],
    })
    const [found] = (await search(app.test, body)).body.offers
    const [adult, child] = passengersOf(found)
    await refuses(found, [adult, { ...child, born_on: '2014-12-25' }], 'passengers.1.born_on')
  })
})

describe('number of travellers and lap infants', () => {
  let two: Offer
  let infants: Offer
  before(async () => {
    two = await zzOffer(app.test, { passengers: [{ type: 'adult', count: 2 }] })
    const types = ['adult', 'infant_without_seat'] as const
    infants = await zzOffer(app.test, { passengers: types.map((type) => ({ type, count: 2 })) })
  })

  test('a missing passenger of the offer is refused', () =>
    refuses(two, passengersOf(two).slice(1), 'passengers'))

  test('a passenger sent twice is refused', () => {
    const [first] = passengersOf(two)
    return refuses(two, [first, first], 'passengers.1.id')
  })

  test('one passenger too many is refused', () =>
    refuses(offer, [...passengersOf(offer), passengersOf(two)[0]], 'passengers.1.id'))

  test('an infant without an adult is refused', () => {
    const [first, second, ...laps] = passengersOf(infants)
    return refuses(
      infants,
      [{ ...first, infant_passenger_id: undefined }, second, ...laps],
      'passengers.2.id',
    )
  })

  test('an infant with two adults is refused', () => {
    const [first, second, ...laps] = passengersOf(infants)
    const infant_passenger_id = laps[0]!.id
    const changed = [
      { ...first, infant_passenger_id },
      { ...second, infant_passenger_id },
    ]
    return refuses(infants, [...changed, ...laps], 'passengers.1.infant_passenger_id')
  })

  test('an adult who holds another adult is refused', () => {
    const [first, second] = passengersOf(two)
    const changed = { ...first, infant_passenger_id: second!.id }
    return refuses(two, [changed, second], 'passengers.0.infant_passenger_id')
  })

  test('two adults with one infant each are accepted', async () => {
    assert.equal((await booked(app.test, holdBody(infants))).passengers.length, 4)
  })

  test('a regular flight abroad requires passports too', async () => {
    const [found] = (await search(app.test, oneWay('GRU', 'EZE', '2026-12-20'))).body.offers
    const response = await app.test.post(BOOKINGS, instantBody(found))
    assertError(response, 400, 'Passport required', 'passengers.0.identity_documents')
  })
})
