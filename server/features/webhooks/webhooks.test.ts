// The contract's Webhooks endpoints, errors and fields, row by row.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { EVENTS } from '../../../contract/events.ts'
import { newAgency } from '../../../test/support/agency.ts'
import { makeClient, type Reply } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startReceiver } from '../../../test/support/fakes/receiver.ts'
import { NOBODY } from '../../../test/support/free-port.ts'
import { startApp } from '../../../test/support/start-app.ts'

// As in production, where a burst of failures is one outage.
const app = await startApp({ resolve: playDns, settings: { WEBHOOK_OFF_AFTER_MINUTES: '10' } })
const { world } = app.service
const receiver = await startReceiver()
after(() => receiver.close())
const HOOKS = '/api/v1/webhooks'

async function playDns(name: string): Promise<string[]> {
  if (name.endsWith('.offline.test') || name.endsWith('invalid'))
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  if (name === 'metadata.example.test') return ['169.254.169.254']
  if (name === 'mixed.example.test') return ['127.0.0.1', '10.0.0.1']
  return ['127.0.0.1']
}

let paths = 0
const newUrl = () => `${receiver.url}/${++paths}`
const create = (body: unknown, client = app.live, headers = {}) => client.post(HOOKS, body, headers)
const made = async (events: string[] = ['api_key.created'], client = app.live) =>
  (await create({ url: newUrl(), events }, client)).body.data

function assertError(answer: Reply, status: number, error: string, field?: string): void {
  assert.deepEqual([answer.status, answer.body.error], [status, error], answer.text)
  if (field !== undefined) assert.equal(answer.body.details[0].field, field)
}

test('POST creates a webhook: id, url, events, active and the secret, shown once', async () => {
  const url = newUrl()
  const { status, body } = await create({ url, events: ['booking.created', 'wallet.credit'] })
  assert.equal(status, 201)
  assert.equal(body.success, true)
  const { id, secret, ...rest } = body.data
  assert.deepEqual([rest.url, rest.events, rest.active], [url, ['booking.created', 'wallet.credit'], true])
  assert.deepEqual({ id, ...rest }, (await app.live.get(`${HOOKS}/${id}`)).body.data)
  assert.match(id, /^wh_[0-9a-z]{26}$/)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  for (const answer of [await app.live.get(HOOKS), await app.live.get(`${HOOKS}/${id}`)]) {
    assert.equal(answer.text.includes(secret), false)
    assert.equal(answer.text.includes('secret'), false)
  }
  const { rows } = await world.pool.query('select secret from webhooks where id = $1', [id])
  assert.equal(rows[0].secret.includes(Buffer.from(secret)), false, 'and it is stored encrypted')
})

test('GET lists the webhooks of the team and mode with all their fields', async () => {
  const { id, url } = await made(['*'], app.test)
  const { status, body } = await app.test.get(HOOKS)
  assert.equal(status, 200)
  const { created_at, updated_at, ...rest } = body.data.find((webhook: { id: string }) => webhook.id === id)
  assert.deepEqual(rest, {
    id,
    url,
    events: ['*'],
    active: true,
    description: null,
    header_names: [],
    last_triggered_at: null,
    last_success_at: null,
    last_error: null,
    disabled_at: null,
    disabled_reason: null,
    success_rate: 100,
    total_deliveries: 0,
    failed_deliveries: 0,
  })
  assert.match(created_at, /Z$/)
  assert.equal(
    (await app.live.get(HOOKS)).body.data.some((webhook: { id: string }) => webhook.id === id),
    false,
  )
  assert.equal((await app.live.get(`${HOOKS}/${id}`)).status, 404, 'live keys do not see it')
})

test('400 Invalid URL: missing, malformed, not HTTPS, with credentials', async () => {
  const events = ['booking.created']
  for (const url of [
    undefined,
    null,
    5,
    '',
    'x',
    'http://example.com',
    'https://u:p@example.com',
    'https://',
  ]) {
    assertError(await create({ url, events }), 400, 'Invalid URL', 'url')
  }
  assertError(await create({}), 400, 'Invalid URL')
  assertError(await create({ url: 'http://x', events: [] }), 400, 'Invalid URL', 'url')
})

test('400 Invalid events: missing, empty, unknown types', async () => {
  const url = newUrl()
  for (const events of [
    undefined,
    null,
    'booking.created',
    [],
    {},
    [5],
    ['nothing.happened'],
    ['Booking.created'],
    [''],
  ]) {
    assertError(await create({ url, events }), 400, 'Invalid events')
  }
  assertError(await create({ url, events: ['booking.created', 'x'] }), 400, 'Invalid events', 'events.1')
  const near = await create({ url, events: ['booking.tickted'] })
  assert.equal(near.body.details[0].issue, 'is not a known event type; did you mean booking.ticketed?')
  assert.match(near.body.message, /\/docs\/events lists them$/)
})

test('every event type of the contract is accepted, and "*"', async () => {
  const types = Object.keys(EVENTS)
  assert.equal(types.length, 54)
  const { body } = await create({ url: newUrl(), events: [...types, '*', '*'] })
  assert.deepEqual(body.data.events, [...types, '*'], 'each once')
})

test('409 URL already registered: per team and mode, after normalising', async () => {
  const url = `${receiver.url}/same`
  assert.equal((await create({ url, events: ['*'] })).status, 201)
  const { port } = new URL(receiver.url)
  for (const spelling of [
    url,
    url.replace('https', 'HTTPS'),
    `${url}#part`,
    `https://LOCALHOST:${port}/x/../same`,
  ]) {
    const same = spelling.includes('LOCALHOST') && !url.includes('localhost') ? url : spelling
    assertError(await create({ url: same, events: ['*'] }), 409, 'URL already registered')
  }
  assert.equal((await create({ url, events: ['*'] }, app.test)).status, 201, 'another mode')
  const { createTeam } = await import('../teams/teams.ts')
  const { secrets } = await createTeam(world, { name: 'Other', email: 'other@example.com' })
  assert.equal(
    (await create({ url, events: ['*'] }, makeClient(app.url, secrets.live))).status,
    201,
    'another team',
  )
})

test('20 simultaneous registrations of one URL create one webhook', async () => {
  const url = newUrl()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create({ url, events: ['*'] })))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, ...Array(19).fill(409)])
})

test('a deleted URL can be registered again', async () => {
  const { id, url } = await made()
  await app.live.delete(`${HOOKS}/${id}`)
  assert.equal((await create({ url, events: ['*'] })).status, 201)
})

test('422 URL not reachable: refused, forbidden and mixed addresses, names under .invalid', async () => {
  const events = ['*']
  for (const url of [
    `https://${NOBODY}/gone`,
    'https://10.0.0.1/x',
    'https://metadata.example.test/latest',
    'https://mixed.example.test/x',
    'https://nowhere.invalid/x',
    'https://invalid/x',
  ]) {
    const refused = await create({ url, events })
    assertError(refused, 422, 'URL not reachable', 'url')
    assert.match(refused.body.message, /in development "verify": false skips this check$/)
  }
})

test('checks run in this order: URL, events, duplicate, reachable', async () => {
  const { url } = await made()
  assertError(await create({ url: 'http://x', events: ['x'] }), 400, 'Invalid URL')
  assertError(await create({ url, events: ['x'] }), 400, 'Invalid events')
  const closed = await startReceiver()
  await create({ url: `${closed.url}/a`, events: ['*'] })
  await closed.close()
  assertError(await create({ url: `${closed.url}/a`, events: ['*'] }), 409, 'URL already registered')
})

test('outside production a name that does not resolve is accepted: a laptop may be offline', async () => {
  assert.equal((await create({ url: 'https://hooks.offline.test/x', events: ['*'] })).status, 201)
})

test('in production an unreachable receiver is refused without disclosing internal names', async () => {
  const settings = { NODE_ENV: 'production', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }
  const strict = await startApp({
    databaseUrl: app.databaseUrl,
    resolve: playDns,
    settings: { ...settings, ROLE: 'api' },
  })
  const offline = { url: 'https://other.offline.test/x', events: ['*'] }
  const inside = { url: 'https://metadata.example.test/x', events: ['*'] }
  for (const client of [strict.live, strict.test]) {
    const [unknown, forbidden] = [await create(offline, client), await create(inside, client)]
    assertError(unknown, 422, 'URL not reachable')
    assertError(forbidden, 422, 'URL not reachable')
    assert.doesNotMatch(forbidden.body.message, /verify/)
    assert.deepEqual(forbidden.body.details, unknown.body.details)
  }
  assertError(await create({ url: newUrl(), events: ['*'] }, strict.live), 422, 'URL not reachable')
})

test('on loopback, outside production, a receiver may use plain HTTP', async () => {
  const paths: string[] = []
  const plain = createServer((request, response) => {
    paths.push(String(request.url))
    response.end()
  }).listen(0, '127.0.0.1')
  after(() => plain.close())
  await once(plain, 'listening')
  const { port } = plain.address() as AddressInfo
  const agency = await newAgency(app)
  for (const host of ['127.0.0.1', 'localhost']) {
    const { status, body } = await create(
      { url: `http://${host}:${port}/${host}`, events: ['*'] },
      agency.test,
    )
    assert.equal(status, 201)
    const sent = await agency.test.post(`${HOOKS}/${body.data.id}/test`)
    assert.deepEqual([sent.body.data.status, paths.at(-1)], [200, `/${host}`])
  }
  assertError(
    await create({ url: `http://x.example.test:${port}`, events: ['*'] }),
    400,
    'Invalid URL',
    'url',
  )
  assertError(await create({ url: 'http://localhost:9', events: ['*'] }), 422, 'URL not reachable')
})

test('six failures disable a webhook once they last ten minutes; a burst does not', async () => {
  const agency = await newAgency(app)
  const own = await startReceiver({ answer: () => ({ status: 500 }) })
  after(() => own.close())
  const { data } = (await create({ url: own.url, events: ['wallet.credit'] }, agency.test)).body
  const burst = async (count: number) => {
    for (let n = 0; n < count; n++) await agency.test.post('/api/v1/test/events', { type: 'wallet.credit' })
  }
  const read = async () => (await agency.test.get(`${HOOKS}/${data.id}`)).body.data
  const recorded = async (count: number) =>
    eventually(`${count} attempts are recorded`, async () => {
      const webhook = await read()
      return webhook.total_deliveries === count && webhook
    })
  await burst(7)
  const failing = await recorded(7)
  assert.deepEqual(
    [failing.active, failing.last_error, failing.disabled_at, failing.last_success_at],
    [true, 'answered 500', null, null],
  )
  own.answer = () => ({ status: 200 })
  await burst(1)
  const healthy = await recorded(8)
  assert.deepEqual([healthy.last_error, healthy.last_success_at], [null, healthy.last_triggered_at])
  own.answer = () => 'reset'
  // Seven are tried again after five minutes, which is a streak of its own, and once more half an hour later.
  await agency.advance('PT29M')
  assert.equal((await recorded(15)).active, true)
  await agency.advance('PT7M')
  const { active, last_error, last_success_at, disabled_reason, disabled_at, updated_at } = await read()
  assert.deepEqual([active, disabled_reason, updated_at], [false, 'failures', disabled_at])
  assert.equal(last_error, 'the connection was closed too early')
  assert.equal(last_success_at, healthy.last_success_at)
  assert.ok(Date.parse(disabled_at) - Date.parse(last_success_at) > 34 * 60_000, disabled_at)
})

test('replaying a creation does not contact the receiver again', async () => {
  const own = await startReceiver()
  const body = { url: `${own.url}/once`, events: ['*'] }
  const headers = { 'idempotency-key': 'hook-1' }
  const first = await create(body, app.live, headers)
  await own.close()
  const again = await create(body, app.live, headers)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
})

test('PUT changes any of url, events and active, and returns id, url, events, active, updated_at', async () => {
  const { id } = await made()
  const url = newUrl()
  const first = await app.live.put(`${HOOKS}/${id}`, { url, events: ['*'] })
  assert.equal(first.status, 200)
  const { updated_at, ...rest } = first.body.data
  assert.deepEqual([rest.id, rest.url, rest.events, rest.active], [id, url, ['*'], true])
  assert.match(updated_at, /Z$/)
  assert.deepEqual(first.body.data, (await app.live.get(`${HOOKS}/${id}`)).body.data)
  assert.equal((await app.live.put(`${HOOKS}/${id}`, { active: false })).body.data.active, false)
  const read = (await app.live.get(`${HOOKS}/${id}`)).body.data
  assert.deepEqual([read.url, read.events, read.active], [url, ['*'], false])
  assert.deepEqual([read.disabled_reason, read.disabled_at], ['request', read.updated_at])
  await app.live.put(`${HOOKS}/${id}`, { active: true })
  const again = (await app.live.get(`${HOOKS}/${id}`)).body.data
  assert.deepEqual([again.active, again.disabled_reason, again.disabled_at], [true, null, null])
})

test('PUT has the checks of create; requires a field; its own URL is not a duplicate', async () => {
  const { id, url } = await made()
  const other = await made()
  const put = (body: unknown) => app.live.put(`${HOOKS}/${id}`, body)
  assertError(await put({}), 400, 'Invalid request parameters', 'body')
  assertError(await put({ color: 'red' }), 400, 'Invalid request parameters')
  assertError(await put({ active: 'yes' }), 400, 'Invalid request parameters', 'active')
  assertError(await put({ url: 'http://x' }), 400, 'Invalid URL')
  assertError(await put({ events: [] }), 400, 'Invalid events')
  assertError(await put({ url: other.url }), 409, 'URL already registered')
  assertError(await put({ url: 'https://nowhere.invalid' }), 422, 'URL not reachable')
  assert.equal((await put({ url })).status, 200)
  assertError(await app.live.put(`${HOOKS}/wh_unknown`, { active: true }), 404, 'Webhook not found')
})

test('DELETE returns {id, deleted: true}; then it is not found', async () => {
  const { id } = await made()
  const { status, body } = await app.live.delete(`${HOOKS}/${id}`)
  assert.equal(status, 200)
  assert.deepEqual(body.data, { id, deleted: true })
  assertError(await app.live.delete(`${HOOKS}/${id}`), 404, 'Webhook not found')
  assertError(await app.live.get(`${HOOKS}/${id}`), 404, 'Webhook not found')
  assertError(await app.live.put(`${HOOKS}/${id}`, { active: true }), 404, 'Webhook not found')
})

test("another team's webhook is not found", async () => {
  const { id } = await made(['*'], app.test)
  assertError(await app.live.delete(`${HOOKS}/${id}`), 404, 'Webhook not found')
  assertError(await app.live.post(`${HOOKS}/${id}/rotate-secret`), 404, 'Webhook not found')
  assertError(await app.live.get(`${HOOKS}/${id}/deliveries`), 404, 'Webhook not found')
})

test("POST /test sends a sample at once and returns the receiver's response; nothing is counted", async () => {
  const { id } = await made(['wallet.low_balance'])
  receiver.answer = () => ({ status: 418, body: 'I am a teapot' })
  const { status, body } = await app.live.post(`${HOOKS}/${id}/test`)
  receiver.answer = () => ({ status: 200 })
  assert.equal(status, 200)
  const { delivered, error, event, duration_ms, ...rest } = body.data
  assert.deepEqual(rest, { status: 418, body: 'I am a teapot' })
  assert.equal(delivered, false)
  assert.equal(event.type, 'wallet.low_balance')
  const sent = receiver.requests.at(-1)!
  assert.deepEqual(JSON.parse(sent.body), event)
  assert.equal((await app.live.get(`${HOOKS}/${id}`)).body.data.total_deliveries, 0)
  assert.equal(
    (await app.live.post(`${HOOKS}/${id}/test`, { type: 'invoice.paid' })).body.data.event.type,
    'invoice.paid',
  )
  const headers = { 'idempotency-key': 'rehearsal' }
  assertError(
    await app.live.post(`${HOOKS}/${id}/test`, { type: 'x' }, headers),
    400,
    'Invalid events',
    'type',
  )
  const corrected = await app.live.post(`${HOOKS}/${id}/test`, { type: 'invoice.sent' }, headers)
  assert.equal(corrected.status, 200, 'a refused request leaves its key free')
})

test('POST /api/v1/test/events: a sample event to the test webhooks; test keys only', async () => {
  const { id, url } = await made(['booking.ticketed'], app.test)
  const { status, body } = await app.test.post('/api/v1/test/events', { type: 'booking.ticketed' })
  assert.equal(status, 201)
  const path = new URL(url).pathname
  const delivered = await eventually('the event arrives', () =>
    receiver.requests.find((request) => request.path === path),
  )
  const event = JSON.parse(delivered.body)
  assert.deepEqual([event.id, event.type, event.webhook_id], [body.data.id, 'booking.ticketed', id])
  for (const field of [
    'id',
    'booking_reference',
    'status',
    'total_amount',
    'currency',
    'documents',
    'passengers',
    'slices',
    'created_at',
  ]) {
    assert.ok(field in event.data.object, field)
  }
  assertError(await app.test.post('/api/v1/test/events', { type: 'x' }), 400, 'Invalid events', 'type')
  assertError(await app.live.post('/api/v1/test/events', { type: 'booking.ticketed' }), 403, 'Forbidden')
})

test('every type has a sample', async () => {
  for (const type of Object.keys(EVENTS)) {
    assert.equal((await app.test.post('/api/v1/test/events', { type })).status, 201, type)
  }
})

test('GET /api/v1/events and /:id return events, newest first or after a sequence', async () => {
  await app.live.post('/api/v1/api-keys', { name: 'one' })
  await app.live.post('/api/v1/api-keys', { name: 'two' })
  const { body } = await app.live.get('/api/v1/events?limit=2&type=api_key.created')
  const [second, first] = body.data
  assert.deepEqual([first.data.object.name, second.data.object.name], ['one', 'two'])
  assert.equal(second.sequence, first.sequence + 1)
  assert.ok(body.pagination.total >= 2)
  const one = await app.live.get(`/api/v1/events/${first.id}`)
  assert.deepEqual(one.body.data, first)
  const after = await app.live.get(`/api/v1/events?after_sequence=${first.sequence - 1}`)
  assert.deepEqual(after.body.data.map((event: { id: string }) => event.id).slice(0, 2), [
    first.id,
    second.id,
  ])
  assertError(await app.live.get('/api/v1/events/evt_unknown'), 404, 'Event not found')
  assertError(await app.test.get(`/api/v1/events/${first.id}`), 404, 'Event not found')
  assertError(
    await app.live.get('/api/v1/events?start_date=2026-13-01'),
    400,
    'Invalid request parameters',
    'start_date',
  )
  assert.equal((await app.live.get('/api/v1/events?end_date=2020-01-01')).body.pagination.total, 0)
  for (const sequence of ['-1', '1.5', '9223372036854775808', '1e300']) {
    const answer = await app.live.get(`/api/v1/events?after_sequence=${sequence}`)
    assertError(answer, 400, 'Invalid request parameters', 'after_sequence')
  }
})

test('a team has at most 100 webhooks in each mode', async () => {
  const { id, test: client } = await newAgency(app)
  await app.service.world.pool.query(
    `insert into webhooks (id, team_id, mode, url, url_key, events, secret, created_at, updated_at)
     select 'we_' || n, $1, 'test', 'https://' || n || '.example', 'https://' || n || '.example', '{*}', '', now(), now()
     from generate_series(1, 100) n`,
    [id],
  )
  const answer = await client.post('/api/v1/webhooks', { url: newUrl(), events: ['*'] })
  assertError(answer, 422, 'Resource limit exceeded')
  assert.match(answer.body.message, /a team may have 100 webhooks in each mode/)
})

test('has_failed finds failed deliveries, retried or given up', async () => {
  const agency = await newAgency(app)
  const own = await startReceiver({ answer: () => ({ status: 500 }) })
  after(() => own.close())
  const { id } = (await create({ url: own.url, events: ['wallet.credit'] }, agency.test)).body.data
  await agency.test.post('/api/v1/test/events', { type: 'wallet.credit' })
  const found = async (query: string) =>
    (await agency.test.get(`${HOOKS}/${id}/deliveries?${query}`)).body.data
  const [failing] = await eventually('an attempt has failed', async () => {
    const all = await found('has_failed=true')
    return all.length === 1 && all
  })
  assert.deepEqual([failing.status, failing.attempts], ['waiting', 1])
  assert.deepEqual([await found('status=failed'), await found('has_failed=false')], [[], []])
})
