// What a recurring invoice makes after an outage, or while it is changed: nothing that fell due meanwhile is lost,
// whatever else happened then.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { makeDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { eventsOf, INVOICES, newRecurring, RECURRING, read } from '../support/invoicing.ts'
import { AT_ONCE, startApp, type TestApp } from '../support/start-app.ts'
import { whileHeld } from '../support/while-held.ts'

const START = new Date('2026-11-01T15:00:00.000Z')
const DAY_MS = 86_400_000

const madeBy = async ({ live }: TestApp, id: string): Promise<string[]> =>
  (await live.get(`${INVOICES}?limit=100`)).body.data
    .filter((invoice: { recurring_invoice_id: string }) => invoice.recurring_invoice_id === id)
    .map(({ due_date }: { due_date: string }) => due_date)
    .reverse()

test('down until after the end date: every invoice is generated, and only then it expires', async () => {
  const outage = fixedClock(START)
  const { url } = await makeDatabase()
  const before = await startApp({ wall: outage, databaseUrl: url })
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const fields = { billing_day: 20, end_date: '2027-03-31', auto_send: true }
    ids.push((await newRecurring(before.live, fields)).id)
  }
  await before.service.stop()
  outage.advance(180 * DAY_MS)
  const after = await startApp({ wall: outage, databaseUrl: url })
  for (const id of ids) {
    await eventually(
      'the recurring invoice expires',
      async () => (await read(after.live, `${RECURRING}/${id}`)).status === 'expired',
    )
    assert.deepEqual(await madeBy(after, id), [
      '2026-11-20',
      '2026-12-20',
      '2027-01-20',
      '2027-02-20',
      '2027-03-20',
    ])
    const generated = Array.from({ length: 5 }, () => 'recurring_invoice.generated')
    assert.deepEqual(await eventsOf(after.live, id), [...generated, 'recurring_invoice.expired'])
  }
})

const wall = fixedClock(START)
const app = await startApp({ wall, settings: AT_ONCE })

test('resumed exactly when an invoice is due: it is generated, and the next ones after it', async () => {
  const { pool, jobsAdded } = app.service.world
  const { id } = await newRecurring(app.live, { billing_day: 20, auto_send: true })
  const change = (body: object) => app.live.patch(`${RECURRING}/${id}`, body)
  assert.equal((await change({ status: 'paused' })).body.data.next_due_date, null)
  const count = async (sql: string) => (await pool.query(sql)).rowCount ?? 0
  const due = () => count("select from jobs where type = 'generate-invoice'")
  const waiting = () =>
    count(`select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
  assert.equal(await due(), 1)
  // What resumes it has relied on the job that is there, and has not committed when that job runs.
  const resumed = await whileHeld(
    app,
    (tx) => tx.query("select from list_counts where list = 'recurring_invoices' for update"),
    () => change({ status: 'active' }),
    async () => {
      wall.advance(15 * DAY_MS)
      jobsAdded()
      await eventually(
        'the job is done, or waits too',
        async () => (await due()) === 0 || (await waiting()) > 1,
      )
    },
  )
  assert.deepEqual([resumed.status, resumed.body.data.next_due_date], [200, '2026-11-20'])
  await app.service.worker?.idle()
  const { next_due_date } = await read(app.live, `${RECURRING}/${id}`)
  assert.deepEqual([next_due_date, await madeBy(app, id)], ['2026-12-20', ['2026-11-20']])
  const [invoice] = (await app.live.get(INVOICES)).body.data
  assert.equal(invoice.status, 'sent')
  assert.notEqual(invoice.pix, null)
  wall.advance(30 * DAY_MS)
  jobsAdded()
  await eventually('the next', async () => (await madeBy(app, id)).at(-1) === '2026-12-20')
})

// On the same service, and therefore later.
test('a change during a backlog neither ends a recurring invoice nor skips missed invoices', async () => {
  wall.set(new Date('2027-01-01T15:00:00.000Z'))
  const { pool } = app.service.world
  const change = async (id: string, body: object) => {
    const answer = await app.live.patch(`${RECURRING}/${id}`, body)
    assert.equal(answer.status, 200, answer.text)
    const { status, next_due_date } = answer.body.data
    return [status, next_due_date]
  }
  const fields = { billing_day: 20, end_date: '2027-03-31', auto_send: true }
  const renamed = await newRecurring(app.live, fields)
  const turned = await newRecurring(app.live, { ...fields, end_date: undefined })
  const sameRhythm = await newRecurring(app.live, { ...fields, end_date: undefined })
  // As an outage would leave it.
  await pool.query("update jobs set state = 'dead' where type = 'generate-invoice'")
  wall.advance(100 * DAY_MS)
  assert.deepEqual(await change(renamed.id, { name: 'Outro' }), ['active', '2027-01-20'])
  assert.deepEqual(await change(turned.id, { billing_day: 21 }), ['active', '2027-01-21'])
  const [status, next] = await change(sameRhythm.id, { custom_interval_days: 5 })
  assert.deepEqual([status, next], ['active', '2027-01-20'], 'an interval means nothing to a monthly one')
  await eventually('the missed invoices', async () => (await madeBy(app, turned.id)).length === 3)
  assert.deepEqual(await madeBy(app, turned.id), ['2027-01-21', '2027-02-21', '2027-03-21'])
})
