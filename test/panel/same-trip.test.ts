// Tests that the trip of an expired offer is found again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { draftNameOf, findSame, sameTripBody, tripIdentity } from '../../panel/screens/flights/same-trip.ts'

const offer = (id: string, number: string, brand: string, amount: string): Offer => {
  const segment = {
    marketing_carrier: { iata_code: 'LA' },
    marketing_carrier_flight_number: number,
    departing_at: '2027-01-10T08:00:00',
    passengers: [{ cabin_class: 'economy' }],
  }
  const slice = { origin: { iata_code: 'GRU' }, destination: { iata_code: 'SDU' }, segments: [segment] }
  const passengers = [{ id: 'pas_1', type: 'adult', fare_brand_name: brand }]
  const pricing = { client_id: 'cli_1' }
  return { id, client_amount: amount, slices: [slice], passengers, pricing } as unknown as Offer
}

test('the cheapest offer with the same flights and fare is found', () => {
  const wanted = tripIdentity(offer('off_1', '100', 'Light', '500.00'))
  const others = [
    offer('off_2', '101', 'Light', '300.00'),
    offer('off_3', '100', 'Plus', '400.00'),
    offer('off_4', '100', 'Light', '620.00'),
    offer('off_5', '100', 'Light', '610.00'),
  ]
  assert.equal(findSame(others, wanted)?.id, 'off_5')
  assert.equal(findSame(others.slice(0, 2), wanted), undefined)
  assert.deepEqual(sameTripBody(wanted), {
    type: 'one_way',
    slices: [{ origin: 'GRU', destination: 'SDU', departureDate: '2027-01-10' }],
    passengers: [{ type: 'adult', count: 1 }],
    cabinClass: 'economy',
    client_id: 'cli_1',
  })
})

test('typed travellers belong to legs, client and trip, not to one offer', () => {
  const [one, two] = [offer('off_2', '101', 'Light', '300.00'), offer('off_3', '100', 'Plus', '400.00')]
  assert.equal(draftNameOf(one, ''), draftNameOf(two, ''))
  assert.notEqual(draftNameOf(one, ''), draftNameOf(two, 'trip_1'))
  const forAnother = { ...one, pricing: { ...one.pricing, client_id: 'cli_2' } }
  assert.notEqual(draftNameOf(one, ''), draftNameOf(forAnother, ''))
})
