// Names of places in Portuguese: each line of the tables is needed, and the rule for airports reads as people say it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allAirports, allCities, findAirport } from './airports.ts'
import {
  AIRPORT_EXCEPTIONS,
  airportByRule,
  airportNamed,
  airportNameOf,
  cityNamed,
  cityNameOf,
  OTHER_NAMES,
  PORTUGUESE_CITIES,
  plainWords,
} from './place-names.ts'

const places = [...allAirports(), ...allCities()]

test('each city of the table is in the data, and differs in Portuguese', () => {
  const known = new Set(places.map(({ countryCode, cityName }) => `${countryCode} ${cityName}`))
  for (const [city, portuguese] of PORTUGUESE_CITIES) {
    assert.ok(known.has(city), city)
    assert.notEqual(city.slice(3), portuguese)
  }
})

test('each airport exception is in the data, and differs from the rule', () => {
  for (const [code, name] of AIRPORT_EXCEPTIONS) {
    const airport = findAirport(code)
    assert.ok(airport, code)
    assert.notEqual(airportByRule(airport.name, [airport.cityName].map(called)), name, code)
    assert.equal(airportNameOf(airport, 'pt-BR'), name)
  }
})

const called = (name: string) => ({ english: name, portuguese: name })

test('other names of a place differ from its shown names', () => {
  for (const [code, names] of OTHER_NAMES) {
    const shown = places
      .filter((place) => place.code === code)
      .flatMap((place) => [place.cityName, cityNameOf(place, 'pt-BR')])
    assert.ok(shown.length > 0, code)
    for (const name of names) assert.ok(!shown.map(plainWords).includes(plainWords(name)), name)
  }
})

const AIRPORTS: [code: string, portuguese: string][] = [
  ['GRU', 'Aeroporto Internacional de Guarulhos'],
  ['CWB', 'Aeroporto Internacional de Curitiba–Afonso Pena'],
  ['MGF', 'Aeroporto Regional de Maringá–Sílvio Name Júnior'],
  ['MIA', 'Aeroporto Internacional de Miami'],
  ['JFK', 'Aeroporto Internacional John F. Kennedy'],
  ['REC', 'Aeroporto Internacional do Recife–Guararapes'],
  ['POA', 'Aeroporto Internacional de Porto Alegre–Salgado Filho'],
  ['PLL', 'Base Aérea de Manaus'],
  ['CAI', 'Aeroporto Internacional do Cairo'],
  ['PHL', 'Aeroporto Internacional de Filadélfia'],
  ['BGO', 'Aeroporto de Bergen, Flesland'],
  ['HND', 'Aeroporto Internacional de Tóquio Haneda'],
  ['DAL', 'Dallas Love Field'],
]

for (const [code, portuguese] of AIRPORTS)
  test(`${code}: ${portuguese}`, () => assert.equal(airportNamed(code, 'given', 'pt-BR'), portuguese))

test('London in Canada has no Portuguese name', () => {
  assert.equal(cityNamed('YXU', null, 'pt-BR'), 'London')
  assert.equal(cityNamed('LGW', 'London', 'pt-BR'), 'Londres')
  assert.equal(cityNamed('LON', 'London', 'pt-BR'), 'Londres')
})

test('in English, and for unknown codes, the given name is kept', () => {
  assert.equal(cityNamed('LIS', 'Lisbon', 'en'), 'Lisbon')
  assert.equal(cityNamed('LIS', null, 'en'), 'Lisbon')
  assert.deepEqual(
    [cityNamed('QQQ', 'Somewhere', 'pt-BR'), cityNamed('QQQ', null, 'pt-BR')],
    ['Somewhere', null],
  )
  assert.equal(airportNamed('QQQ', 'Some Airport', 'pt-BR'), 'Some Airport')
  assert.equal(airportNamed('LIS', 'Lisbon Airport', 'en'), 'Lisbon Airport')
})

test('no Portuguese name is empty or half English', () => {
  for (const airport of [...allAirports()].filter(({ size }) => size > 1)) {
    const name = airportNameOf(airport, 'pt-BR')
    assert.doesNotMatch(
      name,
      /^Aeroporto(?: Internacional| Regional)?(?: d[eoa])? *$|Aeroporto .* Airport$| {2}/,
      airport.code,
    )
  }
})

// Folding: what looks alike to people becomes the same text.

const CASES: [given: string, folded: string][] = [
  ['São Paulo', 'sao paulo'],
  ['SÃO  PAULO', 'sao paulo'],
  ['São Paulo–Guarulhos International Airport', 'sao paulo guarulhos international airport'],
  ['Xi’an', 'xian'],
  ["Xi'an", 'xian'],
  ['Tromsø', 'tromso'],
  ['İzmir', 'izmir'],
  ['Diyarbakır', 'diyarbakir'],
  ['Łódź', 'lodz'],
  ['Ðà Lạt', 'da lat'],
  ['Fuaʻamotu', 'fuaamotu'],
  ['Straße', 'strasse'],
  ['Dallas/Fort Worth', 'dallas fort worth'],
  ['  ', ''],
  ['東京!', ''],
]
for (const [given, folded] of CASES) {
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(folded)}`, () => {
    assert.equal(plainWords(given), folded)
  })
}

test('folding keeps words of letters and digits, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const folded = plainWords(text)
      assert.match(folded, /^(?:[a-z0-9]+(?: [a-z0-9]+)*)?$/)
      assert.equal(plainWords(folded), folded)
    }),
  )
})
