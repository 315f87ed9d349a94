// Reports of deadlines and departures without a database: how rows become buckets and sums, what is queried, and
// that names require permission.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { encryptPassengers } from '../bookings/passengers.ts'
import { readDeadlines, readDepartures } from './departures.ts'

const OWNER = { teamId: 'team_1', mode: 'live' } as const
const NOW = new Date('2026-11-16T12:00:00.000Z')
const secretBox = makeSecretBox(Buffer.alloc(32, 7))

interface Asked {
  text: string
  values: unknown[]
}

/** Responds to each statement with the rows of the first key in its text, and records the queries. */
function bookOf(responses: Readonly<Record<string, object[]>>) {
  const asked: Asked[] = []
  const db: Queryable = {
    async query({ text, values = [] }) {
      asked.push({ text, values })
      const word = Object.keys(responses).find((part) => text.includes(part))
      assert.ok(word, `unexpected ${text}`)
      return { rows: responses[word] ?? [], rowCount: 0 }
    },
  }
  return { db, asked }
}

interface Bucket {
  bucket: number
  count: number
  cents: bigint
}

const HOLD = {
  id: 'ord_1',
  booking_reference: 'ABC123',
  payment_required_by: new Date('2026-11-16T13:00:00.000Z'),
  wallet_cents: 513_98n,
  origin: 'GRU',
  destination: 'SDU',
  client_name: 'Ana Souza',
}

interface Book {
  buckets?: Bucket[]
  balance?: bigint
  simulated?: bigint
  onlyReal?: boolean
  showsPeople?: boolean
}

async function deadlines({ buckets = [], balance = 0n, simulated = 0n, ...rest }: Book) {
  const { onlyReal = false, showsPeople = true } = rest
  const { db, asked } = bookOf({
    width_bucket: buckets,
    'from wallets': [{ balance_cents: balance, simulated_cents: simulated }],
    'join clients': [HOLD],
  })
  return { ...(await readDeadlines(db, OWNER, { now: NOW, onlyReal }, showsPeople)), asked }
}

test('without holds every bucket is listed, empty, and nothing is missing', async () => {
  const { as_of, currency, count, amount, is_covered, missing_amount, buckets } = await deadlines({})
  assert.deepEqual([as_of, currency, count, amount], ['2026-11-16T12:00:00.000Z', 'BRL', 0, '0.00'])
  assert.deepEqual([is_covered, missing_amount], [true, '0.00'])
  assert.deepEqual(
    buckets.map(({ name, count, amount }) => [name, count, amount]),
    ['under_2_hours', 'under_6_hours', 'under_24_hours', 'under_72_hours', 'later'].map((name) => [
      name,
      0,
      '0.00',
    ]),
  )
})

test('the query gets the edges in seconds, and its buckets count from one', async () => {
  const found = await deadlines({
    buckets: [
      { bucket: 5, count: 7, cents: 3n },
      { bucket: 1, count: 2, cents: 100_00n },
      { bucket: 3, count: 1, cents: 50_50n },
    ],
  })
  assert.deepEqual(found.asked[0]?.values, [
    'team_1',
    'live',
    NOW,
    false,
    [0, 7_200, 21_600, 86_400, 259_200],
  ])
  assert.deepEqual(
    found.buckets.map(({ count, amount }) => `${count} ${amount}`),
    ['2 100.00', '0 0.00', '1 50.50', '0 0.00', '7 0.03'],
  )
  assert.deepEqual([found.count, found.amount], [10, '150.53'])
})

/** What the wallet has, what of it is simulated, and whether only real money counts; what is missing of 100.00. */
const COVERED: [bigint, bigint, boolean, string, string][] = [
  [100_00n, 0n, true, '100.00', '0.00'],
  [99_99n, 0n, true, '99.99', '0.01'],
  [100_00n, 100_00n, false, '100.00', '0.00'],
  [100_00n, 100_00n, true, '0.00', '100.00'],
  [150_00n, 50_01n, true, '99.99', '0.01'],
  [-25_00n, 0n, false, '-25.00', '125.00'],
]

for (const [balance, simulated, onlyReal, shown, missing] of COVERED) {
  test(`of 100.00, ${missing} is missing with ${shown} available`, async () => {
    const buckets = [{ bucket: 2, count: 1, cents: 100_00n }]
    const found = await deadlines({ buckets, balance, simulated, onlyReal })
    assert.deepEqual(
      [found.wallet_balance, found.missing_amount, found.is_covered],
      [shown, missing, missing === '0.00'],
    )
    for (const { text, values } of found.asked.filter(({ text }) => text.includes('from bookings')))
      assert.equal(values[3], onlyReal, text)
  })
}

test('at most fifty holds are read, and names require bookings.read', async () => {
  const open = await deadlines({})
  assert.equal(open.asked.at(-1)?.values.at(-1), 50)
  const { wallet_cents: _, ...hold } = HOLD
  const shown = { ...hold, payment_required_by: '2026-11-16T13:00:00.000Z', amount: '513.98' }
  assert.deepEqual(open.holds, [shown])
  assert.deepEqual((await deadlines({ showsPeople: false })).holds, [{ ...shown, client_name: null }])
})

const TRAVELLERS = JSON.stringify([
  { given_name: 'Ana', family_name: 'Souza', born_on: '1990-05-17' },
  { given_name: 'João Pedro', family_name: "d'Ávila", born_on: '2019-03-02' },
])
const TRIP = {
  id: 'ord_1',
  booking_reference: 'ABC123',
  departing_at: '2026-11-17T00:05:00',
  origin: 'GRU',
  destination: 'SDU',
  airline: 'LATAM',
  client_name: 'Ana Souza',
}

async function departures(today: string, days?: number, showsPeople = true) {
  const rows = [
    { ...TRIP, passengers: encryptPassengers(secretBox, { id: 'ord_1', passengers: TRAVELLERS }) },
  ]
  const { db, asked } = bookOf({ 'count(*)': [{ total: 12 }], 'join clients': rows })
  const span = { today: Temporal.PlainDate.from(today), days }
  const page = { page: 3, limit: 5, offset: 10 }
  return { ...(await readDepartures({ ...db, secretBox }, OWNER, { range: span, page, showsPeople })), asked }
}

const DAYS: [string, number | undefined, string][] = [
  ['2026-11-16', undefined, '2026-11-22'],
  ['2026-11-16', 1, '2026-11-16'],
  ['2026-12-31', 2, '2027-01-01'],
  ['2028-02-28', 2, '2028-02-29'],
  ['2027-02-28', 2, '2027-03-01'],
  ['2026-11-16', 366, '2027-11-16'],
]

for (const [today, days, last] of DAYS) {
  test(`${days ?? 'the default'} days from ${today} end on ${last}`, async () => {
    const { asked, total } = await departures(today, days)
    for (const { values } of asked) assert.deepEqual(values.slice(0, 4), ['team_1', 'live', today, last])
    const paged = asked.find(({ text }) => text.includes('limit'))
    // One more than the page has, to know whether another follows.
    assert.deepEqual([paged?.values.slice(4), total], [[6, 10], 12])
  })
}

test('travellers are decrypted, and shown by name only', async () => {
  const { items } = await departures('2026-11-16')
  const travellers = ['Ana Souza', "João Pedro d'Ávila"]
  assert.deepEqual(items, [{ ...TRIP, travellers }])
  const hidden = (await departures('2026-11-16', 7, false)).items
  assert.deepEqual(hidden[0], { ...TRIP, client_name: null, travellers: null })
  assert.doesNotMatch(JSON.stringify(hidden), /Souza|João/)
})
