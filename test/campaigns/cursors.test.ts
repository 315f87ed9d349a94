// Cursors of every list: the same items as its numbered pages, in both directions, whatever changes meanwhile.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isForKeys, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { createClient } from '../../sdk/src/client.ts'
import { type Agency, assertError, newAgency, untilSettled } from '../support/agency.ts'
import { anyOffer, booked, holdBody } from '../support/bookings.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { INVOICES, newClient, newInvoice, newQuote, newRecurring } from '../support/invoicing.ts'
import { MARIA, offeredMandate } from '../support/mandates.ts'
import { daysAfter } from '../support/searches.ts'
import { startApp } from '../support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../support/trips.ts'
import { fill, newRecharge } from '../support/wallet.ts'

const app = await startApp()
const receiver = await startReceiver()
after(() => receiver.close())
const CLIENTS = '/api/v1/clients'
const MANY = 5
const TIMES = Array.from({ length: MANY }, (_, n) => n)
/** Short lists, which have no numbered pages. */
const WITHOUT_NUMBERS = ['clients.travellers', 'companions.list', 'paymentProviders.list', 'webhooks.list']
const INVALID = 'Invalid request parameters'

let agency: Agency
/** By the name of its operation, with the filters that lead to other queries. */
let lists: Readonly<Record<string, readonly string[]>>

before(async () => {
  agency = await newAgency(app)
  const { test: shop } = agency
  for (const _ of TIMES) await fill(shop, '500.00')
  const clients = []
  for (const n of TIMES) clients.push(await newClient(shop, { full_name: `Cliente ${n}` }))
  const [client] = clients
  const maria = await newClient(shop, MARIA)
  const [first] = await Promise.all(
    TIMES.map(() => newInvoice(shop, { client_id: client.id, status: 'sent' })),
  )
  const settings = { pix_key: 'financeiro@agencia.example' }
  await shop.post('/api/v1/payment-providers', { provider: 'pix-key', settings })
  for (const _ of TIMES)
    await newInvoice(shop, { client_id: client.id, status: 'sent', payment_methods: ['pix_key'] })
  const webhook = await newWebhook(shop, 0)
  for (const n of TIMES) {
    await newQuote(shop, { client_id: client.id })
    await newRecurring(shop, { client_id: client.id })
    await newRecharge(shop)
    await newWebhook(shop, n + 1)
    await shop.post('/api/v1/api-keys', { name: `key ${n}` })
    await shop.post(`${CLIENTS}/${client.id}/notes`, { text: `note ${n}` })
    const child = { relationship: 'child', given_name: `Pedro ${n}`, family_name: 'Souza' }
    await shop.post(`${CLIENTS}/${client.id}/companions`, child)
    await shop.put(`${CLIENTS}/${clients[n].id}/tags`, { tags: ['vip'] })
    await shop.post('/api/v1/people/invitations', { email: `p${n}@example.com`, role: 'agent' })
    await booked(shop, holdBody(await anyOffer(shop)))
    const trip = await newTrip(shop, { client_id: client.id, title: `Viagem ${n}` })
    await newTripItem(shop, trip.id, { starts_at: `2030-12-2${n}`, ends_at: null })
    await shop.put(`${TRIPS}/${trip.id}/tags`, { tags: ['vip'] })
  }
  for (const _ of TIMES) await payInManyWays(shop, client.id)
  const { now } = (await shop.get('/api/v1/test/clock')).body.data
  for (const _ of TIMES) await offeredMandate(agency, daysAfter(new Date(now), 4), { client_id: maria.id })
  await untilSettled(app, agency.id, 'test')
  const [trip] = (await shop.get(TRIPS)).body.data
  for (const n of TIMES) await shop.post(`${TRIPS}/${trip.id}/notes`, { text: `note ${n}` })
  const [booking] = (await shop.get('/api/v1/bookings')).body.data
  for (const n of TIMES) await shop.post(`/api/v1/bookings/${booking.id}/notes`, { text: `note ${n}` })
  await app.asOwner(lateEntriesOf(agency.id))
  lists = {
    'airlines.list': ['', 'query=air'],
    'audit.list': ['', 'topic=money', 'topic=settings', 'start_date=2020-01-01'],
    'bookings.list': ['', 'status=pending', 'search=souza', 'created_after=2020-01-01'],
    'bookingNotes.list': [`:${booking.id}`],
    'clients.list': ['', 'is_active=true', 'search=cliente', 'tag=vip', 'tag=vip&is_active=true'],
    'clients.credit': [`:${client.id}`],
    'clients.duplicates': [''],
    'clients.erasures': [''],
    'clients.travellers': [`:${client.id}`],
    'companions.list': [`:${client.id}`],
    'clientNotes.list': [`:${client.id}`],
    'creditNotes.list': ['', `client_id=${client.id}`],
    'disputes.list': ['', 'status=open'],
    'deliveries.list': [`:${webhook.id}`],
    'events.list': ['', 'type=wallet.credit', 'after_sequence=3', 'type=wallet.credit&after_sequence=3'],
    'invitations.list': [''],
    'invoices.list': [
      '',
      'status=sent',
      `client_id=${client.id}`,
      'sort=due_date',
      'sort=due_date&status=sent',
    ],
    'invoices.refunds': [`:${first.id}`],
    'keys.list': [''],
    'mails.list': [''],
    'mandates.list': ['', 'status=created'],
    'messages.list': [''],
    'paymentProviders.list': [''],
    'people.list': [''],
    'quotes.list': ['', `client_id=${client.id}`],
    'receipts.list': ['', 'created_after=2020-01-01'],
    'recharges.list': ['', 'status=completed'],
    'recurringInvoices.list': [''],
    'reports.departures': ['days=180'],
    'tripNotes.list': [`:${trip.id}`],
    'trips.list': [
      '',
      'status=planned',
      'has_open=true',
      'search=orinter',
      'starts_after=2030-12-20',
      'tag=vip',
      'tag=vip&status=planned',
      `client_id=${client.id}`,
      'created_after=2020-01-01',
      'updated_after=2020-01-01',
    ],
    'wallet.transactions': ['', 'type=credit', 'start_date=2020-01-01'],
    'warnings.list': [''],
    'webhooks.list': [''],
  }
})

/** Entries with higher numbers and earlier times than others, as of transactions that began before and ended after. */
const lateEntriesOf = (teamId: string) => `
  with chain as (
    update audit_chains set entries = entries + 3 where team_id = '${teamId}' and mode = 'test' returning id, entries - 3 as last)
  insert into audit_entries select (jsonb_populate_record(e, jsonb_build_object(
    'seq', seq + n, 'created_at', created_at - n * interval '2 seconds'))).*
    from audit_entries e join chain on e.chain_id = chain.id and e.seq = chain.last cross join generate_series(1, 3) n`

/** An invoice that is credited and overpaid, and one by card that is contested. */
async function payInManyWays(shop: Agency['test'], client_id: string) {
  const { id, total } = await newInvoice(shop, { client_id, status: 'sent' })
  const note = { invoice_id: id, amount: 1, reason: 'Passeio cancelado' }
  assert.equal((await shop.post('/api/v1/credit-notes', note)).status, 201)
  await shop.post(`${INVOICES}/${id}/payments`, { amount: total })
  assert.equal((await shop.post(`${INVOICES}/${id}/overpayment-credit`, {})).status, 201)
  const byCard = await newInvoice(shop, { client_id, status: 'sent', payment_methods: ['card'] })
  for (const action of ['approve', 'dispute'])
    await shop.post(`/api/v1/test/charges/${byCard.id}/card`, { action })
}

async function newWebhook({ post }: Agency['test'], n: number) {
  const { body, text } = await post('/api/v1/webhooks', { url: `${receiver.url}/${n}`, events: ['*'] })
  assert.ok(body.data, text)
  return body.data
}

interface Read {
  items: readonly object[]
  // biome-ignore lint/suspicious/noExplicitAny: the contract's own tests check the shape
  pagination: any
}

async function read(id: string, filter: string, query: string): Promise<Read> {
  const { path } = (OPERATIONS as Readonly<Record<string, Operation>>)[id]!
  const [params = '', owner] = filter.startsWith(':') ? ['', filter.slice(1)] : [filter, '']
  const { status, body, text } = await agency.test.get(`${path.replace(':id', owner!)}?${params}&${query}`)
  assert.equal(status, 200, `${id} ${filter} ${query}: ${text}`)
  return Array.isArray(body.data)
    ? { items: body.data, pagination: body.pagination }
    : { items: body.data.transactions, pagination: body.data.pagination }
}

test('every list of the API that a key can read is covered here', () => {
  const paged = Object.entries<Operation>(OPERATIONS).filter(
    ([, one]) => isForKeys(one) && JSON.stringify(one.query ?? {}).includes('starting_after'),
  )
  assert.deepEqual(paged.map(([id]) => id).toSorted(), Object.keys(lists).toSorted())
})

test('cursors lead through every list in both directions, with the same pages', async () => {
  for (const [id, filters] of Object.entries(lists))
    for (const filter of filters) {
      const limit = id === 'airlines.list' ? 100 : 2
      const all = await read(id, filter, 'limit=100')
      const walked: object[] = []
      let page = await read(id, filter, `limit=${limit}`)
      for (let number = 1; ; number++) {
        walked.push(...page.items)
        assert.deepEqual(
          [page.pagination.page, page.pagination.has_more],
          [number, page.pagination.next_cursor !== null],
        )
        assert.equal(page.pagination.total, all.pagination.total, `${id} ${filter}`)
        if (page.pagination.next_cursor === null) break
        page = await read(id, filter, `limit=${limit}&starting_after=${page.pagination.next_cursor}`)
      }
      if (id !== 'airlines.list') assert.deepEqual(walked.slice(0, 100), all.items, `${id} ${filter}`)
      assert.equal(walked.length, all.pagination.total)
      const back: object[] = [...page.items]
      while (page.pagination.previous_cursor !== null) {
        page = await read(id, filter, `limit=${limit}&ending_before=${page.pagination.previous_cursor}`)
        back.unshift(...page.items)
      }
      assert.deepEqual(back, walked, `${id} ${filter}, back`)
    }
})

test('a numbered page has the cursors of its neighbours', async () => {
  for (const [id, [filter = '']] of Object.entries(lists)) {
    if (WITHOUT_NUMBERS.includes(id)) continue
    const second = await read(id, filter, 'limit=2&page=2')
    const { next_cursor, previous_cursor } = second.pagination
    assert.equal(next_cursor !== null, second.pagination.pages > 2, id)
    assert.equal(previous_cursor !== null, second.items.length > 0, id)
    if (previous_cursor !== null) {
      const first = await read(id, filter, `limit=2&ending_before=${previous_cursor}`)
      assert.deepEqual(first.items, (await read(id, filter, 'limit=2')).items, id)
    }
    if (next_cursor !== null) {
      const third = await read(id, filter, `limit=2&starting_after=${next_cursor}`)
      assert.deepEqual(third.items, (await read(id, filter, 'limit=2&page=3')).items, id)
    }
  }
})

test('a cursor of another list or filter, or an invalid one, is refused, as are two at once', async () => {
  const { test: shop } = agency
  const cursor = (await read('clients.list', '', 'limit=2')).pagination.next_cursor
  const refused = async (path: string, field: string) =>
    assertError(await shop.get(path), 400, INVALID, field)
  await refused(`${INVOICES}?starting_after=${cursor}`, 'starting_after')
  await refused(`${CLIENTS}?is_active=true&starting_after=${cursor}`, 'starting_after')
  await refused(`${CLIENTS}?ending_before=${cursor}&starting_after=${cursor}`, 'ending_before')
  await refused(`${CLIENTS}?page=2&starting_after=${cursor}`, 'page')
  for (const text of ['', 'x', 'AAAA', `${cursor}A`, 'x'.repeat(501)])
    await refused(`${CLIENTS}?ending_before=${text}`, 'ending_before')
  const other = await newAgency(app)
  assertError(await other.test.get(`${CLIENTS}?starting_after=${cursor}`), 400, INVALID, 'starting_after')
  assertError(await agency.live.get(`${CLIENTS}?starting_after=${cursor}`), 400, INVALID, 'starting_after')
})

test('a short list without limit is complete, and paged with one', async () => {
  const whole = await read('webhooks.list', '', '')
  const { length } = whole.items
  assert.deepEqual(whole.pagination, {
    page: 1,
    limit: length,
    total: length,
    pages: Math.min(1, length),
    has_more: false,
    next_cursor: null,
    previous_cursor: null,
  })
})

test('items added or removed while a list is read move no other', async () => {
  const { test: shop } = await newAgency(app)
  const made: string[] = []
  for (const n of [0, 1, 2, 3, 4, 5]) made.unshift((await newClient(shop, { full_name: `Cliente ${n}` })).id)
  const page = (query: string) => shop.get(`${CLIENTS}?limit=2&${query}`).then(({ body }) => body)
  const first = await page('')
  await newClient(shop)
  await shop.delete(`${CLIENTS}/${made[1]}`)
  await shop.delete(`${CLIENTS}/${made[2]}`)
  const second = await page(`starting_after=${first.pagination.next_cursor}`)
  assert.deepEqual(
    second.data.map(({ id }: { id: string }) => id),
    [made[3], made[4]],
  )
  assert.deepEqual([second.pagination.total, second.pagination.has_more], [6, true])
})

test('a loop over active clients that deactivates each one visits all of them', async () => {
  const { test: shop, testKey } = await newAgency(app)
  const made = []
  for (let n = 0; n < 11; n++) made.push((await newClient(shop, { full_name: `Cliente ${n}` })).id)
  const client = createClient({ apiKey: testKey, baseUrl: app.url })
  const seen: string[] = []
  for await (const { id } of client.clients.list({ is_active: true, limit: 5 })) {
    await client.clients.update(id, { is_active: false })
    seen.push(id)
  }
  assert.deepEqual(seen.toReversed(), made)
})
