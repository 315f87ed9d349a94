// What a recurring invoice makes after an outage: nothing that fell due meanwhile is lost, whatever else happened then.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../server/base/process/clock.ts'
import { makeDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { eventsOf, INVOICES, newRecurring, RECURRING, read } from '../support/invoicing.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const START = new Date('2026-11-01T15:00:00.000Z')
const DAY_MS = 86_400_000

const madeBy = async ({ live }: TestApp, id: string): Promise<string[]> =>
  (await live.get(`${INVOICES}?limit=100`)).body.data
    .filter((invoice: { recurring_invoice_id: string }) => invoice.recurring_invoice_id === id)
    .map(({ due_date }: { due_date: string }) => due_date)
    .reverse()

test('down until after the end date: every invoice is made up for, and only then it expires', async () => {
  const wall = fixedClock(START)
  const { url } = await makeDatabase()
  const before = await startApp({ wall, databaseUrl: url })
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const fields = { billing_day: 20, end_date: '2027-03-31', auto_send: true }
    ids.push((await newRecurring(before.live, fields)).id)
  }
  await before.service.stop()
  wall.advance(180 * DAY_MS)
  const after = await startApp({ wall, databaseUrl: url })
  for (const id of ids) {
    await eventually(
      'its end',
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

test('a change during a backlog neither ends a recurring invoice nor skips what was missed', async () => {
  const wall = fixedClock(START)
  const app = await startApp({ wall })
  const { pool } = app.service.world
  const change = async (id: string, body: object) => {
    const answer = await app.live.patch(`${RECURRING}/${id}`, body)
    assert.equal(answer.status, 200, answer.text)
    const { status, next_due_date } = answer.body.data
    return [status, next_due_date]
  }
  const fields = { billing_day: 20, end_date: '2027-01-31', auto_send: true }
  const renamed = await newRecurring(app.live, fields)
  const turned = await newRecurring(app.live, { ...fields, end_date: undefined })
  const sameRhythm = await newRecurring(app.live, { ...fields, end_date: undefined })
  // As an outage would leave it.
  await pool.query("update due_work set state = 'dead' where kind = 'generate-invoice'")
  wall.advance(100 * DAY_MS)
  assert.deepEqual(await change(renamed.id, { name: 'Outro' }), ['active', '2026-11-20'])
  assert.deepEqual(await change(turned.id, { billing_day: 21 }), ['active', '2026-11-21'])
  const [status, next] = await change(sameRhythm.id, { custom_interval_days: 5 })
  assert.deepEqual([status, next], ['active', '2026-11-20'], 'an interval means nothing to a monthly one')
  await eventually('the missed invoices', async () => (await madeBy(app, turned.id)).length === 3)
  assert.deepEqual(await madeBy(app, turned.id), ['2026-11-21', '2026-12-21', '2027-01-21'])
})
