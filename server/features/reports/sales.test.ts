import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SalesQuery } from '../../../contract/reports.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { readSales, salesCsv } from './sales.ts'
import type { PeriodSums } from './store.ts'

const OWNER = { teamId: 'team_1', mode: 'live' } as const
const SAO_PAULO = 'America/Sao_Paulo'
const TODAY = Temporal.PlainDate.from('2026-11-16')

const sums = (period: string, bookings: number): PeriodSums => ({
  period,
  bookings,
  amount_cents: 1_000_01n * BigInt(bookings),
  base_cost_cents: 900_00n * BigInt(bookings),
  cancelled_bookings: 0,
  cancelled_cents: 0n,
  refunded_cents: 0n,
  open_bookings: 1,
  open_cents: 5n,
  lost_bookings: 2,
})

/** Responds with these rows, and records the queries. */
function bookOf(rows: PeriodSums[]) {
  const asked: unknown[][] = []
  const db: Queryable = {
    query: async ({ values = [] }) => ({ rows, rowCount: asked.push(values) }),
  }
  return { db, asked }
}

async function sales(query: SalesQuery, { rows = [] as PeriodSums[], zone = SAO_PAULO } = {}) {
  const { db, asked } = bookOf(rows)
  const report = await readSales(db, OWNER, query, { zone, today: TODAY })
  return { report, values: asked[0] ?? [] }
}

const RANGES: [SalesQuery, [string, string], number, [string, string]][] = [
  // What is asked for, the first period, how many there are, the last one.
  [{}, ['2026-10-18', '2026-10-18'], 30, ['2026-11-16', '2026-11-16']],
  [{ group_by: 'week' }, ['2026-08-31', '2026-09-06'], 12, ['2026-11-16', '2026-11-16']],
  [{ group_by: 'month' }, ['2025-12-01', '2025-12-31'], 12, ['2026-11-01', '2026-11-16']],
  [{ start_date: '2026-11-16' }, ['2026-11-16', '2026-11-16'], 1, ['2026-11-16', '2026-11-16']],
  [
    { group_by: 'month', start_date: '2024-02-15', end_date: '2024-03-01' },
    ['2024-02-15', '2024-02-29'],
    2,
    ['2024-03-01', '2024-03-01'],
  ],
  [
    { group_by: 'week', start_date: '2026-12-30', end_date: '2027-01-04' },
    ['2026-12-30', '2027-01-03'],
    2,
    ['2027-01-04', '2027-01-04'],
  ],
  [{ start_date: '2025-10-13' }, ['2025-10-13', '2025-10-13'], 400, ['2026-11-16', '2026-11-16']],
  [
    { group_by: 'month', start_date: '1993-08-17' },
    ['1993-08-17', '1993-08-31'],
    400,
    ['2026-11-01', '2026-11-16'],
  ],
]

for (const [query, first, count, last] of RANGES) {
  test(`the periods of ${JSON.stringify(query)}`, async () => {
    const { periods } = (await sales(query)).report
    const days = periods.map(({ start_date, end_date }) => [start_date, end_date])
    assert.deepEqual([days[0], days.length, days.at(-1)], [first, count, last])
    // Without a gap, and none twice.
    for (const [index, [start]] of days.slice(1).entries()) {
      const before = Temporal.PlainDate.from(days[index]?.[1] ?? '')
      assert.equal(before.add({ days: 1 }).toString(), start)
    }
  })
}

const REFUSED: [SalesQuery, string][] = [
  [{ start_date: '2025-10-12' }, 'start_date'],
  [{ start_date: '2026-11-17' }, 'start_date'],
  [{ start_date: 'today' }, 'start_date'],
  [{ end_date: '2026-02-29' }, 'end_date'],
  [{ group_by: 'month', start_date: '1993-07-16' }, 'start_date'],
]

for (const [query, field] of REFUSED) {
  test(`${JSON.stringify(query)} is refused`, async () => {
    await assert.rejects(sales(query), (error) => {
      assert.ok(error instanceof Fail)
      assert.equal(error.options.details?.[0]?.field, field)
      return true
    })
  })
}

test("days begin and end in the team's zone, across changes of clocks", async () => {
  const query = { start_date: '2026-03-08', end_date: '2026-03-08' }
  const momentsIn = async (zone: string) => {
    const [, , from, until] = (await sales(query, { zone })).values
    return [from, until].map((at) => (at instanceof Date ? at.toISOString() : at))
  }
  assert.deepEqual(await momentsIn(SAO_PAULO), ['2026-03-08T03:00:00.000Z', '2026-03-09T03:00:00.000Z'])
  // Twenty-three hours.
  assert.deepEqual(await momentsIn('America/New_York'), [
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ])
})

test('totals cover all periods, and a period without bookings is zero', async () => {
  const rows = [sums('2026-11-15', 3), sums('2026-11-16', 4)]
  const { totals, periods } = (await sales({ start_date: '2026-11-14' }, { rows })).report
  assert.deepEqual(
    periods.map(({ bookings, amount, commission }) => [bookings, amount, commission]),
    [
      [0, '0.00', '0.00'],
      [3, '3000.03', '300.03'],
      [4, '4000.04', '400.04'],
    ],
  )
  const { bookings, amount, base_cost, commission, open_bookings, open_amount, lost_bookings } = totals
  assert.deepEqual([bookings, amount, base_cost, commission], [7, '7000.07', '6300.00', '700.07'])
  assert.deepEqual([open_bookings, open_amount, lost_bookings], [2, '0.10', 4])
})

test('the file has a line per period, for programs and for people', async () => {
  const { report } = await sales({ start_date: '2026-11-15' }, { rows: [sums('2026-11-15', 1)] })
  const [head, line, empty, end] = salesCsv(report, { locale: 'en', zone: SAO_PAULO }).split('\r\n')
  assert.match(head ?? '', /^start_date,end_date,bookings,amount,base_cost,commission,/)
  assert.equal(line, '2026-11-15,2026-11-15,1,1000.01,900.00,100.01,0,0.00,0.00,1,0.05,2')
  assert.equal(empty, '2026-11-16,2026-11-16,0,0.00,0.00,0.00,0,0.00,0.00,0,0.00,0')
  assert.equal(end, '')
  const people = salesCsv(report, { locale: 'pt-BR', zone: SAO_PAULO }).split('\r\n')
  assert.match(people[0] ?? '', /^\uFEFFDe;Até;Vendas;Valor vendido;Custo;Remuneração da agência;/)
  assert.equal(people[1], '15/11/2026;15/11/2026;1;1000,01;900,00;100,01;0;0,00;0,00;1;0,05;2')
})
