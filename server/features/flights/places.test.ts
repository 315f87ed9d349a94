// Suggestions: what people type and what they mean by it, in order; bounded, and fast.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { searchPlaces } from './places.ts'
import { findPlace } from './reference/airports.ts'

const top = (query: string, limit = 5) => searchPlaces(query, limit).map(({ iata_code: code }) => code)

test('a city with several airports comes first and lists them', () => {
  const [city, ...others] = searchPlaces('sao paulo', 3)
  const { airports, ...saoPaulo } = city!
  assert.deepEqual(saoPaulo, {
    type: 'city',
    iata_code: 'SAO',
    name: 'São Paulo',
    city_name: 'São Paulo',
    iata_city_code: 'SAO',
    country_code: 'BR',
    country_name: 'Brazil',
    time_zone: 'America/Sao_Paulo',
    latitude: -23.43057,
    longitude: -46.48101,
  })
  assert.deepEqual(
    airports?.map(({ type, iata_code: code, city_name: name }) => [type, code, name]),
    [
      ['airport', 'GRU', 'São Paulo'],
      ['airport', 'CGH', 'São Paulo'],
      ['airport', 'VCP', 'Campinas'],
    ],
  )
  assert.deepEqual(
    others.map(({ type, iata_code: code }) => [type, code]),
    [
      ['airport', 'GRU'],
      ['airport', 'CGH'],
    ],
  )
  assert.ok(!('airports' in others[0]!))
})

const MEANT: [query: string, ...codes: string[]][] = [
  ['gru', 'GRU'],
  ['GRU', 'GRU'],
  ['sao', 'SAO', 'GRU', 'CGH', 'VCP'],
  ['SÃO PAULO', 'SAO', 'GRU', 'CGH'],
  ['guarulhos', 'GRU'],
  ['viracopos', 'VCP'],
  ['campinas', 'VCP'],
  ['rio', 'RIO', 'GIG', 'SDU'],
  ['santos dumont', 'SDU'],
  ['dumont santos', 'SDU'],
  ['são luis', 'SLZ'],
  ['brasilia', 'BSB'],
  ['fortal', 'FOR'],
  ['noronha', 'FEN'],
  ['porto alegre', 'POA'],
  ['nova york', 'NYC', 'JFK', 'EWR', 'LGA'],
  ['new york jfk', 'JFK'],
  ['londres', 'LON', 'LHR', 'LGW', 'STN', 'LTN'],
  ['london heathrow', 'LHR'],
  ['lisboa', 'LIS'],
  ['par', 'PAR', 'CDG', 'ORY', 'BVA'],
  ['houston', 'HOU', 'IAH', 'HOU'],
  ['portland', 'PDX', 'PWM'],
  ['casablanca', 'CMN'],
  ['dtt', 'DTW'],
  ['toquio', 'TYO', 'HND', 'NRT'],
  ['tromso', 'TOS'],
  ["xi'an", 'XIY'],
  ['buenos', 'BUE', 'EZE', 'AEP'],
]
for (const [query, ...codes] of MEANT) {
  test(`${query} finds ${codes.join(', ')}`, () => {
    assert.deepEqual(top(query, codes.length), codes)
  })
}

test('better matches come first', () => {
  // Its code; a city of that very name; cities that start so; names that start so; words that do; parts of words.
  const nat = searchPlaces('nat', 50)
  assert.equal(nat[0]?.iata_code, 'NAT')
  const fits = nat.map(({ iata_code: code, city_name: city, name }) => {
    if (code === 'NAT') return 0
    if (/^nat/i.test(city)) return 1
    if (/^nat/i.test(name)) return 2
    return /\bnat/i.test(`${city} ${name}`) ? 3 : 4
  })
  assert.deepEqual(fits, fits.toSorted())
  assert.ok(new Set(fits).size >= 4)
})

test('of equal matches the larger comes first, and of equal size the Brazilian', () => {
  assert.deepEqual(top('sant', 50).slice(0, 2), ['SCL', 'STM'])
  const santa = top('santa', 50)
  assert.ok(santa.indexOf('STM') < santa.indexOf('SNA'))
  assert.ok(santa.indexOf('RIA') < santa.indexOf('STS'))
})

test('an empty query, or one of punctuation alone, finds nothing', () => {
  for (const query of ['xyzzy', '!!', '   ', '東京', '%', '.*']) assert.deepEqual(searchPlaces(query, 10), [])
})

test('any query returns existing, distinct places, at most the requested number', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.stringMatching(/^[a-z]{1,4} [a-z]{1,4}$/),
  )
  fc.assert(
    fc.property(typed, fc.integer({ min: 1, max: 50 }), (query, limit) => {
      const places = searchPlaces(query, limit)
      assert.ok(places.length <= limit)
      assert.equal(new Set(places.map(({ type, iata_code: code }) => type + code)).size, places.length)
      for (const { iata_code: code } of places) assert.ok(findPlace(code), code)
      assert.deepEqual(
        searchPlaces(query, 50).slice(0, limit),
        places,
        'a smaller limit shows the first of the same places',
      )
    }),
  )
})

test('a query takes less than two milliseconds', () => {
  const queries = [
    's',
    'sa',
    'sao',
    'sao p',
    'london h',
    'international',
    'a',
    'xyzzy',
    'new york jfk',
    'airport',
  ]
  for (const query of queries) searchPlaces(query, 50)
  const rounds = 20
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) for (const query of queries) searchPlaces(query, 50)
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000 / rounds / queries.length
  assert.ok(ms < 2, `${ms} ms`)
})
