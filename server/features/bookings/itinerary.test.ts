// Flights as travellers read them: days later, waits, cities, who gets what, and how all of it is written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  HOME,
  OVERNIGHT,
  PASSENGER,
  sampleLongTrip,
  sampleRoundTrip,
  sampleSlice,
} from '../../../test/support/samples/sample-trip.ts'
import {
  bagsText,
  dateText,
  durationText,
  legName,
  momentText,
  moneyText,
  shortDate,
  stopsText,
  stopText,
  timeText,
} from '../../render/itinerary/itinerary.ts'
import { legsOf } from './itinerary.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test('a round trip has kinds, day offsets and the waits between flights', () => {
  const [there, back] = legsOf(sampleRoundTrip())
  assert.deepEqual([there!.kind, back!.kind], ['outbound', 'return'])
  assert.equal(there!.minutes, 9 * 60 + 55)
  assert.deepEqual(
    there!.flights.map(({ arrival }) => timeText(arrival)),
    ['11:05 (+1)'],
  )
  assert.equal(there!.flights[0]!.connection, null)
  assert.deepEqual(back!.flights[1]!.connection, { minutes: 100, changesAirport: false })
  assert.deepEqual(
    back!.flights.flatMap(({ departure, arrival }) => [timeText(departure), timeText(arrival)]),
    ['18:15', '20:35', '22:15', '05:00 (+1)'],
  )
})

test('legs are named in both languages', () => {
  const names = (slices: Parameters<typeof legsOf>[0]) => legsOf(slices).map((leg) => legName(leg, 'pt-BR'))
  assert.deepEqual(names([sampleSlice([OVERNIGHT], 'PT9H55M')]), ['Voo'])
  assert.deepEqual(names(sampleRoundTrip()), ['Ida', 'Volta'])
  assert.deepEqual(names(sampleLongTrip()).slice(0, 2), ['Trecho 1', 'Trecho 2'])
  // Two legs that do not lead back are no way there and back.
  assert.deepEqual(names([...sampleRoundTrip().slice(0, 1), sampleSlice([{ ...HOME[1]! }], 'PT10H45M')]), [
    'Trecho 1',
    'Trecho 2',
  ])
  // Another airport of the same city is still the way back.
  const toCongonhas = sampleSlice([HOME[0]!, { ...HOME[1]!, to: 'CGH' }], 'PT13H45M')
  assert.deepEqual(names([sampleRoundTrip()[0]!, toCongonhas]), ['Ida', 'Volta'])
})

test("places have names in the reader's language, or the carrier's name if there is none", () => {
  const slice = sampleSlice([OVERNIGHT], 'PT9H55M')
  const named = { ...slice, destination: { ...slice.destination, city_name: 'Lisbon' } }
  const namesIn = (language: 'pt-BR' | 'en', slices = [named]) =>
    legsOf(slices, language).flatMap(({ to, flights }) => [
      to.city,
      flights[0]!.arrival.city,
      flights[0]!.arrival.airport,
    ])
  assert.deepEqual(namesIn('pt-BR'), ['Lisboa', 'Lisboa', 'Aeroporto Humberto Delgado'])
  assert.deepEqual(namesIn('en'), ['Lisbon', 'Lisbon', 'Humberto Delgado Airport'])
  assert.equal(legsOf([named])[0]!.flights[0]!.departure.airport, 'Aeroporto Internacional de Guarulhos')
  const plain = { ...named, origin: { ...named.origin, city_name: 'Sao Paulo' } }
  assert.deepEqual(
    (['pt-BR', 'en'] as const).map((language) => legsOf([plain], language)[0]!.from.city),
    ['São Paulo', 'Sao Paulo'],
  )
})

test('a wait across a change of clocks is omitted if it cannot be exact', () => {
  // Clocks in Madrid go forward at 2 in the morning: 01:00 to 06:00 is four hours, and the carrier says so.
  const hops = [
    {
      from: 'LIS',
      to: 'MAD',
      departs: '2027-03-27T22:40:00',
      arrives: '2027-03-28T01:00:00',
      duration: 'PT1H20M',
    },
    {
      from: 'MAD',
      to: 'GRU',
      departs: '2027-03-28T06:00:00',
      arrives: '2027-03-28T11:30:00',
      duration: 'PT10H30M',
    },
  ]
  const [leg] = legsOf([sampleSlice(hops, 'PT15H50M')])
  assert.equal(leg!.flights[1]!.connection!.minutes, null)
  const [plain] = legsOf([sampleSlice(hops, 'PT16H50M')])
  assert.equal(plain!.flights[1]!.connection!.minutes, 300)
})

test('across the date line an arrival can be on the day before', () => {
  const hop = { ...OVERNIGHT, departs: '2027-02-15T08:00:00', arrives: '2027-02-14T22:00:00' }
  assert.equal(timeText(legsOf([sampleSlice([hop], 'PT9H')])[0]!.flights[0]!.arrival), '22:00 (−1)')
})

test('cities of connections come from the reference data; an unknown airport shows its code', () => {
  const [, back] = legsOf(sampleRoundTrip())
  assert.equal(stopText(back!.flights[0]!.arrival), 'Madri (MAD)')
  assert.equal(stopText(back!.flights[0]!.departure), 'Lisboa (LIS)', 'as the carrier writes it')
  const slice = sampleSlice(HOME, 'PT13H45M')
  slice.segments[0]!.destination = { iata_code: 'QQQ', name: 'Nowhere', terminal: null }
  assert.equal(stopText(legsOf([slice])[0]!.flights[0]!.arrival), 'QQQ')
})

test('a flight operated by another airline names that airline', () => {
  const slice = sampleSlice([OVERNIGHT], 'PT9H55M')
  assert.equal(legsOf([slice])[0]!.flights[0]!.operatedBy, null)
  slice.segments[0]!.operating_carrier = { iata_code: 'IB', name: 'Iberia', logo_symbol_url: '' }
  assert.equal(legsOf([slice])[0]!.flights[0]!.operatedBy, 'Iberia')
})

test('travellers with the same cabin, fare and bags are grouped', () => {
  const people = [
    { ...PASSENGER, passenger_id: 'a', seat: '1A' },
    { ...PASSENGER, passenger_id: 'b', baggages: [] },
    { ...PASSENGER, passenger_id: 'c', seat: '1C' },
    { ...PASSENGER, passenger_id: 'd', cabin_class: 'business' as const },
  ]
  const [{ flights }] = legsOf([sampleSlice([OVERNIGHT], 'PT9H55M', people)]) as [
    ReturnType<typeof legsOf>[0],
  ]
  const { services } = flights[0]!
  assert.deepEqual(
    services.map(({ passengerIds, seats, cabin, checkedBags }) => ({
      passengerIds,
      seats,
      cabin,
      checkedBags,
    })),
    [
      { passengerIds: ['a', 'c'], seats: ['1A', '1C'], cabin: 'economy', checkedBags: 1 },
      { passengerIds: ['b'], seats: [], cabin: 'economy', checkedBags: 0 },
      { passengerIds: ['d'], seats: [], cabin: 'business', checkedBags: 1 },
    ],
  )
})

const BAGS: [checkedBags: number, carryOnBags: number, portuguese: string, english: string][] = [
  [0, 0, 'sem bagagem despachada', 'no checked bag'],
  [0, 1, 'sem bagagem despachada, 1 de mão', 'no checked bag, 1 carry-on'],
  [1, 1, '1 bagagem despachada, 1 de mão', '1 checked bag, 1 carry-on'],
  [2, 0, '2 bagagens despachadas', '2 checked bags'],
]
for (const [checkedBags, carryOnBags, portuguese, english] of BAGS) {
  test(`bags: ${english}`, () => {
    const service = {
      passengerIds: [],
      cabin: 'economy' as const,
      fareBasis: 'Y',
      checkedBags,
      carryOnBags,
      seats: [],
    }
    assert.deepEqual([bagsText(service, 'pt-BR'), bagsText(service, 'en')], [portuguese, english])
  })
}

test('dates, durations and stops in both languages', () => {
  assert.equal(dateText(day('2027-05-01'), 'pt-BR'), 'sáb., 1 maio 2027')
  assert.equal(dateText(day('2027-05-01'), 'en'), 'Sat, 1 May 2027')
  assert.deepEqual(
    [shortDate(day('2027-02-05'), 'pt-BR'), shortDate(day('2027-02-05'), 'en')],
    ['05/02/2027', '5 Feb 2027'],
  )
  const minutes = [45, 60, 65, 1625]
  assert.deepEqual(
    minutes.map((count) => durationText(count, 'pt-BR')),
    ['45min', '1h', '1h05', '27h05'],
  )
  assert.deepEqual(
    minutes.map((count) => durationText(count, 'en')),
    ['45m', '1h', '1h 5m', '27h 5m'],
  )
  const leg = legsOf(sampleRoundTrip())[1]!
  const withStops = (count: number) => ({ ...leg, flights: Array(count + 1).fill(leg.flights[0]) })
  assert.deepEqual(
    [0, 1, 2].map((count) => stopsText(withStops(count), 'pt-BR')),
    ['direto', '1 conexão', '2 conexões'],
  )
  assert.deepEqual(
    [0, 1, 2].map((count) => stopsText(withStops(count), 'en')),
    ['direct', '1 connection', '2 connections'],
  )
})

test('weekdays and months match the calendar', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((count) => day('2020-01-01').add({ days: count }))
  fc.assert(
    fc.property(days, (date) => {
      const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
      const british = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
      const expected = british.format(new Date(`${date}T00:00:00Z`)).replace('Sept', 'Sep')
      assert.equal(dateText(date, 'en'), expected)
      const brazilian = new Intl.DateTimeFormat('pt-BR', { ...parts, timeZone: 'UTC' })
      const letters = (text: string) => text.replace(/ de |[^\p{L}\d]/gu, '').replace('maio', 'mai')
      assert.equal(letters(dateText(date, 'pt-BR')), letters(brazilian.format(new Date(`${date}T00:00:00Z`))))
    }),
    { numRuns: 200 },
  )
})

test('a moment is shown in the local time of a named zone', () => {
  const at = new Date('2027-02-14T21:00:30Z')
  assert.equal(
    momentText(at, 'America/Sao_Paulo', 'pt-BR'),
    'dom., 14 fev. 2027, 18:00 (horário de Brasília, UTC−3)',
  )
  assert.equal(
    momentText(at, 'America/Manaus', 'pt-BR'),
    'dom., 14 fev. 2027, 17:00 (horário de Manaus, UTC−4)',
  )
  assert.equal(momentText(at, 'America/New_York', 'en'), 'Sun, 14 Feb 2027, 16:00 (New York time, UTC−5)')
  assert.equal(momentText(at, 'Asia/Kolkata', 'en'), 'Mon, 15 Feb 2027, 02:30 (Kolkata time, UTC+5:30)')
  assert.equal(
    momentText(at, 'Pacific/Kiritimati', 'en'),
    'Mon, 15 Feb 2027, 11:00 (Kiritimati time, UTC+14)',
  )
  assert.equal(momentText(at, 'UTC', 'en'), 'Sun, 14 Feb 2027, 21:00 (UTC)')
})

test('money is formatted for each language', () => {
  for (const [cents, portuguese, english] of [
    [0n, 'R$ 0,00', 'BRL 0.00'],
    [99_999n, 'R$ 999,99', 'BRL 999.99'],
    [123_456_789n, 'R$ 1.234.567,89', 'BRL 1,234,567.89'],
  ] as const) {
    assert.deepEqual([moneyText(cents, 'pt-BR'), moneyText(cents, 'en')], [portuguese, english])
  }
})
