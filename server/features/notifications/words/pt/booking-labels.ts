// The short words around the facts of a booking in Portuguese.
import type { BookingLabels } from '../booking-facts.ts'

export const BOOKING_LABELS: BookingLabels = {
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
}
