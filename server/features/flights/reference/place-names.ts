// Names of places for the reader: English as in the data, Portuguese as used in Brazil.
import type { NamedPlace, Slice } from '../../../../contract/flights.ts'
import { type Airport, findPlace } from './airports.ts'
import type { Language } from './geography.ts'

// Most airports follow a rule: "X International Airport" is "Aeroporto Internacional de X" if X begins with its city,
// and "Aeroporto Internacional X" if X is a person. The others are listed.

/** Exceptions from the rule, by hand. */
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

/** After the name in English, and before it in Portuguese; the longest first. */
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

/** Cities with an article. */
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

/** `cities`: names of its city and of the area it belongs to. */
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

/**
 * Portuguese names of cities that differ from the data, by hand: Londres, Nova York. A test checks that each line names
 * a place of the data.
 */
const CITIES = `
  AF: Kabul=Cabul
  AG: Antigua=Antígua
  AM: Yerevan=Ierevan
  AT: Vienna=Viena, Salzburg=Salzburgo
  AU: Canberra=Camberra
  BD: Dhaka=Daca
  BE: Brussels=Bruxelas, Antwerp=Antuérpia
  BG: Sofia=Sófia
  BM: Bermuda=Bermudas
  BZ: Belize City=Cidade de Belize
  CA: Montréal=Montreal, Québec=Quebec
  CH: Basel=Basileia, Basel–Mulhouse=Basileia–Mulhouse, Geneva=Genebra, Zurich=Zurique
  CL: Easter Island=Ilha de Páscoa
  CM: Yaoundé=Iaundé
  CN: Nanjing=Nanquim, Beijing=Pequim, Shanghai=Xangai, Guangzhou=Cantão
  CO: Cartagena=Cartagena das Índias
  CV: Sal=Ilha do Sal
  CZ: Prague=Praga
  DE: Berlin=Berlim, Cologne=Colônia, Hamburg=Hamburgo, Munich=Munique
  DE: Nuremberg=Nurembergue, Frankfurt am Main=Frankfurt
  DJ: Djibouti=Djibuti
  DK: Copenhagen=Copenhague
  DZ: Algiers=Argel, Oran=Orã
  EG: Aswān=Assuã
  ES: Madrid=Madri, Seville=Sevilha, Palma de Mallorca=Palma de Maiorca, Menorca=Minorca
  ES: Las Palmas de Gran Canaria=Las Palmas, Zaragoza=Saragoça, Valencia=Valência
  ET: Addis Ababa=Adis Abeba
  FI: Helsinki=Helsinque
  FO: Faroe Islands=Ilhas Faroé
  FR: Marseille=Marselha, Strasbourg=Estrasburgo
  GB: London=Londres, Edinburgh=Edimburgo, Shetland Islands=Ilhas Shetland
  GF: Cayenne=Caiena
  GR: Athens=Atenas, Thessaloniki=Tessalônica, Rhodes=Rodes, Kefalonia=Cefalônia
  GN: Conakry=Conacri
  GT: Guatemala City=Cidade da Guatemala
  HT: Port-au-Prince=Porto Príncipe
  HU: Budapest=Budapeste
  ID: Jakarta=Jacarta
  IN: Delhi=Nova Délhi, Bengaluru=Bangalore, Kolkata=Calcutá
  IQ: Baghdad=Bagdá
  IR: Tehran=Teerã, Isfahan=Isfahã
  IS: Reykjavík=Reykjavik
  IT: Rome=Roma, Milan=Milão, Venice=Veneza, Florence=Florença, Naples=Nápoles, Turin=Turim, Genoa=Gênova
  IT: Bologna=Bolonha, Bergamo=Bérgamo, Perugia=Perúgia
  JO: Amman=Amã
  JP: Tokyo=Tóquio
  KE: Nairobi=Nairóbi, Mombasa=Mombaça
  KR: Seoul=Seul
  KW: Kuwait City=Cidade do Kuwait
  LB: Beirut=Beirute
  LC: Saint Lucia=Santa Lúcia
  LU: Luxembourg=Luxemburgo
  LY: Tripoli=Trípoli
  MA: Marrakesh=Marrakech, Tangier=Tânger, Fes=Fez
  MN: Ulaanbaatar=Ulan Bator
  MO: Macao=Macau
  MT: Valletta=Valeta
  MU: Mauritius=Ilhas Maurício
  MX: Mexico City=Cidade do México
  NL: Amsterdam=Amsterdã, Rotterdam=Roterdã
  NP: Kathmandu=Katmandu
  OM: Muscat=Mascate
  PA: Panama City=Cidade do Panamá
  PH: Cebu City=Cebu
  PL: Warsaw=Varsóvia, Kraków=Cracóvia
  PT: Lisbon=Lisboa, Terceira=Ilha Terceira
  PY: Asunción=Assunção
  RO: Bucharest=Bucareste
  RS: Belgrade=Belgrado
  RU: Moscow=Moscou, Sochi=Sóchi, Saint Petersburg=São Petersburgo, Yekaterinburg=Ecaterimburgo
  SA: Riyadh=Riade, Jeddah=Jidá, Madinah=Medina
  SD: Khartoum=Cartum
  SE: Stockholm=Estocolmo, Gothenburg=Gotemburgo
  SG: Singapore=Singapura
  SI: Ljubljana=Liubliana
  SN: Dakar=Dacar
  SO: Mogadishu=Mogadíscio
  SY: Damascus=Damasco, Aleppo=Alepo
  TH: Bangkok=Bangcoc
  TN: Tunis=Túnis, Djerba Island=Djerba
  TR: Istanbul=Istambul, Ankara=Ancara, İzmir=Izmir
  TT: Port of Spain=Porto de Espanha
  TW: Taipei=Taipé
  UA: Kyiv=Kiev, Odesa=Odessa
  US: New York=Nova York, Philadelphia=Filadélfia, New Orleans=Nova Orleans
  UY: Montevideo=Montevidéu
  UZ: Samarkand=Samarcanda
  VN: Hanoi=Hanói, Ho Chi Minh City=Cidade de Ho Chi Minh
  ZA: Cape Town=Cidade do Cabo, Johannesburg=Joanesburgo
  ZW: Victoria Falls=Cataratas de Vitória`

/** By country and name, as in the data: `GB London`. Canada has a London too. */
export const PORTUGUESE_CITIES: ReadonlyMap<string, string> = new Map(
  CITIES.trim().split('\n').flatMap(citiesOfLine),
)

function citiesOfLine(line: string): [key: string, name: string][] {
  const [country = '', cities = ''] = line.trim().split(': ')
  return cities.split(', ').map((pair) => {
    const [english = '', portuguese = ''] = pair.split('=')
    return [`${country} ${english}`, portuguese]
  })
}

type Named = Pick<Airport, 'cityName' | 'countryCode'>

export function cityNameOf({ cityName, countryCode }: Named, language: Language): string {
  if (language === 'en') return cityName
  return PORTUGUESE_CITIES.get(`${countryCode} ${cityName}`) ?? cityName
}

export function airportNameOf(airport: Airport, language: Language): string {
  if (language === 'en') return airport.name
  return AIRPORT_EXCEPTIONS.get(airport.code) ?? airportByRule(airport.name, citiesAround(airport))
}

/** The city of a code in the reader's language; otherwise the carrier's name. */
export function cityNamed(code: string, given: string | null, language: Language): string | null {
  const place = findPlace(code)
  if (place === undefined || (given !== null && language === 'en')) return given
  const name = cityNameOf(place, language)
  const isOurs = given === null || name !== place.cityName || place.countryCode === 'BR'
  return isOurs ? name : given
}

/** A city written by one of its names; any other text stays as it is. */
export function cityWritten(code: string, written: string | null, language: Language): string | null {
  const place = findPlace(code)
  const names = place === undefined ? [] : [place.cityName, cityNameOf(place, 'pt-BR')]
  return place !== undefined && names.includes(written ?? '') ? cityNameOf(place, language) : written
}

/** The airport of a code in the reader's language; otherwise the carrier's name. */
export function airportNamed(code: string, given: string, language: Language): string {
  const place = findPlace(code)
  const airport = place?.airports.find((one) => one.code === code)
  return airport === undefined || language === 'en' ? given : airportNameOf(airport, language)
}

/** The places of these slices by their Portuguese names; the slices hold the English ones. */
export function placesIn(slices: readonly Slice[], language: Language): { places?: NamedPlace[] } {
  if (language === 'en') return {}
  const places = new Map<string, NamedPlace>()
  const add = (code: string, name: string, city: string | null) => {
    if (places.has(code)) return
    const city_name = cityNamed(code, city, language) ?? name
    places.set(code, { iata_code: code, name: airportNamed(code, name, language), city_name })
  }
  for (const { origin, destination, segments } of slices) {
    for (const { iata_code, name, city_name } of [origin, destination]) add(iata_code, name, city_name)
    for (const segment of segments)
      for (const { iata_code, name } of [segment.origin, segment.destination]) add(iata_code, name, null)
  }
  return { places: [...places.values()] }
}

/** Its own city, and the metropolitan area. */
function citiesAround(airport: Airport): CityNames[] {
  const area = findPlace(airport.cityCode)
  return [airport, ...(area === undefined ? [] : [area])].map((place) => ({
    english: place.cityName,
    portuguese: cityNameOf(place, 'pt-BR'),
  }))
}

/** Further names that Brazilians type: older spellings, and resorts near the airport. */
const NAMES_BY_CODE = `
  NYC Nova Iorque; SFO São Francisco; LYS Lião; BOD Bordéus; FNC Madeira; PDL Açores; PMI Maiorca; BIO Bilbau
  EAP Basileia; SKG Salônica; IZM Esmirna; TLV Telavive, Jerusalém; HRG Hurgada; RAK Marraquexe; ABJ Abidjã
  MRU Maurício; SEZ Seicheles; DEL Nova Déli; BOM Bombaim; MLE Maldivas; BKK Bancoque, Banguecoque; SGN Saigon
  DPS Bali; OSA Quioto, Kyoto; SYD Sidney; PPT Taiti, Tahiti; BPS Arraial d'Ajuda, Trancoso
  NVT Balneário Camboriú, Itajaí; JJD Jijoca; IOS Itacaré; MCZ Maragogi`

/** By IATA code of a city or an airport. */
export const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  NAMES_BY_CODE.trim()
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, 3), entry.slice(4).split(', ')]),
)

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n' },
}

/** Folds text for comparison: lower-case ASCII words with one space between; empty if there is no letter or digit. */
export function plainWords(text: string): string {
  const lower = text.toLowerCase()
  const ascii = /[^ -~]/.test(lower) ? withoutAccents(lower) : lower
  return ascii
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function withoutAccents(lower: string): string {
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f’‘ʻʼ´]/g, '')
    .replace(/[ßæœøđðþłıħŋ]/g, (letter) => LETTERS[letter]!)
}
