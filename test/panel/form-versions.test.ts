// Tests merging of two form versions, tax id validation, and finding the same trip again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { differences, isSame, merged } from '../../panel/logic/form-versions.ts'
import { anyTaxIdFault, taxIdFault } from '../../panel/logic/tax-id-faults.ts'
import { draftNameOf, findSame, sameTripBody, tripIdentity } from '../../panel/screens/flights/same-trip.ts'

const base = { name: 'Ana', phone: '1', address: { city: 'Recife', state: 'PE' }, items: [{ a: 1 }] }

test('differences contain only changed fields, with lists as a whole', () => {
  const mine = { ...base, name: 'Ana Souza', items: [{ a: 2 }] }
  const saved = { ...base, phone: '2', address: { city: 'Olinda', state: 'PE' } }
  assert.deepEqual(
    differences(base, mine, saved).map(({ field, isMine }) => [field, isMine]),
    [
      ['name', true],
      ['phone', false],
      ['address.city', false],
      ['items', true],
    ],
  )
  assert.deepEqual(merged(base, mine, saved), { ...saved, name: 'Ana Souza', items: [{ a: 2 }] })
})

test('empty, null and undefined are equal; the order of fields does not matter', () => {
  assert.ok(isSame({ a: '', b: null, c: 1 }, { c: 1 }))
  assert.ok(isSame({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }))
  assert.ok(!isSame({ a: 1 }, { a: 2 }))
  assert.deepEqual(differences({ a: '' }, { a: undefined }, { a: null }), [])
})

test('CPF and CNPJ are checked by their digits, the alphanumeric CNPJ too', () => {
  assert.equal(taxIdFault('', 'cpf'), undefined)
  assert.equal(taxIdFault('529.982.247-25', 'cpf'), undefined)
  assert.equal(taxIdFault('529.982.247-24', 'cpf'), 'cpfDigits')
  assert.equal(taxIdFault('529.982', 'cpf'), 'cpfForm')
  assert.equal(taxIdFault('12.ABC.345/01DE-35', 'cnpj'), undefined)
  assert.equal(taxIdFault('12.ABC.345/01DE-36', 'cnpj'), 'cnpjDigits')
  assert.equal(anyTaxIdFault('12.345.678/0001-95'), undefined)
  assert.equal(anyTaxIdFault('12.345.678/0001-96'), 'cnpjDigits')
})

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
  const [one, two] = others as [Offer, Offer]
  assert.equal(draftNameOf(one, ''), draftNameOf(two, ''))
  assert.notEqual(draftNameOf(one, ''), draftNameOf(two, 'trip_1'))
  const forAnother = { ...one, pricing: { ...one.pricing, client_id: 'cli_2' } }
  assert.notEqual(draftNameOf(one, ''), draftNameOf(forAnother, ''))
})
