// The words of trips for their travellers: the page, the itinerary, the voucher and the calendar.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TripItemKind } from '../../../contract/trips.ts'

type Ends = Readonly<Record<'begin' | 'end', string>>

const WEEKDAYS_PT = [
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
]
const MONTHS_PT = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
]

const TRIP_PT = {
  /** "domingo, 20 de dezembro": the year stands above the days. */
  day: ({ dayOfWeek, day, month }: Temporal.PlainDate) =>
    `${WEEKDAYS_PT[dayOfWeek - 1]}, ${day === 1 ? '1º' : day} de ${MONTHS_PT[month - 1]}`,
  period: (from: string, to: string) => `${from} a ${to}`,
  travellers: 'Passageiros',
  localTimes: 'Os horários são os locais de cada lugar.',
  placeTime: 'Horário local',
  empty: 'O itinerário ainda está sendo preparado.',
  undated: 'Sem data marcada',
  trip: 'Viagem',
  kinds: {
    flight: 'Voo',
    lodging: 'Hospedagem',
    package: 'Pacote',
    insurance: 'Seguro viagem',
    car: 'Locação de carro',
    transfer: 'Transfer',
    cruise: 'Cruzeiro',
    tour: 'Passeio',
    service: 'Serviço',
    fee: 'Taxa de serviço',
  } satisfies Record<TripItemKind, string>,
  /** Of what lasts for days. */
  ends: {
    lodging: { begin: 'Check-in', end: 'Check-out' },
    car: { begin: 'Retirada', end: 'Devolução' },
    cruise: { begin: 'Embarque', end: 'Desembarque' },
    insurance: { begin: 'Início da vigência', end: 'Fim da vigência' },
    package: { begin: 'Início', end: 'Fim' },
  } satisfies Partial<Record<TripItemKind, Ends>>,
  units: { lodging: 'Acomodação', car: 'Veículo', transfer: 'Veículo', cruise: 'Cabine' } as Partial<
    Record<TripItemKind, string>
  >,
  unit: 'Categoria',
  locators: { flight: 'Localizador', insurance: 'Apólice' } as Partial<Record<TripItemKind, string>>,
  locator: 'Confirmação',
  airline: 'Companhia aérea',
  supplier: 'Fornecedor',
  phone: 'Telefone',
  place: 'Local',
  meals: 'Refeições',
  date: 'Data',
  dates: 'Período',
  until: (time: string) => `até ${time}`,
  guests: (kind: TripItemKind): string => (kind === 'lodging' ? 'Hóspedes' : 'Passageiros'),
  instructions: 'Instruções',
  later: (days: number) => (days === 1 ? '+1 dia' : `+${days} dias`),
  states: { confirmed: null, quoted: 'Ainda não confirmado', cancelled: 'Cancelado' },
  cancelledText: 'Este serviço foi cancelado.',
  changed: 'A companhia aérea alterou este voo',
  before: 'Antes',
  after: 'Agora',
  nothingAfter: 'sem voo no lugar; fale com a agência',
  files: 'Arquivos',
  voucherPdf: 'Voucher em PDF',
  itineraryPdf: 'Itinerário em PDF',
  addToCalendar: 'Adicionar à agenda',
  addAllToCalendar: 'Adicionar tudo à agenda',
  ask: 'Falar por WhatsApp',
  askText: (title: string) => `Olá! Tenho uma dúvida sobre a viagem "${title}".`,
  offline: (moment: string) => `Sem internet: esta é a versão salva no seu aparelho, de ${moment}.`,
  terms: {
    title: 'Termos da viagem',
    asked: 'Leia e aceite os termos da viagem',
    read: 'Ler os termos',
    name: 'Seu nome completo',
    accept: 'Li e aceito os termos',
    evidence: (agency: string) =>
      `${agency} guarda o texto aceito, a data, o nome e o endereço IP de onde você aceitou.`,
    accepted: (name: string, moment: string) => `Aceitos por ${name} em ${moment}.`,
    unnamed: 'Escreva seu nome para aceitar os termos.',
    changed: 'Os termos mudaram. Leia o novo texto antes de aceitar.',
  },
  itinerary: {
    title: 'Itinerário de viagem',
    pageAt: 'Veja a versão atual deste itinerário em',
    name: (number: string) => `itinerario-${number}.pdf`,
  },
  voucher: {
    title: 'Voucher',
    titleOf: (number: string) => `Voucher da viagem ${number}`,
    issued: 'Emissão',
    service: 'Serviço',
    payment: 'Pagamento',
    paidBy: {
      agency: 'Pago pela agência',
      supplier: 'Pagamento no local, ao fornecedor',
    },
    contact: (agency: string) => `Precisa de ajuda? Fale com ${agency}`,
    marks: { confirmed: 'CONFIRMADO', quoted: 'NÃO CONFIRMADO', cancelled: 'CANCELADO' },
    /** The position of the item in its trip tells two of a kind apart. */
    name: (number: string, position: number, kind: string) => `voucher-${number}-${position}-${kind}.pdf`,
  },
  calendar: { name: 'viagem.ics' },
}

export type TripWords = Omit<typeof TRIP_PT, 'states'> & {
  readonly states: Readonly<Record<'confirmed' | 'quoted' | 'cancelled', string | null>>
}

const WEEKDAYS_EN = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS_EN = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const TRIP_EN: TripWords = {
  day: ({ dayOfWeek, day, month }) => `${WEEKDAYS_EN[dayOfWeek - 1]}, ${day} ${MONTHS_EN[month - 1]}`,
  period: (from, to) => `${from} to ${to}`,
  travellers: 'Travellers',
  localTimes: 'All times are local to each place.',
  placeTime: 'Local time',
  empty: 'The itinerary is still being prepared.',
  undated: 'Without a date',
  trip: 'Trip',
  kinds: {
    flight: 'Flight',
    lodging: 'Accommodation',
    package: 'Package',
    insurance: 'Travel insurance',
    car: 'Car rental',
    transfer: 'Transfer',
    cruise: 'Cruise',
    tour: 'Tour',
    service: 'Service',
    fee: 'Fee',
  },
  ends: {
    lodging: { begin: 'Check-in', end: 'Check-out' },
    car: { begin: 'Pick-up', end: 'Return' },
    cruise: { begin: 'Embarkation', end: 'Disembarkation' },
    insurance: { begin: 'Cover begins', end: 'Cover ends' },
    package: { begin: 'Begins', end: 'Ends' },
  },
  units: { lodging: 'Room', car: 'Vehicle', transfer: 'Vehicle', cruise: 'Cabin' },
  unit: 'Category',
  locators: { flight: 'Booking reference', insurance: 'Policy' },
  locator: 'Confirmation',
  airline: 'Airline',
  supplier: 'Supplier',
  phone: 'Phone',
  place: 'Place',
  meals: 'Meals',
  date: 'Date',
  dates: 'Dates',
  until: (time) => `until ${time}`,
  guests: (kind) => (kind === 'lodging' ? 'Guests' : 'Travellers'),
  instructions: 'Instructions',
  later: (days) => (days === 1 ? '+1 day' : `+${days} days`),
  states: { confirmed: null, quoted: 'Not confirmed yet', cancelled: 'Cancelled' },
  cancelledText: 'This service was cancelled.',
  changed: 'The airline has changed this flight',
  before: 'Before',
  after: 'Now',
  nothingAfter: 'no flight in its place; contact the agency',
  files: 'Files',
  voucherPdf: 'Voucher as PDF',
  itineraryPdf: 'Itinerary as PDF',
  addToCalendar: 'Add to calendar',
  addAllToCalendar: 'Add all to calendar',
  ask: 'Write by WhatsApp',
  askText: (title) => `Hello! I have a question about the trip "${title}".`,
  offline: (moment) => `You are offline: this is the copy kept on your device, of ${moment}.`,
  terms: {
    title: 'Terms of the trip',
    asked: 'Please read and accept the terms of the trip',
    read: 'Read the terms',
    name: 'Your full name',
    accept: 'I have read and accept the terms',
    evidence: (agency) =>
      `${agency} keeps the accepted text, the date, the name and the internet address that you accepted from.`,
    accepted: (name, moment) => `Accepted by ${name} on ${moment}.`,
    unnamed: 'Type your name to accept the terms.',
    changed: 'The terms have changed. Read the new text before you accept.',
  },
  itinerary: {
    title: 'Travel itinerary',
    pageAt: 'See the current version of this itinerary at',
    name: (number) => `itinerary-${number}.pdf`,
  },
  voucher: {
    title: 'Voucher',
    titleOf: (number) => `Voucher of trip ${number}`,
    issued: 'Issued',
    service: 'Service',
    payment: 'Payment',
    paidBy: { agency: 'Paid by the agency', supplier: 'To be paid on site, to the supplier' },
    contact: (agency) => `Need help? Contact ${agency}`,
    marks: { confirmed: 'CONFIRMED', quoted: 'NOT CONFIRMED', cancelled: 'CANCELLED' },
    name: (number, position, kind) => `voucher-${number}-${position}-${kind}.pdf`,
  },
  calendar: { name: 'trip.ics' },
}

const WORDS: Readonly<Record<TeamLanguage, TripWords>> = { 'pt-BR': TRIP_PT, en: TRIP_EN }

export function tripWords(language: TeamLanguage): TripWords {
  return WORDS[language]
}
