// The decisions on rate limits, with a clock that stands still so that every count is exact.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { AnyObject } from '../../../contract/common.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { bare } from '../../../contract/responses.ts'
import { newAgency } from '../../../test/support/agency.ts'
import { type Client, makeClient, type Reply } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { createTeam } from '../../features/teams/teams.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({
  wall,
  settings: { RATE_LIMIT_PER_MINUTE: '60', SEARCH_LIMIT_PER_MINUTE: '3' },
  prepare: addSearch,
})

function addSearch(
  fastify: Parameters<NonNullable<Parameters<typeof startApp>[0]>['prepare'] & object>[0],
): void {
  const operation = { ...OPERATIONS['flights.search'], response: bare(AnyObject) }
  fastify.post('/api/v1/test-search', { config: { operation } }, async () => ({ found: true }))
}

const TEAM = { name: 'Small', email: 'small@example.com' }

const headersOf = ({ headers }: Reply) => [
  headers['ratelimit-limit'],
  headers['ratelimit-remaining'],
  headers['ratelimit-reset'],
]
const newClient = async () => (await newAgency(app)).live
const newKey = async (client: Client) => {
  const { body } = await client.post('/api/v1/api-keys', { name: 'another' })
  return makeClient(app.url, body.data.secret)
}

test('a list of MCP calls counts by its cost, other messages as one request', async () => {
  const client = await newClient()
  const send = async (method: string) => {
    const message = { jsonrpc: '2.0', id: 1, method, params: {} }
    return client.post('/mcp', message, { accept: 'application/json, text/event-stream' })
  }
  assert.equal((await send('ping')).headers['ratelimit-remaining'], '59')
  const lists = [await send('tools/list'), await send('tools/list')]
  assert.deepEqual(
    lists.map(({ headers }) => headers['ratelimit-remaining']),
    ['55', '51'],
  )
  assert.equal(lists[0]?.text, lists[1]?.text)
  for (let n = 0; n < 12; n++) await send('tools/list')
  assert.equal((await send('tools/list')).status, 429)
})

test('a burst gets exactly the bucket; the rest is 429 with Retry-After', async () => {
  const client = await newClient()
  const responses = await Promise.all(Array.from({ length: 100 }, () => client.get('/api/v1/me')))
  const refused = responses.filter((response) => response.status === 429)
  assert.equal(responses.filter((response) => response.status === 200).length, 60)
  assert.equal(refused.length, 40)
  for (const response of refused) {
    assert.equal(response.body.error, 'Rate limit exceeded')
    assert.equal(response.body.code, 'rate_limit_exceeded')
    assert.equal(response.headers['retry-after'], '1')
    assert.deepEqual(headersOf(response), ['60', '0', '60'])
  }
})

test('an erasure counts as twenty requests, an ordinary deletion as one', async () => {
  const client = await newClient()
  const left = async (path: string) =>
    (await client.delete(`/api/v1/clients/cli_404${path}`)).headers['ratelimit-remaining']
  assert.equal(await left(''), '59')
  assert.equal(await left('?erase=false'), '58')
  assert.equal(await left('?erase=true'), '38')
})

test('the bucket refills, a sixtieth of it each second', async () => {
  const client = await newClient()
  for (let n = 0; n < 60; n++) await client.get('/api/v1/me')
  assert.equal((await client.get('/api/v1/me')).status, 429)
  wall.advance(1_000)
  assert.equal((await client.get('/api/v1/me')).status, 200)
  assert.equal((await client.get('/api/v1/me')).status, 429)
  wall.advance(3_600_000)
  const responses = await Promise.all(Array.from({ length: 70 }, () => client.get('/api/v1/me')))
  assert.equal(
    responses.filter((response) => response.status === 200).length,
    60,
    'and never holds more than a minute of it',
  )
})

test('every response has the three headers, errors too', async () => {
  const client = await newClient()
  assert.deepEqual(headersOf(await client.get('/api/v1/me')), ['60', '59', '1'])
  assert.deepEqual(headersOf(await client.post('/api/v1/api-keys', {})), ['60', '58', '2'])
  assert.deepEqual(headersOf(await client.delete('/api/v1/api-keys/none')), ['60', '57', '3'])
  for (const response of [
    await app.anybody.get('/api/v1/health'),
    await app.anybody.get('/none'),
    await app.anybody.get('/api/v1/me'),
  ]) {
    assert.equal(response.headers['ratelimit-limit'], '60')
  }
})

test('all keys of a team and mode share a bucket', async () => {
  const agency = await newAgency(app)
  const keys = [agency.live, await newKey(agency.live), await newKey(agency.live), await newKey(agency.live)]
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => keys[n % keys.length]!.get('/api/v1/me')),
  )
  // Creating the keys took three tokens.
  assert.equal(responses.filter(({ status }) => status === 200).length, 57)
  assert.equal((await agency.test.get('/api/v1/me')).status, 200, 'test mode is a world of its own')
  assert.equal((await (await newClient()).get('/api/v1/me')).status, 200, 'and so is another team')
})

test('flight searches have a limit of their own besides', async () => {
  const client = await newClient()
  const responses = []
  for (let n = 0; n < 5; n++) responses.push(await client.post('/api/v1/test-search', {}))
  assert.deepEqual(
    responses.map((response) => response.status),
    [200, 200, 200, 429, 429],
  )
  assert.equal(responses[3]!.headers['retry-after'], '20')
  assert.equal((await client.get('/api/v1/me')).status, 200)
})

test('a search counts by its size: a round trip with all offers as one, six slices as three', async () => {
  const slices = (length: number) => Array.from({ length }, () => ({}))
  for (const [body, searches] of [
    [{}, 1],
    [{ slices: slices(2) }, 1],
    [{ slices: slices(2), limit: 60 }, 1],
    [{ slices: slices(2), limit: 200 }, 1],
    [{ slices: slices(3) }, 2],
    [{ slices: slices(6), limit: 60 }, 1],
    [{ slices: slices(6), limit: -5 }, 3],
    [{ slices: slices(6) }, 3],
  ] as const) {
    const client = await newClient()
    const { headers } = await client.post('/api/v1/test-search', body)
    assert.equal(headers['ratelimit-remaining'], String(3 - searches), JSON.stringify(body))
  }
  const { secrets } = await createTeam(app.service.world, { ...TEAM, searchLimitPerMinute: 8 })
  const client = makeClient(app.url, secrets.live)
  const remaining = []
  for (let n = 0; n < 3; n++) {
    const { status, headers } = await client.post('/api/v1/test-search', { slices: slices(6) })
    remaining.push([status, headers['ratelimit-remaining'], headers['retry-after']])
  }
  // The third request needs 3 tokens and 2 are left; the token taken on arrival is gone.
  assert.deepEqual(remaining, [
    [200, '5', undefined],
    [200, '2', undefined],
    [429, '1', '8'],
  ])
})

test('a file counts as ten requests', async () => {
  const client = await newClient()
  const { status, headers } = await client.get('/api/v1/wallet/transactions.csv')
  assert.deepEqual([status, headers['ratelimit-remaining']], [200, '50'])
})

test('a body counts by its length, before it is read: 128 KiB as four requests', async () => {
  const client = await newClient()
  const json = { 'content-type': 'application/json' }
  const sized = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
  const send = (body: string | Readable) => client.raw('POST', '/api/v1/invoices', body, json)
  const KIB = 1024
  for (const [bytes, remaining] of [
    [32 * KIB, '59'],
    [32 * KIB + 1, '57'],
    [100 * KIB, '53'],
    [128 * KIB, '49'],
  ] as const) {
    const { status, headers } = await send(sized(bytes))
    assert.deepEqual([status, headers['ratelimit-remaining']], [400, remaining], `${bytes} bytes`)
  }
  const longer = await send(sized(128 * KIB + 1))
  assert.deepEqual([longer.status, longer.headers['ratelimit-remaining']], [413, '48'], 'it is not read')
  for (let n = 0; n < 45; n++) await client.get('/api/v1/me')
  const refused = await send(sized(128 * KIB))
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1'])
  const unsized = await send(Readable.from([sized(100)]))
  assert.equal(unsized.status, 429, 'a body without a length counts as the maximum')
  assert.equal((await client.get('/api/v1/me')).status, 200, 'and small requests go on')
  const other = await newClient()
  assert.equal((await other.get('/api/v1/me')).headers['ratelimit-remaining'], '59')
})

test('a callback counts by its body too, for its address', async () => {
  wall.advance(60_000)
  const json = { 'content-type': 'application/json' }
  const { status, headers } = await app.anybody.raw(
    'POST',
    '/callbacks/x/y',
    `[${' '.repeat(120_000)}]`,
    json,
  )
  assert.deepEqual([status, headers['ratelimit-remaining']], [404, '56'])
})

test('an address too long for the router counts like any unknown address', async () => {
  wall.advance(60_000)
  for (const remaining of ['59', '58']) {
    const { status, headers } = await app.anybody.get(`/i/${'x'.repeat(1_000)}/pdf`)
    assert.deepEqual([status, headers['ratelimit-remaining']], [404, remaining])
  }
})

test('two processes share a limit within a second: what both overspent is owed', async () => {
  // All requests of a burst come from one address.
  const settings = { RATE_LIMIT_PER_MINUTE: '100', CONNECTIONS_PER_ADDRESS: '0' }
  const one = await startApp({ settings })
  const two = await startApp({ settings, databaseUrl: one.databaseUrl })
  const { secrets } = await createTeam(one.service.world, TEAM)
  const clients = [one, two].map(({ url }) => makeClient(url, secrets.live))
  const at = performance.now()
  const burst = async () => {
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => (await clients[n % 2]!.get('/api/v1/me')).status),
    )
    return statuses.filter((status) => status === 200).length
  }
  const gained = () => ((performance.now() - at) * 100) / 60_000
  const passed = await burst()
  assert.ok(passed >= 100 && passed <= 200 + gained(), `${passed} of 100 were let through`)
  const owed = async () => {
    const { headers } = await clients[0]!.get('/api/v1/me')
    return Number(headers['ratelimit-reset']) > 60 || gained() > passed - 100
  }
  await eventually('the first knows what the second let through', owed)
  const more = await burst()
  assert.ok(passed + more <= 200 + gained(), `${more} more than ${passed} were let through`)
})

test('a limit survives a restart of the process', async () => {
  const settings = { RATE_LIMIT_PER_MINUTE: '100' }
  const one = await startApp({ settings })
  const { secrets } = await createTeam(one.service.world, TEAM)
  const at = performance.now()
  await Promise.all(Array.from({ length: 120 }, () => makeClient(one.url, secrets.live).get('/api/v1/me')))
  await one.service.stop()
  const two = await startApp({ settings, databaseUrl: one.databaseUrl })
  const client = makeClient(two.url, secrets.live)
  const left = await eventually('the process knows what was spent before', async () => {
    const { headers } = await client.get('/api/v1/me')
    const remaining = Number(headers['ratelimit-remaining'])
    const gained = ((performance.now() - at) * 100) / 60_000
    return remaining <= gained && { remaining, gained }
  })
  assert.ok(left.remaining <= left.gained)
})

test('guessing keys is limited by address; health is not', async () => {
  wall.advance(60_000)
  assert.equal((await app.live.get('/api/v1/me')).status, 200)
  const guess = makeClient(app.url, 'sk_live_aguess0123456789abcdef')
  const responses = []
  for (let n = 0; n < 61; n++) responses.push((await guess.get('/api/v1/me')).status)
  assert.deepEqual([responses.slice(0, 60).every((status) => status === 401), responses[60]], [true, 429])
  for (const path of ['/api/v1/health', '/health/live', '/health/ready'])
    assert.equal((await app.anybody.get(path)).status, 200, path)
  assert.equal((await app.live.get('/api/v1/me')).status, 200, 'a known key is let in from there')
  assert.equal((await app.anybody.get('/i/none')).status, 404, 'pages are read from there')
})

test('page views and requests without a key do not limit valid keys and sessions of their address', async () => {
  // What is shared after the clock jumps counts in the new minute.
  await eventually('the guesses before are shared', async () => {
    const { rows } = await app.service.world.pool.query<{ tokens: number }>(
      `select tokens from limit_buckets where name like 'guesses %'`,
    )
    return rows.some(({ tokens }) => tokens < 1)
  })
  wall.advance(60_000)
  const { secrets } = await createTeam(app.service.world, TEAM)
  for (let n = 0; n < 61; n++) await app.anybody.get(n % 2 === 0 ? '/i/none' : '/api/v1/me')
  assert.equal((await app.anybody.get('/i/none')).status, 429)
  assert.equal((await app.anybody.get('/api/v1/me')).status, 429)
  assert.equal((await makeClient(app.url, secrets.live).get('/api/v1/me')).status, 200, 'not known before')
  const cookie = `embarque=${'a'.repeat(52)}`
  assert.equal((await app.anybody.get('/api/v1/profile', { cookie })).status, 401, 'it is looked up')
})

test('a team can have limits of its own', async () => {
  wall.advance(60_000)
  const { secrets } = await createTeam(app.service.world, { ...TEAM, rateLimitPerMinute: 2 })
  const client = makeClient(app.url, secrets.live)
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await client.get('/api/v1/me')).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

test('0 removes a limit', async () => {
  const free = await startApp({ wall, settings: { RATE_LIMIT_PER_MINUTE: '0' } })
  const responses = await Promise.all(Array.from({ length: 200 }, () => free.live.get('/api/v1/me')))
  assert.ok(responses.every((response) => response.status === 200))
})
