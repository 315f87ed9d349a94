// The edges of pricing and of the reports: bounds of each field, permissions, teams and modes, changes at the same
// time, cents that are rounded, and days that begin at odd hours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Agency, assertError, newAgency } from '../../../../test/support/agency.ts'
import { booked, holdBody, instantBody, zzOffer } from '../../../../test/support/bookings.ts'
import { cents } from '../../../../test/support/check-offers.ts'
import { type Client, makeClient } from '../../../../test/support/client.ts'
import { newClient } from '../../../../test/support/invoicing.ts'
import { assertRefused } from '../../../../test/support/list-queries.ts'
import { startApp } from '../../../../test/support/start-app.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'
import { parseOwnDecimal } from '../../../kernel/values/decimal.ts'
import { multiplyToCents } from '../../../kernel/values/money.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({ wall })
const PRICING = '/api/v1/team/pricing'
const PREVIEW = `${PRICING}/preview`
const REPORTS = '/api/v1/reports'
const SALES = `${REPORTS}/sales`
const TRIP = { base_cost_brl: '1000.00', origin: 'GRU', destination: 'SDU', airline: 'LA' }
const TERMS = { markup_percent: 10, fee_amount: '35.00' }
const RULE = { airlines: ['LA'], fee_amount: '1.00' }

async function responded(asking: ReturnType<Client['get']>) {
  const { status, body, text } = await asking
  assert.equal(status, 200, text.slice(0, 500))
  return body.data
}

const read = (client: Client, path: string) => responded(client.get(path))
const price = (client: Client, rules: object[], terms: object = TERMS) =>
  responded(client.put(PRICING, { ...terms, rules }))
const preview = (client: Client, trip: object = {}) => responded(client.post(PREVIEW, { ...TRIP, ...trip }))

async function keyOf({ test: client }: Agency, ...permissions: string[]): Promise<Client> {
  const made = await client.post('/api/v1/api-keys', { name: permissions.join(), permissions })
  return makeClient(app.url, made.body.data.secret)
}

const PREVIEW_FAULTS: [object, string][] = [
  [{ base_cost_brl: undefined }, 'base_cost_brl'],
  [{ base_cost_brl: 1000 }, 'base_cost_brl'],
  [{ base_cost_brl: '-1.00' }, 'base_cost_brl'],
  [{ base_cost_brl: '1,00' }, 'base_cost_brl'],
  [{ base_cost_brl: '1.005' }, 'base_cost_brl'],
  [{ base_cost_brl: '1'.repeat(14) }, 'base_cost_brl'],
  [{ origin: 'gr1' }, 'origin'],
  [{ origin: 'QQQ' }, 'origin'],
  [{ destination: 'ZZ' }, 'destination'],
  [{ destination: undefined }, 'destination'],
  [{ airline: 'LATAM' }, 'airline'],
  [{ airline: 'la' }, 'airline'],
  [{ cabin: 'cargo' }, 'cabin'],
  [{ passengers: [] }, 'passengers'],
  [{ passengers: [{ type: 'adult', count: 0 }] }, 'passengers.0.count'],
  [{ passengers: [{ type: 'adult', count: 10 }] }, 'passengers.0.count'],
  [{ passengers: [{ type: 'adult', count: 1.5 }] }, 'passengers.0.count'],
  [{ passengers: [{ type: 'dog', count: 1 }] }, 'passengers.0.type'],
  [{ passengers: Array.from({ length: 4 }, () => ({ type: 'adult', count: 1 })) }, 'passengers'],
  [{ client_id: 7 }, 'client_id'],
]

test('the preview refuses each invalid field, and accepts each at its limit', async () => {
  const { test: client } = await newAgency(app)
  for (const [fault, field] of PREVIEW_FAULTS)
    assertError(await client.post(PREVIEW, { ...TRIP, ...fault }), 400, 'Invalid request parameters', field)
  await price(client, [], { markup_percent: 1000, fee_amount: '100000.00' })
  const dear = await preview(client, { base_cost_brl: '9'.repeat(13), cabin: 'first', client_id: null })
  assert.deepEqual(
    [dear.agency_markup_amount, dear.client_amount],
    ['99999999999990.00', '110000000099989.00'],
    'to the cent, beyond what a number holds exactly with its cents',
  )
  const passengers = ['adult', 'child', 'infant_without_seat'].map((type) => ({ type, count: 9 }))
  assert.equal((await preview(client, { passengers })).pricing.parts, undefined, 'one rule for all')
})

/** Base cost, percent, fee; markup and what the client pays. */
const ROUNDED: [string, number, string, string, string][] = [
  ['0', 10, '0', '0.00', '0.00'],
  ['0.04', 10, '0', '0.00', '0.04'],
  ['0.05', 10, '0', '0.01', '0.06'],
  ['0.01', 50, '0.01', '0.01', '0.03'],
  ['0.01', 49.9999, '0', '0.00', '0.01'],
  ['100.00', 0.0049, '0', '0.00', '100.00'],
  ['100.00', 0.005, '0', '0.01', '100.01'],
  ['1234.56', 12.3456, '0.44', '152.41', '1387.41'],
  ['0', 1000, '35', '0.00', '35.00'],
]

test('markup is rounded half-up to the cent', async () => {
  const { test: client } = await newAgency(app)
  for (const [base_cost_brl, markup_percent, fee_amount, markup, whole] of ROUNDED) {
    await price(client, [], { markup_percent, fee_amount })
    const { agency_markup_amount, client_amount } = await preview(client, { base_cost_brl })
    assert.deepEqual(
      [agency_markup_amount, client_amount],
      [markup, whole],
      `${markup_percent} of ${base_cost_brl}`,
    )
  }
})

test('no cent is lost in division', async () => {
  const { test: client } = await newAgency(app)
  const by = (type: string, markup_percent: number) => ({
    passenger_types: [type],
    markup_percent,
    fee_amount: '0.01',
  })
  await price(client, [by('child', 0), by('infant_without_seat', 100)])
  const passengers = [
    { type: 'adult', count: 1 },
    { type: 'child', count: 1 },
    { type: 'infant_without_seat', count: 1 },
  ]
  for (const base_cost_brl of ['0.00', '0.01', '0.02', '0.10', '100.00', '99.99', '1234567.89']) {
    const { pricing, ...sums } = await preview(client, { base_cost_brl, passengers })
    const sum = (field: string) =>
      pricing.parts.reduce((all: bigint, part: Record<string, string>) => all + cents(part[field] ?? ''), 0n)
    assert.equal(pricing.parts.length, 3)
    assert.deepEqual(
      ['base_cost_brl', 'markup_amount', 'fee_total'].map(sum),
      [sums.base_cost_brl, sums.agency_markup_amount, sums.agency_fee_amount].map(cents),
      base_cost_brl,
    )
  }
})

test('the largest allowed pricing is stored as sent, and one rule more is refused', async () => {
  const { test: client } = await newAgency(app)
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXY']
  const { id } = await newClient(client)
  const largest = {
    name: 'ç'.repeat(60),
    route: { origin: 'GRU', destination: 'LIS', both_ways: true },
    airlines: [...letters.map((letter) => `${letter}A`), ...letters.map((letter) => `${letter}9`)],
    cabins: ['economy', 'premium_economy', 'business', 'first'],
    passenger_types: ['adult', 'child', 'infant_without_seat'],
    client_id: id,
    markup_percent: 1000,
    fee_amount: '100000.00',
  }
  const { rules } = await price(
    client,
    Array.from({ length: 100 }, () => largest),
  )
  assert.equal(new Set(rules.map((rule: { id: string }) => rule.id)).size, 100)
  const client_id = `cli_${id.replaceAll('-', '')}`
  for (const { id: _, ...rule } of rules) assert.deepEqual(rule, { ...largest, client_id })
  assert.deepEqual((await read(client, PRICING)).rules, rules)
  const faults: [object[], string][] = [
    [[...rules, RULE], 'rules'],
    [[{ ...largest, name: 'ç'.repeat(61) }], 'rules.0.name'],
    [[{ ...largest, name: '' }], 'rules.0.name'],
    [[{ ...largest, airlines: [...largest.airlines, 'ZZ'] }], 'rules.0.airlines'],
    [[{ ...largest, cabins: [...largest.cabins, 'first'] }], 'rules.0.cabins'],
    [[{ ...largest, route: { origin: 'gr1' } }], 'rules.0.route.origin'],
  ]
  for (const [wrong, field] of faults)
    assertError(
      await client.put(PRICING, { ...TERMS, rules: wrong }),
      400,
      'Invalid request parameters',
      field,
    )
})

test('team.read may preview, team.manage may change; other teams and modes are separate', async () => {
  const [agency, stranger] = [await newAgency(app), await newAgency(app)]
  const { rules } = await price(agency.test, [RULE])
  const [reader, manager] = [await keyOf(agency, 'team.read'), await keyOf(agency, 'team.manage')]
  assert.deepEqual((await read(reader, PRICING)).rules, rules)
  assert.equal((await preview(reader)).pricing.rule_id, rules[0].id)
  assertError(await reader.put(PRICING, { ...TERMS, rules: [] }), 403, 'Forbidden')
  for (const refused of [manager.get(PRICING), manager.post(PREVIEW, TRIP)])
    assertError(await refused, 403, 'Forbidden')
  assert.equal((await price(manager, rules)).rules.length, 1)
  for (const other of [agency.live, stranger.test]) {
    const response = await other.put(PRICING, { ...TERMS, rules })
    assertError(response, 400, 'Invalid request parameters', 'rules.0.id')
    assert.equal((await preview(other)).pricing.rule_id, null)
    assert.deepEqual((await read(other, PRICING)).updated_at, null, 'it never set any')
  }
})

test('of simultaneous changes each is applied whole, and the last wins', async () => {
  const { test: client } = await newAgency(app)
  const [kept] = (await price(client, [RULE])).rules
  const changes = Array.from({ length: 8 }, (_, n) => ({ markup_percent: n, fee_amount: `${n}.00` }))
  const responses = await Promise.all(
    changes.map((terms, n) => price(client, [{ ...kept, fee_amount: `${n}.50` }], terms)),
  )
  for (const [n, { markup_percent, rules }] of responses.entries())
    assert.deepEqual([markup_percent, rules], [n, [{ ...kept, fee_amount: `${n}.50` }]])
  const stored = await read(client, PRICING)
  assert.deepEqual(stored, responses[stored.markup_percent])
  assert.equal((await preview(client)).agency_fee_amount, `${stored.markup_percent}.50`)
  const emptied = client.put(PRICING, { ...TERMS, rules: [] })
  const again = await client.put(PRICING, { ...TERMS, rules: [kept] })
  assert.equal((await emptied).status, 200)
  // Whichever came first: a rule that is gone has no id to keep.
  if (again.status !== 200) assertError(again, 400, 'Invalid request parameters', 'rules.0.id')
})

test('a report is refused by its invalid field, as a file too', async () => {
  const agency = await newAgency(app)
  await assertRefused(agency.test, SALES, 'limit', ['0', '101', 'x', '1.5'])
  await assertRefused(agency.test, SALES, 'end_date', ['2026-13-01', '16/11/2026', '2026-11-31', ''])
  await assertRefused(agency.test, `${SALES}.csv`, 'start_date', ['2026-02-30', '2026-11-16', '2025-10-10'])
  await assertRefused(agency.test, `${SALES}.csv`, 'group_by', ['year', ''])
  await assertRefused(agency.test, `${SALES}.csv`, 'locale', ['fr', 'pt'])
  await assertRefused(agency.test, `${REPORTS}/departures`, 'days', ['-1', '1.5', 'week', ''])
  const writer = await keyOf(agency, 'bookings.read', 'clients.read')
  for (const path of ['sales', 'sales.csv', 'deadlines', 'departures'])
    assertError(await writer.get(`${REPORTS}/${path}`), 403, 'Forbidden')
  for (const path of ['sales', 'sales.csv', 'deadlines', 'departures'])
    assertError(await app.anybody.get(`${REPORTS}/${path}`), 401, 'Unauthorized')
})

test('parameters that a file does not have are ignored, and need no more permissions', async () => {
  const agency = await newAgency(app)
  const narrow = await keyOf(agency, 'reports.read')
  const plain = await narrow.get(`${SALES}.csv`)
  assert.equal(plain.status, 200, plain.text)
  for (const query of ['by=x', 'by=airline&limit=x', 'by=client', 'by=toString', 'today=x&by=route&by=x']) {
    const { status, text } = await narrow.get(`${SALES}.csv?${query}`)
    assert.deepEqual([status, text], [200, plain.text], query)
  }
  assertError(await narrow.get(`${SALES}?by=client`), 403, 'Forbidden')
})

test('reports accept the first and the last possible day', async () => {
  const { live } = await newAgency(app)
  for (const day of ['0001-01-01', '1900-02-28', '2024-02-29', '9999-12-31']) {
    const { periods, totals } = await read(live, `${SALES}?start_date=${day}&end_date=${day}`)
    assert.deepEqual([periods.length, periods[0].start_date, totals.bookings], [1, day, 0])
  }
  const { start_date, periods } = await read(live, `${SALES}?group_by=month&end_date=9999-12-31`)
  assert.deepEqual([start_date, periods.at(-1).end_date], ['9999-01-01', '9999-12-31'])
})

test('a file has name and type of its audience, and sums up to the report', async () => {
  const agency = await newAgency(app)
  await booked(agency.test, instantBody(await zzOffer(agency.test)))
  const { totals, periods } = await read(agency.test, `${SALES}?group_by=week`)
  const files = { en: [',', 'sales.csv'], 'pt-BR': [';', 'vendas.csv'] } as const
  for (const [locale, [separator, name]] of Object.entries(files)) {
    const { status, headers, text } = await agency.test.get(`${SALES}.csv?group_by=week&locale=${locale}`)
    assert.equal(status, 200, text)
    assert.match(String(headers['content-type']), /^text\/csv; ?charset=utf-8/i)
    assert.equal(headers['content-disposition'], `attachment; filename="${name}"`)
    const [head = '', ...lines] = text.trimEnd().split('\r\n')
    assert.equal(lines.length, periods.length)
    const table = lines.map((line) => line.split(separator))
    for (const cells of table) assert.equal(cells.length, head.split(separator).length)
    const sold = table.map(([, , , amount = '']) => cents(amount.replace(',', '.')))
    assert.equal(
      sold.reduce((sum, one) => sum + one, 0n),
      cents(totals.amount),
    )
  }
})

/** A zone, a day in it, and moments: the last one before it, its first, its last, and the first one after it. */
const ODD_DAYS: [string, string, [string, string, string, string]][] = [
  ['America/Noronha', '2026-11-10', ['10T01:59:59.999', '10T02:00', '11T01:59:59.999', '11T02:00']],
  ['America/Rio_Branco', '2026-11-10', ['10T04:59:59.999', '10T05:00', '11T04:59:59.999', '11T05:00']],
  // Clocks went from midnight to one o'clock: the day began at one, and had 23 hours.
  ['America/Sao_Paulo', '2018-11-04', ['04T02:59:59.999', '04T03:00', '05T01:59:59.999', '05T02:00']],
  // And from midnight back to eleven: the Saturday had 25 hours.
  ['America/Sao_Paulo', '2018-02-17', ['17T01:59:59.999', '17T02:00', '18T02:59:59.999', '18T03:00']],
  ['Asia/Kathmandu', '2026-02-28', ['27T18:14:59.999', '27T18:15', '28T18:14:59.999', '28T18:15']],
]

test("a day begins and ends to the millisecond in the team's zone, in range and periods", async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test)
  const ids: string[] = []
  for (const _ of [1, 2, 3, 4]) ids.push((await booked(agency.test, holdBody(offer))).id)
  for (const [zone, day, moments] of ODD_DAYS) {
    assert.equal((await agency.live.patch('/api/v1/team', { time_zone: zone })).status, 200)
    for (const [index, moment] of moments.entries())
      await app.asOwner(
        `update bookings set created_at = '${day.slice(0, 8)}${moment}Z' where id = '${ids[index]}'`,
      )
    const date = Temporal.PlainDate.from(day)
    const [before, after] = [date.subtract({ days: 1 }).toString(), date.add({ days: 1 }).toString()]
    const counts = async (start: string, end: string, by = 'day') =>
      (await read(agency.test, `${SALES}?group_by=${by}&start_date=${start}&end_date=${end}`)).periods.map(
        ({ open_bookings }: { open_bookings: number }) => open_bookings,
      )
    assert.deepEqual(await counts(before, after), [1, 2, 1], `${day} in ${zone}`)
    assert.deepEqual(await counts(day, day), [2], `${day} alone in ${zone}`)
    const weeks: number[] = await counts(before, after, 'week')
    assert.equal(
      weeks.reduce((sum, one) => sum + one, 0),
      4,
    )
  }
})

test('the base cost of a report is rounded like the offer', async () => {
  const pairs = fc.sample(
    fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      fc.integer({ min: 1, max: 10 ** 8 }).map((n) => (n / 10 ** 6).toFixed(6)),
    ),
    { numRuns: 500, seed: 14 },
  )
  // Halves of a cent, which are rounded up.
  pairs.push([1n, '0.500000'], [3n, '0.500000'], [5n, '5.500000'], [1n, '0.499999'])
  const { rows } = await app.service.world.pool.query(
    `select round(total * rate)::bigint as cents
     from unnest($1::bigint[], $2::numeric[]) with ordinality as t (total, rate, place) order by place`,
    [pairs.map(([total]) => String(total)), pairs.map(([, rate]) => rate)],
  )
  for (const [index, [total, rate]] of pairs.entries())
    assert.equal(rows[index]?.cents, multiplyToCents(total, parseOwnDecimal(rate)), `${total} at ${rate}`)
})

test("departures: in pages, from today in the team's zone, of one team and mode", async () => {
  const agency = await newAgency(app)
  for (const date of ['2026-11-18', '2026-11-17', '2026-11-16'])
    await booked(agency.test, instantBody(await zzOffer(agency.test, { date })))
  const days = async (query: string, client = agency.test) => {
    const { data, pagination } = (await client.get(`${REPORTS}/departures?${query}`)).body
    return [
      data.map((trip: { departing_at: string }) => Number(trip.departing_at.slice(8, 10))),
      pagination.total,
    ]
  }
  assert.deepEqual(await days('limit=2'), [[16, 17], 3])
  assert.deepEqual(await days('limit=2&page=2'), [[18], 3])
  assert.deepEqual(await days('limit=2&page=3'), [[], 3])
  assert.deepEqual(await days('days=1'), [[], 0], 'today is the fifteenth')
  assert.deepEqual(await days('days=2'), [[16], 1])
  // 12:00 in UTC is two in the morning of the next day there.
  assert.equal((await agency.live.patch('/api/v1/team', { time_zone: 'Pacific/Kiritimati' })).status, 200)
  assert.deepEqual(await days('days=1'), [[16], 1])
  assert.deepEqual(await days('days=366', agency.live), [[], 0])
  assert.deepEqual(await days('days=366', (await newAgency(app)).test), [[], 0])
  const { status, body } = await agency.test.get(`${REPORTS}/deadlines`)
  assert.deepEqual([status, body.data.count, body.data.holds], [200, 0, []], 'what is paid has no deadline')
})
