// Every rule about passengers as a row of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { englishOf } from '../../../contract/phrases/issues.ts'
import { FAMILY, sampleFamily } from '../../../test/support/samples/sample-passengers.ts'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { decryptPassengers, encryptPassengers, readPassengers } from './passengers.ts'
import { searchTextOf } from './store.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const HOME = {
  today: day('2027-03-10'),
  lastDeparture: day('2027-03-10'),
  lastArrival: day('2027-03-11'),
  international: false,
}
const ABROAD = { ...HOME, international: true }

type Sent = Record<string, unknown>

/** The family with one change. */
function changed(index: number, change: Sent): Sent[] {
  return sampleFamily().map((passenger, place) => (place === index ? { ...passenger, ...change } : passenger))
}

function without(index: number, field: string): Sent[] {
  return sampleFamily().map((passenger, place) =>
    place === index
      ? Object.fromEntries(Object.entries(passenger).filter(([name]) => name !== field))
      : passenger,
  )
}

function faultsOf(input: unknown, trip = HOME) {
  const read = readPassengers(input, FAMILY, trip)
  return read.outcome === 'right' ? [] : read.faults
}

const text = (unit: string, times: number) => unit.repeat(times)

test('a family is accepted at home and abroad, in the order of the offer', () => {
  const [ana, rui, lia, bia] = sampleFamily()
  const right = {
    title: null,
    identity_documents: [],
    loyalty_programme_accounts: [],
    infant_passenger_id: null,
  }
  for (const trip of [HOME, ABROAD]) {
    assert.deepEqual(readPassengers([bia, rui, ana, lia], FAMILY, trip), {
      outcome: 'right',
      passengers: [
        { ...right, ...ana, type: 'adult' },
        { ...right, ...rui, type: 'adult' },
        { ...right, ...lia, type: 'child' },
        { ...right, ...bia, type: 'infant_without_seat' },
      ],
      warnings: [],
    })
  }
})

test('unknown fields are dropped', () => {
  const input = changed(0, {
    nickname: 'Aninha',
    type: 'child',
    identity_documents: [
      { type: 'passport', unique_identifier: 'F1', issuing_country_code: 'PT', colour: 'red' },
    ],
    loyalty_programme_accounts: [{ airline_iata_code: 'G3', account_number: '7', tier: 'gold' }],
  })
  const read = readPassengers(input, FAMILY, HOME)
  assert.equal(read.outcome, 'right')
  const [ana] = read.outcome === 'right' ? read.passengers : []
  assert.equal(ana!.type, 'adult')
  assert.ok(!('nickname' in ana!))
  assert.deepEqual(ana!.identity_documents, [
    { type: 'passport', unique_identifier: 'F1', issuing_country_code: 'PT' },
  ])
  assert.deepEqual(ana!.loyalty_programme_accounts, [{ airline_iata_code: 'G3', account_number: '7' }])
})

test('names are trimmed and normalised', () => {
  const read = readPassengers(changed(0, { given_name: '  Joa\u0303o ' }), FAMILY, HOME)
  assert.equal(read.outcome === 'right' && read.passengers[0]!.given_name, 'Jo\u00e3o')
})

const ACCEPTED: [name: string, input: unknown][] = [
  ['a name of 60 letters', changed(1, { family_name: text('ã', 60) })],
  ['a name of one letter', changed(1, { given_name: 'Ó' })],
  ['spaces, hyphens, apostrophes and dots', changed(1, { family_name: "O'Hara-D’Ávila Jr." })],
  ['letters with marks', changed(1, { family_name: 'Łukasz Nguyễn Ñandú G\u0303oñi ß' })],
  ['no title', without(0, 'title')],
  ['a title that is null, as bookings show it', changed(0, { title: null })],
  ['an infant id that is null, as bookings show it', changed(1, { infant_passenger_id: null })],
  ['all titles', changed(0, { title: 'dr' })],
  ['no documents', without(0, 'identity_documents')],
  ['a passport without an end', changed(0, { identity_documents: [passport({ expires_on: undefined })] })],
  [
    'a passport that ends on the day of the flight',
    changed(0, { identity_documents: [passport({ expires_on: '2027-03-10' })] }),
  ],
  ['a tax id of another country', changed(0, { identity_documents: [taxId('12', 'PT')] })],
  [
    'a traveller number that ended',
    changed(0, {
      identity_documents: [passport({ type: 'known_traveler_number', expires_on: '2020-01-01' })],
    }),
  ],
  [
    'an identifier of 40 characters',
    changed(0, { identity_documents: [passport({ unique_identifier: text('7', 40) })] }),
  ],
  ['a plain CPF', changed(0, { identity_documents: [taxId('52998224725', 'BR')] })],
  [
    'an account number of 30 characters',
    changed(0, { loyalty_programme_accounts: [account({ account_number: text('7', 30) })] }),
  ],
  ['an e-mail of 254 characters', changed(0, { email: `${text('a', 248)}@a.com` })],
  ['the shortest phone number', changed(0, { phone_number: '+12345678' })],
  ['the longest phone number', changed(0, { phone_number: '+123456789012345' })],
  ['an adult who is 12 that day', changed(1, { born_on: '2015-03-10' })],
  ['a child who is 12 the day after', changed(2, { born_on: '2015-03-11' })],
  ['a child who is 2 that day', changed(2, { born_on: '2025-03-10' })],
  ['an infant who is 2 the day after', changed(3, { born_on: '2025-03-11' })],
  ['an infant born on the day of the flight', changed(3, { born_on: '2027-03-10' })],
  ['an adult of 127 years', changed(1, { born_on: '1900-01-01' })],
  ['the other adult with the infant', moved()],
]

for (const [name, input] of ACCEPTED) {
  test(`accepted: ${name}`, () => {
    assert.deepEqual(faultsOf(input), [])
  })
}

const REFUSED: [name: string, input: unknown, field: string, issue: RegExp][] = [
  ['no list', undefined, 'passengers', /is required/],
  ['null for a list', null, 'passengers', /must be a list/],
  ['an object for a list', {}, 'passengers', /must be a list/],
  ['an entry that is no object', [7, ...sampleFamily().slice(1)], 'passengers.0', /must be an object/],
  ['an entry that is a list', [[], ...sampleFamily().slice(1)], 'passengers.0', /must be an object/],
  ['an entry that is null', [null, ...sampleFamily().slice(1)], 'passengers.0', /must be an object/],
  ['no passengers', [], 'passengers', /lacks pas_ana/],
  ['a missing passenger', sampleFamily().slice(0, 3), 'passengers', /lacks pas_bia/],
  ['a passenger sent twice', [...sampleFamily(), sampleFamily()[1]], 'passengers.4.id', /was given already/],
  ['another passenger', changed(1, { id: 'pas_eva' }), 'passengers.1.id', /is no passenger of this offer/],
  ...['id', 'given_name', 'family_name', 'gender', 'born_on', 'email', 'phone_number'].flatMap((field) => [
    row(`no ${field}`, without(1, field), `passengers.1.${field}`, /is required/),
    row(`a number for ${field}`, changed(1, { [field]: 7 }), `passengers.1.${field}`, /must be a string/),
    row(`null for ${field}`, changed(1, { [field]: null }), `passengers.1.${field}`, /must be a string/),
  ]),
  ...['given_name', 'family_name'].flatMap((field) =>
    [
      '',
      '   ',
      text('a', 61),
      'Ana1',
      'Ana_',
      'Анна',
      '安娜',
      'Ana\nMaria',
      'Ana\u0000',
      '-',
      "'. -",
      'Ana🙂',
      'º',
    ].map((name) =>
      row(
        `${field} ${JSON.stringify(name).slice(0, 20)}`,
        changed(2, { [field]: name }),
        `passengers.2.${field}`,
        /1 to 60/,
      ),
    ),
  ),
  ...['x', 'M', 'male', ''].map((gender) =>
    row(`gender ${gender}`, changed(0, { gender }), 'passengers.0.gender', /one of m, f/),
  ),
  ['an unknown title', changed(0, { title: 'sir' }), 'passengers.0.title', /one of mr, mrs, ms, miss, dr/],
  ['an empty title', changed(0, { title: '' }), 'passengers.0.title', /one of/],
  ['a number for a title', changed(0, { title: 1 }), 'passengers.0.title', /must be a string/],
  ...['', '1990-02-30', '17/05/1990', '1990-5-17', '1990-05-17T00:00:00Z', ' 1990-05-17'].map((born_on) =>
    row(`born on ${born_on}`, changed(0, { born_on }), 'passengers.0.born_on', /YYYY-MM-DD/),
  ),
  ['born before 1900', changed(0, { born_on: '1899-12-31' }), 'passengers.0.born_on', /before 1900/],
  ['not yet born', changed(3, { born_on: '2027-03-11' }), 'passengers.3.born_on', /after today/],
  ...(
    [
      ['an adult who is 12 the day after', 1, '2015-03-11', /must fit adult: 12 years or older/],
      ['a child who is 12 that day', 2, '2015-03-10', /2 to 11 years/],
      ['a child who is 2 the day after', 2, '2025-03-11', /2 to 11/],
      ['an infant who is 2 that day', 3, '2025-03-10', /under 2 years/],
    ] as const
  ).map(([name, index, born_on, reason]) =>
    row(name, changed(index, { born_on }), `passengers.${index}.born_on`, reason),
  ),
  ...[
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'a b@example.com',
    'ana@exa mple.com',
    'ana@@example.com',
    'ana@example..com',
    'ana@example.com.',
    'ana,rui@example.com',
    '<ana@example.com>',
    'ana\u0000@example.com',
    `${text('a', 249)}@a.com`,
  ].map((email) =>
    row(
      `e-mail ${JSON.stringify(email).slice(0, 24)}`,
      changed(0, { email }),
      'passengers.0.email',
      /must be an e-mail/,
    ),
  ),
  ...[
    '',
    '5511987654321',
    '+1234567',
    '+1234567890123456',
    '+55 11 9',
    '(+55)11987654321',
    '+55/11987654321',
    '+0511987654321',
    '++5511987654321',
  ].map((phone_number) =>
    row(
      `phone ${phone_number}`,
      changed(0, { phone_number }),
      'passengers.0.phone_number',
      /\+ and 8 to 15 digits/,
    ),
  ),
  ...['identity_documents', 'loyalty_programme_accounts'].flatMap((field) => [
    row(`null for ${field}`, changed(0, { [field]: null }), `passengers.0.${field}`, /must be a list/),
    row(`an object for ${field}`, changed(0, { [field]: {} }), `passengers.0.${field}`, /must be a list/),
    row(
      `eleven ${field}`,
      changed(0, { [field]: Array(11).fill({}) }),
      `passengers.0.${field}`,
      /at most 10/,
    ),
    row(`a word in ${field}`, changed(0, { [field]: ['x'] }), `passengers.0.${field}.0`, /must be an object/),
  ]),
  ...(
    [
      ['no type', { type: undefined }, 'type', /is required/],
      ['an unknown type', { type: 'cpf' }, 'type', /one of passport, tax_id, known_traveler_number/],
      ['no identifier', { unique_identifier: undefined }, 'unique_identifier', /is required/],
      ['an empty identifier', { unique_identifier: ' ' }, 'unique_identifier', /1 to 40 characters/],
      ['an identifier of 41', { unique_identifier: text('7', 41) }, 'unique_identifier', /1 to 40/],
      ['an identifier of two lines', { unique_identifier: '1\n2' }, 'unique_identifier', /1 to 40/],
      ['a number', { unique_identifier: 12345 }, 'unique_identifier', /must be a string/],
      ['no country', { issuing_country_code: undefined }, 'issuing_country_code', /is required/],
      ['three letters', { issuing_country_code: 'BRA' }, 'issuing_country_code', /ISO 3166-1/],
      ['small letters', { issuing_country_code: 'br' }, 'issuing_country_code', /ISO 3166-1/],
      ['a country that does not exist', { issuing_country_code: 'XX' }, 'issuing_country_code', /ISO/],
      ['an end that does not exist', { expires_on: '2031-02-29' }, 'expires_on', /YYYY-MM-DD/],
      ['null for an end', { expires_on: null }, 'expires_on', /must be a string/],
      ['an end before the last flight', { expires_on: '2027-03-09' }, 'expires_on', /before the last flight/],
    ] as const
  ).map(([name, change, field, issue]) =>
    row(
      `a document with ${name}`,
      changed(2, { identity_documents: [passport(change)] }),
      `passengers.2.identity_documents.0.${field}`,
      issue,
    ),
  ),
  [
    'a CPF of 10 digits',
    changed(0, { identity_documents: [passport({}), taxId('529.982.247-2', 'BR')] }),
    'passengers.0.identity_documents.1.unique_identifier',
    /11 digits/,
  ],
  [
    'a CPF with a letter',
    changed(0, { identity_documents: [taxId('5299822472A', 'BR')] }),
    'passengers.0.identity_documents.0.unique_identifier',
    /11 digits/,
  ],
  ...(
    [
      ['no airline', { airline_iata_code: undefined }, 'airline_iata_code', /is required/],
      ['a small airline', { airline_iata_code: 'la' }, 'airline_iata_code', /IATA airline code/],
      ['an airline of three letters', { airline_iata_code: 'TAM' }, 'airline_iata_code', /IATA airline code/],
      ['no number', { account_number: undefined }, 'account_number', /is required/],
      ['an empty number', { account_number: '' }, 'account_number', /1 to 30/],
      ['a number of 31', { account_number: text('7', 31) }, 'account_number', /1 to 30/],
    ] as const
  ).map(([name, change, field, issue]) =>
    row(
      `an account with ${name}`,
      changed(3, { loyalty_programme_accounts: [account({}), account(change)] }),
      `passengers.3.loyalty_programme_accounts.1.${field}`,
      issue,
    ),
  ),
  [
    'an infant without an adult',
    without(0, 'infant_passenger_id'),
    'passengers.3.id',
    /infant_passenger_id of an adult/,
  ],
  [
    'an infant two carry',
    changed(1, { infant_passenger_id: 'pas_bia' }),
    'passengers.1.infant_passenger_id',
    /another adult/,
  ],
  [
    'an infant that a child carries too',
    changed(2, { infant_passenger_id: 'pas_bia' }),
    'passengers.2.infant_passenger_id',
    /adult only/,
  ],
  [
    'an infant that carries itself',
    changed(3, { infant_passenger_id: 'pas_bia' }),
    'passengers.3.infant_passenger_id',
    /adult only/,
  ],
  [
    'a child on the lap',
    changed(1, { infant_passenger_id: 'pas_lia' }),
    'passengers.1.infant_passenger_id',
    /must be an infant/,
  ],
  [
    'an unknown lap infant',
    changed(1, { infant_passenger_id: 'pas_eva' }),
    'passengers.1.infant_passenger_id',
    /must be an infant/,
  ],
  [
    'a list on the lap',
    changed(1, { infant_passenger_id: ['pas_bia'] }),
    'passengers.1.infant_passenger_id',
    /must be a string/,
  ],
]

for (const [name, input, field, issue] of REFUSED) {
  test(`refused: ${name}`, () => {
    // At home a passport is not needed, and a wrong one is left out.
    const isNeedless = /^a document with (?!.*type)/.test(name)
    if (isNeedless) {
      const read = readPassengers(input, FAMILY, HOME)
      const warned = 'warnings' in read ? read.warnings.map(({ issue }) => issue) : []
      assert.ok(warned.includes('is not needed on a domestic flight and was left out'))
    }
    for (const trip of isNeedless ? [ABROAD] : [HOME, ABROAD]) {
      const read = readPassengers(input, FAMILY, trip)
      assert.equal(read.outcome, 'invalid passenger data')
      const [first] = 'faults' in read ? read.faults : []
      assert.equal(first!.field, field)
      assert.match(englishOf(first!.issue), issue)
    }
  })
}

for (const [index, { id }] of FAMILY.entries()) {
  test(`abroad ${id} needs a passport, on domestic flights not`, () => {
    const cpf = changed(index, { identity_documents: [taxId('52998224725', 'BR')] })
    const known = changed(index, { identity_documents: [passport({ type: 'known_traveler_number' })] })
    for (const input of [cpf, known, without(index, 'identity_documents')]) {
      assert.deepEqual(faultsOf(input), [])
      const issue = 'must have a passport, because the trip is international'
      assert.deepEqual(readPassengers(input, FAMILY, ABROAD), {
        outcome: 'passport required',
        faults: [{ field: `passengers.${index}.identity_documents`, issue }],
      })
    }
  })
}

test('a missing passport is reported only if nothing else is wrong', () => {
  const [ana, ...others] = without(1, 'identity_documents')
  const read = readPassengers([{ ...ana, gender: 'x' }, ...others], FAMILY, ABROAD)
  assert.equal(read.outcome, 'invalid passenger data')
  assert.deepEqual(
    faultsOf([{ ...ana, gender: 'x' }, ...others], ABROAD).map(({ field }) => field),
    ['passengers.0.gender'],
  )
})

test('wrong check digits and a passport that expires on the way are warnings, not errors', () => {
  const input = changed(0, {
    identity_documents: [passport({ expires_on: '2027-03-10' }), taxId('529.982.247-24', 'BR')],
  })
  const read = readPassengers(input, FAMILY, ABROAD)
  assert.deepEqual(read.outcome === 'right' && read.warnings, [
    {
      field: 'passengers.0.identity_documents.0.expires_on',
      issue: 'is before the last flight arrives (2027-03-11)',
    },
    {
      field: 'passengers.0.identity_documents.1.unique_identifier',
      issue: 'has wrong check digits; it was stored as sent',
    },
  ])
})

test('errors come in the order sent, with the index in the list sent', () => {
  const [ana, rui, lia, bia] = sampleFamily()
  const input = [
    { ...bia, gender: 'x' },
    { ...lia, email: 'x', born_on: '1980-01-01' },
    rui,
    { ...ana, id: 'pas_eva' },
  ]
  assert.deepEqual(
    faultsOf(input).map(({ field }) => field),
    [
      'passengers.0.gender',
      'passengers.1.email',
      'passengers.1.born_on',
      'passengers.3.id',
      'passengers',
      'passengers.0.id',
    ],
  )
})

test('at most 20 errors are returned, and a huge list is not read to its end', () => {
  assert.equal(faultsOf(Array(1_000_000).fill({})).length, 20)
  assert.equal(faultsOf(Array(5).fill({ identity_documents: Array(10).fill({}) })).length, 20)
})

test('a traveller born on 29 February 2016 turns 12 on 29 February 2028', () => {
  const trip = (date: string) => ({ ...HOME, lastDeparture: day(date), lastArrival: day(date) })
  const input = changed(1, { born_on: '2016-02-29' })
  assert.match(englishOf(faultsOf(input, trip('2028-02-28'))[0]!.issue), /12 years/)
  assert.deepEqual(
    faultsOf(changed(1, { born_on: '2016-02-29' }), trip('2028-02-29')).filter(
      ({ field }) => field === 'passengers.1.born_on',
    ),
    [],
  )
})

function row(name: string, input: unknown, field: string, issue: RegExp): (typeof REFUSED)[number] {
  return [name, input, field, issue]
}

function passport(change: Sent): Sent {
  return {
    type: 'passport',
    unique_identifier: 'FX1',
    issuing_country_code: 'BR',
    expires_on: '2031-08-01',
    ...change,
  }
}

function taxId(unique_identifier: string, issuing_country_code: string): Sent {
  return { type: 'tax_id', unique_identifier, issuing_country_code }
}

function account(change: Sent): Sent {
  return { airline_iata_code: 'LA', account_number: '1', ...change }
}

function moved(): Sent[] {
  const [ana, rui, lia, bia] = sampleFamily()
  return [{ ...ana, infant_passenger_id: undefined }, { ...rui, infant_passenger_id: 'pas_bia' }, lia, bia]
}

// Passengers at rest: encrypted for their booking alone, and found by name.

const box = makeSecretBox(Buffer.alloc(32, 1))
const PASSENGERS = JSON.stringify([
  { given_name: 'Conceição', family_name: "D'Ávila", born_on: '1990-02-01' },
])

test('passengers encrypted for a booking decrypt for it unchanged', () => {
  const encrypted = encryptPassengers(box, { id: 'ord_1', passengers: PASSENGERS })
  assert.equal(decryptPassengers(box, { id: 'ord_1', passengers: encrypted }), PASSENGERS)
  assert.equal(encrypted.includes('1990-02-01'), false)
})

test('they do not decrypt for another booking, or after tampering', () => {
  const encrypted = encryptPassengers(box, { id: 'ord_1', passengers: PASSENGERS })
  assert.throws(() => decryptPassengers(box, { id: 'ord_2', passengers: encrypted }))
  const changed = Buffer.from(encrypted)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  assert.throws(() => decryptPassengers(box, { id: 'ord_1', passengers: changed }))
})

test('a search finds the locator and each traveller in any spelling', () => {
  const text = searchTextOf('AB12CD', [
    { given_name: 'Conceição', family_name: "D'Ávila" },
    { given_name: 'JOÃO', family_name: 'Souza' },
  ])
  assert.equal(text.split('\n')[0], 'ab12cd')
  for (const wanted of ['conceicao', 'joao souza']) assert.ok(text.includes(wanted), wanted)
  assert.equal(searchTextOf('', [{ given_name: 'Ana', family_name: 'Lima' }]), '\nana lima')
  assert.equal(text.includes('avila joao'), false, 'the names of two travellers together find none')
})
