// A family trip to Lisbon as the documents of trips get it: flights, a changed one, a hotel, a car, insurance and more.
import type { ChangedFlight } from '../../../contract/bookings.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TripSegment } from '../../../contract/trips.ts'
import type { TripParts } from '../../../server/features/trip-documents/view.ts'
import type { ShownItemRow } from '../../../server/features/trips/document-store.ts'

const AT = new Date('2026-11-18T14:30:00Z')

export function sampleItem(changes: Partial<ShownItemRow>): ShownItemRow {
  return {
    id: 'tri_1',
    trip_id: 'trip_1',
    kind: 'service',
    status: 'confirmed',
    booking_id: null,
    description: null,
    supplier_name: null,
    supplier_phone: null,
    place: null,
    unit: null,
    meal_plan: null,
    confirmation_number: null,
    instructions: null,
    starts_at: null,
    starts_zone: null,
    ends_at: null,
    ends_zone: null,
    traveller_ids: [],
    flight: null,
    collected_by: 'agency',
    created_at: AT,
    updated_at: new Date(AT.getTime() + 90_000),
    ...changes,
  }
}

const segment = (
  number: string,
  from: string,
  to: string,
  departs: string,
  arrives: string,
): TripSegment => ({
  flight_number: number,
  origin: from,
  destination: to,
  departing_at: departs,
  arriving_at: arrives,
})

const there = segment('TP 88', 'GRU', 'LIS', '2026-12-20T18:05', '2026-12-21T06:40')
const feeder = segment('LA 3211', 'REC', 'GRU', '2026-12-20T11:20', '2026-12-20T14:40')
const back = segment('TP 83', 'LIS', 'GRU', '2027-01-03T13:10', '2027-01-03T20:05')

function changed({
  departing_at,
  arriving_at,
}: Pick<TripSegment, 'departing_at' | 'arriving_at'>): ChangedFlight {
  const place = (iata_code: string) => ({ iata_code, name: iata_code, terminal: null })
  const flight = {
    origin: place('GRU'),
    destination: place('LIS'),
    departing_at: `${departing_at}:00`,
    arriving_at: `${arriving_at}:00`,
    marketing_carrier: { iata_code: 'TP', name: 'TAP Air Portugal' },
    marketing_carrier_flight_number: '88',
  }
  return flight as unknown as ChangedFlight
}

const ITEMS: readonly ShownItemRow[] = [
  sampleItem({
    id: 'tri_flight',
    kind: 'flight',
    booking_id: 'book_1',
    supplier_name: 'TAP Air Portugal',
    confirmation_number: 'XK4T7B',
    flight: { airline: 'TAP Air Portugal', segments: [feeder, there, back] },
    starts_at: '2026-12-20T11:20',
    ends_at: '2027-01-03T20:05',
    instructions: 'Chegue ao aeroporto três horas antes. Leve os passaportes de todos.',
  }),
  sampleItem({
    id: 'tri_hotel',
    kind: 'lodging',
    description: 'Hotel Avenida, 12 noites',
    supplier_name: 'Hotel Avenida',
    supplier_phone: '+351 21 123 4567',
    place: 'Av. da Liberdade 12, 1250-096 Lisboa',
    unit: 'Quarto duplo e quarto para crianças, com porta entre eles',
    meal_plan: 'Café da manhã',
    confirmation_number: 'HB-9923-ÇÃ',
    starts_at: '2026-12-21T15:00',
    starts_zone: 'Europe/Lisbon',
    ends_at: '2027-01-02T12:00',
    ends_zone: 'Europe/Lisbon',
    instructions: 'O quarto é guardado até as 23:00.\nBerço já pedido; a taxa de turismo é paga na recepção.',
    collected_by: 'supplier',
  }),
  sampleItem({
    id: 'tri_transfer',
    kind: 'transfer',
    description: 'Aeroporto de Lisboa → Hotel Avenida',
    supplier_name: 'Lisboa Transfers',
    supplier_phone: '+351 91 000 1122',
    unit: 'Van até 7 lugares',
    confirmation_number: '7781',
    starts_at: '2026-12-21T07:30',
    starts_zone: 'Europe/Lisbon',
    instructions: 'O motorista espera na saída do desembarque, com uma placa "Família Souza".',
  }),
  sampleItem({
    id: 'tri_tour',
    kind: 'tour',
    status: 'quoted',
    description: 'Passeio a Sintra e Cascais',
    place: 'Saída da praça dos Restauradores',
    starts_at: '2026-12-23T08:30',
    starts_zone: 'Europe/Lisbon',
    ends_at: '2026-12-23T17:30',
    ends_zone: 'Europe/Lisbon',
    traveller_ids: ['pax_1', 'pax_2'],
  }),
  sampleItem({
    id: 'tri_fado',
    kind: 'tour',
    status: 'cancelled',
    description: 'Jantar com fado',
    starts_at: '2026-12-23T20:00',
    starts_zone: 'Europe/Lisbon',
  }),
  sampleItem({
    id: 'tri_car',
    kind: 'car',
    description: 'Carro médio automático',
    supplier_name: 'Sixt Lisboa',
    confirmation_number: '98-221',
    place: 'Aeroporto de Lisboa',
    starts_at: '2027-01-02',
    ends_at: '2027-01-03',
  }),
  sampleItem({
    id: 'tri_insurance',
    kind: 'insurance',
    description: 'Seguro Europa 60 mil',
    supplier_name: 'Assist Card',
    supplier_phone: '0800 123 4567',
    confirmation_number: 'AC-77-123456',
    starts_at: '2026-12-20',
    ends_at: '2027-01-03',
  }),
  sampleItem({
    id: 'tri_visa',
    kind: 'service',
    description: 'Assessoria para a autorização de viagem das crianças',
  }),
  sampleItem({ id: 'tri_fee', kind: 'fee', description: 'Taxa de serviço' }),
]

const TRAVELLERS = ['Maria Souza', 'João Pedro Souza', 'Ana Clara Souza', 'Theo Souza']

export function sampleTripParts(language: TeamLanguage, changes: Partial<TripParts> = {}): TripParts {
  const team = {
    id: 'team_1',
    name: 'Aurora Viagens',
    email: 'ola@aurora.example',
    legal_name: 'Aurora Viagens e Turismo Ltda.',
    tax_id: null,
    address: null,
    phone: '+551130000000',
    whatsapp: '+5511988887777',
    website: 'https://aurora.example',
    brand_colour: '#0a6e5c',
    logo: null,
    time_zone: 'America/Sao_Paulo',
    language,
  }
  return {
    trip: {
      id: 'trip_1',
      team_id: 'team_1',
      mode: 'live',
      number_year: 2026,
      number_sequence: 12,
      title: 'Natal e Ano-Novo em Lisboa',
      client_id: '0198a0a0-0000-7000-8000-000000000001',
      travellers: TRAVELLERS.map((full_name, index) => ({
        id: `pax_${index + 1}`,
        full_name,
        born_on: null,
        client_id: null,
        companion_id: null,
      })),
      starts_on: '2026-12-20',
      ends_on: '2027-01-03',
      link_token: 'token',
      created_at: AT,
    },
    items: ITEMS,
    files: new Map([
      [
        'tri_hotel',
        [
          {
            id: 'file_1',
            name: 'Reserva do hotel – família.pdf',
            type: 'application/pdf',
            bytes: 234_000,
            for_travellers: true,
            created_at: AT.toISOString(),
          },
        ],
      ],
    ]),
    client: { id: '0198a0a0-0000-7000-8000-000000000001', full_name: 'Maria Souza' } as TripParts['client'],
    team: team as TripParts['team'],
    language,
    changes: new Map([
      [
        'book_1',
        [
          {
            id: 'bch_1',
            key: null,
            created_at: AT.toISOString(),
            before: [changed({ departing_at: '2026-12-20T16:30', arriving_at: '2026-12-21T05:05' })],
            after: [changed(there)],
            available_actions: [],
            action_taken: null,
            action_taken_at: null,
          },
        ],
      ],
    ]),
    isSimulated: false,
    terms: {
      text: '1. Documentos\nCada viajante é responsável por seus documentos.\n\n2. Cancelamentos\nValem as regras de cada fornecedor.',
      sha256: 'ab'.repeat(32),
      acceptance: undefined,
    },
    now: AT,
    ...changes,
  }
}
