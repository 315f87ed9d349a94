// What Brazilians call airports. Most follow a rule: "X International Airport" is "Aeroporto Internacional de X" where
// X begins with its city, and "Aeroporto Internacional X" where it is the name of a person. The others are listed.

/** Those that are called otherwise than the rule says, by hand. */
const NAMES = `
  GRU Aeroporto Internacional de Guarulhos
  CGH Aeroporto de Congonhas
  VCP Aeroporto Internacional de Viracopos
  GIG Aeroporto Internacional do Galeão
  SDU Aeroporto Santos Dumont
  CNF Aeroporto Internacional de Confins
  PLU Aeroporto da Pampulha
  IOS Aeroporto de Ilhéus–Jorge Amado
  AEP Aeroparque Jorge Newbery
  EZE Aeroporto Internacional de Ezeiza
  LPA Aeroporto da Grã-Canária
  MAD Aeroporto Adolfo Suárez Madri–Barajas
  LIS Aeroporto Humberto Delgado
  OVD Aeroporto das Astúrias
  OPO Aeroporto Francisco Sá Carneiro
  FNC Aeroporto da Madeira
  LHR Aeroporto de Londres-Heathrow
  LGW Aeroporto de Londres-Gatwick
  LTN Aeroporto de Londres-Luton
  STN Aeroporto de Londres-Stansted
  CDG Aeroporto de Paris-Charles de Gaulle
  ORY Aeroporto de Paris-Orly
  MXP Aeroporto de Milão-Malpensa
  LIN Aeroporto de Milão-Linate
  BGY Aeroporto de Bérgamo–Orio al Serio
  AMS Aeroporto de Amsterdã-Schiphol
  ATL Aeroporto Internacional Hartsfield-Jackson de Atlanta
  DCA Aeroporto Nacional Ronald Reagan
  IAD Aeroporto Internacional de Washington-Dulles
  MSY Aeroporto Internacional Louis Armstrong de Nova Orleans
  EWR Aeroporto Internacional de Newark
  KEF Aeroporto Internacional de Keflavík
  ICN Aeroporto Internacional de Incheon
  GMP Aeroporto Internacional de Gimpo
  KIX Aeroporto Internacional de Kansai
  PTY Aeroporto Internacional de Tocumen
  MNL Aeroporto Internacional Ninoy Aquino
  HBE Aeroporto Internacional de Borg El Arab
  IPC Aeroporto Internacional de Mataveri
  SVO Aeroporto Internacional de Sheremetievo
  DME Aeroporto Internacional de Domodedovo
  VKO Aeroporto Internacional de Vnukovo
  LED Aeroporto de Pulkovo
  TPE Aeroporto Internacional de Taoyuan
  OKA Aeroporto de Naha
  CTS Aeroporto de Nova Chitose
  KWI Aeroporto Internacional do Kuwait
  KRK Aeroporto Internacional João Paulo II
  TER Aeroporto das Lajes
  BSL EuroAeroporto de Basileia–Mulhouse–Friburgo
  MLH EuroAeroporto de Basileia–Mulhouse–Friburgo
  DTW Aeroporto Metropolitano de Detroit
  PRN Aeroporto Internacional de Pristina
  TIA Aeroporto Internacional de Tirana
  CEB Aeroporto Internacional de Mactan–Cebu`

export const AIRPORT_EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  NAMES.trim()
    .split('\n')
    .map((line) => [line.trim().slice(0, 3), line.trim().slice(4)]),
)

/** What stands after the name in English, and before it in Portuguese; the longest first. */
const KINDS: readonly (readonly [english: string, portuguese: string])[] = [
  ['International Airport', 'Aeroporto Internacional'],
  ['Intercontinental Airport', 'Aeroporto Intercontinental'],
  ['Regional Airport', 'Aeroporto Regional'],
  ['Municipal Airport', 'Aeroporto Municipal'],
  ['National Airport', 'Aeroporto Nacional'],
  ['Airport', 'Aeroporto'],
  ['Airfield', 'Aeródromo'],
  ['Air Force Base', 'Base Aérea'],
  ['Air Base', 'Base Aérea'],
]

/** Cities that are said with an article. */
const ARTICLES: readonly (readonly [start: string, preposition: string])[] = [
  ['Rio de Janeiro', 'do'],
  ['Recife', 'do'],
  ['Cairo', 'do'],
  ['Cidade ', 'da'],
  ['Ilha ', 'da'],
  ['Ilhas ', 'das'],
]

export interface CityNames {
  english: string
  portuguese: string
}

/** `cities`: what its city, and the area it belongs to, are called. */
export function airportByRule(name: string, cities: readonly CityNames[]): string {
  // Bergen Airport, Flesland
  const [whole = '', ...more] = name.split(', ')
  const kind = KINDS.find(([english]) => whole.endsWith(` ${english}`))
  if (kind === undefined) return name
  const [english, portuguese] = kind
  const proper = whole.slice(0, -english.length - 1)
  const city = cities.find((one) => startsWithWord(proper, one.english))
  const named =
    city === undefined ? proper : withPreposition(city.portuguese + proper.slice(city.english.length))
  return [`${portuguese} ${named}`, ...more].join(', ')
}

function startsWithWord(text: string, start: string): boolean {
  return text.startsWith(start) && !/^[\p{Letter}\p{Number}]/u.test(text.slice(start.length))
}

function withPreposition(name: string): string {
  const article = ARTICLES.find(([start]) =>
    start.endsWith(' ') ? name.startsWith(start) : startsWithWord(name, start),
  )
  return `${article?.[1] ?? 'de'} ${name}`
}
