// Metadata and external references: created, changed, listed by, handed on, in events, and erased with the person.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agency, assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import {
  allEvents,
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
import { pix, RECHARGE } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const statements = makeRecorder()
const app = await startApp({
  wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')),
  wrapPool: statements.wrapPool,
})
const agency = await newAgency(app)
const CLIENTS = '/api/v1/clients'
const RECHARGES = '/api/v1/wallet/recharges'
const GIVEN = { metadata: { crm_id: 'x-1', source: 'site' }, external_reference: 'erp-1' }

const referencesOf = ({ metadata, external_reference }: typeof GIVEN) => ({ metadata, external_reference })

async function newRecharge({ test }: Agency, fields: object) {
  const response = await test.post(RECHARGE, { ...pix('500.00'), ...fields })
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

/** One object of each type with these fields, by the address of its list. */
async function newObjects(
  of: Agency,
  fields: object,
): Promise<Record<string, { id: string } & typeof GIVEN>> {
  const client = await newClient(of.test, fields)
  const more = { client_id: client.id, ...fields }
  return {
    [CLIENTS]: client,
    [INVOICES]: await newInvoice(of.test, more),
    [QUOTES]: await newQuote(of.test, more),
    [RECURRING]: await newRecurring(of.test, more),
    [BOOKINGS]: await booked(of.test, instantBody(await zzOffer(of.test), more)),
    [RECHARGES]: await newRecharge(of, fields),
  }
}

test('every object has references when created, read and listed', async () => {
  const made = await newObjects(agency, GIVEN)
  const bare = await newObjects(agency, { external_reference: null })
  const stranger = await newAgency(app)
  for (const [path, object] of Object.entries(made)) {
    assert.deepEqual(referencesOf(object), GIVEN, path)
    const { body } = await agency.test.get(`${path === RECHARGES ? RECHARGE : path}/${object.id}`)
    assert.deepEqual(referencesOf(body.data ?? body), GIVEN, path)
    assert.deepEqual(referencesOf(bare[path]!), { metadata: {}, external_reference: null }, path)
    for (const query of [
      'metadata[crm_id]=x-1',
      'metadata[source]=site&metadata[crm_id]=x-1',
      'metadata%5Bsource%5D=site&external_reference=erp-1',
      'external_reference=erp-1',
    ]) {
      const found = await agency.test.get(`${path}?${query}`)
      assert.equal(found.status, 200, found.text)
      assert.deepEqual(
        found.body.data.map(({ id }: { id: string }) => id),
        [object.id],
        `${path}?${query}`,
      )
      assert.deepEqual(referencesOf(found.body.data[0]), GIVEN, path)
      assert.equal(found.body.pagination.total, 1)
      assert.equal((await stranger.test.get(`${path}?${query}`)).body.pagination.total, 0)
      assert.equal((await agency.live.get(`${path}?${query}`)).body.pagination.total, 0)
    }
    for (const query of [
      'metadata[crm_id]=x-2',
      'metadata[crm]=x-1',
      'external_reference=erp',
      'metadata[]=x',
    ])
      if (query !== 'metadata[]=x')
        assert.equal((await agency.test.get(`${path}?${query}`)).body.pagination.total, 0, query)
    for (const [query, field] of [
      ['metadata=x', 'metadata'],
      ['metadata[a]=1&metadata[a]=2', 'metadata.a'],
      [`external_reference=${'x'.repeat(201)}`, 'external_reference'],
    ] as const)
      assertError(await agency.test.get(`${path}?${query}`), 400, 'Invalid request parameters', field)
  }
})

test('references combine with other filters and downloads', async () => {
  const { test } = agency
  const client = await newClient(test, { metadata: { group: 'a' } })
  const sent = await newInvoice(test, { client_id: client.id, status: 'sent', metadata: { group: 'a' } })
  await newInvoice(test, { client_id: client.id, metadata: { group: 'a' } })
  const found = await test.get(`${INVOICES}?status=sent&client_id=${client.id}&metadata[group]=a`)
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    [sent.id],
  )
  assert.equal((await test.get(`${CLIENTS}?search=ana&metadata[group]=a`)).body.pagination.total, 1)
  assert.equal((await test.get('/api/v1/invoices.csv?metadata[group]=a')).text.trim().split('\n').length, 3)
})

test('a change sets the named keys, and removes null or empty ones', async () => {
  const { test } = agency
  for (const [path, object] of Object.entries(await newObjects(agency, GIVEN))) {
    if (path === BOOKINGS || path === RECHARGES) continue
    const change = async (fields: object) => {
      const response = await test.patch(`${path}/${object.id}`, fields)
      assert.equal(response.status, 200, response.text)
      return referencesOf(response.body.data)
    }
    const { metadata } = await change({ metadata: { crm_id: 'x-2', owner: 'ana' } })
    assert.deepEqual(metadata, { crm_id: 'x-2', source: 'site', owner: 'ana' })
    const before = await test.get(`${path}/${object.id}`)
    assert.deepEqual((await change({ metadata: { crm_id: null, owner: '', none: null } })).metadata, {
      source: 'site',
    })
    assert.notEqual((await test.get(`${path}/${object.id}`)).headers.etag, before.headers.etag)
    assert.deepEqual(await change({}), { metadata: { source: 'site' }, external_reference: 'erp-1' })
    assert.deepEqual(await change({ metadata: null, external_reference: null }), {
      metadata: {},
      external_reference: null,
    })
    assert.equal((await test.get(`${path}?metadata[source]=site&limit=100`)).text.includes(object.id), false)
    const { updated_at } = await read(test, `${path}/${object.id}`)
    await change({ metadata: {} })
    assert.equal((await read(test, `${path}/${object.id}`)).updated_at, updated_at)
  }
})

test('an issued invoice and an answered quote accept them, and the audit log names the fields', async () => {
  const { test } = agency
  const invoice = await newInvoice(test, { status: 'sent' })
  const quote = await newQuote(test, { status: 'accepted' })
  for (const path of [`${INVOICES}/${invoice.id}`, `${QUOTES}/${quote.id}`]) {
    const response = await test.patch(path, GIVEN)
    assert.deepEqual(referencesOf(response.body.data), GIVEN, response.text)
    const [entry] = (await test.get(`/api/v1/audit?object_id=${path.split('/').at(-1)}`)).body.data
    assert.deepEqual(entry.changes[0].after.changed_fields, ['metadata', 'external_reference'], entry)
  }
})

test('limits are reported by field', async () => {
  const { test } = agency
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']))
  for (const [fields, field] of [
    [{ metadata: { ['k'.repeat(41)]: 'v' } }, 'metadata'],
    [{ metadata: { '': 'v' } }, 'metadata'],
    [{ metadata: keys(51) }, 'metadata'],
    [{ metadata: { a: 'v'.repeat(501) } }, 'metadata.a'],
    [{ metadata: { a: 1 } }, 'metadata.a'],
    [{ metadata: [] }, 'metadata'],
    [{ external_reference: 'x'.repeat(201) }, 'external_reference'],
    [{ external_reference: 1 }, 'external_reference'],
  ] as const) {
    const client = { client_type: 'individual', full_name: 'Ana', email: 'ana@cliente.example' }
    const refused = await test.post(CLIENTS, { ...client, ...fields })
    assertError(refused, 400, 'Invalid request parameters', field)
    assertError(
      await test.post(RECHARGE, { ...pix('500.00'), ...fields }),
      400,
      'Invalid request parameters',
      field,
    )
  }
  const client = await newClient(test, { metadata: keys(50), external_reference: 'é'.repeat(200) })
  assertError(
    await test.patch(`${CLIENTS}/${client.id}`, { metadata: { more: 'v' } }),
    400,
    'Invalid request parameters',
    'metadata',
  )
  const swapped = await test.patch(`${CLIENTS}/${client.id}`, { metadata: { more: 'v', k0: null } })
  assert.equal(Object.keys(swapped.body.data.metadata).length, 50)
  const offer = await zzOffer(test)
  const wrong = await test.post(BOOKINGS, instantBody(offer, { external_reference: 'x'.repeat(201) }))
  assertError(wrong, 400, 'Invalid request parameters', 'external_reference')
  assert.equal((await test.get(`${CLIENTS}?metadata[a]=%00`)).status, 400)
})

test('metadata of a booking is any object, found by its top-level strings', async () => {
  const { test } = agency
  const metadata = { b: 'deep', a: { b: 'inner' }, list: [1, 'x'], n: 5, '': 'none', long: 'y'.repeat(600) }
  const { id } = await booked(test, instantBody(await zzOffer(test), { metadata }))
  const total = async (query: string) => (await test.get(`${BOOKINGS}?${query}`)).body.pagination.total
  const [item] = (await test.get(`${BOOKINGS}?metadata[b]=deep`)).body.data
  assert.equal(JSON.stringify(item.metadata), JSON.stringify(metadata))
  assert.deepEqual([item.id, await total('metadata[b]=inner'), await total('metadata[n]=5')], [id, 0, 0])
})

test('a quote passes them to its invoice, a recurring invoice to generated ones, and events have them', async () => {
  const own = await newAgency(app)
  const { test } = own
  const made = await newObjects(own, GIVEN)
  const quote = await newQuote(test, { status: 'accepted', ...GIVEN })
  const invoiced = await test.post(`${QUOTES}/${quote.id}/invoice`)
  assert.deepEqual(referencesOf(invoiced.body.data), GIVEN, invoiced.text)
  await own.advance('P40D')
  const { last_invoice_id } = await read(test, `${RECURRING}/${made[RECURRING]!.id}`)
  assert.deepEqual(referencesOf(await read(test, `${INVOICES}/${last_invoice_id}`)), GIVEN)
  const events = await allEvents(test)
  const announced = [made[BOOKINGS]!, made[INVOICES]!, quote, made[RECURRING]!, made[RECHARGES]!]
  for (const { id } of announced) {
    const emitted = events.filter(({ data }) => data.object.id === id)
    assert.ok(emitted.length > 0, id)
    for (const { data, type } of emitted) assert.deepEqual(referencesOf(data.object), GIVEN, type)
  }
})

test('they are erased with the person, in objects, events and stored responses', async () => {
  const own = await newAgency(app)
  const { test } = own
  const secret = { metadata: { note: 'Prontuario-77' }, external_reference: 'Prontuario-78' }
  const made = await newObjects(own, secret)
  const { id } = made[CLIENTS]!
  const key = { 'idempotency-key': 'erased' }
  await test.patch(`${CLIENTS}/${id}`, { metadata: { also: 'Prontuario-79' } }, key)
  await test.delete(`${RECURRING}/${made[RECURRING]!.id}`)
  await own.advance('P60D')
  const response = await test.delete(`${CLIENTS}/${id}?erase=true`)
  assert.equal(response.status, 200, response.text)
  await untilSettled(app, own.id, 'test')
  for (const path of [INVOICES, QUOTES, RECURRING, BOOKINGS, CLIENTS]) {
    const { body } = await test.get(`${path}/${made[path]!.id}`)
    assert.deepEqual(referencesOf(body.data ?? body), { metadata: {}, external_reference: null }, path)
    assert.equal((await test.get(`${path}?external_reference=Prontuario-78`)).body.pagination.total, 0)
    assert.equal((await test.get(`${path}?metadata[note]=Prontuario-77`)).body.pagination.total, 0)
  }
  const emitted = (await allEvents(test)).filter((event) => JSON.stringify(event).includes('Prontuario'))
  assert.deepEqual([...new Set(emitted.map(({ data }) => data.object.id))], [made[RECHARGES]!.id])
  const again = await test.patch(`${CLIENTS}/${id}`, { metadata: { also: 'Prontuario-79' } }, key)
  assert.equal(again.text.includes('Prontuario'), false, again.text)
})

test('among many rows, filters read only matching rows', async () => {
  const own = await newAgency(app)
  await newClient(own.test, { metadata: { crm_id: 'rare' }, external_reference: 'rare' })
  // Others have the same value, and this team many other clients.
  await app.asOwner(`
    insert into clients select another.* from clients c, generate_series(1, 8000) n, jsonb_populate_record(c,
      jsonb_build_object('id', gen_random_uuid(), 'match_key', 'm' || n, 'duplicate_keys', '{}'::text[],
        'external_reference', 'e' || n, 'mode', case when n % 2 = 0 then 'live' else 'test' end,
        'metadata', jsonb_build_object('crm_id', case when n % 2 = 0 then 'rare' else 'c' || n end))) another
      where c.team_id = '${own.id}'`)
  await app.asOwner('vacuum analyze clients')
  for (const filter of ['metadata[crm_id]=rare', 'external_reference=rare', 'metadata[crm_id]=c777']) {
    const { queries } = await statements.record(async () => {
      const { body, text } = await own.test.get(`${CLIENTS}?${filter}`)
      assert.equal(body.data.length, 1, text)
    })
    const paged = queries.filter(({ text }) => /from "clients"/.test(text))
    assert.equal(paged.length, 2, 'the count and the page')
    for (const { text, values = [] } of paged) {
      const { rows } = await app.service.world.pool.query({
        text: `explain (analyze, format json) ${text}`,
        values,
      })
      const plan = JSON.stringify(rows[0]['QUERY PLAN'])
      assert.ok(/clients_by_(?:metadata|reference)/.test(plan), `${filter}: ${plan}`)
      assert.equal(/Seq Scan/.test(plan), false, `${filter}: ${plan}`)
      assert.equal(/"Actual Rows":(?!0\b|1\b)\d{2,}/.test(plan), false, `${filter}: ${plan}`)
    }
  }
})
