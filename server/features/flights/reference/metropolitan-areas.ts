// Cities with an IATA code of their own, by hand, and their airports with scheduled flights, the main one first. Names
// alone would merge Portland in Oregon with Portland in Maine.

const AREAS = `
  SAO BR São Paulo: GRU CGH VCP
  RIO BR Rio de Janeiro: GIG SDU
  BHZ BR Belo Horizonte: CNF PLU
  JDF BR Juiz de Fora: IZA JDF
  BUE AR Buenos Aires: EZE AEP
  MDE CO Medellín: MDE EOH
  SRZ BO Santa Cruz de la Sierra: VVI SRZ
  PBM SR Paramaribo: PBM ORG
  PTY PA Panama City: PTY PAC
  BZE BZ Belize City: BZE TZA
  MEX MX Mexico City: MEX NLU TLC
  SDQ DO Santo Domingo: SDQ JBQ
  SJU PR San Juan: SJU SIG
  SLU LC Saint Lucia: UVF SLU
  KIN JM Kingston: KIN KTP
  DOM DM Dominica: DOM DCF
  NYC US New York: JFK EWR LGA
  WAS US Washington: IAD DCA BWI
  CHI US Chicago: ORD MDW RFD
  HOU US Houston: IAH HOU
  DFW US Dallas: DFW DAL
  DTT US Detroit: DTW
  ORL US Orlando: MCO SFB
  PHX US Phoenix: PHX AZA
  TPA US Tampa: TPA PIE
  MKC US Kansas City: MCI
  SAC US Sacramento: SMF
  FMY US Fort Myers: RSW
  CMH US Columbus: CMH LCK
  SAN US San Diego: SAN CLD
  FYV US Fayetteville: XNA
  HAR US Harrisburg: MDT
  CSL US San Luis Obispo: SBP
  PFN US Panama City: ECP
  SSI US Brunswick: BQK
  ILE US Killeen: GRK
  UBS US Columbus: GTR
  AUW US Wausau: CWA
  YTO CA Toronto: YYZ YTZ YHM
  YMQ CA Montréal: YUL YHU
  YEA CA Edmonton: YEG
  LON GB London: LHR LGW STN LTN LCY SEN
  BFS GB Belfast: BFS BHD
  GLA GB Glasgow: GLA PIK
  NQT GB Nottingham: EMA
  SDZ GB Shetland Islands: LSI LWK
  PAR FR Paris: CDG ORY BVA
  EAP CH Basel–Mulhouse: BSL MLH
  ROM IT Rome: FCO CIA
  MIL IT Milan: MXP LIN BGY
  VCE IT Venice: VCE TSF
  TCI ES Tenerife: TFS TFN
  BRU BE Brussels: BRU CRL
  DUS DE Düsseldorf: DUS NRN
  OSL NO Oslo: OSL TRF
  STO SE Stockholm: ARN BMA NYO VST
  MMA SE Malmö: MMX
  REK IS Reykjavík: KEF RKV
  WAW PL Warsaw: WAW WMI
  BUH RO Bucharest: OTP BBU
  IEV UA Kyiv: KBP IEV
  MOW RU Moscow: SVO VKO DME ZIA
  IST TR Istanbul: IST SAW
  ANK TR Ankara: ESB
  IZM TR İzmir: ADB
  BAK AZ Baku: GYD
  ETH IL Eilat: ETM
  THR IR Tehran: IKA THR
  DXB AE Dubai: DXB DWC
  CAS MA Casablanca: CMN
  ALY EG Alexandria: HBE
  TIP LY Tripoli: MJI TIP
  DKR SN Dakar: DSS
  MLW LR Monrovia: ROB MLW
  YAO CM Yaoundé: NSI
  LAD AO Luanda: NBJ LAD
  JNB ZA Johannesburg: JNB HLA
  NLP ZA Mbombela: MQP
  NBO KE Nairobi: NBO WIL
  YVA KM Moroni: HAH
  FRU KG Bishkek: BSZ
  BOM IN Mumbai: BOM NMI
  BKK TH Bangkok: BKK DMK
  KUL MY Kuala Lumpur: KUL SZB
  NHA VN Nha Trang: CXR
  JKT ID Jakarta: CGK HLP
  MES ID Medan: KNO
  JOG ID Yogyakarta: YIA JOG
  BJS CN Beijing: PEK PKX
  SHA CN Shanghai: PVG SHA
  CTU CN Chengdu: TFU CTU
  SIA CN Xi’an: XIY
  TPE TW Taipei: TPE TSA
  SEL KR Seoul: ICN GMP
  TYO JP Tokyo: HND NRT
  OSA JP Osaka: KIX ITM UKB
  NGO JP Nagoya: NGO NKM
  SPK JP Sapporo: CTS OKD
  ULN MN Ulaanbaatar: UBN
  SYD AU Sydney: SYD WSI
  MEL AU Melbourne: MEL AVV
  NOU NC Nouméa: NOU GEA`

export interface MetropolitanArea {
  code: string
  name: string
  countryCode: string
  /** The main one first. */
  airportCodes: readonly string[]
}

export const METROPOLITAN_AREAS: readonly MetropolitanArea[] = AREAS.trim().split('\n').map(areaOf)

function areaOf(line: string): MetropolitanArea {
  const [head = '', airports = ''] = line.trim().split(': ')
  return {
    code: head.slice(0, 3),
    countryCode: head.slice(4, 6),
    name: head.slice(7),
    airportCodes: airports.split(' '),
  }
}
