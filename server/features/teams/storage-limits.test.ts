// The limits of what one team can make the service store, send or read.
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { IDEMPOTENCY_BYTES_MAX } from '../../../contract/limits.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import type { Reply } from '../../../test/support/client.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { newQuote } from '../../../test/support/invoicing.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { countRemembered, refuseFullMemory } from '../../app/http/rate-limits.ts'
import { spendShared } from './bucket-store.ts'
import { bucketsOf } from './buckets.ts'
import { countStored, refuseFullStorage } from './storage-quota.ts'

/** Internal names and their addresses, as an internal resolver would return them. */
const INSIDE: Record<string, string[]> = {
  'database.example.com': ['10.0.0.5'],
  'loop.example.com': ['127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'mixed.example.com': ['93.184.216.34', '192.168.1.1'],
  'empty.example.com': [],
}
const app = await startApp({
  settings: { NODE_ENV: 'production', TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '600' },
  resolve: async (name) => {
    const addresses = INSIDE[name]
    if (addresses === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return addresses
  },
})

/** The address as it is written: clients and parsers would tidy it up. */
async function getExactly(path: string, method = 'GET'): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(app.url)
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const sent = httpRequest({ hostname, port, path, method }, async (response) => {
    resolve({ status: response.statusCode ?? 0, body: await text(response) })
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

test('refused receivers get the same response: internal names are not disclosed', async () => {
  const { live } = await newAgency(app)
  const hosts = [
    ...Object.keys(INSIDE),
    'unknown.example.com',
    '10.0.0.5',
    '127.0.0.1',
    '[::1]',
    '169.254.169.254',
  ]
  const responses = await Promise.all(
    hosts.map((host) => live.post('/api/v1/webhooks', { url: `https://${host}/hook`, events: ['*'] })),
  )
  const shown = responses.map(({ status, body: { request_id: _, ...rest } }) =>
    JSON.stringify([status, rest]),
  )
  assert.equal(new Set(shown).size, 1, shown.join('\n'))
  assertError(responses[0]!, 422, 'URL not reachable', 'url')
})

test('a team has at most 100 keys in each mode; revoking one makes room', async () => {
  const { live, test: sandbox } = await newAgency(app)
  const make = () => live.post('/api/v1/api-keys', { name: 'one more' })
  // The team already has one. The batch is as large as a slow machine handles in time.
  const responses: Reply[] = []
  while (responses.length < 104) responses.push(...(await Promise.all(Array.from({ length: 13 }, make))))
  const made = responses.filter(({ status }) => status === 201)
  assert.equal(made.length, 99)
  for (const response of responses.filter(({ status }) => status !== 201))
    assertError(response, 422, 'Resource limit exceeded')
  assert.equal((await live.delete(`/api/v1/api-keys/${made[0]!.body.data.id}`)).status, 200)
  assert.equal((await make()).status, 201)
  assertError(await make(), 422, 'Resource limit exceeded')
  assert.equal((await sandbox.post('/api/v1/api-keys', { name: 'x' })).status, 201)
})

test('a team has at most 20 payment providers in each mode', async () => {
  const { test: client } = await newAgency(app)
  const connect = () => client.post('/api/v1/payment-providers', { provider: 'simulated' })
  const statuses = (await Promise.all(Array.from({ length: 22 }, connect))).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted(),
    Array.from({ length: 22 }, (_, n) => (n < 20 ? 201 : 422)),
  )
})

test('stored responses have a quota: if it is full, new Idempotency-Keys are refused, nothing else', async () => {
  const { id, live } = await newAgency(app)
  const owner = { teamId: id, mode: 'live' as const }
  const create = (key?: string) =>
    live.post('/api/v1/clients', PERSON, key === undefined ? {} : { 'idempotency-key': key })
  const first = await create('first')
  assert.equal(first.status, 201, first.text)
  // Twice, so that the refill on a slow machine does not make room for a response.
  for (let n = 0; n < 2; n++) countRemembered(app.service.world, owner, 'x'.repeat(IDEMPOTENCY_BYTES_MAX))
  const refused = await create('second')
  assertError(refused, 429, 'Idempotency quota exceeded')
  assert.match(String(refused.headers['retry-after']), /^\d+$/)
  assert.equal((await create('first')).text, first.text, 'the promise that was made is kept')
  assert.equal((await create()).status, 201)
  const { body } = await live.get('/api/v1/clients')
  assert.equal(body.pagination.total, 2, 'what was refused was not done')
})
test('stored responses count across restarts', async () => {
  const { id } = await newAgency(app)
  const owner = { teamId: id, mode: 'live' as const }
  const { world } = app.service
  for (let n = 0; n < 2; n++) countRemembered(world, owner, 'x'.repeat(IDEMPOTENCY_BYTES_MAX))
  await untilLogged(`answers ${id} live`)
  // Another process, which knows nothing but what is in the database.
  await assert.rejects(refuseFullMemory({ ...world }, owner), /Idempotency quota exceeded/)
  await refuseFullMemory({ ...world }, { ...owner, mode: 'test' })
})

/** Once the database knows that nothing is left in it. */
function untilLogged(name: string) {
  const text = 'select from limit_buckets where name = $1 and tokens < 0'
  return eventually(`${name} is logged`, async () => {
    return (await app.service.world.pool.query(text, [name])).rows.length > 0
  })
}

test('a team has a daily quota of storage: if it is full, nothing new starts, and started work continues', async () => {
  const { id, live, test: sandbox } = await newAgency(app)
  const owner = { teamId: id, mode: 'test' as const }
  const { world } = app.service
  const { id: client_id } = (await sandbox.post('/api/v1/clients', PERSON)).body.data
  const spent = async (write: () => Promise<{ status: number }>) => {
    const before = leftOf(owner)
    assert.equal((await write()).status, 201)
    return before - leftOf(owner)
  }
  const items = Array(400).fill({ description: 'n'.repeat(200), quantity: 1, unit_price: 1 })
  const body = { client_id, issue_date: '2026-11-15', due_date: '2026-12-15', status: 'sent', items }
  const bytes = await spent(() => sandbox.post('/api/v1/invoices', body))
  const sent = JSON.stringify(body).length
  assert.ok(bytes > 2.5 * sent && bytes < 5 * sent, `${bytes} of ${sent}: what was sent, and its two events`)

  countStored(world, owner, 3 * DAY_BYTES)
  const refused = await sandbox.post('/api/v1/clients', PERSON, { 'idempotency-key': 'full' })
  assertError(refused, 429, 'Storage quota exceeded')
  assert.ok(Number(refused.headers['retry-after']) > 3600)
  assertError(await sandbox.post('/api/v1/invoices', body), 429, 'Storage quota exceeded')
  assert.equal((await sandbox.get('/api/v1/invoices')).status, 200)
  assert.equal(
    (await sandbox.delete(`/api/v1/clients/${client_id}`)).status,
    200,
    'what makes room is let through',
  )
  assert.equal((await live.post('/api/v1/clients', PERSON)).status, 201, 'the other mode has its own')
  await untilLogged(`stored ${id} test`)
  await assert.rejects(refuseFullStorage({ ...world }, owner), /Storage quota exceeded/)
  const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(out, new RegExp(`storage +1 team stored most of 1024 MB a day \\(${id} test\\)`))
})
test('storage by jobs counts too, and jobs run even if the quota is full', async () => {
  const { id, test: sandbox, advance } = await newAgency(app)
  const owner = { teamId: id, mode: 'test' as const }
  const { id: client_id } = (await sandbox.post('/api/v1/clients', PERSON)).body.data
  const items = Array(100).fill({ description: 'm'.repeat(900), quantity: 1, unit_price: 1 })
  const terms = {
    client_id,
    name: 'Mensal',
    frequency: 'monthly',
    billing_day: 5,
    start_date: '2026-12-01',
    items,
  }
  assert.equal((await sandbox.post('/api/v1/recurring-invoices', terms)).status, 201)
  const before = leftOf(owner)
  await advance('P35D')
  assert.ok(before - leftOf(owner) > 1_800, 'the invoice that was made, and the events of it')
  countStored(app.service.world, owner, 2 * DAY_BYTES)
  assertError(await sandbox.post('/api/v1/recurring-invoices', terms), 429, 'Storage quota exceeded')
  const advanced = await sandbox.post('/api/v1/test/clock/advance', { by: 'P35D' })
  assertError(advanced, 429, 'Storage quota exceeded')
})
test('responses on public pages and storage by other workers count', async () => {
  const { id, test: sandbox } = await newAgency(app)
  const owner = { teamId: id, mode: 'test' as const }
  const items = Array(100).fill({ description: 'q'.repeat(900), quantity: 1, unit_price: 1 })
  const { public_url } = await newQuote(sandbox, { items, status: 'sent' })
  const asked = await app.anybody.get(`${new URL(public_url).pathname}?step=accept`)
  const [, action = ''] = /<form [^>]*action="([^"]+)"/.exec(asked.text) ?? []
  const before = leftOf(owner)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await app.anybody.raw('POST', new URL(action, app.url).href.replace(app.url, ''), 'name=Ana', form)
  // Every second gives 12 kB back.
  assert.ok(before - leftOf(owner) > 900, 'the event of it')

  const name = `stored ${id} test`
  const { pool, wall } = app.service.world
  await spendShared(pool, [{ name, spent: 2 * DAY_BYTES, ...DAY }], wall.now())
  const refused = await eventually("the other worker's storage arrives", async () => {
    const response = await sandbox.post('/api/v1/clients', PERSON)
    return response.status === 429 && response
  })
  assertError(refused, 429, 'Storage quota exceeded')
})
const DAY_BYTES = 1024 * 1_000_000
const DAY = { capacity: DAY_BYTES, refillMs: 86_400_000, isKept: true as const }
const leftOf = ({ teamId, mode }: { teamId: string; mode: string }) =>
  bucketsOf(app.service.world).left(`stored ${teamId} ${mode}`, DAY)

const PERSON = { client_type: 'individual', full_name: 'Ana', email: 'ana@example.com' }

test('/openapi.json is built once, and sent only if the client does not have it', async () => {
  const first = await app.anybody.get('/openapi.json')
  const { etag } = first.headers
  assert.match(String(etag), /^W\/"[\w-]{43}"$/)
  assert.equal(first.headers['cache-control'], 'no-cache')
  for (const known of [String(etag), String(etag).slice(2), `"other", ${etag}`, '*']) {
    const again = await app.anybody.get('/openapi.json', { 'if-none-match': known })
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], known)
  }
  const other = await app.anybody.get('/openapi.json', { 'if-none-match': '"other"' })
  assert.deepEqual([other.status, other.text], [200, first.text])
})

test('an IPv6 address counts with all others of its network', async () => {
  const from = (address: string) => app.anybody.get('/none', { 'x-forwarded-for': address })
  const left = async (address: string) => Number((await from(address)).headers['ratelimit-remaining'])
  // Many at once: one comes back every tenth of a second.
  const [many, few] = [120, 60]
  for (const [one, same, other] of [
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.10'],
  ] as const) {
    await Promise.all(Array.from({ length: many }, () => from(one)))
    assert.ok((await left(same)) < 600 - few, same)
    assert.ok((await left(other)) > 600 - few, other)
  }
})

test('path traversal finds nothing', async () => {
  assert.equal((await getExactly('/docs/errors.md')).status, 200)
  const up = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..%5c', '..\\', '%c0%ae%c0%ae', '....', '..;']
  const slash = ['/', '%2f', '%2F', '%5c', '\\', '%252f', '//']
  const tricks = [
    ...up.flatMap((dots) => slash.map((bar) => `/docs/assets${bar}${dots}${bar}${dots}${bar}package.json`)),
    ...up.map((dots) => `/docs/assets/${dots}/package.json`),
    ...up.map((dots) => `/airlines/${dots}%2fG3.svg`),
    '/docs/errors.md%00',
    '/docs/assets/%00',
    '/docs/assets/..%00/package.json',
    '/docs/errors.md%00.html',
    '/airlines/G3%00.svg',
    '/docs/assets//etc/passwd',
    '/docs/assets/%2fetc%2fpasswd',
    '/docs/assets/C:%5cwindows%5cwin.ini',
    '/docs/assets/%',
    '/docs/assets/%zz',
    '/docs/assets/.git/config',
    '/docs/assets/.env',
    '/docs/assets',
  ]
  const found: string[] = []
  for (const path of tricks) {
    const { status, body } = await getExactly(path)
    if (status !== 404 || !body.includes('"route_not_found"'))
      found.push(`${path}: ${status} ${body.slice(0, 80)}`)
  }
  assert.deepEqual(found, [])
  const { live } = await newAgency(app)
  assert.equal((await live.get('/api/v1/clients/%00')).status, 400, 'in the API it is a fault of the request')
})
