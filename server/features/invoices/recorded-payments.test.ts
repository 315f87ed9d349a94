// Payments recorded by hand: what is refused, what is only warned of, and how one is removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, issuesOf } from '../../../test/support/agency.ts'
import { eventsOf, INVOICES, ITEM, newInvoice, read } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// Late evening in São Paulo: the next day at Greenwich.
const wall = fixedClock(new Date('2026-11-16T01:00:00.000Z'))
const app = await startApp({ wall })
const { live } = app
const recordAt = (id: string) => `${INVOICES}/${id}/payments`
const pay = (id: string, amount: number) => live.post(`/api/v1/test/charges/${id}/pay`, { amount })
const sent = (more: object = {}) =>
  newInvoice(live, { status: 'sent', items: [{ ...ITEM, quantity: 1, unit_price: 100 }], ...more })

test('a payment dated after today is refused', async () => {
  const { id } = await sent()
  for (const paid_at of ['2026-11-16T12:00:00Z', '2027-01-01T00:00:00Z']) {
    const response = await live.post(recordAt(id), { amount: 1, paid_at })
    assertError(response, 400, 'Invalid request parameters', 'paid_at')
  }
  assert.equal((await live.post(recordAt(id), { amount: 1, paid_at: '2026-11-15T12:00:00Z' })).status, 201)
})

test("a payment before 2000 in the team's zone is refused, in both languages", async () => {
  const { id } = await sent()
  const attempt = (paid_at: string, language = 'en') =>
    live.post(recordAt(id), { amount: 1, paid_at }, { 'accept-language': language })
  // Midnight at Greenwich is the last day of 1999 in São Paulo.
  for (const paid_at of ['0001-01-01', '1500-06-01T12:00:00Z', '1999-12-31', '2000-01-01T00:00:00Z']) {
    const response = await attempt(paid_at)
    assertError(response, 400, 'Invalid request parameters', 'paid_at')
    assert.equal(issuesOf(response.body.details)[0]?.issue, 'must be from 2000-01-01 to 2199-12-31')
  }
  const { body } = await attempt('1500-06-01', 'pt-BR')
  assert.match(body.details[0].user_message, /^Use um valor de 2000-01-01 a 2199-12-31/)
  for (const paid_at of ['1999-12-31', '2200-01-01']) {
    const response = await live.patch(`${INVOICES}/${id}`, { payment_status: 'paid', paid_at })
    assertError(response, 400, 'Invalid request parameters', 'paid_at')
  }
  assert.equal((await attempt('2000-01-01')).status, 201)
})

test('more than is due is recorded, with a warning', async () => {
  const { id } = await sent()
  const fits = await live.post(recordAt(id), { amount: 100 })
  assert.equal(fits.body.warnings, undefined)
  const { status, body } = await live.post(recordAt(id), { amount: 30.5 })
  assert.equal(status, 201)
  assert.deepEqual(issuesOf(body.warnings), [{ field: 'amount', issue: 'is 30.50 BRL more than was due' }])
  assert.equal(body.data.amount_overpaid, 30.5)
})

test('a removed payment leaves no effect', async () => {
  const { id, ...before } = await sent()
  const { body } = await live.post(recordAt(id), { amount: 100 })
  assert.equal(body.data.pix, null)
  const [payment] = body.data.payments
  wall.advance(60_000)
  const removed = await live.delete(`${recordAt(id)}/${payment.id}`)
  assert.equal(removed.status, 200)
  assert.equal(removed.body.data.updated_at, '2026-11-16T01:01:00.000Z')
  const { payment_status, amount_paid, amount_due, paid_at, payments, pix } = removed.body.data
  assert.deepEqual(
    { payment_status, amount_paid, amount_due, paid_at, payments },
    { payment_status: 'pending', amount_paid: 0, amount_due: 100, paid_at: null, payments: [] },
  )
  assert.equal(pix.amount, before.pix.amount)
  assert.deepEqual(await read(live, `${INVOICES}/${id}`), removed.body.data)
  assert.deepEqual((await eventsOf(live, id)).slice(-1), ['invoice.payment.removed'])
  const entries = (await live.get('/api/v1/audit?action=invoices.removePayment')).body.data
  assert.equal(entries.length, 1)
})

test('only a payment recorded by hand can be removed, once', async () => {
  const { id } = await sent()
  await pay(id, 40)
  await live.post(recordAt(id), { amount: 20 })
  const { payments } = await read(live, `${INVOICES}/${id}`)
  const [pix, manual] = payments
  assertError(await live.delete(`${recordAt(id)}/${pix.id}`), 409, 'Only recorded payments can be removed')
  assert.equal((await live.delete(`${recordAt(id)}/${manual.id}`)).body.data.amount_paid, 40)
  assertError(await live.delete(`${recordAt(id)}/${manual.id}`), 404, 'Payment not found')
  const other = await sent()
  assertError(await live.delete(`${recordAt(other.id)}/${pix.id}`), 404, 'Payment not found')
  assertError(await live.delete(`${recordAt(other.id)}/x`), 404, 'Payment not found')
})

test('a corrected payment cannot be removed too', async () => {
  const { id } = await sent()
  const { body } = await live.post(recordAt(id), { amount: 50 })
  await live.patch(`${INVOICES}/${id}`, { amount_paid: 20 })
  const removed = await live.delete(`${recordAt(id)}/${body.data.payments[0].id}`)
  assertError(removed, 409, 'Only recorded payments can be removed')
})

test('an invoice that stays paid has paid_at of the payment that completed it', async () => {
  const { id } = await sent()
  await live.post(recordAt(id), { amount: 100, paid_at: '2026-11-10T12:00:00Z' })
  const { body } = await live.post(recordAt(id), { amount: 100, paid_at: '2026-11-12T12:00:00Z' })
  const removed = await live.delete(`${recordAt(id)}/${body.data.payments[0].id}`)
  const { payment_status, paid_at, amount_overpaid } = removed.body.data
  assert.deepEqual([payment_status, paid_at, amount_overpaid], ['paid', '2026-11-12T12:00:00.000Z', 0])
})
