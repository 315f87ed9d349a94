// What Brazilians call the cities whose name in the data is another: Londres, Nova York. By hand, from general
// knowledge and the usage of Brazilian newspapers; a test shows that each line still names a place of the data.

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

/** By country and name of the city, as the data has them: `GB London`. There is a London in Canada too. */
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
