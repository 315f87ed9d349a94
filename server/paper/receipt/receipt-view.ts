// What an e-ticket receipt shows, and the sentences on it. It is written in Portuguese, like everything that an agency
// hands to its clients on paper.
import type { Conditions, PassengerType } from '../../../contract/flights.ts'
import type { Cents } from '../../base/values/money.ts'
import {
  airportText,
  bagsText,
  cabinText,
  dateText,
  durationText,
  stopsText,
} from '../itinerary/itinerary-words.ts'
import type { Connection, Flight, Leg, Service, Stop } from '../itinerary/leg.ts'
import type { Letterhead } from '../letterhead.ts'

export interface ReceiptView {
  agency: Letterhead
  clientName: string
  /** The carrier's locator. */
  bookingReference: string
  bookingId: string
  /** The airline whose tickets they are. */
  airlineName: string
  /** The day of issue in the agency's zone. */
  issuedOn: Temporal.PlainDate
  /** In the order of the booking; ids are those of the legs' services. */
  passengers: { id: string; name: string; type: PassengerType; ticket: string | null }[]
  legs: Leg[]
  conditions: Conditions
  clientAmountCents: Cents
  /** What of that is taxes, as far as it can be told: label and value. */
  sums: [string, string][]
  /** Made with a test key, or paid with simulated money: worth nothing, and it says so on every page. */
  isSimulated: boolean
}

const LANGUAGE = 'pt-BR'

export const SIMULATION_NOTICE = 'SIMULAÇÃO SEM VALOR: reserva de teste'

export const NOTES = [
  'Os horários são os locais de cada aeroporto; (+1) é o dia seguinte ao da partida do trecho.',
  'Chegue com antecedência e leve os documentos de todos os passageiros. Em viagens internacionais, confira também ' +
    'vistos e vacinas exigidos no destino e nas conexões.',
]

export function legFacts(leg: Leg): string {
  return [dateText(leg.date, LANGUAGE), durationText(leg.minutes, LANGUAGE), stopsText(leg, LANGUAGE)].join(
    ' · ',
  )
}

export function flightFacts({ minutes, aircraft }: Flight): string {
  return [durationText(minutes, LANGUAGE), aircraft].join(' · ')
}

export function stopFacts(stop: Stop): string[] {
  return [airportText(stop, LANGUAGE), dateText(stop.date, LANGUAGE)]
}

export function connectionText({ minutes, changesAirport }: Connection): string {
  const wait = minutes === null ? 'Conexão' : `Conexão de ${durationText(minutes, LANGUAGE)}`
  return changesAirport ? `${wait}, com troca de aeroporto` : wait
}

/** Where not all get the same, passengers are named by their place in the list above. */
export function serviceText(service: Service, flight: Flight, { passengers }: ReceiptView): string {
  const { passengerIds, seats, fareBasis, cabin } = service
  const numbers = passengerIds.map((id) => passengers.findIndex((passenger) => passenger.id === id) + 1)
  const whose = numbers.length === 1 ? 'Passageiro' : 'Passageiros'
  const prefix = flight.services.length === 1 ? '' : `${whose} ${numbers.join(', ')}: `
  const seatWord = seats.length === 1 ? 'assento' : 'assentos'
  const facts = [cabinText(cabin, LANGUAGE), bagsText(service, LANGUAGE), `base tarifária ${fareBasis}`]
  return prefix + [...facts, ...(seats.length > 0 ? [`${seatWord} ${seats.join(', ')}`] : [])].join(' · ')
}

export function conditionTexts({ refund_before_departure, change_before_departure }: Conditions): string[] {
  return [
    `Reembolso antes da partida: ${conditionText(refund_before_departure, 'permitido')}`,
    `Alteração antes da partida: ${conditionText(change_before_departure, 'permitida')}`,
  ]
}

function conditionText(condition: Conditions['refund_before_departure'], allowedWord: string): string {
  const { allowed, penalty_amount, penalty_currency } = condition
  if (!allowed) return `não ${allowedWord} pela tarifa.`
  if (penalty_amount === null) return `${allowedWord}, conforme as regras da companhia.`
  if (/^0+\.0+$/.test(penalty_amount)) return `${allowedWord}, sem multa da companhia.`
  return `${allowedWord}, com multa da companhia de ${penalty_currency ?? ''} ${penalty_amount.replace('.', ',')}.`
}
