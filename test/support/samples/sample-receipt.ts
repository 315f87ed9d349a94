// A sample e-ticket receipt: one traveller to Lisbon, or a whole family.
import type { SegmentPassenger, Slice } from '../../../contract/flights.ts'
import { legsOf } from '../../../server/features/bookings/itinerary.ts'
import type { ReceiptView } from '../../../server/features/bookings/receipt.ts'
import { makeDecimal } from '../../../server/kernel/values/decimal.ts'
import type { Letterhead } from '../../../server/render/letterhead.ts'
import { OVERNIGHT, PASSENGER, sampleLongTrip, sampleSlice } from './sample-trip.ts'

/** Of an agency with only a name. */
export function letterhead(name: string): Letterhead {
  return { name, lines: [], logo: null, colours: null }
}

/** Flights have the contract's shape. */
type Changes = Partial<ReceiptView> & { slices?: Slice[] }

export function sampleReceipt({ slices, ...changed }: Changes = {}): ReceiptView {
  return {
    language: 'pt-BR',
    agency: letterhead('Agência Estrela do Mar'),
    clientName: "Ana Souza d'Ávila",
    bookingReference: 'K7QX2M',
    bookingId: 'ord_0199f2a4c6d87b3e9a1f',
    airlineName: 'TAP Air Portugal',
    issuedOn: Temporal.PlainDate.from('2026-11-15'),
    passengers: [{ id: 'pas_ana', name: "Ana Souza d'Ávila", type: 'adult', ticket: '0472401234567' }],
    legs: legsOf(slices ?? [sampleSlice([OVERNIGHT], 'PT9H55M')]),
    conditions: {
      refund_before_departure: { allowed: true, penalty_amount: '120.00', penalty_currency: 'USD' },
      change_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
    },
    currency: 'USD',
    rate: makeDecimal(54n, 1),
    clientAmountCents: 456_789n,
    sums: [
      ['Tarifa e serviço da agência', 'R$ 4.113,09'],
      ['Taxas de embarque e impostos', 'R$ 454,80'],
    ],
    isSimulated: false,
    ...changed,
  }
}

const FAMILY: ReceiptView['passengers'] = [
  { id: 'pas_ana', name: 'Ana Souza', type: 'adult', ticket: '0472401234567' },
  { id: 'pas_rui', name: 'Rui Souza', type: 'adult', ticket: '0472401234568' },
  { id: 'pas_lia', name: 'Lia Souza', type: 'child', ticket: '0472401234569' },
  { id: 'pas_bia', name: 'Bia Souza', type: 'infant_without_seat', ticket: null },
]

/** Four travellers on six legs of two flights each; the infant has no bags and no seat. */
export function sampleFamilyReceipt(changed: Changes = {}): ReceiptView {
  const passengers = FAMILY.map((passenger) => ({ ...passenger }))
  return sampleReceipt({ passengers, slices: sampleFamilySlices(), ...changed })
}

export function sampleFamilySlices(): Slice[] {
  const seated = FAMILY.map(({ id, type }, index): SegmentPassenger => {
    const has = type === 'infant_without_seat' ? { baggages: [] } : { seat: `1${index}A` }
    return { ...PASSENGER, passenger_id: id, ...has }
  })
  return sampleLongTrip(seated)
}
