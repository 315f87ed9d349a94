// Corrections of wrong or outdated airport data, by hand. A test checks that each line still changes something.
import type { Airport } from './airports.ts'

/** Names without the word airport, uncommon names, and former names. */
const NAMES = `
  AJU Aracaju–Santa Maria International Airport
  BEL Belém–Val-de-Cans International Airport
  BPS Porto Seguro International Airport
  BSB Brasília International Airport
  BVB Boa Vista–Atlas Brasil Cantanhede International Airport
  CGB Cuiabá–Marechal Rondon International Airport
  CGH São Paulo–Congonhas Airport
  CKS Carajás Airport
  CNF Belo Horizonte–Confins International Airport
  CPV Campina Grande–Presidente João Suassuna Airport
  CWB Curitiba–Afonso Pena International Airport
  FLN Florianópolis–Hercílio Luz International Airport
  FOR Fortaleza–Pinto Martins International Airport
  GIG Rio de Janeiro–Galeão International Airport
  GVR Governador Valadares Airport
  GYN Goiânia–Santa Genoveva International Airport
  IGU Foz do Iguaçu–Cataratas International Airport
  IMP Imperatriz–Renato Moreira Airport
  IPN Ipatinga–Usiminas Airport
  JDO Juazeiro do Norte–Orlando Bezerra de Menezes Airport
  JOI Joinville–Lauro Carneiro de Loyola Airport
  JPA João Pessoa–Presidente Castro Pinto International Airport
  JPO Patos–Brigadeiro Firmino Ayres Airport
  LDB Londrina–Governador José Richa Airport
  MAO Manaus–Eduardo Gomes International Airport
  MCZ Maceió–Zumbi dos Palmares International Airport
  MEA Macaé–Benedito Lacerda Airport
  MGF Maringá–Sílvio Name Júnior Regional Airport
  MNX Manicoré Airport
  MOC Montes Claros–Mário Ribeiro Airport
  MVF Mossoró–Dix-Sept Rosado Airport
  NAT Natal–São Gonçalo do Amarante International Airport
  PHB Parnaíba International Airport
  PLU Belo Horizonte–Pampulha Airport
  PNZ Petrolina–Senador Nilo Coelho Airport
  POA Porto Alegre–Salgado Filho International Airport
  POO Poços de Caldas Airport
  PVH Porto Velho–Governador Jorge Teixeira de Oliveira International Airport
  RAO Ribeirão Preto–Leite Lopes Airport
  RBR Rio Branco–Plácido de Castro International Airport
  REC Recife–Guararapes International Airport
  RRJ Jacarepaguá–Roberto Marinho Airport
  SDU Rio de Janeiro–Santos Dumont Airport
  SFV Santa Fé do Sul Airport
  SJK São José dos Campos–Professor Urbano Ernesto Stumpf Airport
  SLZ São Luís–Marechal Cunha Machado International Airport
  SSA Salvador International Airport
  THE Teresina–Senador Petrônio Portella Airport
  UDI Uberlândia–César Bombonato Airport
  URG Uruguaiana–Rubem Berta International Airport
  VCP Campinas–Viracopos International Airport
  VDC Vitória da Conquista–Glauber Rocha Airport
  VIX Vitória–Eurico de Aguiar Salles Airport
  AEP Buenos Aires–Jorge Newbery Airfield
  ALB Albany International Airport
  ANC Ted Stevens Anchorage International Airport
  ANF Andrés Sabella Gálvez International Airport
  BGO Bergen Airport, Flesland
  BGY Milan Bergamo–Orio al Serio International Airport
  BOI Boise Airport
  BRC San Carlos de Bariloche Airport
  CAY Cayenne–Félix Eboué Airport
  CBB Jorge Wilstermann International Airport
  CLO Alfonso Bonilla Aragón International Airport
  DOH Hamad International Airport
  EZE Buenos Aires–Ezeiza International Airport
  GVA Geneva Airport
  HBE Borg El Arab International Airport
  HDY Hat Yai International Airport
  HND Tokyo Haneda International Airport
  ICT Wichita Dwight D. Eisenhower National Airport
  ITM Osaka Itami International Airport
  JMK Mykonos Airport
  KTR Tindal Airport
  KWJ Gwangju Airport
  LAS Harry Reid International Airport
  LGA LaGuardia Airport
  LIT Bill and Hillary Clinton National Airport
  LTN London Luton Airport
  MAR La Chinita International Airport
  MDZ Mendoza–El Plumerillo International Airport
  MKY Mackay Airport
  MSU Moshoeshoe I International Airport
  MUC Munich Airport
  NRT Tokyo Narita International Airport
  NSI Yaoundé Nsimalen International Airport
  OKC Will Rogers International Airport
  PEI Matecaña International Airport
  PLZ Chief Dawid Stuurman International Airport
  SAL El Salvador International Airport
  SOU Southampton Airport
  SWA Jieyang Chaoshan International Airport
  SYD Sydney Kingsford Smith International Airport
  TAO Qingdao Jiaodong International Airport
  TMS São Tomé International Airport
  TTT Taitung Airport
  USH Ushuaia–Malvinas Argentinas International Airport
  XPL Comayagua–Palmerola International Airport`

/** Districts, islands and countries in place of the city's name. */
const CITIES = `
  VCP Campinas; FEN Fernando de Noronha; JPR Ji-Paraná; GJM Guajará-Mirim; JJD Jericoacoara; RWS Sumaré
  JFK New York; LGA New York; EWR New York; SWF New York; BWI Baltimore; RDU Raleigh; CHS Charleston; LIH Lihue
  ONT Ontario; GUA Guatemala City; ANU Antigua; AUA Aruba; CUR Curaçao; POS Port of Spain; UVF Saint Lucia
  SLU Saint Lucia; BJX León; QRO Querétaro; BRC Bariloche; FRA Frankfurt; CGN Cologne; ZRH Zurich
  BSL Basel; MLH Mulhouse; SVQ Seville; PMI Palma de Mallorca; MAH Menorca; TFS Tenerife; TFN Tenerife; HER Heraklion
  SKG Thessaloniki; CHQ Chania; JTR Santorini; TER Terceira; BGY Bergamo; WMI Warsaw; BJV Bodrum; COV Adana
  TSR Timișoara; IAS Iași; SID Sal; BVC Boa Vista; BEN Benghazi; RUN Saint-Denis; MRU Mauritius; BAH Manama; AAN Al Ain
  SLL Salalah; ELQ Buraidah; BSR Basra; CKG Chongqing; FOC Fuzhou; JHG Xishuangbanna; UBN Ulaanbaatar; ULN Ulaanbaatar
  MFM Macao; LOP Lombok; LGK Langkawi; PEN Penang; CRK Clark; MLE Malé; KTI Phnom Penh; USM Koh Samui; DLI Da Lat
  HUI Hue; VCA Can Tho; MMY Miyakojima; CJU Jeju; XPL Comayagua; EFL Kefalonia; GNB Grenoble; PMF Parma
  PSM Portsmouth; TTN Trenton; FLG Flagstaff; PAE Everett; SCK Stockton; YXX Abbotsford; YKF Kitchener; YHM Hamilton
  VBS Brescia; AGB Augsburg; ZQW Zweibrücken; SWA Jieyang`

/** Closed, moved to another code, or duplicated airports; heliports are recognised by name. */
const LEFT_OUT = `
  SXF THF TXL NAY ISL EAP DIA KIV TSE ALY CAS REP RYG ETH SDV VDA NHA MES HEX PID SIA SZO ZGC HHA SDA NSF NWU NAX HIK
  LRN INR ISN TXG JAZ KUZ DEJ SHP CSJ GEI SXC CIB PII RKC XSM ENQ YXD YKZ ADA MHP GSE MZM RBH WSJ PFN PKR WDY FTL TPO
  PUM NET PPO OBM MUV NGZ`

/** Former codes of airports that the data still has. */
export const RENAMED: ReadonlyMap<string, string> = new Map([['FRU', 'BSZ']])

export type Correction = Partial<Omit<Airport, 'code' | 'cityCode'>>

const OTHERS: Readonly<Record<string, Correction>> = {
  SLZ: { zone: 'America/Fortaleza' },
  // West of the line from Tabatinga to Porto Acre the offset is UTC-5.
  TBT: { zone: 'America/Eirunepe' },
  // The data places it in Mato Grosso do Sul.
  PPY: { latitude: -22.2892, longitude: -45.9191 },
  // One airport on French ground, with a Swiss and a French side.
  BSL: { countryCode: 'CH', zone: 'Europe/Zurich' },
  HBE: { latitude: 30.9177, longitude: 29.6964 },
}

/** Airports missing in the data. */
export const ADDED: Readonly<Record<string, Omit<Airport, 'code' | 'cityCode'>>> = {
  OVD: {
    name: 'Asturias Airport',
    cityName: 'Oviedo',
    countryCode: 'ES',
    zone: 'Europe/Madrid',
    latitude: 43.5636,
    longitude: -6.0346,
    size: 2,
  },
}

export const CORRECTIONS: ReadonlyMap<string, Correction> = readCorrections()
export const CLOSED: ReadonlySet<string> = new Set(LEFT_OUT.trim().split(/\s+/))

function readCorrections(): Map<string, Correction> {
  const corrections = new Map<string, Correction>(Object.entries(OTHERS))
  const add = (line: string, field: 'name' | 'cityName') => {
    const [code, text] = [line.trim().slice(0, 3), line.trim().slice(4)]
    corrections.set(code, { ...corrections.get(code), [field]: text })
  }
  for (const line of NAMES.trim().split('\n')) add(line, 'name')
  for (const line of CITIES.trim().split(/[;\n]/)) add(line, 'cityName')
  return corrections
}
