// One e-ticket receipt, for the tests of what shows it: a traveller on the way to Lisbon, or a whole family.
import type { SegmentPassenger } from '../../../contract/flights.ts'
import type { ReceiptView } from '../../../server/bookings/receipt-view.ts'
import { OVERNIGHT, PASSENGER, sampleLongTrip, sampleSlice } from './sample-trip.ts'

export function sampleReceipt(changed: Partial<ReceiptView> = {}): ReceiptView {
  return {
    agencyName: 'Agência Estrela do Mar',
    clientName: "Ana Souza d'Ávila",
    bookingReference: 'K7QX2M',
    bookingId: 'ord_0199f2a4c6d87b3e9a1f',
    airlineName: 'TAP Air Portugal',
    issuedOn: Temporal.PlainDate.from('2026-11-15'),
    passengers: [{ id: 'pas_ana', name: "Ana Souza d'Ávila", type: 'adult', ticket: '0472401234567' }],
    slices: [sampleSlice([OVERNIGHT], 'PT9H55M')],
    conditions: {
      refund_before_departure: { allowed: true, penalty_amount: '120.00', penalty_currency: 'USD' },
      change_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
    },
    clientAmountCents: 456_789n,
    isTest: false,
    ...changed,
  }
}

/** Four travellers on six legs of two flights each; the infant has no bags and no seat. */
export function sampleFamilyReceipt(changed: Partial<ReceiptView> = {}): ReceiptView {
  const passengers: ReceiptView['passengers'] = [
    { id: 'pas_ana', name: 'Ana Souza', type: 'adult', ticket: '0472401234567' },
    { id: 'pas_rui', name: 'Rui Souza', type: 'adult', ticket: '0472401234568' },
    { id: 'pas_lia', name: 'Lia Souza', type: 'child', ticket: '0472401234569' },
    { id: 'pas_bia', name: 'Bia Souza', type: 'infant_without_seat', ticket: null },
  ]
  const seated = passengers.map(({ id, type }, index): SegmentPassenger => {
    const has = type === 'infant_without_seat' ? { baggages: [] } : { seat: `1${index}A` }
    return { ...PASSENGER, passenger_id: id, ...has }
  })
  return sampleReceipt({ passengers, slices: sampleLongTrip(seated), ...changed })
}
