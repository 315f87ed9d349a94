// A service that fails, hangs and disconnects: which requests are retried, and that all attempts of a change
// are identical.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Act, cuts, hangs, says, scriptedServer } from '../../test/support/fakes/scripted-server.ts'
import { ConnectionError, TimeoutError, UnexpectedAnswerError } from './errors.ts'
import { ConflictError, RateLimitError, ServiceError } from './generated/errors.ts'
import type { RetryNote } from './options.ts'
import { retryAfterSeconds } from './response.ts'
import { NOW_MS, triedClient } from './test-support.ts'

const server = await scriptedServer()
const done = says(201, { success: true, data: { id: 'key_1', name: 'x' } })
const refused = (status: number, code: string, headers: Record<string, string> = {}): Act =>
  says(
    status,
    { success: false, error: code, code, message: `${code}: do this`, request_id: 'req_1' },
    headers,
  )

/** Creates a key, which is a change, against the fake server. */
async function tried(acts: Act[], options = {}) {
  server.play(...acts)
  const { client, waits } = triedClient(server.url, options)
  const result = await client.keys.create({ name: 'x' }).then(
    (data) => ({ data, error: undefined }),
    (error) => ({ data: undefined, error }),
  )
  const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']))
  const bodies = new Set(server.requests.map(({ body }) => body))
  return { ...result, waits, attempts: server.requests.length, keys, bodies }
}

for (const status of [408, 429, 500, 502, 503, 504]) {
  test(`${status} is retried, after twice the wait each time, with the same key and the same bytes`, async () => {
    const { data, waits, attempts, keys, bodies } = await tried([
      refused(status, 'x'),
      refused(status, 'x'),
      done,
    ])
    assert.equal(data?.id, 'key_1')
    assert.deepEqual([attempts, waits], [3, [375, 750]])
    assert.equal(keys.size, 1)
    assert.match([...keys].join(), /^sdk-[0-9a-f]{32}$/)
    assert.deepEqual([...bodies], ['{"name":"x"}'])
  })
}

for (const [name, act] of [
  ['before the answer', cuts()],
  ['in the middle of the answer', cuts('{"success":true,"data":{"id":"key_')],
] as const) {
  test(`a connection cut ${name} is retried with the same key`, async () => {
    const { data, attempts, keys } = await tried([act, act, done])
    assert.equal(data?.id, 'key_1')
    assert.deepEqual([attempts, keys.size], [3, 1])
  })
}

test('a connection that stays cut is reported with advice, after three retries', async () => {
  const { error, attempts, waits } = await tried([cuts()])
  assert.ok(error instanceof ConnectionError)
  assert.match(error.message, /keys\.create: no complete answer from http:\/\/127\.0\.0\.1:\d+ .*baseUrl/)
  assert.ok(error.cause !== undefined)
  assert.deepEqual([attempts, waits], [4, [375, 750, 1500]])
})

test('an unresponsive service: the attempt times out, and the next is the same request', async () => {
  const first = hangs()
  server.play(first.act, done)
  const { client, expire } = triedClient(server.url)
  const call = client.keys.create({ name: 'x' })
  await first.arrived
  expire()
  assert.equal((await call).id, 'key_1')
  const [one, two] = server.requests.map(({ headers }) => headers['idempotency-key'])
  assert.equal(one, two)
})

test('a service that stops in the middle of its response times out too', async () => {
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  server.play((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{', () => resolve())
  })
  const { client, expire } = triedClient(server.url, { maxRetries: 0, timeoutMs: 1234 })
  const call = client.team.read()
  await begun
  expire()
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof TimeoutError && error instanceof ConnectionError)
    assert.match(error.message, /team\.read was not answered within 1234 ms: .*timeoutMs.*\/api\/v1\/health/)
    return true
  })
})

test("Retry-After is respected, in seconds and as a date; the client's own wait is the minimum", async () => {
  const date = new Date(NOW_MS + 9_000).toUTCString()
  const { waits } = await tried([
    refused(429, 'rate_limit_exceeded', { 'retry-after': '7' }),
    refused(503, 'service_unavailable', { 'retry-after': date }),
    refused(503, 'service_unavailable', { 'retry-after': '0' }),
    done,
  ])
  assert.deepEqual(waits, [7_000, 9_000, 1_500])
})

test('a wait that is too long is not started: the error has its length', async () => {
  const long = refused(429, 'storage_quota_exceeded', { 'retry-after': '61' })
  const { error, attempts } = await tried([long])
  assert.ok(error instanceof RateLimitError)
  assert.deepEqual([error.retryAfterSeconds, error.code, attempts], [61, 'storage_quota_exceeded', 1])
  assert.equal((await tried([long, done], { maxRetryWaitMs: 61_000 })).data?.id, 'key_1')
})

test('Retry-After is parsed in all its forms', () => {
  const cases: [string | null, number | undefined][] = [
    ['0', 0],
    [' 12 ', 12],
    [new Date(NOW_MS - 5_000).toUTCString(), 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ]
  for (const [header, seconds] of cases) assert.equal(retryAfterSeconds(header, NOW_MS), seconds, `${header}`)
})

test('of the conflicts, only a request in progress is retried', async () => {
  const busy = refused(409, 'request_in_progress', { 'retry-after': '1' })
  assert.deepEqual((await tried([busy, done])).waits, [1_000])
  const { error, attempts } = await tried([refused(409, 'sold_out')])
  assert.equal(attempts, 1)
  assert.equal(error.name, 'OfferUnavailableError')
  assert.ok(!(error instanceof ConflictError))
})

for (const status of [400, 401, 403, 404, 405, 413, 415, 422]) {
  test(`${status} is final`, async () => {
    const { error, attempts } = await tried([refused(status, 'of_tomorrow')])
    assert.deepEqual([error.status, error.code, attempts], [status, 'of_tomorrow', 1])
  })
}

test("a proxy's error is retried if it says unavailable, and distinguished from the service's", async () => {
  const proxy: Act = (response) =>
    void response.writeHead(502, { 'retry-after': '2' }).end('<h1>Bad Gateway</h1>')
  assert.deepEqual((await tried([proxy, done])).waits, [2_000])
  const { error } = await tried([proxy], { maxRetries: 0 })
  assert.ok(error instanceof UnexpectedAnswerError)
  assert.deepEqual([error.status, error.text], [502, '<h1>Bad Gateway</h1>'])
  const page: Act = (response) => void response.end(`<html>${'x'.repeat(600)}`)
  const { error: other, attempts } = await tried([page])
  assert.ok(other instanceof UnexpectedAnswerError)
  assert.equal(attempts, 1)
  assert.equal(other.text.length, 501)
  assert.match(other.message, /check baseUrl/)
})

for (const status of [301, 302, 303, 307, 308])
  test(`${status} to another place is not followed, and sends nothing there`, async () => {
    const other = await scriptedServer()
    other.play(done)
    const away = refused(status, 'moved', { location: `${other.url}/away` })
    const { error, attempts } = await tried([away])
    assert.ok(error instanceof UnexpectedAnswerError)
    assert.deepEqual([error.status, attempts], [status, 1])
    assert.match(error.message, /^HTTP 30\d, sent on to http:.*\/away, and not followed, .*: set baseUrl to/)
    server.play(away)
    const { client } = triedClient(server.url)
    await assert.rejects(client.bookings.receipt('ord_1'), UnexpectedAnswerError)
    await assert.rejects(client.events.stream().next(), UnexpectedAnswerError)
    assert.equal(other.requests.length, 0)
  })

test('an opaque redirect of a browser counts as a redirect', async () => {
  const opaque = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
  const asked: unknown[] = []
  const ask = async (_url: unknown, init?: RequestInit) => {
    asked.push(init?.redirect)
    return opaque
  }
  const { error } = await tried([done], { fetch: ask })
  assert.ok(error instanceof UnexpectedAnswerError)
  assert.match(error.message, /^HTTP 0, sent on to another place/)
  assert.deepEqual(asked, ['manual'])
})

test('retries can be configured for a client, and for a call', async () => {
  const away = refused(503, 'service_unavailable')
  assert.equal((await tried([away], { maxRetries: 0 })).attempts, 1)
  assert.equal((await tried([away], { maxRetries: 5 })).attempts, 6)
  server.play(away)
  const { client } = triedClient(server.url)
  await assert.rejects(client.keys.create({ name: 'x' }, { maxRetries: 1 }), ServiceError)
  assert.equal(server.requests.length, 2)
})

test('waits grow up to eight seconds', async () => {
  const { waits } = await tried([refused(500, 'internal_error')], { maxRetries: 7 })
  assert.deepEqual(waits, [375, 750, 1500, 3000, 6000, 6000, 6000])
})

test('hooks see every attempt and every wait, without the key', async () => {
  const seen: string[] = []
  const hooks = {
    onRequest: ({ operation, attempt }: { operation: string; attempt: number }) =>
      seen.push(`${operation} ${attempt}`),
    onResponse: ({
      status,
      durationMs,
      requestId,
    }: {
      status: number
      durationMs: number
      requestId?: string
    }) => seen.push(`${status} ${requestId} ${durationMs}`),
    onRetry: (note: RetryNote) => {
      assert.ok(!JSON.stringify(note).includes('sk_test_1'))
      seen.push(`${note.error.name} ${note.waitMs}`)
    },
  }
  const options = { hooks }
  await tried([refused(500, 'internal_error', { 'x-request-id': 'req_7' }), done], options)
  assert.deepEqual(seen, [
    'keys.create 1',
    '500 req_7 0',
    'ServiceError 375',
    'keys.create 2',
    '201 undefined 0',
  ])
})

test('an error of a hook is thrown, and not taken for a failed connection', async () => {
  const onResponse = () => {
    throw new TypeError('a hook of mine')
  }
  const { error, attempts } = await tried([done], { hooks: { onResponse } })
  assert.deepEqual([error.message, attempts], ['a hook of mine', 1])
})

test('a signal aborts before a request, during it, and during a wait', async () => {
  const { client } = triedClient(server.url)
  const reason = new Error('no more of it')
  server.play(done)
  await assert.rejects(client.team.read({ signal: AbortSignal.abort(reason) }), reason)
  assert.equal(server.requests.length, 0)

  const controller = new AbortController()
  const first = hangs()
  server.play(first.act)
  const call = client.team.read({ signal: controller.signal })
  await first.arrived
  controller.abort(reason)
  await assert.rejects(call, reason)
  assert.equal(server.requests.length, 1)

  const later = new AbortController()
  const hooks = { onRetry: () => later.abort(reason) }
  server.play(refused(503, 'service_unavailable'))
  await assert.rejects(triedClient(server.url, { hooks }).client.team.read({ signal: later.signal }), reason)
  assert.equal(server.requests.length, 1)
})
