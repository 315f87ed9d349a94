// Months of recurring invoices, across a year's end and a leap day: exact dates, numbers, events and messages. The same
// with the service down for three months in the middle, and with two services at once: the same invoices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FREQUENCIES, type Frequency } from '../../contract/invoicing-states.ts'
import { fixedClock, type MovableClock } from '../../server/kernel/process/clock.ts'
import { makeDatabase } from '../support/database.ts'
import { allEvents, INVOICES, newClient, newRecurring, RECURRING, read } from '../support/invoicing.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const START = new Date('2027-10-20T15:00:00.000Z')
const FIRST_DAY = '2027-11-01'
const BILLING_DAYS = [1, 29, 30, 31]
const MONTHS_LIVED = 14
const STEP_DAYS = 5
const STEPS = 85
const DOWN_AT = 30
const DOWN_DAYS = 90
const CUSTOM_DAYS = 45
const MONTHS: Record<Frequency, number> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  semiannual: 6,
  annual: 12,
  custom: 0,
}
const DAY_MS = 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Invoice = any

/** Computed independently, month by month and day by day, from the calendar alone. */
function expectedDates(frequency: Frequency, billingDay: number, until: string): string[] {
  const found: string[] = []
  const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  if (frequency === 'custom') {
    const first = Date.UTC(2027, 10, Math.min(billingDay, lastOf(2027, 10)))
    for (let at = first; ; at += CUSTOM_DAYS * DAY_MS) {
      const date = new Date(at).toISOString().slice(0, 10)
      if (date > until) return found
      found.push(date)
    }
  }
  for (let month = 10; ; month += MONTHS[frequency]) {
    const [year, inYear] = [2027 + Math.floor(month / 12), month % 12]
    const date = new Date(Date.UTC(year, inYear, Math.min(billingDay, lastOf(year, inYear))))
      .toISOString()
      .slice(0, 10)
    if (date > until) return found
    found.push(date)
  }
}

const daysBefore = (date: string, days: number) =>
  new Date(new Date(`${date}T00:00:00.000Z`).getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** However slow the machine is: an advance stops after a while, and goes on when it is asked for again. */
async function advanceMonth(app: TestApp): Promise<void> {
  for (;;) {
    const { complete, failed } = await app.advance('P1M')
    assert.deepEqual(failed, [])
    if (complete) return
  }
}

async function allInvoices(client: TestApp['live']): Promise<Invoice[]> {
  const all: Invoice[] = []
  for (let page = 1; ; page++) {
    const { data } = (await client.get(`${INVOICES}?limit=100&page=${page}`)).body
    if (data.length === 0) return all.reverse()
    all.push(...data)
  }
}

test(`${MONTHS_LIVED} months for each frequency and billing day: dates, numbers, events, a message each`, async () => {
  const app = await startApp({ wall: fixedClock(START) })
  const client = await newClient(app.test, { phone: '11 98765-4321' })
  const recurring: { id: string; frequency: Frequency; billingDay: number }[] = []
  for (const frequency of FREQUENCIES) {
    for (const billing_day of BILLING_DAYS) {
      const { id } = await newRecurring(app.test, {
        client_id: client.id,
        frequency,
        billing_day,
        custom_interval_days: CUSTOM_DAYS,
        start_date: FIRST_DAY,
        auto_send: true,
        notify_on_generation: true,
      })
      recurring.push({ id, frequency, billingDay: billing_day })
    }
  }
  for (let month = 1; month <= MONTHS_LIVED; month++) await advanceMonth(app)
  const { now } = (await app.test.get('/api/v1/test/clock')).body.data
  // Generated so far is what is due within five days of now.
  const lastDue = daysBefore(now.slice(0, 10), -5)
  const lastOverdue = daysBefore(now.slice(0, 10), 1)
  const invoices = await allInvoices(app.test)
  const events = await allEvents(app.test)
  const messages = await read(app.test, '/api/v1/messages?limit=1')
  assert.equal(messages[0].kind, 'generated')

  let count = 0
  for (const { id, frequency, billingDay } of recurring) {
    const mine = invoices.filter(({ recurring_invoice_id }) => recurring_invoice_id === id)
    const expected = expectedDates(frequency, billingDay, lastDue)
    const name = `${frequency} on ${billingDay}`
    assert.deepEqual(
      mine.map(({ due_date }) => due_date),
      expected,
      name,
    )
    assert.deepEqual(
      mine.map(({ issue_date }) => issue_date),
      expected.map((date) => daysBefore(date, 5)),
      name,
    )
    const generated = events.filter(
      ({ type, data }) => type === 'recurring_invoice.generated' && data.object.id === id,
    )
    assert.equal(generated.length, expected.length, name)
    assert.equal((await read(app.test, `${RECURRING}/${id}`)).invoices_generated, expected.length)
    count += expected.length
  }
  assert.equal(invoices.length, count)
  assert.ok(count > 150, `only ${count}`)
  for (const [frequency, billingDay, date] of [
    ['monthly', 31, '2028-02-29'],
    ['monthly', 30, '2028-02-29'],
    ['quarterly', 29, '2028-02-29'],
    ['bimonthly', 31, '2028-09-30'],
  ] as const)
    assert.ok(
      expectedDates(frequency, billingDay, lastDue).includes(date),
      'the calendar of the test is right',
    )

  for (const year of ['2027', '2028']) {
    const numbers = invoices
      .filter(({ issue_date }) => issue_date.startsWith(year))
      .map(({ number }) => number)
    assert.deepEqual(
      numbers,
      numbers.map((_, n) => `${year}-${String(n + 1).padStart(6, '0')}`),
    )
  }
  const byInvoice = Map.groupBy(events, ({ data }) => data.object.id)
  for (const { id, due_date } of invoices) {
    const types = byInvoice.get(id)!.map(({ type }) => type)
    const overdue = due_date <= lastOverdue ? ['invoice.overdue'] : []
    assert.deepEqual(types, ['invoice.created', 'invoice.sent', ...overdue], due_date)
    if (overdue.length > 0) {
      // The first moment of the next day in São Paulo.
      assert.equal(byInvoice.get(id)!.at(-1).created_at, `${daysBefore(due_date, -1)}T03:00:00.000Z`)
    }
  }
  const { pool } = app.service.world
  const counted = await pool.query(
    'select count(*)::int as n, count(distinct invoice_id)::int as of from messages',
  )
  assert.deepEqual(counted.rows[0], { n: count, of: count })
})

interface Story {
  /** What happens instead of a step, by its number. */
  at?: (step: number, wall: MovableClock) => Promise<boolean>
}

/** A live team's year in steps of some days, as real time would pass. */
async function live(makeApps: (wall: MovableClock, url: string) => Promise<TestApp[]>, { at }: Story = {}) {
  const wall = fixedClock(START)
  const database = await makeDatabase()
  const apps = await makeApps(wall, database.url)
  const [app] = apps
  for (const billing_day of [5, 31]) {
    for (const frequency of ['monthly', 'bimonthly', 'custom']) {
      const fields = {
        frequency,
        billing_day,
        custom_interval_days: 20,
        start_date: FIRST_DAY,
        auto_send: true,
      }
      await newRecurring(app!.live, { ...fields, name: `${frequency} ${billing_day}` })
    }
  }
  let running = apps
  for (let step = 0; step < STEPS; step++) {
    if (await at?.(step, wall)) {
      await Promise.all(running.map(({ service }) => service.stop()))
      wall.advance(DOWN_DAYS * DAY_MS)
      running = await makeApps(wall, database.url)
      step += DOWN_DAYS / STEP_DAYS - 1
    } else wall.advance(STEP_DAYS * DAY_MS)
    await settle(running)
  }
  const client = running[0]!.live
  const recurring = new Map(
    (await client.get(`${RECURRING}?limit=100`)).body.data.map(
      ({ id, name }: { id: string; name: string }) => [id, name],
    ),
  )
  const invoices = await allInvoices(client)
  const events = await allEvents(client)
  return {
    invoices: invoices
      .map(({ recurring_invoice_id, due_date, issue_date, status, payment_status, total }) =>
        [recurring.get(recurring_invoice_id), due_date, issue_date, status, payment_status, total].join(' '),
      )
      .sort(),
    numbers: invoices.map(({ number }) => number).sort(),
    types: Object.fromEntries(
      [...Map.groupBy(events, ({ type }) => type)].map(([type, all]) => [type, all.length]),
    ),
  }
}

/** Until every process has nothing left to do. */
async function settle(apps: TestApp[]): Promise<void> {
  const { pool } = apps[0]!.service.world
  for (;;) {
    for (const { service } of apps) await service.worker!.idle()
    const due = await pool.query(
      `select 1 from jobs where state = 'waiting' and clock = '' and type <> all($2) and run_at <= $1 limit 1`,
      [apps[0]!.service.world.wall.now(), ['keep-house', 'prove-ledger']],
    )
    if (due.rows.length === 0) return
  }
}

const one = async (wall: MovableClock, databaseUrl: string) => [await startApp({ wall, databaseUrl })]
const two = async (wall: MovableClock, databaseUrl: string) => [
  await startApp({ wall, databaseUrl }),
  await startApp({ wall, databaseUrl }),
]

test('down for three months midway, or two services at once: the same invoices', async () => {
  const usual = await live(one)
  assert.ok(usual.invoices.length > 80, `only ${usual.invoices.length}`)
  assert.equal(new Set(usual.invoices).size, usual.invoices.length)
  const down = await live(one, { at: async (step) => step === DOWN_AT })
  assert.deepEqual(down, usual)
  const both = await live(two)
  assert.deepEqual(both, usual)
})
