// POST /api/v1/bookings/:id/invoice, and what a cancelled booking's invoice owes or is owed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, holdBody, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import { allEvents, INVOICES, newClient, read } from '../../../test/support/invoicing.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { AT_ONCE, startApp } from '../../../test/support/start-app.ts'
import { TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall, settings: AT_ONCE })

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

/** A ticketed booking in test mode, whose cancellation costs 115.00. */
async function ticketed(more: object = {}): Promise<{ agency: Agency; booking: Data }> {
  const agency = await newAgency(app)
  const booking = await booked(agency.test, instantBody(await zzOffer(agency.test), more))
  return { agency, booking }
}

const invoiced = (agency: Agency, id: string, body?: object, headers = {}) =>
  agency.test.post(`${BOOKINGS}/${id}/invoice`, body, headers)

async function tripOf({ test: client }: Agency, bookingId: string): Promise<Data> {
  const { trip_id } = (await client.get(`${BOOKINGS}/${bookingId}`)).body
  return read(client, `${TRIPS}/${trip_id}`)
}

/** [price, invoiced, paid, due, open] */
const moneyOf = ({ money: { price, invoiced, paid, due, open } }: Data) => [price, invoiced, paid, due, open]

test('one call starts a trip and sends an invoice by Pix for the open amount, due in three days', async () => {
  const { agency, booking } = await ticketed()
  const { test: client } = agency
  const response = await invoiced(agency, booking.id)
  assert.equal(response.status, 201, response.text)
  const invoice = response.body.data
  const trip = await tripOf(agency, booking.id)
  const [item] = trip.items
  assert.deepEqual([item.kind, item.booking_id], ['flight', booking.id])
  const { status, issue_date, due_date, total, payment_methods, client_id } = invoice
  assert.deepEqual(
    [status, issue_date, due_date, total, payment_methods, client_id],
    ['sent', '2026-11-15', '2026-11-18', item.money.price, ['pix'], trip.client_id],
  )
  assert.match(invoice.number, /^2026-\d{6}$/)
  assert.match(invoice.pix.copy_paste, /^000201/)
  assert.deepEqual(
    invoice.items.map(({ id: _, ...one }: Data) => one),
    [
      {
        description: 'Passagem aérea: FEN–MCP',
        quantity: 1,
        unit_price: total,
        total,
        trip_item_id: item.id,
        booking_id: booking.id,
      },
    ],
  )
  assert.deepEqual(moneyOf(trip), [total, total, 0, total, 0])
  await client.post(`/api/v1/test/charges/${invoice.id}/pay`)
  await agency.advance('PT1M')
  assert.deepEqual(moneyOf(await tripOf(agency, booking.id)), [total, total, total, 0, 0])
  assertError(await invoiced(agency, booking.id), 422, 'Trip item over invoiced')
})

test('the input selects due date, status, methods and notice', async () => {
  const { agency, booking } = await ticketed()
  const bad = await invoiced(agency, booking.id, { due_date: 'amanhã' })
  assert.equal(bad.body.param, 'due_date')
  const missing = { payment_provider_id: '00000000-0000-7000-8000-000000000000' }
  assert.equal((await invoiced(agency, booking.id, missing)).body.code, 'payment_provider_not_found')
  const input = { due_date: '2026-12-01', status: 'draft', payment_methods: ['boleto'], notify_client: false }
  const { body, status, text } = await invoiced(agency, booking.id, input)
  assert.equal(status, 201, text)
  const { number, due_date, payment_methods, pix } = body.data
  assert.deepEqual([number, due_date, payment_methods, pix], [null, '2026-12-01', ['boleto'], null])
})

test('an Idempotency-Key creates one invoice; simultaneous requests create one invoice and one trip', async () => {
  const { agency, booking } = await ticketed()
  const key = { 'idempotency-key': 'invoice-1' }
  const first = await invoiced(agency, booking.id, undefined, key)
  const again = await invoiced(agency, booking.id, undefined, key)
  assert.deepEqual([again.status, again.text], [first.status, first.text])
  const other = await ticketed()
  const responses = await Promise.all([1, 2, 3].map(() => invoiced(other.agency, other.booking.id)))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 422, 422])
  assert.equal((await other.agency.test.get(TRIPS)).body.pagination.total, 1)
})

test('a booking of a trip: the invoice has only its open amount', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const payer = await newClient(client)
  const trip = (await client.post(TRIPS, { client_id: payer.id })).body.data
  const booking = await booked(client, holdBody(await zzOffer(client), { trip_id: trip.id }))
  const [{ id: trip_item_id, money }] = (await tripOf(agency, booking.id)).items
  const part = { description: 'Entrada', quantity: 1, unit_price: 100.01, trip_item_id }
  const dates = { issue_date: '2026-11-15', due_date: '2026-11-20' }
  const deposit = await client.post(INVOICES, { client_id: payer.id, ...dates, items: [part] })
  assert.deepEqual([deposit.status, deposit.body.data.items[0].booking_id], [201, booking.id], deposit.text)
  const { body } = await invoiced(agency, booking.id)
  assert.equal(Math.round(body.data.total * 100), Math.round(money.price * 100) - 10_001)
  assert.equal(body.data.client_id, payer.id)
})

test('after a cancellation with a penalty, the rest of the invoice is refundable', async () => {
  const { agency, booking } = await ticketed()
  const { test: client } = agency
  const invoice = (await invoiced(agency, booking.id)).body.data
  await client.post(`/api/v1/test/charges/${invoice.id}/pay`)
  assert.equal((await client.delete(`${BOOKINGS}/${booking.id}`)).status, 200)
  await agency.advance('PT1M')
  const trip = await tripOf(agency, booking.id)
  const back = Math.round(invoice.total * 100) - 11_500
  assert.deepEqual(moneyOf(trip), [115, invoice.total, invoice.total, 0, -back / 100])
  assert.deepEqual([trip.status, trip.items[0].status], ['cancelled', 'cancelled'])
  const open = (await client.get(`${TRIPS}?has_open=true`)).body.data
  assert.deepEqual(
    open.map(({ id }: Data) => id),
    [trip.id],
  )
  const refund = await client.post(`${INVOICES}/${invoice.id}/refunds`, { amount: back / 100 })
  assert.equal(refund.status, 201, refund.text)
  await agency.advance('PT1M')
  assert.deepEqual(moneyOf(await tripOf(agency, booking.id)), [115, 115, 115, 0, 0])
  assert.equal((await client.get(`${TRIPS}?has_open=true`)).body.data.length, 0)
  const updates = (await allEvents(client)).filter(({ type }) => type === 'trip.updated')
  const last = updates.at(-1).data.object.money
  assert.deepEqual(last, { ...last, price: 115, invoiced: 115, open: 0 })
})

test('a booking cancelled before its invoice is invoiced its penalty; a hold nothing', async () => {
  const { agency, booking } = await ticketed()
  await agency.test.delete(`${BOOKINGS}/${booking.id}`)
  const { status, body, text } = await invoiced(agency, booking.id)
  assert.deepEqual([status, body.data?.total], [201, 115], text)
  const hold = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  await agency.test.delete(`${BOOKINGS}/${hold.id}`)
  assertError(await invoiced(agency, hold.id), 422, 'Trip item over invoiced')
  assert.equal((await agency.test.get(`${BOOKINGS}/${hold.id}`)).body.trip_id, null)
})

test('roles, team and mode are checked, and no cost is returned', async () => {
  const { agency, booking } = await ticketed()
  const stranger = await newAgency(app)
  for (const client of [stranger.test, agency.live])
    assertError(await client.post(`${BOOKINGS}/${booking.id}/invoice`), 404, 'Booking not found')
  const [{ id: client_id }] = (await agency.test.get('/api/v1/clients')).body.data
  for (const client of [stranger.test, agency.live])
    assertError(await client.get(`/api/v1/clients/${client_id}/billable-items`), 404, 'Client not found')
  assert.equal((await agency.test.get(`/api/v1/clients/${client_id}/billable-items`)).status, 200)
  const allowed = { owner: true, agent: true, finance: true, developer: true, viewer: false } as const
  for (const [role, mayInvoice] of Object.entries(allowed)) {
    const person = await newPerson(app, { [agency.id]: role as keyof typeof allowed })
    const client = await signedIn(app, person, { mode: 'test' })
    const { status, body } = await client.get(`/api/v1/clients/${client_id}/billable-items`)
    assert.equal(status, 200, role)
    assert.ok(body.data.every((one: Data) => !('cost' in one)))
    const response = await client.post(`${BOOKINGS}/${booking.id}/invoice`)
    assert.equal(response.status, mayInvoice ? 201 : 403, `${role}: ${response.text}`)
    if (mayInvoice) await agency.test.patch(`${INVOICES}/${response.body.data.id}`, { status: 'cancelled' })
  }
})
