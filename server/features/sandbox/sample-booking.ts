// A believable booking for sample events, whole: whoever reads it by its declared shape finds every field.
import { BOOKING_STATUSES } from '../../../contract/bookings.ts'
import type { Snapshot } from '../../../contract/event-objects.ts'
import type { EventType } from '../../../contract/events.ts'
import type { Place, Segment } from '../../../contract/flights.ts'
import { stateTold } from '../../kernel/values/state-table.ts'
import { BOOKING_MOVES } from '../bookings/states.ts'
import { zeros } from './sample-ids.ts'

const CARRIER = { iata_code: 'ZZ', name: 'Sandbox Airline' }
const GRU = place('GRU', 'Guarulhos', 'São Paulo', 'SAO')
const SDU = place('SDU', 'Santos Dumont', 'Rio de Janeiro', 'RIO')

/** Its flight leaves a month after it happens. */
export function sampleBooking(type: EventType, at: string): Snapshot<'booking'> {
  const ticket = {
    type: 'electronic_ticket' as const,
    unique_identifier: '9990000000001',
    passenger_id: zeros('pas'),
  }
  const told = stateTold(BOOKING_MOVES, type)
  return {
    id: zeros('ord'),
    booking_reference: 'SAMPLE',
    status: BOOKING_STATUSES.find((status) => status === told) ?? BOOKING_STATUSES[0],
    total_amount: '1250.90',
    currency: 'BRL',
    documents: type === 'booking.ticketed' ? [ticket] : [],
    passengers: [
      {
        id: zeros('pas'),
        type: 'adult',
        given_name: 'Maria',
        family_name: 'Exemplo',
        gender: 'f',
        title: null,
        born_on: '1990-05-17',
        email: 'maria@example.com',
        phone_number: '+5511987654321',
        infant_passenger_id: null,
      },
    ],
    slices: [{ id: zeros('sli'), origin: GRU, destination: SDU, duration: 'PT1H', segments: [flightOf(at)] }],
    changes: [],
    created_at: at,
  }
}

function flightOf(at: string): Segment {
  const day = Temporal.PlainDate.from(at.slice(0, 10)).add({ days: 30 })
  return {
    id: zeros('seg'),
    origin: { iata_code: GRU.iata_code, name: GRU.name, terminal: '2' },
    destination: { iata_code: SDU.iata_code, name: SDU.name, terminal: null },
    departing_at: `${day}T08:00:00`,
    arriving_at: `${day}T09:00:00`,
    operating_carrier: { ...CARRIER, logo_symbol_url: 'https://example.com/zz.svg' },
    marketing_carrier: CARRIER,
    operating_carrier_flight_number: '100',
    marketing_carrier_flight_number: '100',
    aircraft: { iata_code: '320', name: 'Airbus A320' },
    duration: 'PT1H',
    distance: '344',
    passengers: [
      {
        passenger_id: zeros('pas'),
        cabin_class: 'economy',
        cabin_class_marketing_name: 'Economy',
        fare_basis_code: 'YSAMPLE',
        seat: null,
        baggages: [{ type: 'carry_on', quantity: 1 }],
      },
    ],
  }
}

function place(iata_code: string, name: string, city_name: string, iata_city_code: string): Place {
  return { iata_code, name, city_name, iata_city_code, time_zone: 'America/Sao_Paulo' }
}
