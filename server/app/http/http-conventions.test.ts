// The decisions on HTTP: error body, request ids, content types, unknown routes, wrong methods, lists.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { BODY_BYTES_USUAL } from '../../../contract/limits.ts'
import { issuesOf } from '../../../test/support/agency.ts'
import type { Reply } from '../../../test/support/client.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp({
  prepare(fastify) {
    fastify.get('/api/v1/test-broken', async () => {
      throw new Error('the secret inside')
    })
  },
})
const JSON_TYPE = { 'content-type': 'application/json' }

function assertError(response: Reply, status: number, error: string, field?: string): void {
  assert.equal(response.status, status)
  assert.equal(response.body.success, false)
  assert.equal(response.body.error, error)
  assert.equal(response.body.code, error.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'))
  assert.ok(response.body.message.startsWith(`${error}: `), 'the text, a colon, and what to do')
  assert.equal(response.body.request_id, response.headers['x-request-id'])
  assert.deepEqual(
    response.body.details?.map((detail: { field: string }) => detail.field),
    field && [field],
  )
}

test('an unknown route: 404 Route not found, with or without a key', async () => {
  assertError(await app.live.get('/api/v1/nothing'), 404, 'Route not found')
  assertError(await app.anybody.get('/nothing'), 404, 'Route not found')
  assertError(await app.live.get('/api/v1/api-keys/a/b'), 404, 'Route not found')
  assertError(await app.live.get('/api/v1/me/'), 404, 'Route not found')
  assertError(await app.live.get('/%'), 404, 'Route not found')
  for (const params of [500, 501, 1_000, 8_000].map((length) => 'x'.repeat(length)))
    for (const path of [`/api/v1/invoices/${params}`, `/i/${params}`, `/i/${params}/pdf`])
      assert.equal((await app.live.get(path)).status, 404, `${path.length}`)
  const asProgram = { accept: 'application/json' }
  assertError(await app.anybody.get(`/i/${'x'.repeat(501)}`, asProgram), 404, 'Route not found')
})

test('an unknown route with a valid key identifies its caller', async () => {
  for (const response of [await app.test.get('/api/v1/nothing'), await app.test.put('/api/v1/me', {})]) {
    assert.equal(response.body._meta.test_mode, true)
  }
  assert.equal('_meta' in (await app.live.get('/api/v1/nothing')).body, false)
  assertError(
    await app.anybody.get('/api/v1/nothing', { authorization: 'Bearer nonsense' }),
    404,
    'Route not found',
  )
})

test('an unsupported method: 405 Method not allowed, and Allow lists the supported ones', async () => {
  const response = await app.live.put('/api/v1/api-keys', {})
  assertError(response, 405, 'Method not allowed')
  assert.equal(response.headers.allow, 'GET, HEAD, POST')
  const one = await app.live.get('/api/v1/api-keys/key_x')
  assertError(one, 405, 'Method not allowed')
  assert.equal(one.headers.allow, 'DELETE')
  assertError(await app.live.raw('OPTIONS', '/api/v1/me', undefined), 405, 'Method not allowed')
})

test('a body that is not application/json: 415 Unsupported media type', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonx',
  ]) {
    assertError(
      await app.live.raw('POST', '/api/v1/api-keys', '{"name":"x"}', { 'content-type': type }),
      415,
      'Unsupported media type',
    )
  }
  assertError(await app.live.raw('POST', '/api/v1/api-keys', '{"name":"x"}'), 415, 'Unsupported media type')
})

test('application/json with a charset is JSON', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  assert.equal((await app.live.raw('POST', '/api/v1/api-keys', '{"name":"x"}', headers)).status, 201)
})

test('an empty body is no body, whatever the content type', async () => {
  for (const type of ['application/json', 'text/plain']) {
    const deleted = await app.live.raw('DELETE', '/api/v1/api-keys/key_x', '', { 'content-type': type })
    assertError(deleted, 404, 'API key not found')
    const posted = await app.live.raw('POST', '/api/v1/api-keys', '', { 'content-type': type })
    assertError(posted, 400, 'Invalid request parameters', 'body')
  }
})

test('malformed JSON: 400 Invalid request parameters', async () => {
  for (const body of [
    '{',
    '{"name":}',
    'x',
    '{"name":"a"}}',
    '{"__proto__":{}}',
    '{"name":"a\\u0000b"}',
    '{"a\\u0000":1}',
  ]) {
    assertError(
      await app.live.raw('POST', '/api/v1/api-keys', body, JSON_TYPE),
      400,
      'Invalid request parameters',
      'body',
    )
  }
  const escaped = await app.live.raw('POST', '/api/v1/api-keys', '{"name":"a\\\\u0000b"}', JSON_TYPE)
  assert.equal(escaped.status, 201, 'a backslash before u0000 is only text')
})

test('a body nested too deeply: 400, at any depth', async () => {
  for (const depth of [500, 5_000, 16_000]) {
    const body = `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const response = await app.live.raw('POST', '/api/v1/api-keys', body, JSON_TYPE)
    assertError(response, 400, 'Invalid request parameters', 'body')
  }
})

test('a body that is not an object: 400 naming the body', async () => {
  for (const body of ['null', '[]', '"x"', '1']) {
    assertError(
      await app.live.raw('POST', '/api/v1/api-keys', body, JSON_TYPE),
      400,
      'Invalid request parameters',
      'body',
    )
  }
})

test("a body above its operation's limit: 413 Payload too large; one at the limit is read", async () => {
  const filler = (bytes: number) => JSON.stringify({ name: 'x', filler: 'y'.repeat(bytes - 24) })
  const fits = filler(BODY_BYTES_USUAL)
  assert.equal(fits.length, BODY_BYTES_USUAL)
  assert.equal((await app.live.raw('POST', '/api/v1/api-keys', fits, JSON_TYPE)).status, 201)
  assertError(
    await app.live.raw('POST', '/api/v1/api-keys', filler(BODY_BYTES_USUAL + 1), JSON_TYPE),
    413,
    'Payload too large',
  )
})

test('wrong types are not coerced in bodies; the field is named', async () => {
  assertError(await app.live.post('/api/v1/api-keys', { name: 5 }), 400, 'Invalid request parameters', 'name')
  assertError(
    await app.live.post('/api/v1/api-keys', { name: 'x', read_only: 'true' }),
    400,
    'Invalid request parameters',
    'read_only',
  )
  assertError(
    await app.live.post('/api/v1/api-keys', { name: null }),
    400,
    'Invalid request parameters',
    'name',
  )
})

test('every error of a body is returned at once', async () => {
  const { body } = await app.live.post('/api/v1/api-keys', { read_only: 1, expires_at: 5 })
  assert.deepEqual(issuesOf(body.details), [
    { field: 'name', issue: 'is required' },
    { field: 'read_only', issue: 'must be true or false' },
    { field: 'expires_at', issue: 'must be a string' },
  ])
})

test('unknown body fields and query parameters are ignored', async () => {
  assert.equal((await app.live.post('/api/v1/api-keys', { name: 'x', color: 'red' })).status, 201)
  assert.equal((await app.live.get('/api/v1/api-keys?color=red')).status, 200)
})

test('page and limit: invalid ones are 400, a limit above the maximum is the maximum', async () => {
  for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'limit=0', 'limit=x', 'limit=2.5']) {
    assertError(
      await app.live.get(`/api/v1/api-keys?${query}`),
      400,
      'Invalid request parameters',
      query.split('=')[0],
    )
  }
  const { body } = await app.live.get('/api/v1/api-keys?limit=1000')
  assert.equal(body.pagination.limit, 100)
  const misspelt = await app.live.get('/api/v1/invoices?stauts=draft')
  assert.equal(misspelt.status, 200)
  assert.deepEqual(issuesOf(misspelt.body.warnings), [
    { field: 'stauts', issue: 'is not a known field and was left out; did you mean status?' },
  ])
})

test('pages: defaults, the rest, and 0 pages of an empty list', async () => {
  for (let n = 0; n < 3; n++) await app.test.post('/api/v1/api-keys', { name: `page ${n}` })
  const { body } = await app.test.get('/api/v1/api-keys')
  const alone = { has_more: false, next_cursor: null, previous_cursor: null }
  assert.deepEqual(body.pagination, { page: 1, limit: 20, total: 4, pages: 1, ...alone })
  const second = (await app.test.get('/api/v1/api-keys?limit=3&page=2')).body
  const { previous_cursor, ...pagination } = second.pagination
  assert.deepEqual(pagination, { page: 2, limit: 3, total: 4, pages: 2, has_more: false, next_cursor: null })
  assert.equal(typeof previous_cursor, 'string')
  assert.equal(second.data.length, 1)
  const empty = (await app.test.get('/api/v1/clients')).body
  assert.deepEqual([empty.data, empty.pagination], [[], { page: 1, limit: 20, total: 0, pages: 0, ...alone }])
})

test('a list streamed item by item equals its JSON as a whole', async () => {
  for (const name of ['"quoted"', 'é 🛫 \u2028']) await app.test.post('/api/v1/api-keys', { name })
  const { text, body, headers } = await app.test.get('/api/v1/api-keys')
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.ok(body.data.length >= 3)
  assert.equal(text, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['success', 'data', 'pagination', '_meta'])
})

test('the request id is generated unless the caller sent a valid one', async () => {
  assert.match(String((await app.live.get('/api/v1/me')).headers['x-request-id']), /^req_[0-9a-z]{26}$/)
  for (const id of ['a', 'my.Request_1-2', 'x'.repeat(128)]) {
    assert.equal((await app.live.get('/api/v1/me', { 'x-request-id': id })).headers['x-request-id'], id)
  }
  for (const id of ['has space', 'x'.repeat(129), 'ação', 'a/b']) {
    const response = await app.live.get('/api/v1/me', { 'x-request-id': encodeURI(id) === id ? id : 'a b' })
    assert.match(String(response.headers['x-request-id']), /^req_/)
  }
})

test('an internal error: 500 Internal error, without internal details', async () => {
  const response = await app.live.get('/api/v1/test-broken')
  assertError(response, 500, 'Internal error')
  assert.equal(response.text.includes('secret inside'), false)
})

test('every response has security headers', async () => {
  for (const response of [
    await app.live.get('/api/v1/me'),
    await app.anybody.get('/nothing'),
    await app.anybody.get('/api/v1/me'),
  ]) {
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    assert.equal(response.headers['x-frame-options'], 'DENY')
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.match(String(response.headers['content-security-policy']), /default-src 'none'/)
  }
})

test('bytes that are not HTTP get the error shape too', async () => {
  const { hostname, port } = new URL(app.url)
  const response = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'))
    socket
      .on('data', (data) => (text += data))
      .on('end', () => resolve(text))
      .on('error', reject)
  })
  assert.match(response, /^HTTP\/1\.1 400 /)
  const body = JSON.parse(response.split('\r\n\r\n')[1]!)
  assert.equal(body.error, 'Invalid request parameters')
  assert.match(body.request_id, /^req_/)
})

test('an address with %00 is refused before the database', async () => {
  assert.equal((await app.live.delete('/api/v1/api-keys/key_%00')).status, 400)
  assert.equal((await app.live.get('/api/v1/api-keys?page=%00')).status, 400)
})

test('HEAD responds like GET, without a body', async () => {
  const response = await app.live.raw('HEAD', '/api/v1/me', undefined)
  assert.equal(response.status, 200)
  assert.equal(response.text, '')
})
