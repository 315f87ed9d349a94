// The airlines: enough of them, no junk, and the well-known ones under their present names.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allAirlines, findAirline } from './airlines.ts'
import { allAirports } from './airports.ts'

const airlines = [...allAirlines()]

test('there are more than 300 airlines, each once, with valid codes', () => {
  assert.ok(airlines.length > 300, `only ${airlines.length}`)
  assert.equal(new Set(airlines.map(({ name }) => name)).size, airlines.length)
  const countries = new Set(Array.from(allAirports(), ({ countryCode }) => countryCode))
  for (const airline of airlines) {
    assert.match(airline.code, /^(?=.*[A-Z])[A-Z0-9]{2}$/)
    assert.equal(findAirline(airline.code), airline)
    assert.ok(airline.name.length > 2 && !/cargo|virtual|\\/i.test(airline.name), airline.name)
    assert.ok(countries.has(airline.countryCode), `${airline.code} in ${airline.countryCode}`)
    if (airline.icaoCode !== null) assert.match(airline.icaoCode, /^[A-Z]{3}$/)
  }
})

test('ticket prefixes have three digits and belong to one airline each', () => {
  const prefixes = airlines.flatMap(({ ticketPrefix }) => ticketPrefix ?? [])
  assert.ok(prefixes.length > 150, `only ${prefixes.length}`)
  for (const prefix of prefixes) assert.match(prefix, /^\d{3}$/)
  assert.deepEqual(
    prefixes.filter((prefix, index) => prefixes.indexOf(prefix) !== index),
    [],
  )
  assert.equal(findAirline('AD')?.ticketPrefix, '577')
  assert.equal(findAirline('LA')?.ticketPrefix, '045')
})

test('ICAO codes belong to one airline each', () => {
  const codes = airlines.flatMap(({ icaoCode }) => icaoCode ?? [])
  assert.ok(codes.length > 380)
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  )
})

test('defunct, fictitious and simulated airlines are not listed', () => {
  for (const code of [
    'ZZ',
    'AB',
    'AN',
    '1T',
    'AQ',
    'GB',
    '1Y',
    'US',
    'CO',
    'NW',
    'RG',
    'VP',
    'O6',
    'XX',
    '99',
  ]) {
    assert.equal(findAirline(code), undefined, code)
  }
})

const WELL_KNOWN = `
  AD Azul; G3 GOL; JJ LATAM; LA LATAM; 2Z Voepass; AR Aerolíneas Argentinas; AV Avianca; CM Copa; AM Aeromexico
  Y4 Volaris; VB Viva; H2 SKY; JA JetSMART; OB Boliviana; ZP Paranair; PY Surinam; LP LATAM; XL LATAM; 4C LATAM
  PZ LATAM; FO Flybondi; BW Caribbean; DM Arajet; CU Cubana; AA American; DL Delta; UA United; AS Alaska
  HA Hawaiian; B6 JetBlue; WN Southwest; NK Spirit; F9 Frontier; G4 Allegiant; SY Sun Country; MX Breeze
  AC Air Canada; WS WestJet; TS Air Transat; PD Porter; F8 Flair; TP TAP; S4 Azores; IB Iberia; UX Air Europa
  VY Vueling; V7 Volotea; NT Binter; AF Air France; SS Corsair; TO Transavia; BF French bee; BA British Airways
  VS Virgin Atlantic; U2 easyJet; LS Jet2; BY TUI; LM Loganair; EI Aer Lingus; FR Ryanair; LH Lufthansa
  EW Eurowings; DE Condor; 4Y Discover; LX Swiss; WK Edelweiss; OS Austrian; SN Brussels; KL KLM; HV Transavia
  AZ ITA; NO Neos; SK Scandinavian; DY Norwegian; N0 Norse; AY Finnair; FI Icelandair; BT airBaltic; LO LOT
  W6 Wizz; RO TAROM; OU Croatia; JU Air Serbia; A3 Aegean; FB Bulgaria; KM KM Malta; TK Turkish; PC Pegasus
  SU Aeroflot; S7 S7; J2 Azerbaijan; KC Air Astana; HY Uzbekistan; LY El Al; RJ Royal Jordanian; ME Middle East
  EK Emirates; EY Etihad; FZ flydubai; QR Qatar; GF Gulf Air; KU Kuwait; WY Oman; SV Saudia; XY flynas; MS EgyptAir
  AT Royal Air Maroc; TU Tunisair; AH Air Algérie; DT TAAG; TM LAM; VR Cabo Verde; ET Ethiopian; KQ Kenya
  WB RwandAir; SA South African; 4Z Airlink; MK Air Mauritius; AI Air India; 6E IndiGo; SG SpiceJet; PK Pakistan
  UL SriLankan; BG Biman; TG Thai; PG Bangkok; VN Vietnam; VJ VietJet; SQ Singapore Airlines; TR Scoot; MH Malaysia
  AK AirAsia; GA Garuda; JT Lion; PR Philippine; 5J Cebu; CX Cathay; UO HK Express; CI China Airlines; BR EVA
  JX Starlux; JL Japan Airlines; NH All Nippon; MM Peach; KE Korean; OZ Asiana; 7C Jeju; CA Air China
  MU China Eastern; CZ China Southern; HU Hainan; MF Xiamen; 9C Spring; 3U Sichuan; QF Qantas; JQ Jetstar
  VA Virgin Australia; NZ Air New Zealand; FJ Fiji; TN Air Tahiti Nui; SB Aircalin`

test('well-known airlines have their names', () => {
  const expected = WELL_KNOWN.trim()
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const)
  assert.ok(expected.length >= 120, `${expected.length}`)
  for (const [code, start] of expected) {
    const name = findAirline(code)?.name ?? 'nobody'
    assert.ok(name.startsWith(start), `${code} is ${name}`)
  }
})

test('the cargo airlines of Lufthansa and Singapore Airlines have their own entries', () => {
  assert.deepEqual([findAirline('LH')?.name, findAirline('LH')?.icaoCode], ['Lufthansa', 'DLH'])
  assert.deepEqual([findAirline('SQ')?.name, findAirline('SQ')?.icaoCode], ['Singapore Airlines', 'SIA'])
})
