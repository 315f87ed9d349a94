// The audit log: every operation about money, access, settings or records leaves one entry with actor, address and
// change; no secret is in it; a change made in SQL is detected.
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { AUDIT_FIELDS, AUDIT_OBJECTS } from '../../../contract/audit-fields.ts'
import { isChange, isPersonal, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { startReceiver } from '../../../test/support/fakes/receiver.ts'
import { newInvoice } from '../../../test/support/invoicing.ts'
import { pageNumbers } from '../../../test/support/list-queries.ts'
import { callerOf, sendSample } from '../../../test/support/samples/send-sample.ts'
import { writeSamples } from '../../../test/support/samples/write-samples.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { fill, newRecharge } from '../../../test/support/wallet.ts'
import { proveAudit } from './store.ts'

const receiver = await startReceiver()
after(() => receiver.close())
const app = await startApp()
const { pool } = app.service.world
const here = { DATABASE_URL: app.databaseUrl, SECRET_KEY }
const AUDIT = '/api/v1/audit'
const operations = new Map(Object.entries<Operation>(OPERATIONS))

let requests = 0

interface AuditEntry {
  object_id: string
  changes: [{ object: string; after: { changed_fields?: string[] } }]
}

/** The last event that there is. */
async function lastEvent(client: Client): Promise<number> {
  return (await client.get('/api/v1/events?limit=1')).body.data[0]?.sequence ?? 0
}

/** Whether this key caused an event since. */
async function hasEvent(client: Client, key: { id: string; name: string }, since: number): Promise<boolean> {
  const { body } = await client.get(`/api/v1/events?limit=100&after_sequence=${since}`)
  const ours = { type: 'key', id: key.id, name: key.name }
  return body.data.some(({ actor }: { actor: unknown }) => isDeepStrictEqual(actor, ours))
}

/** The entry of one request, which is among the latest. */
async function entriesOf(client: Client, requestId: string) {
  const { body } = await client.get(`${AUDIT}?limit=20`)
  return body.data.filter((entry: { request_id: string }) => entry.request_id === requestId)
}

for (const [id, ways] of Object.entries(writeSamples(app, receiver))) {
  test(`${id}: the audit log records actor, address and change, once`, async () => {
    const operation = operations.get(id) ?? assert.fail(id)
    const client = callerOf(app, operation)
    const ourKey = (await client.get('/api/v1/me')).body.data.key
    const found = []
    let emitted = false
    for (const makeCall of Object.values(ways)) {
      const call = await makeCall()
      const since = await lastEvent(client)
      const requestId = `audit-${++requests}`
      const headers = { 'x-request-id': requestId, 'idempotency-key': requestId }
      const first = await sendSample(app, operation, call, headers)
      await sendSample(app, operation, call, headers)
      const entries = await entriesOf(client, requestId)
      const secrets = [first.body?.data?.secret, first.body?.data?.webhook_secret].filter(Boolean)
      for (const secret of secrets) assert.ok(!JSON.stringify(entries).includes(secret))
      found.push(...entries)
      emitted ||= await hasEvent(client, ourKey, since)
      if (operation.audit === undefined || operation.audit === 'money') continue
      assert.equal(entries.length, 1, 'access and settings: one entry for each request')
    }
    if (operation.audit === undefined) {
      assert.equal(id in NEITHER, !emitted, 'an event says who did it, or it is said why nothing does')
      return assert.deepEqual(found, [])
    }
    assert.ok(found.length > 0, 'no entry was written')
    for (const entry of found) {
      assert.deepEqual(
        [entry.action, entry.topic, entry.address, entry.actor],
        [id, operation.audit, '127.0.0.1', { type: 'key', id: ourKey.id, name: ourKey.name }],
      )
      assert.ok(entry.object_id && entry.changes.length > 0, JSON.stringify(entry))
    }
  })
}

/** These write nothing, so there is neither an entry nor an event. */
const NEITHER: Readonly<Record<string, string>> = {
  'readiness.sendMessage': 'sends a sample, and changes nothing',
  'readiness.sendMail': 'sends a sample, and changes nothing',
  'paymentProviders.test': 'asks the bank, and changes nothing',
  'webhooks.test': 'sends a sample, and changes nothing',
}

/** Why these operations leave no entry although they change something; the later ones emit an event. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  ...NEITHER,
  'events.emitSample': 'is for the sandbox alone',
  'quotes.invoice': 'makes a draft',
  'bookings.acceptChange': 'moves no money, and stays in the changes of the booking',
}

test('every operation that changes something is audited or listed with a reason not to be', () => {
  const silent = [...operations].filter(([, one]) => isChange(one) && one.audit === undefined)
  assert.deepEqual(silent.map(([id]) => id).toSorted(), Object.keys(NOT_AUDITED).toSorted())
  for (const [id, operation] of operations)
    assert.ok(operation.audit === undefined || isChange(operation) || isPersonal(operation), id)
})

// Types check the names that are written in code; these two check names that follow from data.
test('every recorded object and field has a name in the panel', async () => {
  const { rows } = await pool.query(`
    with changes as (
      select change ->> 'object' as object, jsonb_build_array(change -> 'before', change -> 'after') as sides
      from audit_entries, jsonb_array_elements(changes::jsonb) change
    ), fields as (
      select name from changes, jsonb_array_elements(sides) side, jsonb_object_keys(nullif(side, 'null')) name
      union
      select name from changes, jsonb_array_elements_text(jsonb_path_query_first(sides, '$[*].changed_fields')) name
    )
    select distinct object as name, true as is_object from changes
    union all
    select distinct regexp_replace(name, '_fingerprint$', ''), false from fields where name not like 'prl\\_%'`)
  const names = (isObject: boolean) =>
    rows.filter((row) => row.is_object === isObject).map(({ name }) => name)
  assert.ok(names(true).length > 20 && names(false).length > 60, 'the samples above recorded changes')
  assert.deepEqual(new Set(names(true)).difference(new Set(AUDIT_OBJECTS)), new Set())
  assert.deepEqual(new Set(names(false)).difference(new Set(AUDIT_FIELDS)), new Set())
})

test('every column of an agency that the log records has a name in the panel', async () => {
  const { rows } = await pool.query(
    `select column_name from information_schema.columns where table_name = 'teams'`,
  )
  const named = new Set<string>([...AUDIT_FIELDS, ...UNRECORDED])
  const unnamed = rows.map(({ column_name: name }) => name).filter((name) => !named.has(name))
  assert.deepEqual(unnamed, [])
})

/** The fee is recorded as `fee_amount`, former addresses are not recorded. */
const UNRECORDED = ['fee_cents', 'former_emails']

test('an entry has before and after; the address of a webhook is reduced to its origin', async () => {
  const { live } = await newAgency(app)
  const url = `${receiver.url}/hooks/T0PS3CRET?token=hidden`
  const made = (await live.post('/api/v1/webhooks', { url, events: ['*'] })).body.data
  await live.put(`/api/v1/webhooks/${made.id}`, { active: false })
  await live.post(`/api/v1/webhooks/${made.id}/rotate-secret`)
  await live.delete(`/api/v1/webhooks/${made.id}`)
  const response = await live.get(`${AUDIT}?object_id=${made.id}`)
  const [deleted, rotated, updated, created] = response.body.data
  assert.equal(response.body.pagination.total, 4)
  assert.doesNotMatch(response.text, /T0PS3CRET|hidden|whsec/)
  assert.deepEqual(updated.changes, [
    { object: 'webhook', object_id: made.id, before: { active: true }, after: { active: false } },
  ])
  assert.deepEqual(Object.keys(rotated.changes[0].after), ['secret_fingerprint'])
  assert.deepEqual([created.changes[0].before, deleted.changes[0].after], [null, null])
  assert.equal(created.changes[0].after.receiver, new URL(receiver.url).origin)
})

test('an entry about a client or invoice names the changed fields once, never their values', async () => {
  const { live } = await newAgency(app)
  const invoice = await newInvoice(live, { notes: 'a' })
  await live.patch(`/api/v1/invoices/${invoice.id}`, { notes: 'Marta deve 10' })
  const client = `/api/v1/clients/${invoice.client_id}`
  for (const full_name of ['Marta Nova', 'Marta Nova']) await live.patch(client, { full_name, phone: '11' })
  for (const tags of [['marta'], ['Marta'], []]) await live.put(`${client}/tags`, { tags })
  await live.post(`${client}/notes`, { text: 'Marta prefere janela.' })
  const { body, text } = await live.get(`${AUDIT}?topic=records`)
  const recorded = body.data.map(({ object_id, changes: [{ object, after }] }: AuditEntry) => {
    assert.ok([invoice.id, invoice.client_id].includes(object_id))
    return [object, after.changed_fields]
  })
  assert.deepEqual(recorded.slice(0, 5), [
    ['note', undefined],
    ['client', ['tags']],
    ['client', ['tags']],
    ['client', ['full_name', 'phone']],
    ['invoice', ['notes']],
  ])
  assert.equal(recorded.length, 6, 'and that the client was made')
  assert.doesNotMatch(text, /marta/i)
})

test('money that moves by itself is recorded with the service as actor', async () => {
  const agency = await newAgency(app)
  await fill(agency.live, '300.00')
  await newRecharge(agency.test)
  await agency.advance('PT1H')
  const [paid] = (await agency.live.get(`${AUDIT}?topic=money`)).body.data
  assert.deepEqual([paid.action, paid.changes.at(-1).after.balance], ['testCharges.pay', '300.00'])
  const [expired] = (await agency.test.get(`${AUDIT}?topic=money`)).body.data
  assert.deepEqual(
    [expired.actor, expired.address, expired.action, expired.changes[0].after],
    [{ type: 'system', id: null, name: null }, null, 'expire-recharge', { status: 'expired' }],
  )
})

test('a movement of money is listed from the ledger in order of time, and stored once', async () => {
  const agency = await newAgency(app)
  await fill(agency.live, '300.00')
  await agency.live.post('/api/v1/api-keys', { name: 'between' })
  await fill(agency.live, '200.00')
  const lines = (await agency.live.get('/api/v1/wallet/transactions')).body.data.transactions
  const list = async (query: string) => (await agency.live.get(`${AUDIT}?${query}`)).body
  const moved = await list('object=transaction')
  assert.deepEqual(
    moved.data.map(({ changes: [change] }: { changes: [unknown] }) => change),
    lines.map((line: { id: string; amount: string; reference_id: string }, index: number) => ({
      object: 'transaction',
      object_id: line.id,
      before: null,
      after: {
        type: 'credit',
        amount: line.amount,
        balance: index === 0 ? '500.00' : '300.00',
        reference_type: 'recharge',
        reference_id: line.reference_id,
      },
    })),
  )
  const all = await list('limit=100')
  assert.equal(all.pagination.total, all.data.length)
  const times = all.data.map(({ created_at }: { created_at: string }) => created_at)
  assert.deepEqual(times, times.toSorted().reverse())
  const pages = await Promise.all(
    all.data.map((_: unknown, index: number) => list(`limit=1&page=${index + 1}`)),
  )
  assert.deepEqual(
    pages.flatMap(({ data }) => data),
    all.data,
  )
  assert.equal((await list('topic=money')).pagination.total, 4, 'each recharge: asked for, credited')
  assert.equal((await list('topic=access&object=transaction')).pagination.total, 0)
  assert.equal((await list(`object_id=${lines[0].reference_id}`)).pagination.total, 2)
  assert.equal((await list('action=testCharges.pay&start_date=2020-01-01')).pagination.total, 2)
  const { rows } = await pool.query(
    `select count(*)::int as count from audit_entries where changes like $1`,
    ['%"transaction"%'],
  )
  assert.equal(rows[0].count, 0)
})

test('the list has pages, filters and days, and no entries of other teams', async () => {
  const agency = await newAgency(app)
  const { body } = await agency.live.post('/api/v1/api-keys', { name: 'second' })
  await makeClient(app.url, body.data.secret).post('/api/v1/api-keys', { name: 'third' })
  const list = async (query: string) => (await agency.live.get(`${AUDIT}?${query}`)).body
  const all = await list('limit=2')
  assert.deepEqual(
    all.data.map((entry: { sequence: number }) => entry.sequence),
    [3, 2],
  )
  assert.deepEqual(pageNumbers(all.pagination), { page: 1, limit: 2, total: 3, pages: 2 })
  assert.equal((await list(`actor_id=${body.data.id}`)).pagination.total, 1)
  assert.equal((await list('action=keys.create')).pagination.total, 2)
  assert.equal((await list('topic=money')).pagination.total, 0)
  assert.equal((await list('start_date=2020-01-01&end_date=2020-01-31')).pagination.total, 0)
  assert.equal((await list('start_date=2020-01-01')).pagination.total, 3)
  const { created_at: moment } = all.data[1]
  assert.ok((await list(`start_date=${moment}`)).pagination.total >= 2)
  assert.ok((await list(`end_date=${moment}`)).pagination.total <= 2)
  assert.equal((await list(`start_date=${moment}&end_date=2020-01-01T00:00:00Z`)).pagination.total, 0)
  assert.equal((await list('actor_type=key')).pagination.total, 2)
  assert.equal((await list('actor_type=person')).pagination.total, 0)
  assert.equal((await list('actor_type=system&object=team')).pagination.total, 1)
  assert.equal((await list('object=api_key')).pagination.total, 2)
  assert.equal((await list('object=api')).pagination.total, 0)
  for (const bad of ['start_date=2026-11-15T12:00', 'end_date=T', 'actor_type=x'])
    assertError(
      await agency.live.get(`${AUDIT}?${bad}`),
      400,
      'Invalid request parameters',
      bad.split('=')[0],
    )
  assert.equal((await agency.test.get(AUDIT)).body.pagination.total, 0)
  assert.equal((await agency.live.get(`${AUDIT}?topic=x`)).status, 400)
})

test('a command of the command line is recorded with its account, and can verify the log', async () => {
  const made = await embarque(['team', 'create', '--name', 'Zé', '--email', 'ze@ze.example'], here)
  const team = /Team (team_\w+)/.exec(made.out)?.[1] ?? assert.fail(made.out + made.err)
  const key = ['key', 'create', '--team', team, '--mode', 'live', '--name', 'x']
  const secret = /Secret: (\w+)/.exec((await embarque(key, here)).out)?.[1] ?? assert.fail()
  const [last, first] = (await makeClient(app.url, secret).get(AUDIT)).body.data
  assert.deepEqual(last.actor, { type: 'command_line', id: userInfo().username, name: null })
  assert.deepEqual([first.action, last.action], ['team create', 'key create'])
  assert.deepEqual(
    first.changes.map(({ object }: { object: string }) => object),
    ['team', 'api_key', 'api_key'],
  )
  assert.doesNotMatch(JSON.stringify(first), /ze@ze/)
  const shown = await embarque(['audit', '--team', team, '--mode', 'live'], here)
  assert.match(shown.out, new RegExp(`command_line ${userInfo().username} .*key create +key_`))
  assert.match(shown.out, new RegExp(`2 entries, each follows from the one before it. Head: 2:${last.hash}`))
})

test('an action that belongs to no team is in the audit log of the installation', async () => {
  await pool.query(`insert into jobs (type, key, queue, clock, run_at, payload, state, created_at)
    values ('x', 'x', 'x', '', '2020-01-01', 'null', 'dead', '2020-01-01')`)
  assert.match((await embarque(['work', 'retry', 'all'], here)).out, /^1 job/)
  assert.match((await embarque(['work', 'retry', 'all'], here)).out, /^0 jobs/)
  await pool.query(`delete from jobs where type = 'x'`)
  assert.match((await embarque(['audit'], here)).out, /work retry .*\n1 entries, each follows/)
})

test('SQL cannot change entries; if the triggers are disabled, verification finds the change', async () => {
  const { id } = await newAgency(app)
  const ours = `chain_id = (select id from audit_chains where team_id = '${id}' and mode = 'live')`
  const live = (await embarque(['key', 'create', '--team', id, '--mode', 'live', '--name', 'x'], here)).code
  assert.equal(live, 0)
  for (const harm of [
    `update audit_entries set action = 'x'`,
    'delete from audit_entries',
    'truncate audit_entries',
  ]) {
    await assert.rejects(pool.query(harm), /permission denied/)
    await assert.rejects(app.asOwner(harm), /never changed or removed/)
  }
  assert.deepEqual(await proveAudit(pool, null), [])
  const harms = [
    `update audit_entries set actor_id = 'key_somebody' where ${ours} and seq = 1`,
    `update audit_entries set changes = '[]' where ${ours} and seq = 2`,
    `update audit_entries set address = '10.0.0.1' where ${ours} and seq = 2`,
    `delete from audit_entries where ${ours} and seq = 1`,
    `delete from audit_entries where ${ours} and seq = 2`,
    `update audit_chains set head = sha256('x') where id = (select ${ours.replace('chain_id = ', '')})`,
  ]
  const client = new pg.Client(app.databaseUrl)
  await client.connect()
  for (const harm of harms) {
    await client.query('begin; alter table audit_entries disable trigger audit_entries_stay')
    await client.query(harm)
    const [fault] = await proveAudit(client, null)
    assert.equal(fault?.chain, `${id} live`, harm)
    await client.query('rollback')
  }
  await client.end()
  assert.match((await embarque(['doctor'], here)).out, /ok +audit log +every entry follows/)
})
