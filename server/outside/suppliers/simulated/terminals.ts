// Terminals of large airports, by hand: the usual one of domestic and of international flights, and of airlines that
// use another. They change; nobody should miss a flight over a simulation.

interface Terminals {
  readonly domestic: string
  readonly abroad: string
  readonly airlines: Readonly<Record<string, string>>
}

// Airport, domestic, international, then airline:terminal.
const ROWS = `
  GRU 2 3 AD:1 AV:2 CM:2 AR:2
  CGH 1 1
  VCP 1 1
  GIG 2 2
  SDU 1 1
  BSB 1 1
  CNF 1 1
  REC 1 1
  SSA 1 1
  FOR 1 1
  POA 1 1
  CWB 1 1
  FLN 1 1
  MAO 1 1
  BEL 1 1
  NAT 1 1
  EZE C A AR:A LA:A
  AEP 1 1
  SCL 1 2
  LIM 1 1
  BOG 2 1 AV:1
  PTY 2 2 CM:2
  MEX 1 1 AM:2 DL:2
  CUN 2 4 AA:3 UA:3 DL:3
  MIA N J AA:D LA:J G3:E BA:E TP:E
  JFK 4 4 AA:8 BA:8 IB:8 B6:5 DL:4 AF:1 LH:1 LA:4 EK:4
  LGA B B DL:C AA:B UA:B
  EWR A B UA:C
  LAX 4 B AA:4 DL:3 UA:7 AS:6 WN:1 B6:5
  SFO 1 I UA:3 AA:1 DL:1 AS:1
  ORD 1 5 UA:1 AA:3 DL:5
  ATL S I DL:S
  DFW A D AA:A
  IAH A D UA:C
  BOS B E DL:A B6:C AA:B
  MCO A C B6:C
  IAD A A UA:C
  SEA A S
  YYZ 3 3 AC:1 UA:1 LH:1
  YVR M M
  YUL 1 1
  LHR 5 3 BA:5 IB:5 VS:3 DL:3 AF:4 KL:4 LH:2 TP:2 UA:2 AC:2 QR:4 EK:3 AA:5
  LGW S S U2:N BA:S TP:S
  LCY 1 1
  LTN 1 1
  STN 1 1
  SEN 1 1
  MAN 3 2 U2:1 VS:2 LH:1
  CDG 2F 2E AF:2E U2:2B BA:2B LH:1 AA:2A DL:2E LA:2E EK:2C
  ORY 2 4 TP:1 VY:1 AF:3
  FRA 1 2 LH:1 LA:1 TP:1 UA:1 AA:2 BA:2
  MUC 2 1 LH:2 TP:2
  AMS 1 1
  MAD 4 4S IB:4S UX:1 LA:4S AA:4S BA:4S TP:2
  BCN 1 1 U2:2
  LIS 1 1 U2:2 FR:2
  OPO 1 1
  FCO 1 3 AZ:1
  MXP 1 1 U2:2
  LIN 1 1
  ZRH 1 1
  GVA 1 1
  VIE 3 3
  BRU 1 1
  CPH 2 3
  ARN 4 5
  OSL 1 1
  HEL 2 2
  DUB 1 1 EI:2 AA:2 DL:2
  ATH 1 1
  IST 1 1
  WAW 1 1
  PRG 1 1
  BUD 2A 2B
  SVO B C SU:C
  TLV 1 3
  DXB 3 1 EK:3
  AUH A A
  DOH 1 1
  JED 1 1
  RUH 5 4
  CAI 3 2 MS:3
  CMN 1 1
  ADD 1 2
  NBO 1D 1A
  JNB B A
  CPT 1 1
  DEL 1 3 AI:3
  BOM 1 2 AI:2
  SIN 3 3 SQ:3 TR:1
  BKK 1 1
  KUL 1 1 AK:2
  CGK 3 3
  HKG 1 1
  TPE 2 1 CI:1 BR:2
  HND 2 3 JL:1 NH:2
  NRT 1 1 JL:2 NH:1
  KIX 1 1
  ICN 1 1 KE:2 DL:2 AF:2
  GMP D I
  PEK 2 3 CA:3
  PVG 1 2 MU:1
  CAN 2 2
  SYD 3 1 VA:2 JQ:2
  MEL 1 2 VA:3 JQ:4
  AKL D I
  PER 4 1`

const TABLE: ReadonlyMap<string, Terminals> = new Map(
  ROWS.trim()
    .split('\n')
    .map((line) => {
      const [airport = '', domestic = '', abroad = '', ...rest] = line.trim().split(' ')
      return [
        airport,
        { domestic, abroad, airlines: Object.fromEntries(rest.map((pair) => pair.split(':'))) },
      ]
    }),
)

/** null where it is not known. */
export function terminalOf(airport: string, airline: string, isDomestic: boolean): string | null {
  const terminals = TABLE.get(airport)
  if (terminals === undefined) return null
  return terminals.airlines[airline] ?? (isDomestic ? terminals.domestic : terminals.abroad)
}
