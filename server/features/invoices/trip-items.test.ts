// Invoices of items of trips: what they hold of each, what payments, refunds and cancellations make of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Agency, assertError, issuesOf, newAgency, untilSettled } from '../../../test/support/agency.ts'
import type { Client, Reply } from '../../../test/support/client.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { allEvents, INVOICES, newClient, QUOTES, RECURRING, read } from '../../../test/support/invoicing.ts'
import { AT_ONCE, startApp } from '../../../test/support/start-app.ts'
import { TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall, settings: AT_ONCE })

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

async function made(client: Client, path: string, body: object): Promise<Data> {
  const response = await client.post(path, body)
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

interface Sold {
  agency: Agency
  live: Client
  client: Data
  hotel: Data
  transfer: Data
  tour: Data
}

/** A hotel and a transfer of one trip, and a tour of another, of one client. */
async function sold(): Promise<Sold> {
  const agency = await newAgency(app)
  const { live } = agency
  const client = await newClient(live)
  const lisbon = await made(live, TRIPS, { client_id: client.id, title: 'Lisboa' })
  const porto = await made(live, TRIPS, { client_id: client.id, title: 'Porto' })
  const item = (trip: Data, kind: string, price_amount: number, description: string) =>
    made(live, `${TRIPS}/${trip.id}/items`, { kind, price_amount, description, cost_amount: 1 })
  return {
    ...{ agency, live, client },
    hotel: await item(lisbon, 'lodging', 1000.01, 'Hotel Avenida, 5 noites'),
    transfer: await item(lisbon, 'transfer', 200.02, 'Aeroporto ao hotel'),
    tour: await item(porto, 'tour', 333.33, 'Douro'),
  }
}

const line = (item: Data, unit_price: number) => ({
  ...{ description: item.description, quantity: 1, unit_price, trip_item_id: item.id },
})
const bodyOf = (client: Data, items: object[], more: object = {}) => ({
  ...{ client_id: client.id, issue_date: '2026-11-15', due_date: '2026-11-20', status: 'sent', items },
  ...more,
})

/** [price, invoiced, paid, due, open] of an item. */
async function moneyOf(client: Client, { id, trip_id }: Data): Promise<number[]> {
  const { items } = await read(client, `${TRIPS}/${trip_id}`)
  const { money } = items.find((one: Data) => one.id === id)
  const { price, collected_by_supplier, invoiced, paid, due, open } = money
  assert.equal(cents(invoiced) + cents(open), cents(price) - cents(collected_by_supplier))
  return [price, invoiced, paid, due, open]
}
const cents = (amount: number) => Math.round(amount * 100)

const fieldsOf = ({ body }: Reply) => issuesOf(body.details).map(({ field }) => field)

const assertOver = (response: Reply, index: number) =>
  assertError(response, 422, 'Trip item over invoiced', `items.${index}.unit_price`)

const settle = ({ agency }: Sold) => untilSettled(app, agency.id, 'live')
const pay = (client: Client, id: string, amount: number) =>
  made(client, `${INVOICES}/${id}/payments`, { amount })

test('one invoice of parts of two trips, paid in parts: every cent is on an item', async () => {
  const { live, client, hotel, transfer, tour } = await sold()
  const invoice = await made(
    live,
    INVOICES,
    bodyOf(client, [
      line(hotel, 500),
      line(tour, 333.33),
      { description: 'Taxa', quantity: 1, unit_price: 50 },
    ]),
  )
  assert.equal(invoice.total, 883.33)
  assert.deepEqual(
    invoice.items.map(({ trip_item_id, booking_id }: Data) => [trip_item_id, booking_id]),
    [
      [hotel.id, null],
      [tour.id, null],
      [null, null],
    ],
  )
  assert.deepEqual(await read(live, `${INVOICES}/${invoice.id}`), invoice)
  const billed = await read(live, `${TRIPS}?invoice_id=${invoice.id}`)
  assert.deepEqual(
    billed.map(({ id }: Data) => id),
    [tour.trip_id, hotel.trip_id],
  )
  assert.deepEqual(await read(live, `${TRIPS}?invoice_id=${transfer.id}`), [], 'no id of an invoice')
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 500, 0, 500, 500.01])
  assert.deepEqual(await moneyOf(live, tour), [333.33, 333.33, 0, 333.33, 0])

  await pay(live, invoice.id, 100)
  // 100 x 500 / 883.33 is 56.60, and x 333.33 is 37.735 of 37.73 or 37.74: the largest rest gets the cent.
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 500, 56.6, 443.4, 500.01])
  assert.deepEqual(await moneyOf(live, tour), [333.33, 333.33, 37.74, 295.59, 0])
  await pay(live, invoice.id, 783.33)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 500, 500, 0, 500.01])
  assert.deepEqual(await moneyOf(live, tour), [333.33, 333.33, 333.33, 0, 0])

  const trip = await read(live, `${TRIPS}/${hotel.trip_id}`)
  const { cost, earnings, ...money } = trip.money
  assert.deepEqual(money, {
    ...{ price: 1200.03, collected_by_supplier: 0, invoiced: 500, paid: 500, due: 0, open: 700.03 },
  })
  assert.deepEqual([cost, earnings], [2, 1198.03])
  assert.deepEqual(trip.items.find(({ id }: Data) => id === hotel.id).invoice_ids, [invoice.id])
  const open = (await live.get(`${TRIPS}?has_open=true`)).body.data
  assert.deepEqual(
    open.map(({ id }: Data) => id),
    [hotel.trip_id],
  )
  const billable = await read(live, `/api/v1/clients/${client.id}/billable-items`)
  const { number, title } = trip
  const days = { status: 'quoted', starts_at: null, ends_at: null }
  const shared = { trip_id: trip.id, trip_number: number, trip_title: title, booking_id: null, ...days }
  assert.deepEqual(billable, [
    { trip_item_id: hotel.id, ...shared, description: 'Hospedagem: Hotel Avenida, 5 noites', open: 500.01 },
    { trip_item_id: transfer.id, ...shared, description: 'Transfer: Aeroporto ao hotel', open: 200.02 },
  ])
})

test('a change of its money is a trip event without costs; other changes emit none', async () => {
  const { live, client, tour } = await sold()
  const before = (await allEvents(live)).length
  const invoice = await made(live, INVOICES, bodyOf(client, [line(tour, 300)]))
  await live.patch(`${INVOICES}/${invoice.id}`, { metadata: { a: 'b' } })
  await pay(live, invoice.id, 300)
  const events = (await allEvents(live)).slice(before).filter(({ type }) => type.startsWith('trip.'))
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object.id, data.object.money]),
    [
      ['trip.updated', tour.trip_id, { ...MONEY, invoiced: 300, due: 300, open: 33.33 }],
      ['trip.updated', tour.trip_id, { ...MONEY, invoiced: 300, paid: 300, open: 33.33 }],
    ],
  )
})
const MONEY = { price: 333.33, collected_by_supplier: 0, invoiced: 0, paid: 0, due: 0, open: 0 }

test("the supplier of an item is not on the client's invoice", async () => {
  const { live, client, hotel } = await sold()
  const supplied = { kind: 'lodging', price_amount: 10, supplier_name: 'Orinter', place: 'Lisboa' }
  for (const fields of [supplied, { ...supplied, place: null }])
    await made(live, `${TRIPS}/${hotel.trip_id}/items`, fields)
  const billable = await read(live, `/api/v1/clients/${client.id}/billable-items`)
  const names = billable.map(({ description }: Data) => description)
  assert.ok(names.includes('Hospedagem: Lisboa') && names.includes('Hospedagem'), names.join())
  assert.doesNotMatch(JSON.stringify(billable), /Orinter/)
})

test('a draft reserves what it bills; issuing it makes that due and emits an event', async () => {
  const { live, client, hotel } = await sold()
  await made(live, INVOICES, bodyOf(client, [line(hotel, 300)]))
  const draft = await made(live, INVOICES, bodyOf(client, [line(hotel, 700)], { status: 'draft' }))
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 1000, 0, 300, 0.01])
  const totals = async () => (await read(live, `${TRIPS}/${hotel.trip_id}`)).money
  const { invoiced, due } = await totals()
  assert.deepEqual([invoiced, due], [1000, 300])
  const before = (await allEvents(live)).length
  await live.patch(`${INVOICES}/${draft.id}`, { status: 'sent' })
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 1000, 0, 1000, 0.01])
  assert.equal((await totals()).due, 1000)
  const events = (await allEvents(live)).slice(before).filter(({ type }) => type === 'trip.updated')
  assert.deepEqual(
    events.map(({ data }) => data.object.money.due),
    [1000],
  )
  await pay(live, draft.id, 100)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 1000, 100, 900, 0.01])
})

test('an item that cannot be billed is refused by its field and changes nothing', async () => {
  const { live, client, hotel, transfer, tour } = await sold()
  const other = await newClient(live)
  const stranger = await sold()
  const refused = async (body: object, status: number, code: string, field: string) => {
    for (const path of [INVOICES, `${INVOICES}/preview`]) {
      const response = await live.post(path, body)
      assert.deepEqual([response.status, response.body.code], [status, code], response.text)
      assert.deepEqual(fieldsOf(response), [field])
    }
  }
  const invalid = 'invalid_request_parameters'
  const unknown = { ...hotel, id: 'tri_00000000000000000000000000' }
  await refused(bodyOf(client, [line(unknown, 1)]), 404, 'trip_item_not_found', 'items.0.trip_item_id')
  await refused(bodyOf(client, [line(stranger.hotel, 1)]), 404, 'trip_item_not_found', 'items.0.trip_item_id')
  await refused(bodyOf(other, [line(hotel, 1)]), 409, 'trip_of_other_client', 'items.0.trip_item_id')
  const over = 'trip_item_over_invoiced'
  await refused(bodyOf(client, [line(tour, 1), line(hotel, 1000.02)]), 422, over, 'items.1.unit_price')
  await refused(bodyOf(client, [line(tour, 300), line(tour, 33.34)]), 422, over, 'items.0.unit_price')
  await refused(bodyOf(client, [line(tour, 1)], { tax_rate: 1 }), 400, invalid, 'tax_rate')
  await refused(bodyOf(client, [line(tour, 1)], { discount_rate: 0.5 }), 400, invalid, 'discount_rate')
  await refused(bodyOf(client, [line(tour, 0)]), 400, invalid, 'items.0.unit_price')
  const path = `${TRIPS}/${transfer.trip_id}/items/${transfer.id}`
  assert.equal((await live.patch(path, { collected_by: 'supplier' })).status, 200)
  await refused(bodyOf(client, [line(transfer, 0.01)]), 422, over, 'items.0.unit_price')
  assert.deepEqual(await moneyOf(live, transfer), [200.02, 0, 0, 0, 0])
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 0, 0, 0, 1000.01])
  const inTestMode = await stranger.agency.test.post(
    INVOICES,
    bodyOf(await newClient(stranger.agency.test), [line(stranger.hotel, 1)]),
  )
  assertError(inTestMode, 404, 'Trip item not found', 'items.0.trip_item_id')
})

test('in Portuguese the error shows the open amount in reais', async () => {
  const { live, client, hotel } = await sold()
  const headers = { 'accept-language': 'pt-BR' }
  const { body } = await live.post(INVOICES, bodyOf(client, [line(hotel, 1000.02)]), headers)
  assert.equal(body.details[0].user_message, 'O saldo a faturar deste item é de R$ 1.000,01.')
})

test('preview returns the sums of the invoice, and stores and emits nothing', async () => {
  const { live, client, hotel, tour } = await sold()
  const before = (await allEvents(live)).length
  const body = bodyOf(client, [line(hotel, 1000.01), line(tour, 33.335)])
  const { status, body: preview } = await live.post(`${INVOICES}/preview`, body)
  assert.equal(status, 200)
  const { items, ...sums } = preview.data
  assert.deepEqual(sums, {
    ...{
      subtotal: 1033.35,
      discount_rate: 0,
      discount_amount: 0,
      tax_rate: 0,
      tax_amount: 0,
      total: 1033.35,
    },
  })
  assert.deepEqual(
    items.map(({ trip_item_id, total }: Data) => [trip_item_id, total]),
    [
      [hotel.id, 1000.01],
      [tour.id, 33.34],
    ],
  )
  const withKey = { 'idempotency-key': 'preview-1' }
  for (const items of [[line(hotel, 1)], [line(hotel, 2)]]) {
    const { body } = await live.post(`${INVOICES}/preview`, bodyOf(client, items), withKey)
    assert.equal(body.data?.total, items[0]?.unit_price, 'no key remembers a preview')
  }
  assert.equal((await live.get(INVOICES)).body.pagination.total, 0)
  assert.equal((await allEvents(live)).length, before)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 0, 0, 0, 1000.01])
})

test('of simultaneous requests one bills the open amount', async () => {
  const { live, client, hotel, tour } = await sold()
  const both = [line(hotel, 600), line(tour, 333.33)]
  const tries = [both, both.toReversed(), both, both.toReversed(), both]
  const responses = await Promise.all(tries.map((items) => live.post(INVOICES, bodyOf(client, items))))
  const statuses = responses.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, 422, 422, 422, 422], responses.map(({ text }) => text).join('\n'))
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 600, 0, 600, 400.01])
})

test('cancelling an invoice frees its items; sending it again bills them, unless billed elsewhere', async () => {
  const { live, client, hotel } = await sold()
  const one = await made(live, INVOICES, bodyOf(client, [line(hotel, 700)]))
  const path = `${INVOICES}/${one.id}`
  assert.equal((await live.patch(path, { status: 'cancelled' })).status, 200)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 0, 0, 0, 1000.01])
  assert.equal((await live.patch(path, { status: 'sent' })).status, 200)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 700, 0, 700, 300.01])
  await live.patch(path, { status: 'cancelled' })
  const other = await made(live, INVOICES, bodyOf(client, [line(hotel, 300.02)]))
  assertOver(await live.patch(path, { status: 'sent' }), 0)
  assert.equal((await read(live, path)).status, 'cancelled')
  await live.patch(`${INVOICES}/${other.id}`, { status: 'cancelled' })
  assert.equal((await live.patch(path, { status: 'sent' })).status, 200)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 700, 0, 700, 300.01])
})

test('a draft bills too: an edit bills the new items, deletion none, and sending checks all', async () => {
  const { live, client, hotel, tour } = await sold()
  const draft = await made(live, INVOICES, bodyOf(client, [line(hotel, 700)], { status: 'draft' }))
  const path = `${INVOICES}/${draft.id}`
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 700, 0, 0, 300.01])
  const edited = await live.patch(path, { items: [line(tour, 100), line(hotel, 1000.01)] })
  assert.equal(edited.status, 200, edited.text)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 1000.01, 0, 0, 0])
  const over = await live.patch(path, { items: [line(tour, 333.34)] })
  assertOver(over, 0)
  assert.deepEqual(await moneyOf(live, tour), [333.33, 100, 0, 0, 233.33])
  assert.deepEqual(issuesOf((await live.patch(path, { tax_rate: 5 })).body.details), [
    { field: 'tax_rate', issue: 'must be 0 for an invoice with items of trips' },
  ])
  const other = await newClient(live)
  assertError(
    await live.patch(path, { client_id: other.id }),
    409,
    'Trip of other client',
    'items.0.trip_item_id',
  )

  await live.patch(`${TRIPS}/${hotel.trip_id}/items/${hotel.id}`, {
    status: 'cancelled',
    kept_price_amount: 200,
  })
  assert.deepEqual(await moneyOf(live, hotel), [200, 1000.01, 0, 0, -800.01])
  assertOver(await live.patch(path, { status: 'sent' }), 1)
  assert.equal((await live.patch(path, { notes: 'Obrigado' })).status, 200)
  assert.equal((await live.patch(path, { items: [line(tour, 100), line(hotel, 200)] })).status, 200)
  assert.equal((await live.patch(path, { status: 'sent' })).status, 200)
  assert.deepEqual(await moneyOf(live, hotel), [200, 200, 0, 200, 0])

  const second = await made(live, INVOICES, bodyOf(client, [line(tour, 233.33)], { status: 'draft' }))
  assert.deepEqual(await moneyOf(live, tour), [333.33, 333.33, 0, 100, 0])
  assert.equal((await live.delete(`${INVOICES}/${second.id}`)).status, 200)
  assert.deepEqual(await moneyOf(live, tour), [333.33, 100, 0, 100, 233.33])
})

test('a hotel cancelled after payment is refundable, refunded by name, and leaves nothing open', async () => {
  const case1 = await sold()
  const { live, client, hotel, tour } = case1
  const invoice = await made(live, INVOICES, bodyOf(client, [line(hotel, 1000.01), line(tour, 333.33)]))
  await live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  await settle(case1)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 1000.01, 1000.01, 0, 0])
  await live.patch(`${TRIPS}/${hotel.trip_id}/items/${hotel.id}`, {
    status: 'cancelled',
    kept_price_amount: 250,
  })
  assert.deepEqual(await moneyOf(live, hotel), [250, 1000.01, 1000.01, 0, -750.01])
  assert.equal((await live.get(`${TRIPS}?has_open=true`)).body.data.length, 1)

  const refunds = `${INVOICES}/${invoice.id}/refunds`
  const refusals: [object, string][] = [
    [{ amount: 1, trip_item_id: case1.transfer.id }, 'trip_item_id'],
    [{ amount: 1000.02, trip_item_id: hotel.id }, 'amount'],
    [{ amount: 1, trip_item_id: hotel.id, reduces_amount_due: false }, 'reduces_amount_due'],
  ]
  for (const [body, field] of refusals) {
    const response = await live.post(refunds, body)
    assert.deepEqual([response.status, fieldsOf(response)], [400, [field]], response.text)
  }
  const refund = await made(live, refunds, { amount: 750.01, trip_item_id: hotel.id })
  assert.equal(refund.trip_item_id, hotel.id)
  await settle(case1)
  const { adjustments, amount_due, payment_status } = await read(live, `${INVOICES}/${invoice.id}`)
  assert.deepEqual(
    adjustments.map(({ amount, trip_item_id }: Data) => [amount, trip_item_id]),
    [[-750.01, hotel.id]],
  )
  assert.deepEqual([amount_due, payment_status], [0, 'paid'])
  assert.deepEqual(await moneyOf(live, hotel), [250, 250, 250, 0, 0])
  assert.deepEqual(await moneyOf(live, tour), [333.33, 333.33, 333.33, 0, 0])
})

test('a refund without item: first what was cancelled, then all in proportion; it stays after resending', async () => {
  const case1 = await sold()
  const { live, client, hotel, tour } = case1
  const invoice = await made(live, INVOICES, bodyOf(client, [line(tour, 333.33), line(hotel, 1000.01)]))
  await live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  await live.patch(`${TRIPS}/${tour.trip_id}/items/${tour.id}`, { status: 'cancelled' })
  const path = `${INVOICES}/${invoice.id}`
  await made(live, `${path}/refunds`, { amount: 433.33 })
  await settle(case1)
  assert.deepEqual(await moneyOf(live, tour), [0, 0, 0, 0, 0])
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 900.01, 900.01, 0, 100])
  await live.patch(path, { status: 'cancelled' })
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 0, 0, 0, 1000.01])
  assert.equal((await live.patch(path, { status: 'sent' })).status, 200)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 900.01, 900.01, 0, 100])
})

test('late charges and overpayments pay no item', async () => {
  const { live, client, tour } = await sold()
  await live.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  const dates = { issue_date: '2026-10-01', due_date: '2026-10-16' }
  const invoice = await made(live, INVOICES, bodyOf(client, [line(tour, 333.33)], dates))
  await live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  const { amount_paid } = await read(live, `${INVOICES}/${invoice.id}`)
  assert.ok(amount_paid > 333.33)
  assert.deepEqual(await moneyOf(live, tour), [333.33, 333.33, 333.33, 0, 0])
  await pay(live, invoice.id, 1000)
  assert.deepEqual(await moneyOf(live, tour), [333.33, 333.33, 333.33, 0, 0])
})

test('a transaction that fails after billing leaves no trace', async () => {
  const { live, client, hotel } = await sold()
  const before = (await allEvents(live)).length
  await app.asOwner(`alter table invoices add constraint broken check (client_id <> '${client.id}')`)
  const key = { 'idempotency-key': 'claim-1' }
  const body = bodyOf(client, [line(hotel, 700)])
  assert.equal((await live.post(INVOICES, body, key)).status, 500)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 0, 0, 0, 1000.01])
  assert.equal((await allEvents(live)).length, before)
  await app.asOwner('alter table invoices drop constraint broken')
  const responses = [await live.post(INVOICES, body, key), await live.post(INVOICES, body, key)]
  assert.deepEqual(
    responses.map(({ status }) => status),
    [201, 201],
  )
  assert.equal(responses[0]!.body.data.id, responses[1]!.body.data.id)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 700, 0, 700, 300.01])
})

test('an invoice sent back as it was read bills nothing twice', async () => {
  const { live, client, hotel } = await sold()
  const invoice = await made(live, INVOICES, bodyOf(client, [line(hotel, 600)]))
  assertOver(await live.post(INVOICES, invoice), 0)
  const { status, body } = await live.patch(`${INVOICES}/${invoice.id}`, invoice)
  assert.deepEqual([status, body.data.items], [200, invoice.items])
})

test('quotes and recurring invoices bill no trip items', async () => {
  const { live, client, hotel } = await sold()
  const items = [line(hotel, 100)]
  const quote = await live.post(QUOTES, { client_id: client.id, issue_date: '2026-11-10', items })
  assert.deepEqual([quote.status, 'trip_item_id' in quote.body.data.items[0]], [201, false])
  const recurring = await live.post(RECURRING, {
    ...{
      client_id: client.id,
      name: 'Plano',
      frequency: 'monthly',
      billing_day: 10,
      start_date: '2026-01-01',
    },
    items,
  })
  assert.deepEqual([recurring.status, 'trip_item_id' in recurring.body.data.items[0]], [201, false])
  for (const { body } of [quote, recurring])
    assert.ok(
      body.warnings.some(({ field }: Data) => field === 'items.0.trip_item_id'),
      JSON.stringify(body),
    )
  await live.patch(`${QUOTES}/${quote.body.data.id}`, { status: 'accepted' })
  const turned = await made(live, `${QUOTES}/${quote.body.data.id}/invoice`, {})
  assert.equal(turned.items[0].trip_item_id, null)
  assert.deepEqual(await moneyOf(live, hotel), [1000.01, 0, 0, 0, 1000.01])
})

const STEPS = [
  'bill',
  'send',
  'cancel',
  'pay',
  'record',
  'correct',
  'refund',
  'refund one',
  'price',
  'drop',
] as const
const PLANS = fullRuns ? 30 : 6

test(`${PLANS} stories through the API: invoiced and open always add up to the price`, async () => {
  const step = fc.record({
    what: fc.constantFrom(...STEPS),
    item: fc.nat(2),
    invoice: fc.nat(2),
    amount: fc.integer({ min: 1, max: 40_000 }),
  })
  const plans = fc.sample(fc.array(step, { minLength: 4, maxLength: 12 }), { numRuns: PLANS, seed: 36 })
  let billed = 0
  for (const plan of plans) {
    const story = await sold()
    const { live, client } = story
    const items = [story.hotel, story.transfer, story.tour]
    const invoices: string[] = []
    for (const { what, item: index, invoice, amount } of plan) {
      const [item, next] = [items[index], items[(index + 1) % items.length]]
      const [id, reais] = [invoices[invoice % Math.max(invoices.length, 1)], amount / 100]
      const path = `${INVOICES}/${id}`
      const ofItem = `${TRIPS}/${item.trip_id}/items/${item.id}`
      if (what === 'bill') {
        const fee = { description: 'Taxa', quantity: 1, unit_price: 9.99 }
        const lines = [line(item, reais), line(next, 0.07), ...(amount % 2 === 0 ? [fee] : [])]
        const status = amount % 3 === 0 ? 'draft' : 'sent'
        const response = await live.post(INVOICES, bodyOf(client, lines, { status }))
        assert.ok([201, 422].includes(response.status), response.text)
        if (response.status === 201) invoices.push(response.body.data.id)
      }
      if (what === 'price') await live.patch(ofItem, { price_amount: reais })
      if (what === 'drop') await live.patch(ofItem, { status: 'cancelled', kept_price_amount: reais / 10 })
      if (id !== undefined) {
        if (what === 'send') await live.patch(path, { status: 'sent' })
        if (what === 'cancel') await live.patch(path, { status: 'cancelled' })
        if (what === 'pay') await live.post(`/api/v1/test/charges/${id}/pay`)
        if (what === 'record') await live.post(`${path}/payments`, { amount: reais })
        if (what === 'correct') await live.patch(path, { amount_paid: reais })
        if (what === 'refund') await live.post(`${path}/refunds`, { amount: reais })
        if (what === 'refund one')
          await live.post(`${path}/refunds`, { amount: reais, trip_item_id: item.id })
      }
      await settle(story)
      await assertAddsUp(live, items, invoices)
    }
    billed += invoices.length
  }
  assert.ok(billed > 0)
})

/** Trips from their items, and items from their invoices. */
async function assertAddsUp(live: Client, items: readonly Data[], ids: readonly string[]): Promise<void> {
  const invoices = await Promise.all(ids.map((id) => read(live, `${INVOICES}/${id}`)))
  const all = await Promise.all(items.map((item) => moneyOf(live, item)))
  const [invoiced, paid] = [1, 2].map((at) => all.reduce((sum, money) => sum + cents(money[at] ?? 0), 0))
  for (const [price = 0, held = 0, taken = 0, due = 0] of all)
    assert.ok(price >= 0 && taken >= 0 && taken <= held && due >= 0)
  // Other lines of the invoices hold the rest: at most what they cost.
  const held = invoices.filter(({ status }) => status !== 'cancelled')
  const owed = held.reduce((sum, one) => sum + Math.max(0, cents(one.total) + adjusted(one)), 0)
  const fees = held.flatMap((one) => one.items).filter(({ trip_item_id }) => trip_item_id === null)
  assert.ok((invoiced ?? 0) <= owed && (invoiced ?? 0) >= owed - fees.length * 999)
  assert.ok((paid ?? 0) <= held.reduce((sum, one) => sum + cents(one.amount_paid), 0))
  if (fees.length === 0) assert.equal(invoiced, owed)
}
const adjusted = ({ adjustments }: Data) =>
  adjustments.reduce((sum: number, { amount }: Data) => sum + cents(amount), 0)
