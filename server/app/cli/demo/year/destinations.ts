// Where clients of the sample agency travel, and what is sold for it.
import type { TripItemInput, TripItemKind } from '../../../../../contract/trips.ts'
import type { Random } from './random.ts'

export interface Destination {
  readonly title: string
  readonly city: string
  readonly airport: string
  readonly zone: string
  readonly nights: readonly [number, number]
  readonly isAbroad: boolean
  readonly airline: string
  readonly flightNumbers: readonly [out: string, back: string]
  /** By the clocks of the airports; `nextDay` if it arrives on the day after. */
  readonly out: readonly [departing: string, arriving: string, nextDay?: true]
  readonly back: readonly [departing: string, arriving: string, nextDay?: true]
  /** What a flight costs for one person in reais. */
  readonly fare: number
  readonly hotel: string
  readonly place: string
  /** The price of a night in its currency. */
  readonly night: number
  readonly currency?: 'USD' | 'EUR'
  readonly extras: readonly TripItemKind[]
  readonly tour: string
}

const RATES = { USD: 5.42, EUR: 6.31 } as const

const HOME_ZONE = 'America/Sao_Paulo'
const NORTH_EAST = 'America/Fortaleza'

export const LEISURE: readonly Destination[] = [
  {
    title: 'Férias em Fortaleza e Jericoacoara',
    city: 'Fortaleza',
    airport: 'FOR',
    zone: NORTH_EAST,
    nights: [5, 8],
    isAbroad: false,
    airline: 'LATAM',
    flightNumbers: ['LA 3356', 'LA 3491'],
    out: ['08:10', '11:35'],
    back: ['16:40', '20:15'],
    fare: 1_280,
    hotel: 'Pousada Vento Leste',
    place: 'Rua do Forró 80, Jericoacoara',
    night: 620,
    extras: ['transfer', 'tour', 'fee'],
    tour: 'Passeio de buggy à Lagoa do Paraíso',
  },
  {
    title: 'Praia do Forte em família',
    city: 'Salvador',
    airport: 'SSA',
    zone: 'America/Bahia',
    nights: [4, 7],
    isAbroad: false,
    airline: 'Azul',
    flightNumbers: ['AD 4012', 'AD 4063'],
    out: ['09:25', '11:50'],
    back: ['18:05', '20:40'],
    fare: 990,
    hotel: 'Resort Coqueirais',
    place: 'Avenida do Farol 1200, Mata de São João',
    night: 1_150,
    extras: ['transfer', 'insurance', 'fee'],
    tour: 'Visita ao Projeto Tamar',
  },
  {
    title: 'Serra gaúcha: Gramado e Canela',
    city: 'Porto Alegre',
    airport: 'POA',
    zone: HOME_ZONE,
    nights: [3, 5],
    isAbroad: false,
    airline: 'GOL',
    flightNumbers: ['G3 1208', 'G3 1231'],
    out: ['07:15', '08:55'],
    back: ['19:30', '21:10'],
    fare: 760,
    hotel: 'Hotel Vale das Hortênsias',
    place: 'Rua Coberta 45, Gramado',
    night: 780,
    extras: ['car', 'tour', 'fee'],
    tour: 'Maria Fumaça e vinícolas de Bento Gonçalves',
  },
  {
    title: 'Foz do Iguaçu',
    city: 'Foz do Iguaçu',
    airport: 'IGU',
    zone: HOME_ZONE,
    nights: [3, 4],
    isAbroad: false,
    airline: 'LATAM',
    flightNumbers: ['LA 3188', 'LA 3203'],
    out: ['10:20', '12:05'],
    back: ['17:15', '18:55'],
    fare: 690,
    hotel: 'Hotel das Quedas',
    place: 'Avenida das Cataratas 5600, Foz do Iguaçu',
    night: 540,
    extras: ['transfer', 'tour', 'service'],
    tour: 'Cataratas, lado brasileiro e argentino',
  },
  {
    title: 'Maceió e Maragogi',
    city: 'Maceió',
    airport: 'MCZ',
    zone: 'America/Maceio',
    nights: [5, 7],
    isAbroad: false,
    airline: 'GOL',
    flightNumbers: ['G3 1712', 'G3 1745'],
    out: ['11:05', '14:00'],
    back: ['14:50', '17:55'],
    fare: 1_150,
    hotel: 'Pousada Galés de Maragogi',
    place: 'Avenida Beira-Mar 310, Maragogi',
    night: 690,
    extras: ['car', 'tour', 'insurance', 'fee'],
    tour: 'Piscinas naturais de Maragogi',
  },
  {
    title: 'Lisboa e Porto',
    city: 'Lisboa',
    airport: 'LIS',
    zone: 'Europe/Lisbon',
    nights: [8, 11],
    isAbroad: true,
    airline: 'TAP',
    flightNumbers: ['TP 82', 'TP 81'],
    out: ['16:55', '06:10', true],
    back: ['10:05', '17:15'],
    fare: 4_350,
    hotel: 'Hotel Avenida da Liberdade',
    place: 'Avenida da Liberdade 12, Lisboa',
    night: 178,
    currency: 'EUR',
    extras: ['insurance', 'transfer', 'tour', 'fee'],
    tour: 'Sintra, Cascais e Cabo da Roca',
  },
  {
    title: 'Orlando com as crianças',
    city: 'Orlando',
    airport: 'MCO',
    zone: 'America/New_York',
    nights: [9, 12],
    isAbroad: true,
    airline: 'Azul',
    flightNumbers: ['AD 8706', 'AD 8707'],
    out: ['09:40', '17:20'],
    back: ['20:35', '06:05', true],
    fare: 3_980,
    hotel: 'Lakeside Family Suites',
    place: '8200 International Drive, Orlando',
    night: 164,
    currency: 'USD',
    extras: ['insurance', 'car', 'tour', 'service', 'fee'],
    tour: 'Ingressos de quatro dias para os parques',
  },
  {
    title: 'Buenos Aires a dois',
    city: 'Buenos Aires',
    airport: 'EZE',
    zone: 'America/Argentina/Buenos_Aires',
    nights: [4, 5],
    isAbroad: true,
    airline: 'Aerolíneas Argentinas',
    flightNumbers: ['AR 1241', 'AR 1242'],
    out: ['09:50', '12:45'],
    back: ['15:20', '18:00'],
    fare: 1_640,
    hotel: 'Hotel Recoleta Plaza',
    place: 'Avenida Alvear 1702, Buenos Aires',
    night: 138,
    currency: 'USD',
    extras: ['insurance', 'transfer', 'tour', 'fee'],
    tour: 'Jantar com show de tango',
  },
  {
    title: 'Santiago e o Vale do Maipo',
    city: 'Santiago',
    airport: 'SCL',
    zone: 'America/Santiago',
    nights: [5, 6],
    isAbroad: true,
    airline: 'LATAM',
    flightNumbers: ['LA 8024', 'LA 8025'],
    out: ['07:55', '11:10'],
    back: ['18:40', '23:35'],
    fare: 1_890,
    hotel: 'Hotel Cerro Lastarria',
    place: 'José Victorino Lastarria 220, Santiago',
    night: 146,
    currency: 'USD',
    extras: ['insurance', 'transfer', 'tour', 'fee'],
    tour: 'Valle Nevado, com roupas de frio',
  },
  {
    title: 'Paris e o vale do Loire',
    city: 'Paris',
    airport: 'CDG',
    zone: 'Europe/Paris',
    nights: [8, 10],
    isAbroad: true,
    airline: 'Air France',
    flightNumbers: ['AF 459', 'AF 454'],
    out: ['19:20', '11:15', true],
    back: ['23:30', '06:30', true],
    fare: 5_120,
    hotel: 'Hôtel Saint-Germain',
    place: '36 Rue Jacob, Paris',
    night: 236,
    currency: 'EUR',
    extras: ['insurance', 'car', 'tour', 'service', 'fee'],
    tour: 'Castelos de Chambord e Chenonceau',
  },
]

export const BUSINESS: readonly Destination[] = [
  {
    title: 'Reuniões em Brasília',
    city: 'Brasília',
    airport: 'BSB',
    zone: HOME_ZONE,
    nights: [1, 2],
    isAbroad: false,
    airline: 'GOL',
    flightNumbers: ['G3 1410', 'G3 1437'],
    out: ['06:40', '08:30'],
    back: ['19:10', '20:55'],
    fare: 980,
    hotel: 'Hotel Setor Norte',
    place: 'SHN Quadra 5, Brasília',
    night: 460,
    extras: ['fee'],
    tour: '',
  },
  {
    title: 'Feira no Rio de Janeiro',
    city: 'Rio de Janeiro',
    airport: 'GIG',
    zone: HOME_ZONE,
    nights: [2, 3],
    isAbroad: false,
    airline: 'LATAM',
    flightNumbers: ['LA 3402', 'LA 3417'],
    out: ['07:30', '08:40'],
    back: ['20:05', '21:15'],
    fare: 720,
    hotel: 'Hotel Porto Maravilha',
    place: 'Avenida Rodrigues Alves 200, Rio de Janeiro',
    night: 520,
    extras: ['transfer', 'fee'],
    tour: '',
  },
  {
    title: 'Congresso em Porto Alegre',
    city: 'Porto Alegre',
    airport: 'POA',
    zone: HOME_ZONE,
    nights: [2, 3],
    isAbroad: false,
    airline: 'Azul',
    flightNumbers: ['AD 2735', 'AD 2784'],
    out: ['08:05', '09:50'],
    back: ['18:20', '20:00'],
    fare: 890,
    hotel: 'Hotel Moinhos',
    place: 'Rua Padre Chagas 300, Porto Alegre',
    night: 430,
    extras: ['car', 'fee'],
    tour: '',
  },
  {
    title: 'Visita à fábrica em Curitiba',
    city: 'Curitiba',
    airport: 'CWB',
    zone: HOME_ZONE,
    nights: [1, 2],
    isAbroad: false,
    airline: 'GOL',
    flightNumbers: ['G3 1112', 'G3 1139'],
    out: ['07:00', '08:05'],
    back: ['19:45', '20:50'],
    fare: 640,
    hotel: 'Hotel Batel',
    place: 'Avenida do Batel 1230, Curitiba',
    night: 390,
    extras: ['car', 'fee'],
    tour: '',
  },
  {
    title: 'Treinamento em Recife',
    city: 'Recife',
    airport: 'REC',
    zone: 'America/Recife',
    nights: [2, 4],
    isAbroad: false,
    airline: 'LATAM',
    flightNumbers: ['LA 3270', 'LA 3305'],
    out: ['08:30', '11:40'],
    back: ['17:25', '20:50'],
    fare: 1_090,
    hotel: 'Hotel Boa Viagem Praia',
    place: 'Avenida Boa Viagem 4070, Recife',
    night: 410,
    extras: ['transfer', 'fee'],
    tour: '',
  },
]

/** Sold without flights of its own. */
export const CRUISE = {
  title: 'Cruzeiro pelo litoral, de Santos a Salvador',
  price: 3_890,
  nights: 7,
} as const
export const PACKAGE = { title: 'Pacote Porto Seguro, tudo incluído', price: 2_970, nights: 6 } as const

/** An item as it is planned; in reais once it is on a quote. */
export type Planned = TripItemInput & { readonly description: string; readonly price_amount: number }

const SUPPLIERS = [
  'Operadora Maresia',
  'Consolidadora Céu Azul',
  'Orion Turismo',
  'Terra Nova Receptivo',
] as const

const INSURANCE_PER_DAY = 24
const CAR_PER_DAY = 168
const TRANSFER = 140
const SERVICE = 180
const FEE = 150

export function planItems(
  destination: Destination,
  {
    start,
    nights,
    people,
    random,
  }: { start: Temporal.PlainDate; nights: number; people: number; random: Random },
): Planned[] {
  const { hotel, place, night, currency, city, airline, zone } = destination
  const end = start.add({ days: nights })
  const rate = currency === undefined ? {} : { currency, exchange_rate: RATES[currency] }
  const flight: Planned = {
    kind: 'flight',
    description: `Passagens São Paulo – ${city} – São Paulo`,
    supplier_name: 'Consolidadora Céu Azul',
    flight: { airline, segments: segmentsOf(destination, start, end) },
    ...priced(destination.fare * people * (0.9 + random.next() / 4), 0.09),
  }
  const rooms = Math.ceil(people / 3)
  const lodging: Planned = {
    kind: 'lodging',
    description: `${hotel}, ${nights} ${nights === 1 ? 'noite' : 'noites'}`,
    supplier_name: random.pick(SUPPLIERS),
    place,
    unit: people === 1 ? 'Quarto individual' : people === 2 ? 'Quarto duplo' : 'Quarto familiar',
    meal_plan: 'Café da manhã',
    starts_at: `${start}T15:00`,
    starts_zone: zone,
    ends_at: `${end}T11:00`,
    ends_zone: zone,
    ...rate,
    ...priced(night * nights * rooms, 0.16),
  }
  const extras = destination.extras.map((kind) =>
    planExtra(kind, { destination, start, nights, people, random }),
  )
  return [flight, lodging, ...extras]
}

interface Extra {
  readonly destination: Destination
  readonly start: Temporal.PlainDate
  readonly nights: number
  readonly people: number
  readonly random: Random
}

function planExtra(kind: TripItemKind, { destination, start, nights, people, random }: Extra): Planned {
  const { city, tour } = destination
  const end = start.add({ days: nights })
  const days = { starts_at: String(start), ends_at: String(end) }
  const supplier_name = random.pick(SUPPLIERS)
  switch (kind) {
    case 'insurance':
      return {
        kind,
        description: `Seguro viagem, ${people} ${people === 1 ? 'pessoa' : 'pessoas'}`,
        supplier_name: 'Seguradora Horizonte Azul',
        ...days,
        ...priced(INSURANCE_PER_DAY * people * (nights + 1), 0.32),
      }
    case 'car':
      return {
        kind,
        description: `Aluguel de carro ${inCity(city)}`,
        supplier_name: 'Locadora Estrada Real',
        unit: 'Hatch automático, quilometragem livre',
        ...days,
        ...priced(CAR_PER_DAY * nights, 0.14),
      }
    case 'transfer':
      return {
        kind,
        description: `Traslado do aeroporto ao hotel, ida e volta, ${inCity(city)}`,
        supplier_name,
        starts_at: String(start),
        ...priced(TRANSFER * people, 0.2),
      }
    case 'tour':
      return {
        kind,
        description: tour,
        supplier_name,
        starts_at: `${start.add({ days: 2 })}T08:30`,
        instructions: 'Encontro na recepção do hotel, com quinze minutos de antecedência.',
        ...priced(random.between(180, 420) * people, 0.22),
      }
    case 'service':
      return {
        kind,
        description: 'Roteiro personalizado e assistência em viagem',
        ...priced(SERVICE * people, 1),
      }
    default:
      return { kind: 'fee', description: 'Taxa de serviço da agência', ...priced(FEE, 1) }
  }
}

/** Of the things that are sold whole: a cruise and a package. */
export function planWhole(
  kind: 'cruise' | 'package',
  { start, people }: { start: Temporal.PlainDate; people: number },
): Planned[] {
  const { title, price, nights } = kind === 'cruise' ? CRUISE : PACKAGE
  const whole: Planned = {
    kind,
    description: title,
    supplier_name: kind === 'cruise' ? 'Navegadora Atlântico Sul' : 'Operadora Maresia',
    unit: kind === 'cruise' ? 'Cabine externa com varanda' : 'Quarto duplo, tudo incluído',
    starts_at: String(start),
    ends_at: String(start.add({ days: nights })),
    ...priced(price * people, 0.13),
  }
  return [whole, { kind: 'fee', description: 'Taxa de serviço da agência', ...priced(FEE, 1) }]
}

/** What foreign items cost in reais, as quotes show them. */
export function inReais({ currency, exchange_rate = 1, ...item }: Planned): Planned {
  if (currency === undefined) return item
  return {
    ...item,
    price_amount: cents(item.price_amount * exchange_rate),
    cost_amount: cents((item.cost_amount ?? 0) * exchange_rate),
  }
}

function segmentsOf(
  { airport, flightNumbers, out, back }: Destination,
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
) {
  const segment = (
    [origin, destination]: readonly [string, string],
    flight_number: string,
    day: Temporal.PlainDate,
    [departing, arriving, nextDay]: Destination['out'],
  ) => ({
    flight_number,
    origin,
    destination,
    departing_at: `${day}T${departing}`,
    arriving_at: `${nextDay ? day.add({ days: 1 }) : day}T${arriving}`,
  })
  return [
    segment(['GRU', airport], flightNumbers[0], start, out),
    segment([airport, 'GRU'], flightNumbers[1], end, back),
  ]
}

/** `margin` is the part of the price that the agency keeps. */
function priced(price: number, margin: number) {
  return { price_amount: cents(price), cost_amount: cents(price * (1 - margin)) }
}

const cents = (amount: number) => Math.round(amount * 100) / 100

/** Rio de Janeiro takes an article. */
function inCity(city: string): string {
  return city.startsWith('Rio ') ? `no ${city}` : `em ${city}`
}
