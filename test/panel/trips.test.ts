// Tests the pure functions behind the screens of trips: exchange rates, local times, days of a trip, item forms,
// searches for quoted flights, and invoices from trips.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import type { BillableItem, TripItem, TripItemKind } from '../../contract/trips.ts'
import { inBrl, parseRate, rateAsTyped } from '../../panel/logic/exchange.ts'
import { toGiveBack } from '../../panel/logic/invoice-money.ts'
import { openOf } from '../../panel/logic/trip-open.ts'
import { dayAndTime, isTime, maskTime, momentIn, partsIn } from '../../panel/logic/zones.ts'
import { amountFault, billBody, billDraft } from '../../panel/screens/trips/bill-draft.ts'
import {
  draftOfItem,
  emptyItem,
  formField,
  itemBody,
  itemFaults,
} from '../../panel/screens/trips/item-draft.ts'
import { legsOf, sameFlights, searchBody, searchOfTrip } from '../../panel/screens/trips/search-of-item.ts'
import { daysOf, routeOf } from '../../panel/screens/trips/trip-days.ts'
import { tripBody } from '../../panel/screens/trips/trip-draft.ts'

const ZONE = 'America/Sao_Paulo'
const terms = { timeZone: ZONE, seesCosts: true }

test('rates are read with up to six places, and amounts become BRL half up', () => {
  assert.deepEqual(['5,4321', '5.432100', '0', '1,1234567', 'abc', ''].map(parseRate), [
    '5.4321',
    '5.4321',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  assert.equal(inBrl('1500.00', '6,1234'), '9185.10')
  assert.equal(inBrl('0.01', '0.5'), '0.01', 'half a cent is rounded up')
  assert.equal(inBrl('0.01', '0.499999'), '0.00')
  assert.equal(inBrl('999999999.99', '1000000'), '999999999990000.00', 'beyond floating point')
  assert.equal(inBrl('1', 'x'), undefined)
  assert.deepEqual(
    [rateAsTyped(5.4321, 'pt-BR'), rateAsTyped(5.4321, 'en-US'), rateAsTyped(1, 'pt-BR')],
    ['5,4321', '5.4321', ''],
  )
})

test("times are typed in the agency's zone, across changes of clocks", () => {
  assert.equal(momentIn('2026-12-10', '23:59', ZONE), '2026-12-11T02:59:00.000Z')
  assert.deepEqual(partsIn('2026-12-11T02:59:00Z', ZONE), { day: '2026-12-10', time: '23:59' })
  for (const time of ['00:30', '03:30', '23:30'])
    assert.deepEqual(partsIn(momentIn('2026-03-29', time, 'Europe/Lisbon'), 'Europe/Lisbon'), {
      day: '2026-03-29',
      time,
    })
  assert.deepEqual(['1', '14', '143', '1430', '14:30'].map(maskTime), ['1', '14', '14:3', '14:30', '14:30'])
  assert.deepEqual(['14:30', '24:00', '9:00', ''].map(isTime), [true, false, false, false])
  assert.equal(dayAndTime('2026-12-20', ''), '2026-12-20')
  assert.equal(dayAndTime('2026-12-20', '14:00'), '2026-12-20T14:00')
  assert.equal(dayAndTime('', '14:00'), undefined)
})

const segment = (origin: string, destination: string, departing_at: string, arriving_at: string) => ({
  flight_number: 'LA 8084',
  origin,
  destination,
  departing_at,
  arriving_at,
})
const OUT = segment('GRU', 'MAD', '2026-12-20T18:05', '2026-12-21T08:00')
const ON = segment('MAD', 'LIS', '2026-12-21T10:00', '2026-12-21T10:20')
const BACK = segment('LIS', 'GRU', '2026-12-30T09:10', '2026-12-30T16:55')
const money = {
  price: 0,
  cost: 0,
  earnings: 0,
  collected_by_supplier: 0,
  invoiced: 0,
  paid: 0,
  due: 0,
  open: 0,
}
const item = (id: string, kind: TripItemKind, changes: Partial<TripItem> = {}): TripItem => ({
  id,
  trip_id: 'trip_1',
  kind,
  status: 'quoted',
  booking_id: null,
  description: null,
  supplier_name: null,
  supplier_phone: null,
  place: null,
  unit: null,
  meal_plan: null,
  confirmation_number: null,
  instructions: null,
  notes: null,
  starts_at: null,
  starts_zone: null,
  ends_at: null,
  ends_zone: null,
  traveller_ids: [],
  free_cancellation_until: null,
  flight: null,
  currency: 'BRL',
  exchange_rate: 1,
  cost_amount: null,
  price_amount: 0,
  kept_cost_amount: null,
  kept_price_amount: 0,
  collected_by: 'agency',
  seller_id: null,
  money,
  invoice_ids: [],
  files: [],
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  ...changes,
})

test('items are listed on their days: flights on each, stays at both ends, the rest at the end', () => {
  const flight = item('tri_1', 'flight', { flight: { airline: null, segments: [OUT, ON, BACK] } })
  const hotel = item('tri_2', 'lodging', { starts_at: '2026-12-21T14:00', ends_at: '2026-12-30T11:00' })
  const next = item('tri_3', 'lodging', { starts_at: '2026-12-30' })
  const fee = item('tri_4', 'fee')
  const days = daysOf([fee, hotel, next, flight]).map(({ day, entries }) => [
    day,
    ...entries.map((entry) => `${entry.item.id} ${entry.part} ${entry.time} ${entry.segments.length}`),
  ])
  assert.deepEqual(days, [
    ['2026-12-20', 'tri_1 main 18:05 1'],
    ['2026-12-21', 'tri_1 flights 10:00 1', 'tri_2 main 14:00 0'],
    ['2026-12-30', 'tri_1 flights 09:10 1', 'tri_2 end 11:00 0', 'tri_3 main  0'],
    ['', 'tri_4 main  0'],
  ])
  assert.equal(routeOf([OUT, ON, BACK]), 'GRU – MAD – LIS – GRU')
})

test('the form of an item sends the fields of its kind, and clears the rest', () => {
  const typed = {
    ...emptyItem('lodging'),
    description: ' Hotel Avenida ',
    unit: 'Quarto duplo',
    starts_day: '2026-12-21',
    starts_time: '14:00',
    starts_zone: 'Europe/Lisbon',
    ends_day: '2026-12-30',
    free_day: '2026-12-10',
    currency: 'EUR',
    exchange_rate: '6,1234',
    price_amount: '1500.00',
    airline: 'is of no lodging',
  }
  const body = itemBody('lodging', typed, terms)
  assert.deepEqual(
    [body.description, body.starts_at, body.ends_at, body.ends_zone, body.flight],
    ['Hotel Avenida', '2026-12-21T14:00', '2026-12-30', 'Europe/Lisbon', null],
  )
  assert.equal(body.free_cancellation_until, '2026-12-11T02:59:00.000Z', 'the whole day counts')
  assert.deepEqual([body.exchange_rate, body.price_amount, body.cost_amount], [6.1234, 1500, null])
  const fee = itemBody('fee', { ...typed, description: 'Taxa' }, { ...terms, seesCosts: false })
  assert.deepEqual([fee.unit, fee.starts_at, fee.free_cancellation_until], [null, null, null])
  assert.ok(!('cost_amount' in fee), 'costs are sent with the permission only')
})

test('an item round-trips through its form', () => {
  const stay = item('tri_2', 'cruise', {
    description: 'Costa',
    starts_at: '2026-12-21T14:00',
    starts_zone: 'Europe/Lisbon',
    ends_at: '2026-12-30T11:00',
    ends_zone: 'Europe/Madrid',
    free_cancellation_until: '2026-12-11T02:59:00.000Z',
    currency: 'USD',
    exchange_rate: 5.432101,
    price_amount: 1234.5,
    cost_amount: 1000.01,
    traveller_ids: ['pax_1'],
  })
  const flight = item('tri_1', 'flight', { flight: { airline: 'LATAM', segments: [OUT, BACK] } })
  for (const one of [stay, flight]) {
    const body = itemBody(one.kind, draftOfItem(one, ZONE, 'pt-BR'), terms)
    for (const [name, value] of Object.entries(body)) {
      const before = Object(one)[name]
      assert.deepEqual(value, before, `${one.kind}.${name}`)
    }
  }
})

test('missing and invalid values are reported at their fields', () => {
  const faults = (kind: TripItemKind, changes: object) => [
    ...itemFaults(kind, { ...emptyItem(kind), description: 'x', ...changes }),
  ]
  assert.deepEqual(faults('lodging', { description: ' ' }), [['description', 'required']])
  assert.deepEqual(faults('lodging', { starts_day: '2026-12-21', ends_day: '2026-12-20' }), [
    ['ends_day', 'order'],
  ])
  assert.deepEqual(faults('tour', { starts_time: '25:00' }), [
    ['starts_time', 'time'],
    ['starts_day', 'required'],
  ])
  assert.deepEqual(faults('service', { currency: 'USD' }), [['exchange_rate', 'rate']])
  assert.deepEqual(faults('flight', { description: '' }), [['description', 'someSegment']])
  const [flight] = emptyItem('flight').segments
  assert.deepEqual(
    faults('flight', { segments: [{ ...flight, origin: 'GR' }] }).map(([field]) => field),
    [
      'segments.0.flight_number',
      'segments.0.origin',
      'segments.0.destination',
      'segments.0.departs_day',
      'segments.0.departs_time',
      'segments.0.arrives_day',
      'segments.0.arrives_time',
    ],
  )
  assert.deepEqual(
    ['starts_at', 'free_cancellation_until', 'flight.segments.1.arriving_at', 'place'].map(formField),
    ['starts_day', 'free_day', 'segments.1.arrives_day', 'place'],
  )
})

test('a quoted flight becomes a search with its legs, passengers and trip', () => {
  assert.deepEqual(legsOf([OUT, ON, BACK]), [
    { origin: 'GRU', destination: 'LIS', date: '2026-12-20' },
    { origin: 'LIS', destination: 'GRU', date: '2026-12-30' },
  ])
  const shuttle = [
    segment('GRU', 'SDU', '2026-12-20T08:00', '2026-12-20T09:00'),
    segment('SDU', 'GRU', '2026-12-20T19:00', '2026-12-20T20:00'),
  ]
  assert.equal(legsOf(shuttle).length, 2, 'a return on the same day is no connection')
  const traveller = (id: string, born_on: string | null) => ({
    id,
    full_name: id,
    born_on,
    client_id: null,
    companion_id: null,
  })
  const trip = {
    id: 'trip_1',
    client_id: 'a-b',
    starts_on: '2026-12-20',
    travellers: [
      traveller('pax_1', '1988-04-02'),
      traveller('pax_2', '2019-09-14'),
      traveller('pax_3', '2025-06-01'),
      traveller('pax_4', null),
    ],
  }
  const quoted = item('tri_1', 'flight', { flight: { airline: null, segments: [OUT, ON, BACK] } })
  assert.deepEqual(searchOfTrip(trip, quoted), {
    type: '',
    legs: 'GRU-LIS-2026-12-20_LIS-GRU-2026-12-30',
    adults: '2',
    children: '1',
    infants: '1',
    client: 'a-b',
    trip: 'trip_1',
    trip_item: 'tri_1',
  })
  assert.deepEqual(
    searchOfTrip(trip),
    { adults: '2', children: '1', infants: '1', client: 'a-b', trip: 'trip_1' },
    'without a flight by age on the first day of the trip',
  )
})

test('without travellers those of the quote are searched for, as adults', () => {
  const trip = { id: 'trip_1', client_id: 'a-b', starts_on: null, travellers: [] }
  const segment = { flight_number: 'TP 82', origin: 'GRU', destination: 'LIS' }
  const times = { departing_at: '2026-12-20T22:55', arriving_at: '2026-12-21T12:10' }
  const item = {
    id: 'tri_1',
    traveller_ids: [] as string[],
    flight: { segments: [{ ...segment, ...times }] },
  }
  assert.deepEqual(searchBody(trip, item as unknown as TripItem, 3), {
    type: 'one_way',
    slices: [{ origin: 'GRU', destination: 'LIS', departureDate: '2026-12-20' }],
    passengers: [{ type: 'adult', count: 3 }],
    client_id: 'a-b',
  })
  assert.equal(searchBody(trip, item as unknown as TripItem, 10), undefined, 'too many for one booking')
  assert.equal(searchOfTrip(trip, item as unknown as TripItem, 2).adults, '2')
})

test('the same flights are found by numbers and times, the cheapest first', () => {
  const flown = (number: string, departing_at: string, arriving_at: string) => ({
    ...{ marketing_carrier: { iata_code: 'TP' }, marketing_carrier_flight_number: number },
    ...{ departing_at: `${departing_at}:00`, arriving_at: `${arriving_at}:00` },
  })
  const offerOf = (id: string, client_amount: string, segments: object[]) =>
    ({ id, client_amount, slices: [{ segments }] }) as unknown as Offer
  const first = flown('82', '2026-12-20T22:55', '2026-12-21T08:00')
  const second = flown('1031', '2026-12-21T10:00', '2026-12-21T11:00')
  const later = flown('1033', '2026-12-21T12:00', '2026-12-21T13:00')
  const offers = [
    offerOf('dear', '1000.00', [first, second]),
    offerOf('cheap', '999.50', [first, second]),
    offerOf('other', '500.00', [first, later]),
  ]
  const leg = { origin: 'GRU', destination: 'OPO', departing_at: '2026-12-20T22:55' }
  const quoted = { ...leg, flight_number: 'TP 82, tp1031', arriving_at: '2026-12-21T11:00' }
  assert.equal(sameFlights(offers, [quoted])?.id, 'cheap')
  assert.equal(sameFlights(offers, [{ ...quoted, flight_number: '' }])?.id, 'cheap', 'by the times alone')
  assert.equal(sameFlights(offers, [{ ...quoted, flight_number: 'TP 82' }]), undefined)
  assert.equal(sameFlights(offers, [{ ...quoted, arriving_at: '2026-12-21T11:05' }]), undefined)
})

test('an invoice has the chosen items with their amounts, never above the open amount', () => {
  const billable = (
    id: string,
    trip_id: string,
    open: number,
    status: BillableItem['status'] = 'confirmed',
  ): BillableItem => ({
    trip_item_id: id,
    trip_id,
    trip_number: '2026-000001',
    trip_title: 'Lisboa',
    booking_id: null,
    description: `Item ${id}`,
    status,
    starts_at: null,
    ends_at: null,
    open,
  })
  const items = [
    billable('tri_1', 'trip_1', 100.5),
    billable('tri_2', 'trip_2', 80),
    billable('tri_3', 'trip_1', 70, 'quoted'),
  ]
  const draft = billDraft(items, 'trip_1', '2026-12-01')
  assert.deepEqual(draft.amounts, { tri_1: '100.50', tri_2: '', tri_3: '' })
  const body = billBody({ ...draft, notes: ' ' }, items, { clientId: 'c', today: '2026-11-28' })
  assert.deepEqual(body.items, [
    { description: 'Item tri_1', quantity: 1, unit_price: 100.5, trip_item_id: 'tri_1' },
  ])
  assert.ok(!('notes' in body))
  assert.deepEqual(
    ['100.50', '100.51', '0.00', ''].map((amount) => amountFault(amount, 100.5)),
    [undefined, 'over', 'zero', 'zero'],
  )
})

test('an amount to invoice on one item does not hide a refund due on another', () => {
  const items = [180, -1348.16, 0, 0.1, 0.2].map((open) => ({ money: { open } }))
  assert.deepEqual(openOf(items), { bill: '180.30', back: '1348.16' })
  assert.deepEqual(openOf([]), { bill: '0.00', back: '0.00' })
})

test('travellers without a name are omitted, and known ones keep their ids', () => {
  const blank = { id: '', full_name: ' ', born_on: '', client_id: '', companion_id: '' }
  const body = tripBody({
    client_id: 'c',
    title: ' ',
    seller_id: '',
    travellers: [blank, { ...blank, id: 'pax_1', full_name: ' Ana ' }],
  })
  assert.deepEqual(body, {
    client_id: 'c',
    title: null,
    travellers: [{ id: 'pax_1', full_name: 'Ana', born_on: null, client_id: null, companion_id: null }],
  })
})

test('a refund proposes the amount due for the item, less pending refunds, at most the rest', () => {
  const item = { id: 'tri_1', money: { open: -600 } }
  const asked = { amount: 100, status: 'pending', reduces_amount_due: true, trip_item_id: 'tri_1' }
  assert.equal(toGiveBack(item, '1500.00', []), '600.00')
  assert.equal(toGiveBack(item, '250.00', []), '250.00')
  assert.equal(toGiveBack(item, '1500.00', [asked, { ...asked, trip_item_id: null }]), '400.00')
  const others = [
    { ...asked, trip_item_id: 'tri_2' },
    { ...asked, status: 'succeeded' },
    { ...asked, reduces_amount_due: false },
  ]
  assert.equal(toGiveBack(item, '1500.00', others), '600.00')
  assert.equal(toGiveBack(item, '1500.00', [{ ...asked, amount: 600 }]), '0.00')
  assert.equal(toGiveBack({ ...item, money: { open: 5 } }, '1500.00', []), '0.00')
})
