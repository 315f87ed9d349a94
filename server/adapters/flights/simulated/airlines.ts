// The simulated airlines: those of the table, and for other countries those of the reference data, with an
// invented network around the largest airports.
import type { Carrier } from '../../../../contract/flights.ts'
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import { AIRCRAFT_TABLE, type AircraftType } from './aircraft.ts'
import type { Atlas, AtlasAirport } from './atlas.ts'
import { hashOf } from './dice.ts'

interface AirlineRow {
  readonly code: string
  readonly homes: readonly string[]
  readonly hubs: readonly string[]
  /** Codes of aircraft. */
  readonly fleet: readonly string[]
}

// Fleets by name; the aircraft of a flight is chosen by distance.
const FLEETS: Readonly<Record<string, string>> = {
  'airbus-short': '319 320 32N 321',
  'boeing-short': '73G 738 7M8',
  'airbus-long': '319 320 32N 321 332 333 339 359',
  'boeing-long': '738 7M8 763 772 77W 789',
  'mixed-long': '319 320 32N 321 738 788 789 77W 359',
  'latam-long': '319 320 32N 321 763 788 789 77W',
  'azul-long': 'AT7 E95 295 32N 332 339',
  'regional-short': 'AT7 E75 E90 E95',
  'gulf-long': '32N 77W 351 359 388',
  'europe-long': 'AT7 E90 319 320 32N 321 333 339 359 77W',
  'us-long': 'E75 319 321 738 7M8 772 77W 788 789',
}

// Code, home countries, hubs, fleet.
const ROWS = `
  LA BR,CL,PE,CO,PY GRU,BSB,SCL,LIM latam-long
  G3 BR GRU,GIG,CGH,BSB boeing-short
  AD BR VCP,CNF,REC,SDU azul-long
  AR AR EZE,AEP,COR mixed-long
  H2 CL SCL airbus-short
  AV CO,SV,EC BOG,SAL,UIO airbus-long
  CM PA PTY boeing-short
  AM MX MEX,MTY us-long
  Y4 MX MEX,GDL,TIJ airbus-short
  OB BO VVI mixed-long
  CU CU HAV airbus-short
  BW TT,JM POS,KIN boeing-short
  AA US DFW,MIA,CLT,JFK,PHX,PHL us-long
  UA US ORD,IAH,EWR,DEN,SFO,IAD us-long
  DL US ATL,JFK,MSP,DTW,SLC,SEA,LAX us-long
  WN US DAL,MDW,BWI,LAS,HOU,OAK boeing-short
  B6 US JFK,BOS,FLL airbus-short
  AS US SEA,PDX,ANC,SFO boeing-short
  F9 US DEN,MCO airbus-short
  HA US HNL,OGG airbus-long
  AC CA YYZ,YUL,YVR us-long
  WS CA YYC,YYZ boeing-long
  TP PT LIS,OPO airbus-long
  S4 PT PDL airbus-short
  IB ES MAD europe-long
  UX ES MAD boeing-long
  VY ES BCN airbus-short
  AF FR CDG,ORY europe-long
  KL NL AMS boeing-long
  LH DE FRA,MUC europe-long
  EW DE DUS,CGN,HAM airbus-short
  LX CH ZRH,GVA europe-long
  OS AT VIE mixed-long
  SN BE BRU airbus-long
  BA GB LHR,LGW,LCY europe-long
  VS GB LHR,MAN airbus-long
  U2 GB LGW,LTN,STN,SEN,BRS,MAN airbus-short
  FR IE,GB,IT DUB,STN,BGY,LTN boeing-short
  EI IE DUB airbus-long
  AZ IT FCO,LIN airbus-long
  SK DK,SE,NO CPH,ARN,OSL airbus-long
  DY NO OSL,BGO boeing-short
  AY FI HEL airbus-long
  FI IS KEF boeing-short
  LO PL WAW boeing-long
  W6 HU,RO,PL BUD,OTP,WAW airbus-short
  RO RO OTP boeing-short
  A3 GR ATH airbus-short
  JU RS BEG airbus-long
  BT LV RIX regional-short
  TK TR IST europe-long
  PC TR SAW airbus-short
  SU RU SVO europe-long
  LY IL TLV boeing-long
  EK AE DXB gulf-long
  EY AE AUH gulf-long
  QR QA DOH gulf-long
  SV SA JED,RUH boeing-long
  GF BH BAH mixed-long
  WY OM MCT boeing-long
  KU KW KWI airbus-long
  RJ JO AMM mixed-long
  ME LB BEY airbus-long
  MS EG CAI boeing-long
  AT MA CMN boeing-long
  AH DZ ALG boeing-long
  TU TN TUN airbus-long
  ET ET ADD boeing-long
  KQ KE NBO boeing-long
  SA ZA JNB,CPT airbus-long
  DT AO LAD boeing-long
  TM MZ MPM boeing-short
  WB RW KGL mixed-long
  AI IN DEL,BOM mixed-long
  6E IN DEL,BLR,BOM,HYD airbus-short
  UL LK CMB airbus-long
  PK PK KHI,ISB mixed-long
  BG BD DAC boeing-long
  SQ SG SIN gulf-long
  MH MY KUL airbus-long
  AK MY KUL airbus-short
  TG TH BKK boeing-long
  GA ID CGK,DPS boeing-long
  VN VN SGN,HAN mixed-long
  PR PH MNL airbus-long
  5J PH MNL,CEB airbus-short
  CX HK HKG gulf-long
  CI TW TPE airbus-long
  BR TW TPE boeing-long
  JL JP HND,NRT,ITM boeing-long
  NH JP HND,NRT,ITM boeing-long
  KE KR ICN,GMP boeing-long
  OZ KR ICN,GMP airbus-long
  CA CN PEK,CTU mixed-long
  MU CN PVG,SHA,KMG mixed-long
  CZ CN CAN,PKX mixed-long
  HU CN HAK,PEK mixed-long
  QF AU SYD,MEL,BNE,PER mixed-long
  VA AU BNE,SYD,MEL boeing-short
  JQ AU MEL,SYD airbus-short
  NZ NZ AKL,CHC mixed-long
  FJ FJ NAN airbus-long
  PX PG POM regional-short
  KC KZ ALA,NQZ airbus-long
  HY UZ TAS mixed-long`

export const AIRLINE_TABLE: readonly AirlineRow[] = ROWS.trim()
  .split('\n')
  .map((line) => {
    const [code = '', homes = '', hubs = '', fleet = ''] = line.trim().split(' ')
    return { code, homes: homes.split(','), hubs: hubs.split(','), fleet: fleetOf(fleet) }
  })

export function fleetOf(name: string): readonly string[] {
  const codes = FLEETS[name]
  if (codes === undefined) throw new Error(`no fleet is named ${name}`)
  return codes.split(' ')
}

export interface SimulatedAirline {
  readonly carrier: Carrier
  readonly prefix: string
  readonly homes: readonly string[]
  readonly hubs: readonly string[]
  readonly fleet: readonly AircraftType[]
  /** Flies within its country only, to the small places. */
  readonly isLocal: boolean
  /** Cents for each slice, whatever the day and distance. */
  readonly flatFares?: Readonly<Record<'BRL' | 'USD' | 'EUR', number>>
}

export interface Airlines {
  byCode(code: string): SimulatedAirline | undefined
  /** Never empty for a country with an airport: without local airlines, the nearest ones serve it. */
  atHome(country: string): readonly SimulatedAirline[]
  /** The country's largest airport. */
  gateway(country: string): AtlasAirport | undefined
  /** All of the table. */
  readonly known: readonly SimulatedAirline[]
}

/** Countries with so many airfields that large airlines serve few of them. */
const VAST_COUNTRY_AIRPORTS = 140
const LOCAL_HUBS = 12
/** Airlines of a group that sells under another code: all of LATAM is sold as LA. */
const SOLD_BY_OTHERS = new Set(['JJ', 'LP', 'XL', '4C', '4M', 'PZ'])
const NEIGHBOURS = 2

export function makeAirlines(atlas: Atlas): Airlines {
  const known = AIRLINE_TABLE.flatMap(({ code, homes, hubs, fleet }): SimulatedAirline[] => {
    const found = atlas.airline(code)
    if (found === undefined) return []
    return [{ ...identityOf(found), homes, hubs, fleet: aircraftTypes(fleet), isLocal: false }]
  })
  const byCode = new Map(known.map((airline) => [airline.carrier.iata_code, airline]))
  const homes = new Map<string, readonly SimulatedAirline[]>()
  const gateways = new Map<string, AtlasAirport | undefined>()

  function gateway(country: string): AtlasAirport | undefined {
    if (!gateways.has(country)) gateways.set(country, largestFirst(atlas.airportsOf(country))[0])
    return gateways.get(country)
  }

  function atHome(country: string): readonly SimulatedAirline[] {
    const remembered = homes.get(country)
    if (remembered !== undefined) return remembered
    const listed = known.filter((airline) => airline.homes.includes(country))
    const all = [...listed, ...madeUp(country, listed.length > 0)]
    const found = all.length > 0 ? all : nearest(country)
    homes.set(country, found)
    return found
  }

  /** Each has its own hub while there are enough airports, the largest first. */
  function madeUp(country: string, hasFlagCarrier: boolean): SimulatedAirline[] {
    const airports = largestFirst(atlas.airportsOf(country))
    const isLocal = airports.length > VAST_COUNTRY_AIRPORTS && country !== 'BR'
    const hubs = airports.slice(0, isLocal ? LOCAL_HUBS : 1)
    const others = atlas.airlinesOf(country).filter((code) => !byCode.has(code) && !SOLD_BY_OTHERS.has(code))
    return others.flatMap((code, index): SimulatedAirline[] => {
      const found = atlas.airline(code)
      const hub = hubs[index % hubs.length]
      if (found === undefined || hub === undefined) return []
      const fleet = aircraftTypes(fleetOf(!hasFlagCarrier && index === 0 ? 'airbus-long' : 'regional-short'))
      const airline = { ...identityOf(found), homes: [country], hubs: [hub.iata_code], fleet, isLocal }
      byCode.set(code, airline)
      return [airline]
    })
  }

  /** The airlines with the closest hubs, which serve the country as if it were theirs. */
  function nearest(country: string): SimulatedAirline[] {
    const here = gateway(country)
    if (here === undefined) return []
    const far = (airline: SimulatedAirline) => {
      const [mainHub = ''] = airline.hubs
      const hub = atlas.airport(mainHub)
      return hub === undefined ? Number.POSITIVE_INFINITY : distanceKm(here, hub)
    }
    const closest = known.toSorted((a, b) => far(a) - far(b)).slice(0, NEIGHBOURS)
    return closest.map((airline) => ({ ...airline, homes: [...airline.homes, country] }))
  }

  return { byCode: (code) => byCode.get(code), atHome, gateway, known }
}

export function aircraftTypes(codes: readonly string[]): AircraftType[] {
  return codes.map((code) => {
    const type = AIRCRAFT_TABLE.get(code)
    if (type === undefined) throw new Error(`a fleet has ${code}, which is not in the table of aircraft`)
    return type
  })
}

function identityOf({ iata_code, name, ticketPrefix }: NonNullable<ReturnType<Atlas['airline']>>) {
  const prefix = ticketPrefix ?? String(840 + (hashOf(iata_code) % 110))
  return { carrier: { iata_code, name }, prefix }
}

function largestFirst(airports: readonly AtlasAirport[]): AtlasAirport[] {
  return airports.toSorted((a, b) => b.size - a.size || hashOf(a.iata_code) - hashOf(b.iata_code))
}
