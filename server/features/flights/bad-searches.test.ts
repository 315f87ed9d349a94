// Searches that are refused: the contract's four texts in the decided order, with the field to blame.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneWay, roundTrip, SEARCH, type SearchBody } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// Half past midnight in São Paulo, and still the day before in Manaus and Acre; already tomorrow in Tokyo.
const wall = fixedClock(new Date('2026-11-15T03:30:00.000Z'))
const app = await startApp({ wall })

const SHAPE = 'Invalid request parameters'
const DATE = 'Invalid date format'
const PLACE = 'Invalid airport code'
const PAST = 'Departure date in the past'
const DAY = '2026-12-01'
const LATER = '2026-12-10'

const good = () => oneWay('GRU', 'SDU', DAY)
const trip = () => roundTrip(['GRU', 'SDU'], [DAY, LATER])
const withSlice = (slice: object): object => ({ ...good(), slices: [{ ...good().slices[0], ...slice }] })
const withPassengers = (...passengers: unknown[]): object => ({ ...good(), passengers })
const party = (...counts: [type: string, count: number][]) =>
  withPassengers(...counts.map(([type, count]) => ({ type, count })))
const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
const legs = (...dates: string[]): SearchBody => ({
  type: 'multi_city',
  slices: dates.map((departureDate, index) => ({
    origin: ['GRU', 'SDU', 'BSB', 'CNF', 'CWB', 'POA', 'FLN'][index]!,
    destination: ['SDU', 'BSB', 'CNF', 'CWB', 'POA', 'FLN', 'REC'][index]!,
    departureDate,
  })),
  passengers: [{ type: 'adult', count: 1 }],
})

/** What is sent, the text it gets, and the fields that are to blame. */
const ROWS: [string, unknown, string, string[]][] = [
  // Shape: the whole
  ['an empty object', {}, SHAPE, ['type', 'slices', 'passengers']],
  ['a list', [], SHAPE, ['body']],
  ['null', null, SHAPE, ['body']],
  ['a number', 5, SHAPE, ['body']],
  ['a string', 'GRU', SHAPE, ['body']],
  // Shape: type
  ['no type', without(good(), 'type'), SHAPE, ['type']],
  ['an unknown type', { ...good(), type: 'oneway' }, SHAPE, ['type']],
  ['a type in capitals', { ...good(), type: 'ONE_WAY' }, SHAPE, ['type']],
  ['type null', { ...good(), type: null }, SHAPE, ['type']],
  ['type a number', { ...good(), type: 1 }, SHAPE, ['type']],
  // Shape: how many slices
  ['no slices', without(good(), 'slices'), SHAPE, ['slices']],
  ['an empty list of slices', { ...good(), slices: [] }, SHAPE, ['slices']],
  ['slices an object', { ...good(), slices: good().slices[0] }, SHAPE, ['slices']],
  ['slices a string', { ...good(), slices: 'GRU-SDU' }, SHAPE, ['slices']],
  ['one_way with two slices', { ...trip(), type: 'one_way' }, SHAPE, ['slices']],
  ['round_trip with one slice', { ...good(), type: 'round_trip' }, SHAPE, ['slices']],
  ['round_trip with three', { ...legs(DAY, DAY, DAY), type: 'round_trip' }, SHAPE, ['slices']],
  ['multi_city with one slice', { ...good(), type: 'multi_city' }, SHAPE, ['slices']],
  ['multi_city with seven', legs(DAY, DAY, DAY, DAY, DAY, DAY, DAY), SHAPE, ['slices']],
  ['a slice that is null', { ...good(), slices: [null] }, SHAPE, ['slices.0']],
  ['a slice that is a string', { ...good(), slices: ['GRU'] }, SHAPE, ['slices.0']],
  // Shape: a slice
  ['no origin', { ...good(), slices: [without(good().slices[0]!, 'origin')] }, SHAPE, ['slices.0.origin']],
  [
    'no destination',
    { ...good(), slices: [without(good().slices[0]!, 'destination')] },
    SHAPE,
    ['slices.0.destination'],
  ],
  [
    'no date',
    { ...good(), slices: [without(good().slices[0]!, 'departureDate')] },
    SHAPE,
    ['slices.0.departureDate'],
  ],
  [
    'an empty slice',
    { ...good(), slices: [{}] },
    SHAPE,
    ['slices.0.origin', 'slices.0.destination', 'slices.0.departureDate'],
  ],
  ['origin a number', withSlice({ origin: 5 }), SHAPE, ['slices.0.origin']],
  ['origin null', withSlice({ origin: null }), SHAPE, ['slices.0.origin']],
  ['destination a list', withSlice({ destination: ['SDU'] }), SHAPE, ['slices.0.destination']],
  ['date a number', withSlice({ departureDate: 20261201 }), SHAPE, ['slices.0.departureDate']],
  ['origin and destination alike', withSlice({ destination: 'GRU' }), SHAPE, ['slices.0.destination']],
  ['an airport and its own city', withSlice({ destination: 'SAO' }), SHAPE, ['slices.0.destination']],
  ['a city and its own airport', withSlice({ origin: 'RIO' }), SHAPE, ['slices.0.destination']],
  [
    'a return from elsewhere',
    { ...trip(), slices: [trip().slices[0], { ...trip().slices[1], origin: 'BSB' }] },
    SHAPE,
    ['slices.1.origin'],
  ],
  [
    'a return to elsewhere',
    { ...trip(), slices: [trip().slices[0], { ...trip().slices[1], destination: 'BSB' }] },
    SHAPE,
    ['slices.1.destination'],
  ],
  [
    'a return before the outbound',
    roundTrip(['GRU', 'SDU'], [LATER, DAY]),
    SHAPE,
    ['slices.1.departureDate'],
  ],
  ['a third leg before the second', legs(DAY, LATER, DAY), SHAPE, ['slices.2.departureDate']],
  // Shape: passengers
  ['no passengers', without(good(), 'passengers'), SHAPE, ['passengers']],
  ['an empty list of passengers', withPassengers(), SHAPE, ['passengers']],
  ['passengers a number', { ...good(), passengers: 2 }, SHAPE, ['passengers']],
  ['a passenger that is null', withPassengers(null), SHAPE, ['passengers.0.type', 'passengers.0.count']],
  ['an unknown passenger type', withPassengers({ type: 'senior', count: 1 }), SHAPE, ['passengers.0.type']],
  ['no passenger type', withPassengers({ count: 1 }), SHAPE, ['passengers.0.type']],
  ['no count', withPassengers({ type: 'adult' }), SHAPE, ['passengers.0.count']],
  ['count a string', withPassengers({ type: 'adult', count: '2' }), SHAPE, ['passengers.0.count']],
  ['count a fraction', withPassengers({ type: 'adult', count: 1.5 }), SHAPE, ['passengers.0.count']],
  ['count below zero', withPassengers({ type: 'adult', count: -1 }), SHAPE, ['passengers.0.count']],
  ['count null', withPassengers({ type: 'adult', count: null }), SHAPE, ['passengers.0.count']],
  ['no passenger at all', withPassengers({ type: 'adult', count: 0 }), SHAPE, ['passengers']],
  ['an infant alone', withPassengers({ type: 'infant_without_seat', count: 1 }), SHAPE, ['passengers']],
  ['ten adults', withPassengers({ type: 'adult', count: 10 }), SHAPE, ['passengers.0.count']],
  ['ten with a seat', party(['adult', 5], ['child', 5]), SHAPE, ['passengers']],
  ['ten adults in two entries', party(['adult', 5], ['adult', 5]), SHAPE, ['passengers']],
  ['more infants than adults', party(['adult', 1], ['infant_without_seat', 2]), SHAPE, ['passengers']],
  ['an infant with children only', party(['child', 2], ['infant_without_seat', 1]), SHAPE, ['passengers']],
  // Shape: the rest
  ['an unknown cabin', { ...good(), cabinClass: 'eco' }, SHAPE, ['cabinClass']],
  ['too many connections', { ...good(), maxConnections: 4 }, SHAPE, ['maxConnections']],
  ['connections a string', { ...good(), maxConnections: '0' }, SHAPE, ['maxConnections']],
  ['airlines a string', { ...good(), airlines: 'LA' }, SHAPE, ['airlines']],
  ['no airlines', { ...good(), airlines: [] }, SHAPE, ['airlines']],
  ['an airline by its name', { ...good(), airlines: ['LA', 'Azul'] }, SHAPE, ['airlines.1']],
  [
    'a time that does not exist',
    { ...good(), departureTime: { from: '24:00' } },
    SHAPE,
    ['departureTime.from'],
  ],
  ['a time as a number', { ...good(), departureTime: { from: 6 } }, SHAPE, ['departureTime.from']],
  [
    'times the wrong way',
    { ...good(), departureTime: { from: '12:00', to: '06:00' } },
    SHAPE,
    ['departureTime.to'],
  ],
  ['times for two slices of one', { ...good(), departureTime: [null, null] }, SHAPE, ['departureTime']],
  ['an unknown sort', { ...good(), sort: 'best' }, SHAPE, ['sort']],
  ['limit zero', { ...good(), limit: 0 }, SHAPE, ['limit']],
  ['limit not whole', { ...good(), limit: 1.5 }, SHAPE, ['limit']],
  ['limit a string', { ...good(), limit: '10' }, SHAPE, ['limit']],
  // Date format
  ['a date by day and month', withSlice({ departureDate: '01/12/2026' }), DATE, ['slices.0.departureDate']],
  ['a timestamp', withSlice({ departureDate: '2026-12-01T00:00:00Z' }), DATE, ['slices.0.departureDate']],
  ['one digit', withSlice({ departureDate: '2026-12-1' }), DATE, ['slices.0.departureDate']],
  ['an empty date', withSlice({ departureDate: '' }), DATE, ['slices.0.departureDate']],
  ['a word', withSlice({ departureDate: 'tomorrow' }), DATE, ['slices.0.departureDate']],
  ['month 13', withSlice({ departureDate: '2026-13-01' }), DATE, ['slices.0.departureDate']],
  ['30 February', withSlice({ departureDate: '2027-02-30' }), DATE, ['slices.0.departureDate']],
  [
    '29 February of no leap year',
    withSlice({ departureDate: '2027-02-29' }),
    DATE,
    ['slices.0.departureDate'],
  ],
  ['31 November', withSlice({ departureDate: '2026-11-31' }), DATE, ['slices.0.departureDate']],
  ['a blank in front', withSlice({ departureDate: ' 2026-12-01' }), DATE, ['slices.0.departureDate']],
  ['year 0', withSlice({ departureDate: '0000-12-01' }), DATE, ['slices.0.departureDate']],
  [
    'two dates',
    roundTrip(['GRU', 'SDU'], ['2026-1-1', 'x']),
    DATE,
    ['slices.0.departureDate', 'slices.1.departureDate'],
  ],
  // Airport code
  ['two letters', withSlice({ origin: 'GR' }), PLACE, ['slices.0.origin']],
  ['four digits', withSlice({ destination: '1234' }), PLACE, ['slices.0.destination']],
  ['an ICAO code', withSlice({ origin: 'SBGR' }), PLACE, ['slices.0.origin']],
  ['a city by its name', withSlice({ destination: 'Rio de Janeiro' }), PLACE, ['slices.0.destination']],
  ['an empty code', withSlice({ origin: '' }), PLACE, ['slices.0.origin']],
  ['an unassigned code', withSlice({ origin: 'QQQ' }), PLACE, ['slices.0.origin']],
  ['a name of every object', withSlice({ origin: 'constructor' }), PLACE, ['slices.0.origin']],
  [
    'both ends',
    withSlice({ origin: 'XX', destination: 'YY' }),
    PLACE,
    ['slices.0.origin', 'slices.0.destination'],
  ],
  // Past date
  ['yesterday', withSlice({ departureDate: '2026-11-14' }), PAST, ['slices.0.departureDate']],
  ['years ago', withSlice({ departureDate: '2020-01-01' }), PAST, ['slices.0.departureDate']],
  ['a day that is over in Tokyo', oneWay('NRT', 'GRU', '2026-11-14'), PAST, ['slices.0.departureDate']],
  [
    'a trip that is over',
    roundTrip(['GRU', 'SDU'], ['2026-11-01', '2026-11-05']),
    PAST,
    ['slices.0.departureDate', 'slices.1.departureDate'],
  ],
  [
    'an outbound that is over',
    roundTrip(['GRU', 'SDU'], ['2026-11-14', DAY]),
    PAST,
    ['slices.0.departureDate'],
  ],
  // Which text wins
  ['shape before date', { ...withSlice({ departureDate: 'x' }), passengers: [] }, SHAPE, ['passengers']],
  ['shape before code', { ...withSlice({ origin: 'XX' }), cabinClass: 'x' }, SHAPE, ['cabinClass']],
  ['shape before the past', { ...withSlice({ departureDate: '2020-01-01' }), limit: 0 }, SHAPE, ['limit']],
  ['date before code', withSlice({ origin: 'XX', departureDate: 'x' }), DATE, ['slices.0.departureDate']],
  [
    'code before the past',
    withSlice({ origin: 'XX', departureDate: '2020-01-01' }),
    PLACE,
    ['slices.0.origin'],
  ],
  [
    'date of the second slice before the code of the first',
    {
      ...trip(),
      slices: [
        { ...trip().slices[0], origin: 'XX' },
        { ...trip().slices[1], destination: 'XX', departureDate: 'x' },
      ],
    },
    DATE,
    ['slices.1.departureDate'],
  ],
]

test(`the table has at least 60 rows`, () => assert.ok(ROWS.length >= 60, String(ROWS.length)))

for (const [what, body, error, fields] of ROWS) {
  test(`${what}: ${error}`, async () => {
    const response = await app.live.post(SEARCH, body)
    assert.equal(response.status, 400, response.text)
    assert.equal(response.body.error, error)
    assert.equal(response.body.code, error.toLowerCase().replaceAll(' ', '_'))
    assert.ok(response.body.message.startsWith(`${error}: `))
    assert.deepEqual(
      response.body.details.map(({ field }: { field: string }) => field),
      fields,
    )
    for (const { issue } of response.body.details) assert.ok(issue.length > 5)
  })
}

const FINE: [string, unknown][] = [
  ['today, although most of it is over', oneWay('GRU', 'SDU', '2026-11-15')],
  ['today in Manaus, which is yesterday in São Paulo', oneWay('MAO', 'GRU', '2026-11-14')],
  ['unknown fields', { ...good(), colour: 'blue', slices: [{ ...good().slices[0], seat: '1A' }] }],
  ['no passenger of a type', withPassengers({ type: 'adult', count: 1 }, { type: 'child', count: 0 })],
  ['a type twice', withPassengers({ type: 'adult', count: 1 }, { type: 'adult', count: 1 })],
  [
    'nine with a seat, and nine on their laps',
    withPassengers({ type: 'adult', count: 9 }, { type: 'infant_without_seat', count: 9 }),
  ],
  ['both slices on one day', roundTrip(['GRU', 'SDU'], [DAY, DAY])],
  ['the last day there is', oneWay('GRU', 'SDU', '9999-12-31')],
  ['six legs', legs(DAY, DAY, DAY, DAY, DAY, LATER)],
]

for (const [what, body] of FINE) {
  test(`${what} is accepted`, async () => {
    const response = await app.live.post(SEARCH, body)
    assert.equal(response.status, 200, response.text.slice(0, 500))
  })
}

test('no JSON, no body and another content type are refused', async () => {
  const json = { 'content-type': 'application/json' }
  const broken = await app.live.raw('POST', SEARCH, '{"type":', json)
  assert.deepEqual([broken.status, broken.body.error], [400, SHAPE])
  const none = await app.live.raw('POST', SEARCH, undefined)
  assert.deepEqual([none.status, none.body.error], [400, SHAPE])
  const form = await app.live.raw('POST', SEARCH, 'type=one_way', { 'content-type': 'text/plain' })
  assert.deepEqual([form.status, form.body.error], [415, 'Unsupported media type'])
})

test('ten thousand slices give one error; a hundred thousand are refused as too large', async () => {
  const send = (count: number) =>
    app.live.post(SEARCH, { ...good(), type: 'multi_city', slices: Array(count).fill(0) })
  const long = await send(10_000)
  assert.deepEqual([long.status, long.body.details.length], [400, 1])
  const longer = await send(100_000)
  assert.deepEqual([longer.status, longer.body.code], [413, 'payload_too_large'])
})
