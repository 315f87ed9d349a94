// The reports about bookings, checked against sums of what the API returns for each booking.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filled } from '../../../bench/booking-list.ts'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import {
  ABROAD,
  BOOKINGS,
  booked,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { cents } from '../../../test/support/check-offers.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { assertRefused } from '../../../test/support/list-queries.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { bestSales, holdsByTimeLeft, salesByPeriod, tripsLeaving } from './store.ts'

// A Sunday, 09:00 in São Paulo.
const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })
const SALES = '/api/v1/reports/sales'
const DEADLINES = '/api/v1/reports/deadlines'
const DEPARTURES = '/api/v1/reports/departures'
const CLOCK = '/api/v1/test/clock'

async function read(client: Client, path: string) {
  const response = await client.get(path)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

interface Made {
  day: string
  /** sold, cancelled, open or lost */
  fate: string
  client: bigint
  base: bigint
  refund: bigint
}

/** Bookings of each outcome at home and abroad, by the local day of creation. */
async function sellFor(agency: Agency, fates: string[], day: string): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, fate] of fates.entries()) {
    const route = index % 2 === 0 ? { route: ABROAD } : {}
    const offer = await zzOffer(agency.test, {
      ...route,
      passengers: [{ type: 'adult', count: 1 + (index % 2) }],
    })
    const passengers = passengersOf(offer, { identity_documents: [PASSPORT] })
    const body =
      fate === 'sold' || fate === 'cancelled'
        ? instantBody(offer, { passengers })
        : holdBody(offer, { passengers })
    const { id } = await booked(agency.test, body)
    let refund = 0n
    if (fate === 'cancelled' || fate === 'lost')
      refund = cents((await agency.test.delete(`${BOOKINGS}/${id}`)).body.data.refund.amount)
    made.push({ day, fate, client: cents(offer.client_amount), base: cents(offer.base_cost_brl), refund })
  }
  return made
}

const text = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** The sums computed in the plainest way. */
function figures(made: Made[]) {
  const of = (...fates: string[]) => made.filter(({ fate }) => fates.includes(fate))
  const sum = (list: Made[], name: 'client' | 'base' | 'refund') =>
    text(list.reduce((all, one) => all + one[name], 0n))
  const sold = of('sold', 'cancelled')
  return {
    bookings: sold.length,
    amount: sum(sold, 'client'),
    base_cost: sum(sold, 'base'),
    commission: text(cents(sum(sold, 'client')) - cents(sum(sold, 'base'))),
    cancelled_bookings: of('cancelled').length,
    cancelled_amount: sum(of('cancelled'), 'client'),
    refunded_amount: sum(of('cancelled'), 'refund'),
    open_bookings: of('open').length,
    open_amount: sum(of('open'), 'client'),
    lost_bookings: of('lost').length,
  }
}

test("sales by day, week and month, in the team's zone, by the clock of its mode", async () => {
  const agency = await newAgency(app, { markupPercent: '7.77', feeAmount: '12.34' })
  const made = await sellFor(agency, ['sold', 'cancelled', 'open', 'lost'], '2026-11-15')
  // 02:30 in UTC is still the day before in São Paulo, and then it is Monday there too.
  await agency.advance('PT14H30M')
  made.push(...(await sellFor(agency, ['sold', 'open'], '2026-11-15')))
  await agency.advance('PT1H')
  made.push(...(await sellFor(agency, ['sold', 'cancelled', 'sold'], '2026-11-16')))
  const days = await read(agency.test, `${SALES}?start_date=2026-11-14&end_date=2026-11-16`)
  assert.deepEqual([days.group_by, days.time_zone, days.currency], ['day', 'America/Sao_Paulo', 'BRL'])
  assert.deepEqual(
    days.periods,
    ['2026-11-14', '2026-11-15', '2026-11-16'].map((day) => ({
      start_date: day,
      end_date: day,
      ...figures(made.filter((one) => one.day === day)),
    })),
  )
  assert.deepEqual(days.totals, figures(made))
  const weeks = await read(agency.test, `${SALES}?group_by=week&start_date=2026-11-11&end_date=2026-11-18`)
  assert.deepEqual(
    weeks.periods.map(({ start_date, end_date, bookings }: never) => [start_date, end_date, bookings]),
    [
      ['2026-11-11', '2026-11-15', 3],
      ['2026-11-16', '2026-11-18', 3],
    ],
  )
  const months = await read(agency.test, `${SALES}?group_by=month`)
  assert.deepEqual(
    [months.start_date, months.end_date, months.periods.length],
    ['2025-12-01', '2026-11-16', 12],
  )
  assert.deepEqual([months.totals, months.top], [figures(made), undefined])
  assert.deepEqual((await read(agency.live, SALES)).totals, figures([]), 'nothing of it is in the other mode')
  assert.equal((await read(agency.test, SALES)).periods.length, 30)

  const routes = (await read(agency.test, `${SALES}?by=route`)).top
  const amounts = routes.map(({ amount }: { amount: string }) => cents(amount))
  assert.deepEqual(routes.map(({ name }: { name: string }) => name).toSorted(), ['FEN-MCP', 'FEN-MVD'])
  assert.ok(amounts[0] > amounts[1])
  assert.equal(amounts[0] + amounts[1], cents(months.totals.amount))
  const [best, ...others] = (await read(agency.test, `${SALES}?by=client&limit=1`)).top
  assert.deepEqual([best.name, best.amount, others], ['Ana Souza', months.totals.amount, []])
  assert.match(best.id, /^cli_/)
  const [airline] = (await read(agency.test, `${SALES}?by=airline`)).top
  assert.deepEqual([airline.id, airline.bookings], [null, months.totals.bookings])

  const csv = (await agency.test.get(`${SALES}.csv?start_date=2026-11-15&end_date=2026-11-16`)).text.split(
    '\r\n',
  )
  assert.equal(csv[0], `start_date,end_date,${Object.keys(figures([])).join()}`)
  assert.equal(csv[1], Object.values(days.periods[1]).join())
  const people = (await agency.test.get(`${SALES}.csv?locale=pt-BR&start_date=2026-11-15`)).text
  assert.match(people, /^De;Até;Vendas;Valor vendido;/)
  assert.match(people, /15\/11\/2026;15\/11\/2026;3;\d+,\d{2};/)
})

test('invalid parameters are refused, and names are hidden without permission', async () => {
  const agency = await newAgency(app)
  await assertRefused(agency.test, SALES, 'start_date', ['2026-02-30', '2026-11-16', '2025-10-10'])
  await assertRefused(agency.test, SALES, 'group_by', ['year'])
  await assertRefused(agency.test, SALES, 'by', ['agent'])
  await assertRefused(agency.test, DEPARTURES, 'days', ['0', '367'])
  await booked(agency.test, holdBody(await zzOffer(agency.test)))
  await booked(agency.test, instantBody(await zzOffer(agency.test)))
  const narrow = { name: 'x', permissions: ['reports.read'] }
  const { secret } = (await agency.test.post('/api/v1/api-keys', narrow)).body.data
  const reader = makeClient(app.url, secret)
  assertError(await reader.get(`${SALES}?by=client`), 403, 'Forbidden')
  assert.equal((await read(reader, DEADLINES)).holds[0].client_name, null)
  const [trip] = await read(reader, `${DEPARTURES}?days=60`)
  assert.deepEqual([trip.client_name, trip.travellers], [null, null])
})

test('deadlines: holds by remaining time, and whether the wallet can pay them', async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test)
  const hold = await booked(agency.test, holdBody(offer))
  await booked(agency.test, instantBody(offer))
  const before = await read(agency.test, DEADLINES)
  const { amount, wallet_balance, is_covered, missing_amount, count } = before
  assert.deepEqual(
    [count, amount, wallet_balance, is_covered, missing_amount],
    [1, offer.client_amount, '5000.00', true, '0.00'],
  )
  const bounds = [2, 6, 24, 72, Number.POSITIVE_INFINITY]
  const left = async () => {
    const { now } = await read(agency.test, CLOCK)
    return (Date.parse(hold.payment_status.payment_required_by) - Date.parse(now)) / 3_600_000
  }
  const bucketed = ({ buckets }: { buckets: { count: number }[] }) =>
    buckets.findIndex((bucket) => bucket.count === 1)
  for (const stop of [72.5, 71, 23.5, 5, 1]) {
    const wait = (await left()) - stop
    if (wait > 0) await agency.advance(`PT${Math.round(wait * 60)}M`)
    const hours = await left()
    const report = await read(agency.test, DEADLINES)
    assert.equal(
      bucketed(report),
      bounds.findIndex((bound) => hours < bound),
      `${hours} hours`,
    )
    assert.deepEqual(report.holds, [
      {
        id: hold.id,
        booking_reference: hold.booking_reference,
        payment_required_by: hold.payment_status.payment_required_by,
        amount: offer.client_amount,
        origin: 'FEN',
        destination: 'MCP',
        client_name: 'Ana Souza',
      },
    ])
  }
  await agency.test.post('/api/v1/test/wallet', { balance: '100.00' })
  const poor = await read(agency.test, DEADLINES)
  assert.deepEqual(
    [poor.is_covered, poor.missing_amount],
    [false, text(cents(offer.client_amount) - 100_00n)],
  )
  await agency.advance('PT2H')
  assert.deepEqual((await read(agency.test, DEADLINES)).count, 0, 'it has expired')
})

test('departures: issued trips of the coming days, the next first, with their travellers', async () => {
  const agency = await newAgency(app)
  const dates = ['2026-11-22', '2026-11-16', '2026-11-21']
  for (const date of dates) await booked(agency.test, instantBody(await zzOffer(agency.test, { date })))
  await booked(agency.test, holdBody(await zzOffer(agency.test, { date: '2026-11-17' })))
  const { data, pagination } = (await agency.test.get(DEPARTURES)).body
  assert.deepEqual(
    data.map(({ departing_at }: { departing_at: string }) => departing_at.slice(0, 10)),
    ['2026-11-16', '2026-11-21'],
  )
  assert.equal(pagination.total, 2)
  const { id, booking_reference, departing_at, airline, ...rest } = data[0]
  const { slices } = (await agency.test.get(`${BOOKINGS}/${id}`)).body
  assert.equal(departing_at, slices[0].segments[0].departing_at)
  assert.deepEqual(rest, {
    origin: 'FEN',
    destination: 'MCP',
    client_name: 'Ana Souza',
    travellers: ['Ana Souza'],
  })
  assert.equal((await read(agency.test, `${DEPARTURES}?days=8`)).length, 3)
  await agency.advance('P5D')
  assert.equal((await read(agency.test, `${DEPARTURES}?days=1&limit=1`)).length, 0)
  assert.equal((await read(agency.test, DEPARTURES)).length, 2)
})

test('with many bookings every report uses its index', async () => {
  const { pool } = app.service.world
  const teamId = await filled(app.service.world, 4_000)
  await app.asOwner('vacuum analyze bookings')
  const owner = { teamId, mode: 'live' } as const
  const span = { from: new Date('2026-03-01'), until: new Date('2026-04-01'), zone: 'America/Sao_Paulo' }
  const asked: { text: string; values?: unknown[] }[] = []
  const ear = {
    ...app.service.world,
    query: async (query: (typeof asked)[0]) => ({ rows: [{ total: 0 }], rowCount: asked.push(query) }),
  }
  await salesByPeriod(ear, owner, span, 'month')
  for (const by of ['airline', 'route', 'client'] as const)
    await bestSales(ear, owner, { span, by, limit: 10 })
  await holdsByTimeLeft(ear, owner, { now: span.from, onlyReal: false }, [0, 1])
  await tripsLeaving(
    ear,
    owner,
    { first: '2026-12-01', last: '2026-12-07' },
    { page: 1, limit: 0, offset: 0 },
  ).catch(() => {})
  assert.ok(asked.length >= 6)
  for (const { text, values } of asked) {
    const { rows } = await pool.query({ text: `explain ${text}`, values: values ?? [] })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Only Scan using bookings_by_day|bookings_pending|bookings_departing/, plan)
    assert.doesNotMatch(plan, /Seq Scan on bookings/, plan)
  }
  const [row] = await salesByPeriod(pool, owner, span, 'month')
  assert.ok(row !== undefined)
})
