// ETag and If-Match: every readable object has a version, and a change of another version is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { makeClient, type Reply } from '../../../test/support/client.ts'
import {
  INVOICES,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
} from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { clientIdFromUuid } from '../../features/clients/store.ts'

const app = await startApp()
const CLIENTS = '/api/v1/clients'
const PRICING = { markup_percent: 5, fee_amount: '10.00', rules: [{ airlines: ['LA'], markup_percent: 2 }] }

const etagOf = ({ headers }: Reply) => String(headers.etag)
const ifMatch = (tag: string) => ({ 'if-match': tag })

interface Editable {
  path: string
  method: 'patch' | 'put'
  changes: [object, object]
}

const EDITABLE: Readonly<Record<string, () => Promise<Editable>>> = {
  'clients.update': async () => ({
    path: `${CLIENTS}/${(await newClient(app.live)).id}`,
    method: 'patch',
    changes: [{ phone: '11 1111-1111' }, { phone: '11 2222-2222' }],
  }),
  'companions.update': async () => {
    const file = `${CLIENTS}/${(await newClient(app.live)).id}/companions`
    const child = { relationship: 'child', given_name: 'Pedro', family_name: 'Souza' }
    const made = await app.live.post(file, child)
    assert.equal(made.status, 201, made.text)
    return {
      path: `${file}/${made.body.data.id}`,
      method: 'patch',
      changes: [{ phone: '11 1111-1111' }, { phone: '11 2222-2222' }],
    }
  },
  'invoices.update': async () => ({
    path: `${INVOICES}/${(await newInvoice(app.live)).id}`,
    method: 'patch',
    changes: [{ notes: 'Primeira' }, { notes: 'Segunda' }],
  }),
  'quotes.update': async () => ({
    path: `${QUOTES}/${(await newQuote(app.live)).id}`,
    method: 'patch',
    changes: [{ notes: 'Primeira' }, { notes: 'Segunda' }],
  }),
  'recurringInvoices.update': async () => ({
    path: `${RECURRING}/${(await newRecurring(app.live)).id}`,
    method: 'patch',
    changes: [{ name: 'Primeira' }, { name: 'Segunda' }],
  }),
  'creditNotes.update': async () => {
    const { id } = await newInvoice(app.live, { status: 'sent' })
    const note = await app.live.post('/api/v1/credit-notes', { invoice_id: id, amount: 1, reason: 'x' })
    return {
      path: `/api/v1/credit-notes/${note.body.data.id}`,
      method: 'patch',
      changes: [{ external_reference: 'Primeira' }, { external_reference: 'Segunda' }],
    }
  },
  'trips.update': async () => ({
    path: `${TRIPS}/${(await newTrip(app.live)).id}`,
    method: 'patch',
    changes: [{ title: 'Primeira' }, { title: 'Segunda' }],
  }),
  'tripItems.update': async () => {
    const trip = await newTrip(app.live)
    const item = await newTripItem(app.live, trip.id)
    return {
      path: `${TRIPS}/${trip.id}/items/${item.id}`,
      method: 'patch',
      changes: [{ notes: 'Primeira' }, { notes: 'Segunda' }],
    }
  },
  'webhooks.update': async () => {
    const body = { url: 'https://receiver.example/versions', events: ['*'], verify: false }
    const made = await app.live.post('/api/v1/webhooks', body)
    assert.equal(made.status, 201, made.text)
    return {
      path: `/api/v1/webhooks/${made.body.data.id}`,
      method: 'put',
      changes: [{ active: false }, { active: true }],
    }
  },
  'team.update': async () => ({
    path: '/api/v1/team',
    method: 'patch',
    changes: [
      { address: { street: 'Rua A', city: 'São Paulo', state: 'SP', postal_code: '01310-100' } },
      { legal_name: 'Segunda' },
    ],
  }),
  'pricing.update': async () => ({
    path: '/api/v1/team/pricing',
    method: 'put',
    changes: [PRICING, { ...PRICING, markup_percent: 6 }],
  }),
}

test('every change declared conditional is tested here', () => {
  const declared = Object.entries<Operation>(OPERATIONS)
    .filter(([, { version, method }]) => version !== undefined && (method === 'PUT' || method === 'PATCH'))
    .map(([id]) => id)
  assert.deepEqual(Object.keys(EDITABLE).sort(), declared.sort())
})

for (const [id, make] of Object.entries(EDITABLE))
  test(`${id}: the version that was read is changed once; then 412 with the current state`, async () => {
    const { path, method, changes } = await make()
    const read = await app.live.get(path)
    const before = etagOf(read)
    assert.match(before, /^"[\w-]{43}"$/)
    assert.equal(etagOf(await app.live.get(path)), before, 'the same while nothing changes')

    const changed = await app.live[method](path, changes[0], ifMatch(before))
    assert.equal(changed.status, 200, changed.text)
    const after = await app.live.get(path)
    assert.notEqual(etagOf(after), before)
    assert.equal(etagOf(changed), etagOf(after), 'a change answers with the version that it made')

    const refused = await app.live[method](path, changes[1], ifMatch(before))
    assert.deepEqual([refused.status, refused.body.code], [412, 'precondition_failed'])
    assert.deepEqual(refused.body.current, after.body.data)
    assert.equal(etagOf(refused), etagOf(after))
    assert.deepEqual((await app.live.get(path)).body.data, after.body.data, 'and nothing was changed')

    const again = await app.live[method](path, changes[1], ifMatch(etagOf(refused)))
    assert.equal(again.status, 200, again.text)
    assert.equal((await app.live[method](path, changes[0])).status, 200, 'without the header as before')
  })

test('of simultaneous writers with the same version one succeeds', async () => {
  const { id } = await newClient(app.live)
  const tag = etagOf(await app.live.get(`${CLIENTS}/${id}`))
  const write = (notes: string) => app.live.patch(`${CLIENTS}/${id}`, { notes }, ifMatch(tag))
  const responses = await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8'].map(write))
  const won = responses.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  assert.ok(responses.every(({ status }) => status === 200 || status === 412))
  const { notes } = (await app.live.get(`${CLIENTS}/${id}`)).body.data
  assert.equal(notes, won[0]?.body.data.notes)
})

test('lists of tags, *, weak and invalid tags follow RFC 9110', async () => {
  const { id } = await newClient(app.live)
  const path = `${CLIENTS}/${id}`
  let count = 0
  const write = async (header: string) =>
    (await app.live.patch(path, { notes: `${++count}` }, ifMatch(header))).status
  const tag = async () => etagOf(await app.live.get(path))
  assert.equal(await write('*'), 200)
  assert.equal(await write(`"other", ${await tag()}`), 200)
  assert.equal(await write('"other"'), 412)
  assert.equal(await write(`W/${await tag()}`), 412, 'a weak tag never matches')
  for (const wrong of ['unquoted', '', ',', '"a""b"', `"a"${' '.repeat(14_000)}x`, '"a",'.repeat(200)])
    assert.equal(await write(wrong), 400, wrong)
  assert.equal(await write(`, "a,b" ,, ${await tag()},`), 200)
  // The same client spelt differently.
  const same = await app.live.patch(`${CLIENTS}/${clientIdFromUuid(id)}`, { notes: 'x' }, ifMatch('"other"'))
  assert.equal(same.status, 412)
  const none = await app.live.patch(`${CLIENTS}/${crypto.randomUUID()}`, {}, ifMatch('*'))
  assert.deepEqual([none.status, none.body.code], [404, 'client_not_found'])
})

test('a key without read permission gets no current state with 412', async () => {
  const path = `${CLIENTS}/${(await newClient(app.live)).id}`
  const { body } = await app.live.post('/api/v1/api-keys', { name: 'x', permissions: ['clients.write'] })
  const writer = makeClient(app.url, body.data.secret)
  const [blind, seeing] = [
    await writer.patch(path, { notes: 'x' }, ifMatch('"other"')),
    await app.live.patch(path, { notes: 'x' }, ifMatch('"other"')),
  ]
  assert.deepEqual([blind.status, blind.body.current], [412, undefined])
  assert.deepEqual([seeing.status, seeing.body.current.id], [412, path.split('/').at(-1)])
})

test('DELETE accepts the header too', async () => {
  const { id } = await newInvoice(app.live)
  const path = `${INVOICES}/${id}`
  const stale = etagOf(await app.live.get(path))
  await app.live.patch(path, { notes: 'Mudou' })
  assert.equal((await app.live.delete(path, ifMatch(stale))).status, 412)
  assert.equal((await app.live.delete(path, ifMatch(etagOf(await app.live.get(path))))).status, 200)
})

test('under an Idempotency-Key a replay has its ETag, and a 412 is not stored', async () => {
  const { id } = await newClient(app.live)
  const path = `${CLIENTS}/${id}`
  const tag = etagOf(await app.live.get(path))
  const write = (key: string, header: string) =>
    app.live.patch(path, { notes: key }, { ...ifMatch(header), 'idempotency-key': key })
  const first = await write('versions-1', tag)
  const replayed = await write('versions-1', tag)
  assert.deepEqual([replayed.status, replayed.headers['idempotent-replayed']], [200, 'true'])
  assert.equal(etagOf(replayed), etagOf(first))
  assert.equal((await write('versions-2', tag)).status, 412)
  assert.equal((await write('versions-2', etagOf(first))).status, 200)
})

test('a created object has its version', async () => {
  const made = await app.live.post(CLIENTS, {
    client_type: 'individual',
    full_name: 'Bia',
    email: 'bia@example.com',
  })
  assert.equal(etagOf(made), etagOf(await app.live.get(`${CLIENTS}/${made.body.data.id}`)))
})

test('an expansion is not part of the version', async () => {
  const path = `${INVOICES}/${(await newInvoice(app.test)).id}`
  const { headers } = await app.test.get(path)
  assert.equal((await app.test.get(`${path}?expand[]=client`)).headers.etag, headers.etag)
})
