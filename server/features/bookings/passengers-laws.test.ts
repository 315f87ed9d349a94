// Properties of passenger validation: valid passengers are accepted, one invalid field is refused by name, and no
// input makes the validation throw.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ClientInput } from '../../../contract/clients.ts'
import { PASSENGER_TYPES, type PassengerType } from '../../../contract/flights.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { readPassengers } from './passengers.ts'

type Sent = Record<string, unknown>
const DEPARTURE = Temporal.PlainDate.from('2027-03-10')

const letters = 'abcdefghijklmnopqrstuvwxyzABCXYZáàâãäéêíóôõöúüçñøåßšžłđ'
const name = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.string({ unit: fc.constantFrom(...letters, ..." -.'’"), maxLength: 58 }),
  )
  .map(([first, rest]) => `${first}${rest}a`)
const word = fc.string({ unit: fc.constantFrom(...'abcxyz019-_+'), minLength: 1, maxLength: 20 })
const email = fc.tuple(word, word, word).map(([user, host, top]) => `${user}@${host}.${top}`)
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'123456789'), minLength, maxLength })

/** Days before the flight on which a passenger of this type may be born. */
const DAYS_OLD: Record<PassengerType, [number, number]> = {
  adult: [12 * 366, 120 * 365],
  child: [2 * 366, 12 * 365 - 1],
  infant_without_seat: [0, 2 * 365 - 1],
}

const passport = fc.record(
  {
    type: fc.constant('passport'),
    unique_identifier: fc.string({ unit: fc.constantFrom(...'ABC0123456789-'), minLength: 1, maxLength: 40 }),
    issuing_country_code: fc.constantFrom('BR', 'PT', 'US', 'JP', 'AO'),
    expires_on: fc.integer({ min: 0, max: 3650 }).map((days) => DEPARTURE.add({ days }).toString()),
  },
  { requiredKeys: ['type', 'unique_identifier', 'issuing_country_code'] },
)

const person = (type: PassengerType) =>
  fc.record(
    {
      given_name: name,
      family_name: name,
      gender: fc.constantFrom('m', 'f'),
      title: fc.constantFrom('mr', 'mrs', 'ms', 'miss', 'dr'),
      born_on: fc
        .integer({ min: DAYS_OLD[type][0], max: DAYS_OLD[type][1] })
        .map((days) => DEPARTURE.subtract({ days }).toString()),
      email,
      phone_number: digits(8, 15).map((number) => `+${number}`),
      identity_documents: fc.array(passport, { minLength: 1, maxLength: 3 }),
      loyalty_programme_accounts: fc.array(
        fc.record({ airline_iata_code: fc.constantFrom('LA', 'G3', '2Z'), account_number: digits(1, 30) }),
        { maxLength: 3 },
      ),
    },
    {
      requiredKeys: [
        'given_name',
        'family_name',
        'gender',
        'born_on',
        'email',
        'phone_number',
        'identity_documents',
      ],
    },
  )

/** Travellers of an offer and a right list of them, shuffled. */
const party = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 }))
  .chain(([adults, children, infants]) => {
    const types = [
      ...Array<PassengerType>(adults).fill('adult'),
      ...Array<PassengerType>(children).fill('child'),
      ...Array<PassengerType>(Math.min(infants, adults)).fill('infant_without_seat'),
    ]
    const travellers = types.map((type, index) => ({ id: `pas_${index}`, type }))
    const people = fc.tuple(...types.map(person)).map((all) =>
      all.map((fields, index): Sent => {
        const infant = travellers[adults + children + index]
        const lap = index < adults && infant !== undefined ? { infant_passenger_id: infant.id } : {}
        // As JSON brings it: plain objects.
        return structuredClone({ id: `pas_${index}`, ...fields, ...lap })
      }),
    )
    const order = fc.shuffledSubarray([...types.keys()], { minLength: types.length })
    return fc
      .tuple(people, order)
      .map(([all, places]) => ({ travellers, sent: places.map((place) => all[place]!) }))
  })

const trip = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.boolean()).map(([days, international]) => ({
  today: DEPARTURE,
  lastDeparture: DEPARTURE,
  lastArrival: DEPARTURE.add({ days }),
  international,
}))

test('valid passengers are accepted unchanged, in the order of the offer', () => {
  fc.assert(
    fc.property(party, trip, ({ travellers, sent }, where) => {
      const read = readPassengers(sent, travellers, where)
      assert.ok(read.outcome === 'right', JSON.stringify(read))
      assert.deepEqual(
        read.passengers.map(({ id, type }) => ({ id, type })),
        travellers,
      )
      for (const { type: _, ...fields } of read.passengers) {
        const own = sent.find(({ id }) => id === fields.id)!
        for (const [field, value] of Object.entries(own)) {
          assert.deepEqual(
            fields[field as keyof typeof fields],
            typeof value === 'string' ? value.trim() : value,
          )
        }
      }
    }),
    { numRuns: fullRuns ? 300 : 40 },
  )
})

/** Invalid values of each field, for every passenger type. */
const MISTAKES: Record<string, readonly unknown[]> = {
  id: [undefined, 7, null, '', 'pas_99'],
  given_name: [undefined, 7, '', ' ', 'x1', 'Ж', 'a'.repeat(61)],
  family_name: [undefined, {}, '', '...', 'a@b', 'b'.repeat(61)],
  gender: [undefined, 'F', '', 1, ['m']],
  title: ['', 'MR', 'lord', 3, {}],
  born_on: [undefined, '', '2026-13-01', '1899-12-31', '2027-03-11', 19900101],
  email: [undefined, '', 'a', 'a@b', 'a b@c.de', 5],
  phone_number: [undefined, '', '11987654321', '+123', '+1234567890123456', 5511987654321],
  identity_documents: ['x', {}, null, Array(11).fill({ type: 'passport' })],
  loyalty_programme_accounts: ['x', {}, null],
  infant_passenger_id: [7, '', 'pas_99', {}],
}

test('one invalid field anywhere is refused, and named first', () => {
  const mistake = fc
    .constantFrom(...Object.keys(MISTAKES))
    .chain((field) => fc.constantFrom(...MISTAKES[field]!).map((value) => ({ field, value })))
  fc.assert(
    fc.property(party, trip, mistake, fc.nat(), ({ travellers, sent }, where, { field, value }, pick) => {
      const index = pick % sent.length
      const input = sent.map((fields, place) => (place === index ? { ...fields, [field]: value } : fields))
      const read = readPassengers(input, travellers, where)
      assert.equal(read.outcome, 'invalid passenger data')
      const [first] = 'faults' in read ? read.faults : []
      assert.equal(first?.field, `passengers.${index}.${field}`)
    }),
    { numRuns: fullRuns ? 500 : 65 },
  )
})

test('an accepted e-mail is also valid for a client', () => {
  const { pattern = '(?!)' } = ClientInput.properties.email as { pattern?: string }
  const strange = fc.string({ unit: fc.constantFrom(...'ab@@..<>,;:"()[] \n\u0000é'), maxLength: 12 })
  const travellers = [{ id: 'pas_0', type: 'adult' as const }]
  const where = { today: DEPARTURE, lastDeparture: DEPARTURE, lastArrival: DEPARTURE, international: false }
  let taken = 0
  fc.assert(
    fc.property(person('adult'), fc.oneof(strange, email), (fields, address) => {
      const read = readPassengers([{ ...fields, id: 'pas_0', email: address }], travellers, where)
      if (read.outcome !== 'right') return
      taken++
      assert.match(read.passengers[0]!.email, new RegExp(pattern))
    }),
    { numRuns: fullRuns ? 1_000 : 125 },
  )
  assert.ok(taken > (fullRuns ? 300 : 35), `only ${taken} were taken`)
})

test('a wrong age is always refused, and no age fits two passenger types', () => {
  const days = fc.integer({ min: 0, max: 60_000 })
  fc.assert(
    fc.property(days, person('adult'), (age, fields) => {
      const born_on = DEPARTURE.subtract({ days: age }).toString()
      if (born_on < '1900-01-01') return
      const where = {
        today: DEPARTURE,
        lastDeparture: DEPARTURE,
        lastArrival: DEPARTURE,
        international: false,
      }
      const fitting = PASSENGER_TYPES.filter((type) => {
        const travellers = [
          { id: 'pas_0', type: 'adult' as const },
          { id: 'pas_1', type },
        ]
        const sent = [
          {
            ...fields,
            id: 'pas_0',
            born_on: '1980-01-01',
            infant_passenger_id: type === 'infant_without_seat' ? 'pas_1' : null,
          },
          { ...fields, id: 'pas_1', born_on },
        ]
        return readPassengers(sent, travellers, where).outcome === 'right'
      })
      // The birthday that decides, as text: a passenger born by then has that age.
      const expected =
        born_on <= '2015-03-10' ? 'adult' : born_on <= '2025-03-10' ? 'child' : 'infant_without_seat'
      assert.deepEqual(fitting, [expected])
    }),
    { numRuns: fullRuns ? 300 : 40 },
  )
})

test('any input is accepted or refused, with at most 20 errors that name a passenger', () => {
  const travellers = [{ id: 'pas_0', type: 'adult' as const }]
  const loose = fc.record(Object.fromEntries(Object.keys(MISTAKES).map((field) => [field, fc.anything()])), {
    requiredKeys: [],
  })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(loose), fc.array(fc.anything())), trip, (input, where) => {
      const read = readPassengers(input, travellers, where)
      assert.notEqual(read.outcome, 'right')
      const faults = read.outcome === 'right' ? [] : read.faults
      assert.ok(faults.length >= 1 && faults.length <= 20)
      for (const { field } of faults)
        assert.match(field, /^passengers(\.\d+(\.[a-z_]+(\.\d(\.[a-z_]+)?)?)?)?$/)
    }),
    { numRuns: fullRuns ? 1_000 : 125 },
  )
})
