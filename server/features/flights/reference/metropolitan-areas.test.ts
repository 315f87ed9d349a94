// City codes against a foreign list of them. Where ours differ, it is on purpose, and the reason stands here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCity, getCityCodeForAirport, isAirportCode } from 'iata-city-codes'
import { allAirports, findAirport } from './airports.ts'
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts'

/** Airports for which the list has another city, among those that matter. */
const DIFFERENT: Readonly<Record<string, string>> = {
  NMI: 'opened after the list was made: the second airport of Mumbai',
  TFU: 'the list gives it no city but itself; it took over most flights of Chengdu',
  NBJ: 'took over from the old airport of Luanda',
  YIA: 'took over from the old airport of Yogyakarta',
  UBN: 'took over from the old airport of Ulaanbaatar',
  WSI: 'opens as the second airport of Sydney',
  HHN: '120 km from Frankfurt; a search for Frankfurt does not mean it',
  ADJ: 'hardly a scheduled flight; Amman has one airport',
}

/** Members that the list has and we do not, since a search for the city does not mean them. */
const NOT_MEMBERS: Readonly<Record<string, string>> = {
  ...because(
    'a field without scheduled flights',
    `ADS AFW AUW AZP BQH BWU DET DPA DVT DWH EFD FMY FYV GCJ HAR ILE IWS JCI KYO LBG MBW MCC MEB MGL MHR MKC MYF NLP NQT
     OJC ORL OSU POX PWK QRA RBD SAC SCF SDM SEE SSI TPF UBS ULN YAO YIP YVA ZXT`,
  ),
  ...because('military', 'ANK CBM DKR FWH IGL LUF MCF NHD NKX NZY OKO PAM SSN VIY'),
  ...because('seaplanes only', 'DCG LBH RSE'),
  ...because('cargo only', 'YMX'),
  ...because('closed', 'SCS'),
  ...because('another island', 'FIE FOA OUK PSV'),
  ...because('more than 80 km away, with a city of its own', 'PMF SCK XCR'),
  ...because('a code that a field elsewhere has now', 'BKA CGX DWS JMA'),
}

test('areas are well formed', () => {
  const codes = METROPOLITAN_AREAS.map(({ code }) => code)
  const members = METROPOLITAN_AREAS.flatMap(({ airportCodes }) => airportCodes)
  assert.equal(new Set(codes).size, codes.length)
  assert.equal(new Set(members).size, members.length, 'an airport belongs to one city')
  for (const { code, name, countryCode, airportCodes } of METROPOLITAN_AREAS) {
    assert.match(code, /^[A-Z]{3}$/)
    assert.ok(name.length > 2)
    for (const airport of airportCodes) {
      const found = findAirport(airport)
      assert.ok(found, `${airport} of ${code} is no airport`)
      if (airport !== 'MLH') assert.equal(found.countryCode, countryCode, airport)
    }
  }
})

test('important airports have the city code of the list, or a listed reason', () => {
  const differing = [...allAirports()].filter(({ code, cityCode, size }) => {
    const listed = getCityCodeForAirport(code)
    return size >= 2 && listed !== null && listed !== cityCode
  })
  assert.deepEqual(differing.map(({ code }) => code).sort(), Object.keys(DIFFERENT).sort())
})

test('almost all others have it too', () => {
  const others = [...allAirports()].filter(({ code, size }) => size < 2 && isAirportCode(code))
  const same = others.filter(({ code, cityCode }) => getCityCodeForAirport(code) === cityCode)
  assert.ok(others.length > 6500)
  assert.ok(same.length / others.length > 0.95, `${same.length} of ${others.length}`)
})

test('our areas have the members of the list, or a listed reason', () => {
  const missing = METROPOLITAN_AREAS.flatMap(({ code, airportCodes }) =>
    (getCity(code)?.airports ?? [])
      .map(({ iata }) => iata)
      .filter((iata) => findAirport(iata) !== undefined && !airportCodes.includes(iata)),
  )
  assert.deepEqual(missing.sort(), Object.keys(NOT_MEMBERS).sort())
})

function because(reason: string, codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(/\s+/).map((code) => [code, reason]))
}
