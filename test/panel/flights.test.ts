// Tests the flight search's computations: grouping, filters, sorting, times and URLs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import {
  airlinesOf,
  airportsOf,
  bagsOf,
  type FilterTexts,
  filtered,
  filtersOf,
  firstScreenful,
  flexibilityOf,
  itinerariesOf,
  perPersonOf,
  sorted,
  sortingOf,
} from '../../panel/screens/flights/itineraries.ts'
import {
  bodyOf,
  faultsOf,
  LEGS_MAX,
  NEW_SEARCH,
  searchOf,
  type TripSearch,
  textsOf,
  withFittingLegs,
  withLeg,
  withRecent,
} from '../../panel/screens/flights/trip-search.ts'
import {
  clockOf,
  daysLater,
  durationText,
  endsOf,
  minutesOf,
  partOfDay,
  waitBetween,
} from '../../panel/screens/flights/trip-times.ts'

type Flight = readonly [airline: string, number: string, from: string, to: string, at: string, until: string]

/** Only the fields that the tests need. */
function offer(
  id: string,
  amount: string,
  flights: readonly (readonly Flight[])[],
  more: object = {},
): Offer {
  const { bags = 0, refund = false } = { bags: 0, refund: false, ...more }
  const slices = flights.map((legs, index) => ({
    id: `sli_${index}`,
    origin: { iata_code: 'SAO' },
    destination: { iata_code: 'RIO' },
    duration: 'PT1H30M',
    segments: legs.map(([airline, number, from, to, at, until]) => ({
      origin: { iata_code: from },
      destination: { iata_code: to },
      departing_at: at,
      arriving_at: until,
      marketing_carrier: { iata_code: airline, name: `Air ${airline}` },
      marketing_carrier_flight_number: number,
      passengers: [{ baggages: [{ type: 'checked', quantity: bags }] }],
    })),
  }))
  const condition = { allowed: refund, penalty_amount: null, penalty_currency: null }
  const conditions = { refund_before_departure: condition, change_before_departure: condition }
  return Object({ id, client_amount: amount, owner: { iata_code: flights[0]?.[0]?.[0] }, slices, conditions })
}

const early: Flight = ['G3', '1', 'CGH', 'SDU', '2026-12-20T05:30:00', '2026-12-20T06:30:00']
const noon: Flight = ['LA', '2', 'GRU', 'CNF', '2026-12-20T12:00:00', '2026-12-20T13:00:00']
const night: Flight = ['LA', '3', 'CNF', 'GIG', '2026-12-20T18:05:00', '2026-12-21T00:10:00']
const OFFERS = [
  offer('a', '900.00', [[noon, night]]),
  offer('b', '1000.50', [[early]], { bags: 1 }),
  offer('c', '99.90', [[early]]),
  offer('d', '1200.00', [[noon, night]], { refund: true, bags: 2 }),
]
const NONE: FilterTexts = {
  stops: '',
  times: '',
  airlines: '',
  airports: '',
  bags: '',
  refund: '',
  sort: '',
  view: '',
}
const all = itinerariesOf(OFFERS)
const idsBy = (texts: Partial<FilterTexts>) =>
  filtered(all, filtersOf({ ...NONE, ...texts })).map(({ offers }) => offers.map(({ id }) => id).join(''))

test('fares of the same flights form one itinerary, cheapest first', () => {
  assert.deepEqual(
    all.map(({ offers, stops }) => [offers.map(({ id }) => id).join(''), stops]),
    [
      ['ad', 1],
      ['cb', 0],
    ],
  )
  const later: Flight = [early[0], early[1], early[2], early[3], '2026-12-20T05:35:00', early[5]]
  assert.equal(itinerariesOf([...OFFERS, offer('e', '1.00', [[later]])]).length, 3)
  assert.deepEqual(itinerariesOf([]), [])
})

test('filters remove itineraries or single fares', () => {
  assert.deepEqual(idsBy({}), ['ad', 'cb'])
  assert.deepEqual(idsBy({ stops: '0' }), ['cb'])
  assert.deepEqual(idsBy({ stops: 'x' }), ['ad', 'cb'])
  assert.deepEqual(idsBy({ times: 'afternoon' }), ['ad'])
  assert.deepEqual(idsBy({ times: ',dawn' }), ['ad', 'cb'])
  assert.deepEqual(idsBy({ airlines: 'G3,AD' }), ['cb'])
  assert.deepEqual(idsBy({ bags: '1' }), ['d', 'b'])
  assert.deepEqual(idsBy({ refund: '1', stops: '0' }), [])
})

test('results are sorted by the chosen value, then by price', () => {
  const keys = (by: string) => sorted(all, sortingOf(by)).map(({ offers: [first] }) => first?.id)
  assert.deepEqual(keys(''), ['c', 'a'])
  assert.deepEqual(keys('departure'), ['c', 'a'])
  assert.deepEqual(keys('duration'), ['c', 'a'])
  assert.deepEqual(airlinesOf(all, filtersOf(NONE)), [
    { code: 'G3', name: 'Air G3', amount: '99.90' },
    { code: 'LA', name: 'Air LA', amount: '900.00' },
  ])
})

test('prices of filters follow the other filters, in a stable order', () => {
  assert.deepEqual(
    airlinesOf(all, filtersOf({ ...NONE, bags: '1', airlines: 'G3' })).map(({ amount }) => amount),
    ['1000.50', '1200.00'],
  )
  assert.deepEqual(
    airlinesOf(all, filtersOf({ ...NONE, refund: '1' })).map(({ code, amount }) => [code, amount]),
    [
      ['G3', null],
      ['LA', '1200.00'],
    ],
  )
})

test('a city with several airports offers a choice, independent of other cities', () => {
  assert.deepEqual(airportsOf(all, filtersOf(NONE)), [
    { city: 'RIO', airport: 'GIG', amount: '900.00' },
    { city: 'RIO', airport: 'SDU', amount: '99.90' },
    { city: 'SAO', airport: 'CGH', amount: '99.90' },
    { city: 'SAO', airport: 'GRU', amount: '900.00' },
  ])
  assert.deepEqual(idsBy({ airports: 'CGH' }), ['cb'])
  assert.deepEqual(idsBy({ airports: 'CGH,GRU' }), ['ad', 'cb'])
  assert.deepEqual(idsBy({ airports: 'CGH,GIG' }), [])
})

test('the price per passenger is shown if there are several', () => {
  const [first = assert.fail()] = OFFERS
  assert.equal(perPersonOf({ ...first, passengers: [] }), undefined)
  const three = Object({ ...first, client_amount: '100.00', passengers: [1, 2, 3] })
  assert.equal(perPersonOf(three), '33.33')
})

test('one screen of whole itineraries is rendered first', () => {
  const many = Array.from({ length: 60 }, (_, n) => {
    const at = `2027-01-${10 + (n % 20)}T08:00`
    return offer(`o${n}`, `${100 + n}.00`, [[['LA', String(n % 20), 'GRU', 'SDU', at, at]]])
  })
  const all = itinerariesOf(many)
  const first = firstScreenful(all)
  assert.deepEqual(first, all.slice(0, first.length))
  assert.equal(first.flatMap(({ offers }) => offers).length, 12)
  assert.deepEqual(firstScreenful(all.slice(0, 2)), all.slice(0, 2))
})

test('a change of a fare is free, paid, refused or of unknown price', () => {
  const condition = { allowed: true, penalty_currency: 'BRL', penalty_amount: '0.00' }
  assert.equal(flexibilityOf(condition), 'free')
  assert.equal(flexibilityOf({ ...condition, penalty_amount: '150.00' }), 'paid')
  assert.equal(flexibilityOf({ ...condition, penalty_amount: null }), 'unknown')
  assert.equal(flexibilityOf({ ...condition, allowed: false }), 'no')
})

test('an offer has as many bags as its segment with the fewest, and none without segments', () => {
  assert.deepEqual(
    [bagsOf(OFFERS[3] ?? { slices: [] }, 'checked'), bagsOf({ slices: [] }, 'carry_on')],
    [2, 0],
  )
})

test('durations are written in hours and minutes', () => {
  assert.deepEqual(['PT45M', 'PT2H5M', 'P1DT2H', 'x'].map(minutesOf), [45, 125, 1560, 0])
  assert.deepEqual([45, 120, 125, 1560].map(durationText), ['45 min', '2 h', '2 h 05', '26 h'])
})

test('clock, part of the day and days later follow the local times of a flight', () => {
  assert.equal(clockOf(night[4]), '18:05')
  assert.deepEqual(
    ['00:00', '05:59', '06:00', '12:00', '18:00', '23:59'].map((time) => partOfDay(`2026-12-20T${time}:00`)),
    ['dawn', 'dawn', 'morning', 'afternoon', 'night', 'night'],
  )
  assert.deepEqual([daysLater(night[4], night[5]), daysLater(noon[4], noon[5])], [1, 0])
  assert.equal(daysLater('2026-12-21T01:00:00', '2026-12-20T20:00:00'), -1)
  assert.equal(waitBetween(noon[5], night[4]), 305)
  const ends = all[0]?.slices.map(endsOf)[0]
  assert.deepEqual([ends?.from, ends?.to, ends?.arrivingAt], ['GRU', 'GIG', night[5]])
})

const leg = (origin: string, destination: string, date: string) => ({ origin, destination, date })
const trip: TripSearch = {
  ...NEW_SEARCH,
  legs: [leg('GRU', 'SDU', '2026-12-20'), leg('SDU', 'GRU', '2026-12-27')],
}

test('a search survives a round trip through the URL', () => {
  const several: TripSearch = {
    ...trip,
    type: 'multi_city',
    adults: 2,
    children: 1,
    infants: 2,
    cabin: 'first',
    client: 'cli_1',
  }
  for (const search of [trip, several, withFittingLegs({ ...trip, type: 'one_way' })])
    assert.deepEqual(searchOf(textsOf(search)), search)
  assert.equal(textsOf(trip).legs, 'GRU-SDU-2026-12-20_SDU-GRU-2026-12-27')
  const broken = [{ legs: '' }, { legs: 'GRU-SDU' }, { type: 'one_way' }, { adults: '9', children: '2' }]
  for (const texts of broken) assert.equal(searchOf({ ...textsOf(trip), ...texts }), undefined)
  assert.equal(searchOf({ ...textsOf(trip), infants: '9', adults: 'x' })?.infants, 1)
  assert.deepEqual(bodyOf({ ...trip, infants: 1 }).passengers, [
    { type: 'adult', count: 1 },
    { type: 'infant_without_seat', count: 1 },
  ])
})

test('a search for a client names the client, so that rules of this client price it', () => {
  assert.ok(!('client_id' in bodyOf(trip)))
  assert.equal({ client_id: '', ...bodyOf({ ...trip, client: 'cli_1' }) }.client_id, 'cli_1')
  assert.equal(searchOf({ ...textsOf(trip), client: 'no id' })?.client, '')
})

test('legs follow the trip type', () => {
  const away = withFittingLegs({
    ...trip,
    legs: [leg('GRU', 'FOR', '2026-12-20'), trip.legs[1] ?? leg('', '', '')],
  })
  assert.deepEqual(away.legs[1], leg('FOR', 'GRU', '2026-12-27'))
  const several = withFittingLegs({ ...trip, type: 'multi_city', legs: trip.legs.slice(0, 1) })
  assert.deepEqual(several.legs[1], leg('SDU', '', ''))
  let legs = several.legs
  for (let times = 0; times < LEGS_MAX; times++) legs = withLeg({ ...several, legs })
  assert.equal(legs.length, LEGS_MAX)
})

test('invalid searches are rejected before sending', () => {
  assert.deepEqual([...faultsOf(NEW_SEARCH, '2026-12-01').values()], Array(6).fill('required'))
  assert.equal(faultsOf(trip, '2026-12-20').size, 0)
  const odd = {
    ...trip,
    legs: [leg('GRU', 'GRU', '2026-12-27'), leg('SDU', 'GRU', '2026-12-20')],
    infants: 2,
  }
  assert.deepEqual(Object.fromEntries(faultsOf({ ...odd, children: 9 }, '2026-12-01')), {
    'legs.0.destination': 'same',
    'legs.1.date': 'order',
    adults: 'seats',
    infants: 'laps',
  })
  assert.equal(faultsOf(trip, '2026-12-21').get('legs.0.date'), 'past')
})

test('recent searches: newest first, without duplicates and past dates', () => {
  const recent = ['legs=GRU-SDU-2026-12-20', 'legs=GRU-FOR-2026-11-01', 'legs=GRU-SDU-2026-12-20']
  assert.deepEqual(withRecent(recent, 'legs=CGH-POA-2027-01-05', '2026-12-01'), [
    'legs=CGH-POA-2027-01-05',
    'legs=GRU-SDU-2026-12-20',
  ])
})
