// Near midnight, in São Paulo, in UTC and elsewhere: an invoice is overdue exactly when the day after its due date
// begins where its team is, and a recurring invoice bills by the days of that place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTeam } from '../../server/features/teams/teams.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { type Client, makeClient } from '../support/client.ts'
import { eventsOf, INVOICES, newInvoice, newRecurring, RECURRING, read } from '../support/invoicing.ts'
import { startApp } from '../support/start-app.ts'

const DUE = '2026-11-20'
const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const { world } = app.service

async function at(time: string): Promise<void> {
  wall.set(new Date(time))
  world.jobsAdded()
  await app.service.worker!.idle()
}

const statusOf = async (client: Client, id: string) =>
  (await read(client, `${INVOICES}/${id}`)).payment_status

async function agencyIn(timeZone: string): Promise<Client> {
  const { secrets } = await createTeam(world, { name: timeZone, email: 'a@example.com', timeZone })
  return makeClient(app.url, secrets.live)
}

test("overdue from the first moment of the day after the due date, in each team's zone", async () => {
  const nextDay = {
    'America/Sao_Paulo': '2026-11-21T03:00:00.000Z',
    UTC: '2026-11-21T00:00:00.000Z',
    'Asia/Tokyo': '2026-11-20T15:00:00.000Z',
    'Pacific/Honolulu': '2026-11-21T10:00:00.000Z',
  }
  const invoices = await Promise.all(
    Object.entries(nextDay).map(async ([zone, moment]) => {
      const client = await agencyIn(zone)
      const { id } = await newInvoice(client, { due_date: DUE, status: 'sent' })
      const partial = await newInvoice(client, { due_date: DUE, status: 'sent', amount_paid: 10 })
      const untouched = [
        await newInvoice(client, { due_date: DUE }),
        await newInvoice(client, { due_date: DUE, status: 'cancelled' }),
        await newInvoice(client, { due_date: DUE, status: 'sent', payment_status: 'paid' }),
        await newInvoice(client, { due_date: DUE, status: 'sent', payment_status: 'partial' }),
      ].map((invoice) => [invoice.id, invoice.payment_status] as const)
      return { client, id, partial: partial.id, untouched, moment }
    }),
  )
  const moments = [...Object.values(nextDay), '2026-11-20T23:59:59.999Z', '2026-11-21T02:59:59.999Z']
  const before = moments.map((moment) => new Date(new Date(moment).getTime() - 1).toISOString())
  for (const now of [...moments, ...before].sort()) {
    await at(now)
    for (const { client, id, partial, moment } of invoices) {
      assert.equal(await statusOf(client, id), now >= moment ? 'overdue' : 'pending', `${moment} at ${now}`)
      assert.equal(await statusOf(client, partial), now >= moment ? 'overdue' : 'partial')
    }
  }
  for (const { client, id, untouched } of invoices) {
    assert.deepEqual(await eventsOf(client, id), ['invoice.created', 'invoice.sent', 'invoice.overdue'])
    for (const [other, status] of untouched) assert.equal(await statusOf(client, other), status)
  }
  const [{ client, id }] = invoices as [(typeof invoices)[number]]
  const paid = await client.post(`${INVOICES}/${id}/payments`, { amount: 150 })
  assert.equal(paid.body.data.payment_status, 'paid')
  const again = await client.patch(`${INVOICES}/${id}`, { amount_paid: 0 })
  assert.equal(again.body.data.payment_status, 'overdue', 'the money is gone again, and it is late')
})

test('an invoice sent late is overdue at once; on its last day it is not', async () => {
  await at('2026-12-10T02:59:00.000Z')
  const onTheDay = await newInvoice(app.live, { due_date: '2026-12-09', status: 'sent' })
  const late = await newInvoice(app.live, { due_date: '2026-12-08', status: 'sent' })
  assert.deepEqual([onTheDay.payment_status, late.payment_status], ['pending', 'overdue'])
  assert.deepEqual(await eventsOf(app.live, late.id), ['invoice.created', 'invoice.sent', 'invoice.overdue'])
  const draft = await newInvoice(app.live, { due_date: '2026-12-08' })
  assert.equal(draft.payment_status, 'pending')
  const sent = await app.live.patch(`${INVOICES}/${draft.id}`, { status: 'sent' })
  assert.equal(sent.body.data.payment_status, 'overdue')
  const cancelled = await app.live.patch(`${INVOICES}/${draft.id}`, { status: 'cancelled' })
  assert.equal(cancelled.body.data.payment_status, 'pending', 'a cancelled one is not due')
})

test('a team that moves west gains the hours of its day', async () => {
  await at('2026-12-20T12:00:00.000Z')
  const { secrets, team } = await createTeam(world, {
    name: 'x',
    email: 'a@example.com',
    timeZone: 'Asia/Tokyo',
  })
  const client = makeClient(app.url, secrets.live)
  const { id } = await newInvoice(client, { due_date: '2026-12-21', status: 'sent' })
  await world.pool.query(`update teams set time_zone = 'America/Sao_Paulo' where id = $1`, [team.id])
  await at('2026-12-21T15:00:00.000Z')
  assert.equal(await statusOf(client, id), 'pending')
  await at('2026-12-22T03:00:00.000Z')
  assert.equal(await statusOf(client, id), 'overdue')
})

test('a recurring invoice generated late in the evening has the local date', async () => {
  await at('2027-01-16T01:30:00.000Z')
  const { id } = await newRecurring(app.live, { billing_day: 15, start_date: '2027-01-01' })
  await at('2027-01-16T01:30:01.000Z')
  const made = await read(app.live, `${RECURRING}/${id}`)
  assert.deepEqual([made.invoices_generated, made.next_due_date], [1, '2027-02-15'])
  const invoice = await read(app.live, `${INVOICES}/${made.last_invoice_id}`)
  assert.deepEqual([invoice.issue_date, invoice.due_date], ['2027-01-15', '2027-01-15'])
})

test('due on a Saturday: overdue on Sunday for the agency, and to the client only after Monday', async () => {
  await at('2027-01-20T15:00:00.000Z')
  const live = await agencyIn('America/Sao_Paulo')
  const { id, payment_url } = await newInvoice(live, { due_date: '2027-01-23', status: 'sent' })
  const shown = async () => (await live.get(new URL(payment_url).pathname)).text
  await at('2027-01-25T15:00:00.000Z')
  assert.equal(await statusOf(live, id), 'overdue')
  assert.doesNotMatch(await shown(), /vencida/i)
  await at('2027-01-26T15:00:00.000Z')
  assert.match(await shown(), /Fatura vencida/)
})
