// The airlines whose networks are written down by hand: where they are at home, their hubs and what they fly. All
// others are made up from the reference data, see airlines.ts.

export interface AirlineRow {
  readonly code: string
  readonly homes: readonly string[]
  readonly hubs: readonly string[]
  /** Codes of aircraft. */
  readonly fleet: readonly string[]
}

// Fleets by name; a carrier's aircraft for a flight is chosen by distance.
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
