// The words of mails about bookings, in Portuguese and English. Clients read nothing about the agency's wallet.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { BookingNotice } from './jobs.ts'

export type Audience = 'client' | 'agency'

export interface MailFacts {
  agency: string
  client: string
  /** Empty until the carrier has responded. */
  locator: string
  /** São Paulo → Lisboa, 15/02/2027 */
  trip: string
  /** Null if no payment is awaited. */
  deadline: string | null
  /** What returned to the wallet; null if nothing was debited. */
  refund: { amount: string; isNothing: boolean } | null
  holds: boolean
  /** No mail about its creation was sent. */
  isFirst: boolean
  passengers: number
  /** The carrier waits for a response to a change. */
  asks: boolean
}

export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
}

type LettersOf<Notice extends BookingNotice> = Readonly<Record<Notice, (facts: MailFacts) => Letter>>

/** News report a failure to the agency. */
export interface Letters {
  readonly client: LettersOf<BookingNotice>
  readonly agency: LettersOf<Exclude<BookingNotice, 'failed'>>
}

/** The word, followed by the locator if there is one. */
function named(word: string, { locator }: MailFacts): string {
  return locator === '' ? word : `${word} ${locator}`
}

export interface BookingLabels {
  summary: string
  locator: string
  bookingId: string
  client: string
  agency: string
  amount: string
  /** For the client, and for the agency. */
  deadline: string
  issueBy: string
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

export interface LetterWords {
  /** At the beginning of a subject, and inside one. */
  booking: [first: string, inside: string]
  /** The subject's text before or after the booking. */
  subjects: Readonly<
    Record<
      'made' | 'cancelled' | 'reminder' | 'expiring' | 'changed' | 'cancelledByCarrier' | 'failed',
      string
    >
  >
  tickets: (facts: MailFacts) => string
  /** Created and ticketed at once. */
  madeAndTicketed: (facts: MailFacts) => string
  client: ClientWords
  agency: AgencyWords
}

interface ClientWords {
  titles: Readonly<
    Record<
      | 'created'
      | 'ticket'
      | 'tickets'
      | 'madeAndTicketed'
      | 'reminder'
      | 'cancelled'
      | 'changed'
      | 'cancelledByCarrier'
      | 'failed',
      string
    >
  >
  seatsReserved: string
  beingIssued: string
  issued: string[]
  /** Whom to pay, and until when. */
  payment: (facts: MailFacts) => string
  ignoreIfPaid: string
  cancelled: (facts: MailFacts) => string[]
  changed: string
  changeAsked: (agency: string) => string
  changeInForce: (agency: string) => string
  cancelledByCarrier: string
  failed: string
  whatNow: (agency: string) => string
}

interface AgencyWords {
  titles: Readonly<
    Record<
      'created' | 'madeAndTicketed' | 'reminder' | 'cancelled' | 'changed' | 'cancelledByCarrier',
      string
    >
  >
  awaitsPayment: string
  beingIssued: string
  issued: string
  notPaid: string
  /** Until when it must be confirmed; empty if no payment is awaited. */
  confirmation: (facts: MailFacts) => string
  refund: (facts: MailFacts) => string
  changeAsked: string
  changeInForce: string
  cancelledByCarrier: string
}

function lettersOf(words: LetterWords): Letters {
  return { client: clientLetters(words, words.client), agency: agencyLetters(words, words.agency) }
}

function clientLetters(
  { booking: [first, inside], subjects, tickets, madeAndTicketed }: LetterWords,
  { titles, ...words }: ClientWords,
): Letters['client'] {
  const letter = (subject: string, title: string, { trip }: MailFacts, paragraphs: string[]) => ({
    subject: `${subject}${trip}`,
    title,
    paragraphs,
  })
  return {
    created: (facts) =>
      letter(`${named(first, facts)} ${subjects.made}: `, titles.created, facts, [
        facts.holds ? `${words.seatsReserved} ${words.payment(facts)}` : words.beingIssued,
      ]),
    ticketed: (facts) => {
      if (facts.isFirst) {
        const subject = `${named(first, facts)} ${madeAndTicketed(facts)}: `
        return letter(subject, titles.madeAndTicketed, facts, words.issued)
      }
      const title = facts.passengers === 1 ? titles.ticket : titles.tickets
      return letter(`${tickets(facts)}: ${named(inside, facts)}, `, title, facts, words.issued)
    },
    reminder: (facts) =>
      letter(`${subjects.reminder}: ${named(inside, facts)}, `, titles.reminder, facts, [
        words.payment(facts),
        words.ignoreIfPaid,
      ]),
    cancelled: (facts) => {
      const subject = `${named(first, facts)} ${subjects.cancelled}: `
      return letter(subject, titles.cancelled, facts, words.cancelled(facts))
    },
    changed: (facts) => {
      const next = facts.asks ? words.changeAsked(facts.agency) : words.changeInForce(facts.agency)
      const subject = `${subjects.changed}: ${named(inside, facts)}, `
      return letter(subject, titles.changed, facts, [words.changed, next])
    },
    cancelled_by_carrier: (facts) =>
      letter(`${named(first, facts)} ${subjects.cancelledByCarrier}: `, titles.cancelledByCarrier, facts, [
        words.cancelledByCarrier,
        words.whatNow(facts.agency),
      ]),
    failed: (facts) =>
      letter(`${subjects.failed}: ${named(inside, facts)}, `, titles.failed, facts, [
        words.failed,
        words.whatNow(facts.agency),
      ]),
  }
}

function agencyLetters(
  { booking: [first, inside], subjects, tickets, madeAndTicketed }: LetterWords,
  { titles, ...words }: AgencyWords,
): Letters['agency'] {
  const letter = (subject: string, title: string, { client, trip }: MailFacts, paragraph: string) => ({
    subject: `${subject}${client}, ${trip}`,
    title,
    paragraphs: [paragraph],
  })
  const toConfirm = (text: string, facts: MailFacts) => `${text} ${words.confirmation(facts)}`.trim()
  return {
    created: (facts) => {
      const text = facts.holds ? toConfirm(words.awaitsPayment, facts) : words.beingIssued
      return letter(`${named(titles.created, facts)}: `, titles.created, facts, text)
    },
    ticketed: (facts) => {
      if (facts.isFirst) {
        const subject = `${named(first, facts)} ${madeAndTicketed(facts)}: `
        return letter(subject, titles.madeAndTicketed, facts, words.issued)
      }
      return letter(`${tickets(facts)}: ${named(inside, facts)}, `, tickets(facts), facts, words.issued)
    },
    reminder: (facts) => {
      const subject = `${subjects.expiring}: ${named(inside, facts)}, `
      return letter(subject, titles.reminder, facts, toConfirm(words.notPaid, facts))
    },
    cancelled: (facts) =>
      letter(`${named(first, facts)} ${subjects.cancelled}: `, titles.cancelled, facts, words.refund(facts)),
    changed: (facts) => {
      const text = facts.asks ? words.changeAsked : words.changeInForce
      return letter(`${subjects.changed}: ${named(inside, facts)}, `, titles.changed, facts, text)
    },
    cancelled_by_carrier: (facts) => {
      const subject = `${named(first, facts)} ${subjects.cancelledByCarrier}: `
      const text = `${words.cancelledByCarrier} ${words.refund(facts)}`
      return letter(subject, titles.cancelledByCarrier, facts, text)
    },
  }
}

const BOOKING_PT = lettersOf({
  booking: ['Reserva', 'reserva'],
  subjects: {
    made: 'feita',
    cancelled: 'cancelada',
    reminder: 'Lembrete de pagamento',
    expiring: 'Prazo de emissão próximo do fim',
    changed: 'Alteração de voo',
    cancelledByCarrier: 'cancelada pela companhia aérea',
    failed: 'Emissão não concluída',
  },
  tickets: ticketsPt,
  madeAndTicketed: ({ passengers }) =>
    passengers === 1 ? 'feita e bilhete emitido' : 'feita e bilhetes emitidos',
  client: {
    titles: {
      created: 'Sua reserva foi feita',
      ticket: 'Seu bilhete foi emitido',
      tickets: 'Seus bilhetes foram emitidos',
      madeAndTicketed: 'Sua reserva foi feita e já está emitida',
      reminder: 'O prazo de pagamento está próximo do fim',
      cancelled: 'Sua reserva foi cancelada',
      changed: 'Seus voos foram alterados',
      cancelledByCarrier: 'A companhia aérea cancelou sua reserva',
      failed: 'A emissão não foi concluída',
    },
    seatsReserved: 'Os lugares estão reservados.',
    beingIssued: 'As passagens estão sendo emitidas. Os números dos bilhetes chegam em outro e-mail.',
    issued: [
      'Está tudo pronto para a viagem. O recibo segue anexo em PDF.',
      'Confira nomes e horários, e leve os documentos de todos os passageiros.',
    ],
    payment: paymentPt,
    ignoreIfPaid: 'Se já pagou, desconsidere este aviso.',
    cancelled: ({ agency }) => [
      'A reserva abaixo foi cancelada e não vale mais para embarque.',
      `Sobre valores já pagos, fale com ${agency}.`,
    ],
    changed:
      'A companhia aérea alterou os voos da sua reserva. Veja abaixo o que mudou e como ficou a viagem.',
    changeAsked: (agency) => `A companhia aguarda uma resposta: fale com ${agency} para aceitar ou desistir.`,
    changeInForce: (agency) => `Se a alteração não servir para você, fale com ${agency}.`,
    cancelledByCarrier: 'A companhia aérea cancelou a reserva abaixo, que não vale mais para embarque.',
    failed:
      'A companhia aérea não emitiu os bilhetes da reserva abaixo, que não vale mais para embarque. ' +
      'Não faça nenhum pagamento por ela.',
    whatNow: (agency) => `Para remarcar a viagem ou tratar da devolução do valor, fale com ${agency}.`,
  },
  agency: {
    titles: {
      created: 'Nova reserva',
      madeAndTicketed: 'Nova reserva, já emitida',
      reminder: 'Uma reserva está para expirar',
      cancelled: 'Reserva cancelada',
      changed: 'A companhia aérea alterou os voos',
      cancelledByCarrier: 'Reserva cancelada pela companhia aérea',
    },
    awaitsPayment: 'A reserva aguarda pagamento.',
    beingIssued: 'A emissão foi pedida à companhia. Os números dos bilhetes chegam em outro e-mail.',
    issued: 'A emissão foi concluída. O recibo segue anexo em PDF.',
    notPaid: 'A reserva abaixo ainda não foi paga.',
    confirmation: confirmationPt,
    refund: refundPt,
    changeAsked: 'A companhia aguarda uma resposta: aceite a alteração de voo ou cancele a reserva.',
    changeInForce:
      'A alteração já vale, e a reserva foi atualizada. Confirme com o cliente se o novo horário serve.',
    cancelledByCarrier: 'A companhia aérea cancelou a reserva abaixo.',
  },
})

function paymentPt({ agency, deadline }: MailFacts): string {
  if (deadline === null) return `Faça o pagamento diretamente com ${agency}.`
  return (
    `Faça o pagamento diretamente com ${agency} até ${deadline}. ` +
    'Depois disso, a reserva expira e os lugares são liberados.'
  )
}

function ticketsPt({ passengers }: MailFacts): string {
  return passengers === 1 ? 'Bilhete emitido' : 'Bilhetes emitidos'
}

function confirmationPt({ deadline }: MailFacts): string {
  return deadline === null ? '' : `Emita até ${deadline}; depois disso ela expira.`
}

function refundPt({ refund }: MailFacts): string {
  if (refund === null) return 'Nada havia sido debitado da carteira.'
  if (refund.isNothing) return 'Pelas condições da tarifa, nada volta à carteira.'
  return `O valor de ${refund.amount} voltou à carteira.`
}

const BOOKING_LABELS_PT: BookingLabels = {
  summary: 'Resumo',
  locator: 'Localizador',
  bookingId: 'Reserva',
  client: 'Cliente',
  agency: 'Agência',
  amount: 'Valor total',
  deadline: 'Pagar até',
  issueBy: 'Prazo de emissão',
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
  testReceiver: (address) => `No ambiente de teste, só a agência recebe e-mails; este iria para ${address}.`,
  footer: (agency) => `${agency}. Esta é uma mensagem automática; não é preciso responder.`,
}

const BOOKING_EN = lettersOf({
  booking: ['Booking', 'booking'],
  subjects: {
    made: 'made',
    cancelled: 'cancelled',
    reminder: 'Payment reminder',
    expiring: 'Expiring soon',
    changed: 'Flight change',
    cancelledByCarrier: 'cancelled by the airline',
    failed: 'Tickets not issued',
  },
  tickets: ticketsEn,
  madeAndTicketed: ({ passengers }) =>
    passengers === 1 ? 'made and ticket issued' : 'made and tickets issued',
  client: {
    titles: {
      created: 'Your booking has been made',
      ticket: 'Your ticket has been issued',
      tickets: 'Your tickets have been issued',
      madeAndTicketed: 'Your booking has been made and its tickets issued',
      reminder: 'Your payment is due soon',
      cancelled: 'Your booking has been cancelled',
      changed: 'Your flights have changed',
      cancelledByCarrier: 'The airline has cancelled your booking',
      failed: 'Your tickets could not be issued',
    },
    seatsReserved: 'Your seats are reserved.',
    beingIssued: 'Your tickets are being issued. Their numbers will follow in another e-mail.',
    issued: [
      'Everything is ready for your trip. The receipt is attached as a PDF.',
      'Please check names and times, and take the documents of all passengers with you.',
    ],
    payment: paymentEn,
    ignoreIfPaid: 'If you have paid already, please ignore this message.',
    cancelled: ({ agency }) => [
      'The booking below has been cancelled and is no longer valid for travel.',
      `If you have paid already, please contact ${agency}.`,
    ],
    changed: 'The airline has changed your flights. See below what changed, and your trip as it is now.',
    changeAsked: (agency) =>
      `The airline waits for an answer: please let ${agency} know whether you accept it.`,
    changeInForce: (agency) => `If the change does not suit you, please contact ${agency}.`,
    cancelledByCarrier: 'The airline has cancelled the booking below, which is no longer valid for travel.',
    failed:
      'The airline did not issue the tickets of the booking below, which is no longer valid for travel. ' +
      'Please do not pay for it.',
    whatNow: (agency) => `To travel another way, or about what you paid, please contact ${agency}.`,
  },
  agency: {
    titles: {
      created: 'New booking',
      madeAndTicketed: 'New booking, tickets issued',
      reminder: 'A booking is about to expire',
      cancelled: 'Booking cancelled',
      changed: 'The airline has changed flights',
      cancelledByCarrier: 'Booking cancelled by the airline',
    },
    awaitsPayment: 'The booking awaits payment.',
    beingIssued: 'The carrier was asked to issue it. The ticket numbers will follow in another e-mail.',
    issued: 'Issuance is complete. The receipt is attached as a PDF.',
    notPaid: 'The booking below has not been paid yet.',
    confirmation: confirmationEn,
    refund: refundEn,
    changeAsked: 'The airline waits for an answer: accept the change, or cancel the booking.',
    changeInForce:
      'The change is in force, and the booking up to date. Ask the client whether it suits them.',
    cancelledByCarrier: 'The airline has cancelled the booking below.',
  },
})

function paymentEn({ agency, deadline }: MailFacts): string {
  if (deadline === null) return `Please pay ${agency} directly.`
  return (
    `Please pay ${agency} directly by ${deadline}. ` +
    'After that the booking expires and the seats are released.'
  )
}

function ticketsEn({ passengers }: MailFacts): string {
  return passengers === 1 ? 'Ticket issued' : 'Tickets issued'
}

function confirmationEn({ deadline }: MailFacts): string {
  return deadline === null ? '' : `Issue it by ${deadline}; after that it expires.`
}

function refundEn({ refund }: MailFacts): string {
  if (refund === null) return 'Nothing had been debited from the wallet.'
  if (refund.isNothing) return 'By the conditions of the fare, nothing returns to the wallet.'
  return `${refund.amount} returned to the wallet.`
}

const BOOKING_LABELS_EN: BookingLabels = {
  summary: 'Summary',
  locator: 'Booking reference',
  bookingId: 'Booking',
  client: 'Client',
  agency: 'Agency',
  amount: 'Total price',
  deadline: 'Pay by',
  issueBy: 'Pay by',
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
}

export const BOOKING_WORDS: Readonly<Record<TeamLanguage, Letters>> = { 'pt-BR': BOOKING_PT, en: BOOKING_EN }
export const BOOKING_LABELS: Readonly<Record<TeamLanguage, BookingLabels>> = {
  'pt-BR': BOOKING_LABELS_PT,
  en: BOOKING_LABELS_EN,
}
