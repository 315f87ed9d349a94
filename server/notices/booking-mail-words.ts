// What a mail about a booking is written from, and the short words around its facts. Clients read nothing about the
// agency's wallet: what they pay, and what they get back, is between them and the agency.
import type { BookingNotice } from '../bookings/work.ts'
import type { Language } from '../paper/itinerary/itinerary-words.ts'

export type Reader = 'client' | 'agency'

export interface MailFacts {
  agency: string
  client: string
  /** Empty until the carrier has answered. */
  locator: string
  /** São Paulo → Lisboa, 15/02/2027 */
  trip: string
  /** Where it waits for a payment. */
  deadline: string | null
  /** What returned to the wallet; null where nothing had been taken from it. */
  refund: { amount: string; isNothing: boolean } | null
  holds: boolean
  passengers: number
  /** The carrier waits for an answer to a change. */
  asks: boolean
}

export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
}

export type Letters = Readonly<Record<Reader, Readonly<Record<BookingNotice, (facts: MailFacts) => Letter>>>>

/** The word, and the locator as soon as there is one. */
export function named(word: string, { locator }: MailFacts): string {
  return locator === '' ? word : `${word} ${locator}`
}

export interface Labels {
  summary: string
  locator: string
  bookingId: string
  client: string
  agency: string
  amount: string
  deadline: string
  refund: string
  passengers: string
  ticket: string
  localTimes: string
  flight: string
  operatedBy: (airline: string) => string
  connection: (duration: string | null) => string
  airportChange: string
  changes: string
  before: string
  after: string
  noFlight: string
  simulationSubject: string
  simulationNotice: string
  testNotice: string
  testReceiver: (address: string) => string
  footer: (agency: string) => string
}

export const LABELS: Readonly<Record<Language, Labels>> = {
  'pt-BR': {
    summary: 'Resumo',
    locator: 'Localizador',
    bookingId: 'Reserva',
    client: 'Cliente',
    agency: 'Agência',
    amount: 'Valor total',
    deadline: 'Pagar até',
    refund: 'Devolvido à carteira',
    passengers: 'Passageiros',
    ticket: 'bilhete',
    localTimes: 'horários locais',
    flight: 'Voo',
    operatedBy: (airline) => `operado por ${airline}`,
    connection: (duration) => (duration === null ? 'Conexão' : `Conexão de ${duration}`),
    airportChange: 'troca de aeroporto',
    changes: 'O que mudou',
    before: 'Antes',
    after: 'Agora',
    noFlight: 'voo cancelado',
    simulationSubject: '[SIMULAÇÃO]',
    simulationNotice:
      'SIMULAÇÃO: esta é uma reserva de teste, não vale para embarque, e nada foi cobrado de verdade.',
    testNotice: 'RESERVA DE TESTE: não vale para embarque, e nada foi cobrado.',
    testReceiver: (address) => `No modo de teste só a agência recebe e-mails; este iria para ${address}.`,
    footer: (agency) => `${agency}. Esta é uma mensagem automática; não é preciso responder.`,
  },
  en: {
    summary: 'Summary',
    locator: 'Booking reference',
    bookingId: 'Booking',
    client: 'Client',
    agency: 'Agency',
    amount: 'Total price',
    deadline: 'Pay by',
    refund: 'Returned to the wallet',
    passengers: 'Passengers',
    ticket: 'ticket',
    localTimes: 'local times',
    flight: 'Flight',
    operatedBy: (airline) => `operated by ${airline}`,
    connection: (duration) => (duration === null ? 'Connection' : `Connection of ${duration}`),
    airportChange: 'change of airport',
    changes: 'What changed',
    before: 'Before',
    after: 'Now',
    noFlight: 'flight cancelled',
    simulationSubject: '[SIMULATION]',
    simulationNotice:
      'SIMULATION: this is a test booking, not valid for travel, and no real money was charged.',
    testNotice: 'TEST BOOKING: not valid for travel, and nothing was charged.',
    testReceiver: (address) => `In test mode only the agency gets mails; this one would go to ${address}.`,
    footer: (agency) => `${agency}. This is an automatic message; there is no need to reply.`,
  },
}
