// Filters by time, which every list of stored objects has by the same names, and parameters that no list knows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isForKeys, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { type Agency, assertError, newAgency, untilSettled } from '../support/agency.ts'
import { anyOffer, booked, holdBody } from '../support/bookings.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { INVOICES, ITEM, newClient, newInvoice, newQuote, newRecurring } from '../support/invoicing.ts'
import { offeredMandate } from '../support/mandates.ts'
import { daysAfter } from '../support/searches.ts'
import { startApp } from '../support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../support/trips.ts'
import { fill, newRecharge } from '../support/wallet.ts'

const app = await startApp()
const receiver = await startReceiver()
after(() => receiver.close())

const TABLE = Object.entries<Operation>(OPERATIONS).filter(([, one]) => isForKeys(one))
const byTime = (name: string) =>
  TABLE.filter(([, { query }]) => JSON.stringify(query ?? {}).includes(`"${name}"`)).map(([id]) => id)
/** The lists of what changes, and of what is written once. */
const CHANGING = byTime('updated_after').filter((id) => !id.endsWith('.download'))
const ONCE = byTime('created_after').filter((id) => !id.endsWith('.download') && !CHANGING.includes(id))
/** Lists that live by real time, are computed, or to which nothing is added below. */
const NOT_SPLIT = [
  'audit.list',
  'clients.erasures',
  'invitations.list',
  'keys.list',
  'people.list',
  'warnings.list',
]

let agency: Agency
/** Between two generations of objects. */
let middle: string
/** The object that a list is of. */
const owners: Record<string, string> = {}

const pathOf = (id: string): string => {
  const { path } = (OPERATIONS as Readonly<Record<string, Operation>>)[id]!
  return path.replace(':id', () => owners[id] ?? assert.fail(`${id} needs the id of an object`))
}

const total = async (path: string, query: string): Promise<number> => {
  const { status, text, body } = await agency.test.get(`${path}?${query}`)
  assert.equal(status, 200, `${path}?${query}: ${text}`)
  return (body.pagination ?? body.data.pagination).total
}

async function makeAll({ test: shop }: Agency) {
  const { id: client_id } = await newClient(shop)
  const invoice = await newInvoice(shop, { client_id, status: 'sent' })
  const settings = { pix_key: 'financeiro@agencia.example' }
  await shop.post('/api/v1/payment-providers', { provider: 'pix-key', settings })
  await newInvoice(shop, { client_id, status: 'sent', payment_methods: ['pix_key'] })
  const note = { invoice_id: invoice.id, amount: 1, reason: 'Passeio cancelado' }
  assert.equal((await shop.post('/api/v1/credit-notes', note)).status, 201)
  const credited = await newInvoice(shop, {
    client_id: owners['clients.credit'] ?? client_id,
    status: 'sent',
  })
  owners['clients.credit'] ??= client_id
  await shop.post(`${INVOICES}/${credited.id}/payments`, { amount: credited.total + 1 })
  await shop.post(`${INVOICES}/${credited.id}/overpayment-credit`, {})
  const byCard = await newInvoice(shop, { client_id, status: 'sent', payment_methods: ['card'] })
  for (const action of ['approve', 'dispute'])
    await shop.post(`/api/v1/test/charges/${byCard.id}/card`, { action })
  const { now } = (await shop.get('/api/v1/test/clock')).body.data
  await offeredMandate({ test: shop }, daysAfter(new Date(now), 4))
  await newQuote(shop, { client_id })
  await newRecurring(shop, { client_id })
  await newRecharge(shop)
  await fill(shop, '500.00')
  await shop.post('/api/v1/api-keys', { name: 'one' })
  await shop.post('/api/v1/payment-providers', { provider: 'simulated' })
  const booking = await booked(shop, holdBody(await anyOffer(shop)))
  const hook = await shop.post('/api/v1/webhooks', { url: `${receiver.url}/${client_id}`, events: ['*'] })
  owners['deliveries.list'] ??= hook.body.data.id
  owners['clientNotes.list'] ??= client_id
  owners['companions.list'] ??= client_id
  owners['bookingNotes.list'] ??= booking.id
  owners['invoices.refunds'] ??= invoice.id
  const child = { relationship: 'child', given_name: 'Pedro', family_name: 'Souza' }
  assert.equal((await shop.post(pathOf('companions.list'), child)).status, 201)
  const trip = await newTrip(shop, { client_id })
  owners['tripNotes.list'] ??= trip.id
  for (const id of ['clientNotes.list', 'bookingNotes.list', 'tripNotes.list'])
    await shop.post(pathOf(id), { text: 'one' })
  const paid = owners['invoices.refunds']
  await shop.post(`/api/v1/test/charges/${paid}/pay`, { amount: '10.00' })
  const refund = await shop.post(`${INVOICES}/${paid}/refunds`, { amount: 1 })
  assert.equal(refund.status, 201, refund.text)
}

before(async () => {
  agency = await newAgency(app)
  await makeAll(agency)
  await untilSettled(app, agency.id, 'test')
  await agency.advance('PT1H')
  middle = (await agency.test.get('/api/v1/test/clock')).body.data.now
  await agency.advance('PT1H')
  await makeAll(agency)
  await untilSettled(app, agency.id, 'test')
})

test('created_after and created_before split every list at a time', async () => {
  for (const id of [...CHANGING, ...ONCE]) {
    const path = pathOf(id)
    const all = await total(path, '')
    const [late, early] = [
      await total(path, `created_after=${middle}`),
      await total(path, `created_before=${middle}`),
    ]
    assert.equal(early + late, all, path)
    assert.ok(NOT_SPLIT.includes(id) || (early > 0 && late > 0), `${path}: ${early} ${late}`)
  }
})

test('updated_after and updated_before too, and a change moves an object', async () => {
  for (const path of CHANGING.map(pathOf)) {
    const [late, early] = [
      await total(path, `updated_after=${middle}`),
      await total(path, `updated_before=${middle}`),
    ]
    assert.equal(early + late, await total(path, ''), path)
  }
  const old = `created_before=${middle}&updated_before=${middle}`
  const [client] = (await agency.test.get(`/api/v1/clients?${old}`)).body.data
  const changed = await agency.test.patch(`/api/v1/clients/${client.id}`, { notes: 'x' })
  assert.equal(changed.status, 200, changed.text)
  assert.ok(changed.body.data.updated_at > middle, `${changed.body.data.updated_at} after ${middle}`)
  const found = (await agency.test.get(`/api/v1/clients?created_before=${middle}&updated_after=${middle}`))
    .body.data
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [client.id],
  )
  const [booking] = (await agency.test.get(`/api/v1/bookings?${old}`)).body.data
  await agency.test.delete(`/api/v1/bookings/${booking.id}`)
  const [cancelled] = (
    await agency.test.get(`/api/v1/bookings?updated_after=${middle}&created_before=${middle}`)
  ).body.data
  assert.equal(cancelled.id, booking.id)
  assert.ok(cancelled.updated_at > cancelled.created_at)
})

test('related data change an object too: its tags, and the invoice of a quote', async () => {
  const { test: shop } = agency
  const quote = await newQuote(shop, { status: 'accepted' })
  const { id } = await newClient(shop)
  const booking = await booked(shop, holdBody(await anyOffer(shop)))
  const isFoundAfter = async (path: string, own: string, change: () => Promise<unknown>) => {
    await agency.advance('PT1M')
    const { now } = (await shop.get('/api/v1/test/clock')).body.data
    await change()
    const found = (await shop.get(`${path}?updated_after=${now}`)).body.data
    return found.some((one: { id: string }) => one.id === own)
  }
  const tags = { tags: ['vip'] }
  assert.ok(await isFoundAfter('/api/v1/clients', id, () => shop.put(`/api/v1/clients/${id}/tags`, tags)))
  const bookings = '/api/v1/bookings'
  assert.ok(await isFoundAfter(bookings, booking.id, () => shop.put(`${bookings}/${booking.id}/tags`, tags)))
  const trip = await newTrip(shop, { client_id: id })
  assert.ok(await isFoundAfter(TRIPS, trip.id, () => shop.put(`${TRIPS}/${trip.id}/tags`, tags)))
  const item = await newTripItem(shop, trip.id)
  const of = `${TRIPS}/${trip.id}/items/${item.id}`
  assert.ok(await isFoundAfter(TRIPS, trip.id, () => shop.patch(of, { place: 'Porto' })))
  const billed = { client_id: id, status: 'sent', items: [{ ...ITEM, trip_item_id: item.id }] }
  assert.ok(await isFoundAfter(TRIPS, trip.id, () => newInvoice(shop, billed)))
  assert.ok(await isFoundAfter(TRIPS, trip.id, () => shop.post(`${TRIPS}/${trip.id}/page`)))
  const quotes = '/api/v1/quotes'
  let invoiceId = ''
  const becomes = async () => {
    invoiceId = (await shop.post(`${quotes}/${quote.id}/invoice`)).body.data.id
  }
  assert.ok(await isFoundAfter(quotes, quote.id, becomes))
  assert.ok(await isFoundAfter(quotes, quote.id, () => shop.delete(`${INVOICES}/${invoiceId}`)))
})

test('a renamed bank is found by the time of its change', async () => {
  const own = await newAgency(app)
  const { test: shop } = own
  const banks = '/api/v1/payment-providers'
  const connect = () => shop.post(banks, { provider: 'simulated' })
  const [first, second] = [(await connect()).body.data, (await connect()).body.data]
  await own.advance('PT1M')
  const { now } = (await shop.get('/api/v1/test/clock')).body.data
  const foundAfter = async () => (await shop.get(`${banks}?updated_after=${now}`)).body.data
  assert.deepEqual(await foundAfter(), [])
  const renamed = (await shop.patch(`${banks}/${first.id}`, { name: 'Conta nova' })).body.data
  assert.deepEqual(await foundAfter(), [renamed])
  assert.ok(renamed.updated_at > first.updated_at)
  // Another default changes both, the one that was it and the one that is.
  await shop.patch(`${banks}/${second.id}`, { is_default: true })
  assert.equal((await foundAfter()).length, 2)
  assert.equal((await shop.get(`${banks}?created_after=${now}`)).body.data.length, 0)
})

test('every object of these lists has its time of change', async () => {
  for (const path of CHANGING.map(pathOf))
    for (const { updated_at } of (await agency.test.get(path)).body.data)
      assert.match(String(updated_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, path)
})

test("a day counts whole, in the team's time zone, at both ends", async () => {
  const [{ created_at }] = (await agency.test.get('/api/v1/clients')).body.data
  const day = Temporal.Instant.from(created_at).toZonedDateTimeISO('America/Sao_Paulo').toPlainDate()
  const [yesterday, tomorrow] = [day.subtract({ days: 1 }), day.add({ days: 1 })]
  for (const path of ['/api/v1/clients', '/api/v1/bookings', '/api/v1/invoices']) {
    const all = await total(path, `created_after=${yesterday}&created_before=${tomorrow}`)
    assert.equal(await total(path, `created_after=${tomorrow}`), 0)
    assert.ok((await total(path, `created_after=${day}&created_before=${day}`)) > 0, path)
    assert.equal(all, await total(path, ''))
  }
})

test('invoices are found by issue date, due date and payment date', async () => {
  const { test: shop } = await newAgency(app)
  const one = await newInvoice(shop, { issue_date: '2026-11-02', due_date: '2026-11-20', status: 'sent' })
  const two = await newInvoice(shop, { issue_date: '2026-11-10', due_date: '2026-12-20', status: 'sent' })
  await shop.post(`${INVOICES}/${two.id}/payments`, { amount: two.total, paid_at: '2026-11-12T12:00:00Z' })
  const ids = async (query: string) =>
    (await shop.get(`${INVOICES}?${query}`)).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids('issued_after=2026-11-03'), [two.id])
  assert.deepEqual(await ids('issued_before=2026-11-02'), [one.id])
  assert.deepEqual(await ids('due_after=2026-11-20&due_before=2026-12-19'), [one.id])
  assert.deepEqual(await ids('due_after=2026-12-20T12:00:00Z'), [two.id])
  assert.deepEqual(await ids('paid_after=2026-11-12&paid_before=2026-11-12'), [two.id])
  assert.deepEqual(await ids('paid_before=2026-11-12T12:00:00.000Z'), [])
})

test('an invalid time is refused by name', async () => {
  for (const path of CHANGING.map(pathOf))
    for (const name of ['created_after', 'created_before', 'updated_after', 'updated_before'])
      assertError(await agency.test.get(`${path}?${name}=soon`), 400, 'Invalid request parameters', name)
  assertError(
    await agency.test.get(`${INVOICES}?due_after=2026-02-30`),
    400,
    'Invalid request parameters',
    'due_after',
  )
})

test('unknown parameters are named with the nearest one', async () => {
  const warned = async (path: string) =>
    ((await agency.test.get(path)).body.warnings ?? []).map(
      ({ field, issue }: { field: string; issue: string }) => `${field} ${issue}`,
    )
  for (const id of [...CHANGING, ...ONCE])
    assert.deepEqual(await warned(`${pathOf(id)}?zzz=1`), ['zzz is not a known field and was left out'], id)
  const left = 'is not a known field and was left out'
  assert.deepEqual(await warned('/api/v1/clients?limt=2&zzz=1'), [
    `limt ${left}; did you mean limit?`,
    `zzz ${left}`,
  ])
  assert.deepEqual(await warned('/api/v1/me?zzz=1'), [`zzz ${left}`])
  const [{ id }] = (await agency.test.get('/api/v1/clients')).body.data
  assert.deepEqual(await warned(`/api/v1/clients/${id}?expnd=x`), [`expnd ${left}`])
  assert.deepEqual(await warned('/api/v1/clients?limit=2'), [])
  const { next_cursor } = (await agency.test.get('/api/v1/clients?limit=1')).body.pagination
  assert.deepEqual(await warned(`/api/v1/clients?limit=1&starting_after=${next_cursor}&zzz=1`), [
    `zzz ${left}`,
  ])
})
