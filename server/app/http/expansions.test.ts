// `expand[]`: included objects are those of their own reads, for callers who may read them, at a fixed number of
// statements.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client as ClientShape } from '../../../contract/clients.ts'
import { assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, holdBody, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { startReceiver } from '../../../test/support/fakes/receiver.ts'
import {
  INVOICES,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
  read,
} from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { makeRecorder } from '../../../test/support/statements.ts'
import { fill } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const statements = makeRecorder()
const app = await startApp({
  wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')),
  wrapPool: statements.wrapPool,
})
const receiver = await startReceiver()
after(() => receiver.close())
const agency = await newAgency(app)
const { test: client } = agency
const RECHARGES = '/api/v1/wallet/recharges'

const get = async (path: string, by: Client = client) => {
  const response = await by.get(path)
  assert.equal(response.status, 200, response.text)
  return response.body.data ?? response.body
}

/** An expansion has no file: a list of invoices must not return documents. */
async function withoutFile(path: string): Promise<object> {
  const whole = await read(client, path)
  const names = [...Object.keys(ClientShape.properties), 'tags']
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}

test('a booking expands its client, and a list its tickets', async () => {
  const { id, client: shown } = await booked(client, instantBody(await zzOffer(client)))
  await untilSettled(app, agency.id, 'test')
  const whole = await withoutFile(`/api/v1/clients/${shown.id}`)
  const one = await get(`${BOOKINGS}/${id}?expand[]=client`)
  assert.deepEqual(one.client, { ...whole, id: shown.id })
  const [listed] = await get(`${BOOKINGS}?expand[]=client&expand[]=documents&limit=1`)
  assert.deepEqual(listed.client, { ...whole, id: shown.id })
  assert.deepEqual(listed.documents, one.documents)
  assert.equal(listed.documents.length, 1)
  const [plain] = await get(`${BOOKINGS}?limit=1`)
  assert.deepEqual([plain.client, plain.documents], [shown, undefined])
})

test('invoicing documents expand each other, one level deep', async () => {
  const quote = await newQuote(client, { status: 'accepted' })
  const { data: invoice } = (await client.post(`${QUOTES}/${quote.id}/invoice`)).body
  const plan = await newRecurring(client)
  await agency.advance('P40D')
  const recurring = await read(client, `${RECURRING}/${plan.id}`)
  const last = await read(client, `${INVOICES}/${recurring.last_invoice_id}`)
  const expectedQuote = await read(client, `${QUOTES}/${quote.id}`)

  const { client: payer } = await get(`${INVOICES}/${invoice.id}?expand[]=client`)
  assert.deepEqual(payer, await withoutFile(`/api/v1/clients/${invoice.client_id}`))
  for (const expand of [
    'expand[]=quote&expand[]=recurring_invoice',
    'expand=quote&expand[0]=recurring_invoice',
  ]) {
    const shown = await get(`${INVOICES}/${invoice.id}?${expand}`)
    assert.deepEqual(shown, {
      ...(await read(client, `${INVOICES}/${invoice.id}`)),
      quote: expectedQuote,
      recurring_invoice: null,
    })
  }
  assert.deepEqual(
    (await get(`${INVOICES}/${last.id}?expand[]=recurring_invoice`)).recurring_invoice,
    recurring,
  )
  assert.deepEqual((await get(`${RECURRING}/${plan.id}?expand[]=last_invoice`)).last_invoice, last)
  const quotes = await get(`${QUOTES}?expand[]=invoice`)
  assert.deepEqual(quotes[0].invoice, await read(client, `${INVOICES}/${invoice.id}`))
  assert.equal(quotes[0].invoice.quote, undefined)

  const [plain, expanded] = [`${INVOICES}/${invoice.id}`, `${INVOICES}/${invoice.id}?expand[]=quote`]
  assert.equal((await client.get(plain)).headers.etag, (await client.get(expanded)).headers.etag)
})

test('a recharge expands its transaction, and a delivery its event', async () => {
  const { id } = await fill(agency.live, '500.00')
  const { transactions } = await read(agency.live, '/api/v1/wallet/transactions')
  assert.deepEqual(
    (await get(`${RECHARGES}?expand[]=transaction`, agency.live))[0].transaction,
    transactions[0],
  )
  assert.deepEqual((await get(`/api/v1/wallet/recharge/${id}?expand[]=transaction`, agency.live)).id, id)

  const webhook = await client.post('/api/v1/webhooks', { url: receiver.url, events: ['invoice.created'] })
  assert.equal(webhook.status, 201, webhook.text)
  await newInvoice(client)
  await untilSettled(app, agency.id, 'test')
  const deliveries = `/api/v1/webhooks/${webhook.body.data.id}/deliveries`
  const [delivery] = await get(`${deliveries}?expand[]=event`)
  const event = await read(client, `/api/v1/events/${delivery.event_id}`)
  assert.deepEqual(delivery.event, event)
  assert.deepEqual((await get(`${deliveries}/${delivery.id}?expand[]=event`)).event, event)
  const reader = await keyWith(['webhooks.read', 'events.read'])
  const [masked] = await get(`${deliveries}?expand[]=event`, reader)
  assert.deepEqual(masked.event.data, { object: null, needs: 'invoices.read' })
})

async function keyWith(permissions: string[]): Promise<Client> {
  const made = await client.post('/api/v1/api-keys', { name: 'Leitor', permissions })
  assert.equal(made.status, 201, made.text)
  return makeClient(app.url, made.body.data.key ?? made.body.data.secret)
}

test('unknown names are refused with the known ones', async () => {
  const refused = await client.get(`${INVOICES}?expand[]=quote&expand[]=payments`)
  assertError(refused, 400, 'Invalid request parameters', 'expand.1')
  assert.equal(refused.body.details[0].issue, 'must be one of client, quote, recurring_invoice')
  assertError(
    await client.get(`${BOOKINGS}?expand=passengers`),
    400,
    'Invalid request parameters',
    'expand.0',
  )
})

test('an expansion requires the permission for its object', async () => {
  const reader = await keyWith(['bookings.read', 'invoices.read', 'quotes.read'])
  const refused = await reader.get(`${BOOKINGS}?expand[]=client`)
  assert.equal(refused.status, 403, refused.text)
  assert.ok(refused.body.message.includes('clients.read'), refused.text)
  assert.equal((await reader.get(`${INVOICES}?expand[]=recurring_invoice`)).status, 403)
  assert.equal((await reader.get(`${INVOICES}?expand[]=quote`)).status, 200)
  assert.equal((await reader.get(`${BOOKINGS}?expand[]=documents`)).status, 200)
})

test('an erased person is erased in expansions too', async () => {
  const own = await newAgency(app)
  const person = await newClient(own.test, { full_name: 'Iracema Lobo', email: 'iracema@lobo.example' })
  const quote = await newQuote(own.test, { client_id: person.id, status: 'accepted' })
  await own.test.post(`${QUOTES}/${quote.id}/invoice`)
  assert.equal((await own.test.delete(`/api/v1/clients/${person.id}?erase=true`)).status, 200)
  await untilSettled(app, own.id, 'test')
  const response = await own.test.get(`${INVOICES}?expand[]=quote`)
  assert.equal(response.body.data[0].quote.client.full_name, 'Dados eliminados')
  assert.equal(/iracema|lobo/i.test(response.text), false, response.text)
})

test('a page of fifty needs as many statements as a page of one', async () => {
  const own = await newAgency(app)
  const made = await booked(own.test, holdBody(await zzOffer(own.test)))
  // Only the list reads the copies.
  await app.asOwner(`
    insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', (b).id || n))).*
      from (select bookings from bookings where team_id = '${own.id}' limit 1) as one (b)
      cross join generate_series(1, 50) n`)
  const [quoted, planned] = [{ metadata: { of: 'quote' } }, { metadata: { of: 'plan' } }]
  const { id: client_id } = await newClient(own.test)
  for (let n = 0; n < 50; n++) {
    const quote = await newQuote(own.test, { client_id, status: 'accepted', ...quoted })
    await own.test.post(`${QUOTES}/${quote.id}/invoice`)
    await newRecurring(own.test, { client_id, start_date: '2026-11-17', billing_day: 17, ...planned })
  }
  await own.advance('P1D')
  const lists = [
    [BOOKINGS, `client_id=${made.client.id}`, ['client', 'documents']],
    [INVOICES, 'metadata[of]=quote', ['quote']],
    [INVOICES, 'metadata[of]=plan', ['recurring_invoice']],
    [QUOTES, '', ['invoice']],
    [RECURRING, '', ['last_invoice']],
  ] as const
  for (const [path, filter, names] of lists) {
    const counts = []
    for (const limit of [1, 50]) {
      const expand = names.map((name) => `expand[]=${name}`)
      const address = `${path}?${[`limit=${limit}`, filter, ...expand].join('&')}`
      const page = await get(address, own.test)
      assert.equal(page.length, limit, address)
      for (const item of page) for (const name of names) assert.ok(item[name], `${address}: ${name}`)
      const { queries } = await statements.record(() => own.test.get(address))
      // Workers are busy meanwhile.
      counts.push(queries.filter(({ values }) => values?.includes(own.id)).length)
    }
    assert.ok(counts[0]! > 0)
    assert.equal(counts[0], counts[1], `${path}?${filter}: ${counts}`)
  }
})
