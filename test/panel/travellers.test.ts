// Tests the booking's passengers: validation by field, the request, and the texts of errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { ApiError } from '../../panel/api/api-error.ts'
import { bookingErrorText } from '../../panel/screens/flights/booking-errors.ts'
import { filledPassenger } from '../../panel/screens/flights/known-passenger.ts'
import { reserveWords } from '../../panel/screens/flights/reserve-words.ts'
import {
  bookingBody,
  emptyTravellers,
  formField,
  infantsByAdult,
  namesOf,
  type TravellersForm,
  travellerFaults,
} from '../../panel/screens/flights/travellers.ts'

const terms = { needsPassport: false, today: '2026-12-01', lastDeparture: '2026-12-27' }
const passport = { unique_identifier: ' FZ123456 ', issuing_country_code: 'br', expires_on: '2031-01-01' }
const ana = {
  given_name: ' Ana ',
  family_name: "D'Ávila Souza",
  gender: 'f',
  born_on: '1990-05-17',
  passport,
}
const form = (changes: object = {}): TravellersForm => ({
  passengers: [{ ...ana, ...changes }],
  contact: { email: 'ana@example.com', phone_number: '(11) 98765-4321' },
  client: null,
  trip: '',
})
const passengers = [
  { id: 'pas_1', type: 'adult' },
  { id: 'pas_2', type: 'adult' },
  { id: 'pas_3', type: 'infant_without_seat' },
] as const

test('missing and invalid values, by field', () => {
  assert.deepEqual([...travellerFaults(form(), ['adult'], terms)], [])
  const none = travellerFaults(emptyTravellers(1), ['adult'], terms)
  assert.deepEqual([...new Set(none.values())], ['required'])
  assert.equal(none.size, 6)
  for (const [changes, fault] of [
    [{ given_name: 'Ana 2' }, 'name'],
    [{ family_name: '...' }, 'name'],
    [{ born_on: '2026-12-02' }, 'future'],
    [{ born_on: '0190-05-17' }, 'day'],
    [{ born_on: '2014-12-28' }, 'adult'],
  ] as const)
    assert.deepEqual([...travellerFaults(form(changes), ['adult'], terms).values()], [fault])
  const contact = { email: 'ana@', phone_number: '123' }
  assert.deepEqual(Object.fromEntries(travellerFaults({ ...form(), contact }, ['adult'], terms)), {
    'contact.email': 'email',
    'contact.phone_number': 'phone',
  })
})

test('ages are computed on the day of the last flight', () => {
  for (const [born_on, type, isRight] of [
    ['2014-12-28', 'child', true],
    ['2014-12-27', 'child', false],
    ['2024-12-28', 'infant_without_seat', true],
    ['2024-12-27', 'infant_without_seat', false],
  ] as const)
    assert.equal(travellerFaults(form({ born_on }), [type], terms).size === 0, isRight, born_on)
})

test('passports are required only for international trips', () => {
  const abroad = { ...terms, needsPassport: true }
  assert.equal(travellerFaults(form(), ['adult'], abroad).size, 0)
  const old = { unique_identifier: '', issuing_country_code: 'BRA', expires_on: '2026-12-26' }
  assert.deepEqual(
    [...travellerFaults(form({ passport: old }), ['adult'], abroad).values()],
    ['required', 'country', 'expired'],
  )
  assert.equal(travellerFaults(form({ passport: old }), ['adult'], terms).size, 0)
})

test("the request has lap infants, one contact and the offer's price", () => {
  assert.deepEqual([...infantsByAdult(passengers)], [['pas_1', 'pas_3']])
  const offer: Offer = Object({ id: 'off_1', passengers, total_amount: '10.00', total_currency: 'USD' })
  const typed = { ...form(), passengers: [ana, ana, ana] }
  const request = { type: 'hold', needsPassport: false, clientId: undefined } as const
  const held = bookingBody(offer, typed, request)
  assert.deepEqual(held.passengers[0], {
    id: 'pas_1',
    given_name: 'Ana',
    family_name: "D'Ávila Souza",
    gender: 'f',
    born_on: '1990-05-17',
    email: 'ana@example.com',
    phone_number: '+5511987654321',
    infant_passenger_id: 'pas_3',
  })
  assert.ok(!('payments' in held) && !('client_id' in held))
  const issued = bookingBody(offer, typed, { type: 'instant', needsPassport: true, clientId: 'cli_1' })
  const { payments, client_id: client } = { payments: undefined, client_id: undefined, ...issued }
  assert.deepEqual([payments, client], [[{ type: 'balance', amount: '10.00', currency: 'USD' }], 'cli_1'])
  assert.deepEqual(issued.passengers[1]?.identity_documents, [
    { type: 'passport', unique_identifier: 'FZ123456', issuing_country_code: 'BR', expires_on: '2031-01-01' },
  ])
})

test('booking errors have texts of their own, and name the fields of the form', () => {
  const refused = new ApiError(400, { code: 'passport_required' })
  assert.equal(bookingErrorText(refused, reserveWords.pt), reserveWords.pt.refusals.passport_required)
  const unknown = new ApiError(422, { code: 'else', user_message: 'Do serviço.' })
  assert.equal(bookingErrorText(unknown, reserveWords.pt), 'Do serviço.')
  assert.equal(bookingErrorText(new ApiError(0, {}), reserveWords.en), reserveWords.en.notSent)
  assert.equal(formField('passengers.0.phone_number'), 'contact.phone_number')
  assert.equal(formField('passengers.1.identity_documents'), 'passengers.1.passport.unique_identifier')
  assert.equal(formField('passengers.0.identity_documents.0.expires_on'), 'passengers.0.passport.expires_on')
  assert.equal(formField('passengers.0.born_on'), 'passengers.0.born_on')
})

test('a full name is split after its first word', () => {
  assert.deepEqual(namesOf(' Maria  Aparecida Souza '), {
    given_name: 'Maria',
    family_name: 'Aparecida Souza',
  })
})

test("a person of the client's file replaces a passenger; a masked passport number must be typed", () => {
  const known = {
    given_name: 'Pedro',
    family_name: 'Souza',
    born_on: '2015-03-02',
    identity_documents: [
      {
        type: 'passport',
        unique_identifier: 'GA654321',
        issuing_country_code: 'PT',
        expires_on: '2032-02-01',
      },
    ],
  } as const
  const none = { identity_documents: [], loyalty_programme_accounts: [] }
  const filled = filledPassenger(ana, {
    ...none,
    ...known,
    identity_documents: [...known.identity_documents],
  })
  assert.deepEqual(filled, {
    given_name: 'Pedro',
    family_name: 'Souza',
    gender: '',
    born_on: '2015-03-02',
    passport: { unique_identifier: 'GA654321', issuing_country_code: 'PT', expires_on: '2032-02-01' },
  })
  const [document] = known.identity_documents
  const masked = { ...none, ...known, identity_documents: [{ ...document, unique_identifier: '***321' }] }
  assert.equal(filledPassenger(ana, masked).passport.unique_identifier, '')
  assert.equal(filledPassenger(ana, { ...none, given_name: 'Bia' }).passport.unique_identifier, '')
})
