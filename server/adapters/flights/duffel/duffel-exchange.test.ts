// One request and its response: limits of time and size, whether it was sent, and the secrecy of the token.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { eventually } from '../../../../test/support/eventually.ts'
import {
  errorResponse,
  type FakeDuffel,
  type FakeRoute,
  startFakeDuffel,
  type Trouble,
} from '../../../../test/support/fakes/fake-duffel.ts'
import { NOBODY } from '../../../../test/support/free-port.ts'
import { type DuffelLine, type DuffelResponse, type LineOptions, openLine } from './client.ts'

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closers) await close()
})

async function connected(options: Partial<LineOptions> = {}, tls = false): Promise<[FakeDuffel, DuffelLine]> {
  const fake = await startFakeDuffel({ tls })
  const line = openLine({ token: fake.token, baseUrl: fake.url, ...options })
  closers.push(
    () => fake.close(),
    () => line.close(),
  )
  return [fake, line]
}

const PATHS: Partial<Record<FakeRoute, string>> = { offer: '/air/offers/off_1', order: '/air/orders' }

function ask(
  line: DuffelLine,
  route: 'offer' | 'order',
  timeoutMs = 20_000,
  signal = new AbortController().signal,
) {
  const [method, data] = route === 'offer' ? (['GET', undefined] as const) : (['POST', {}] as const)
  return line.ask({ method, path: PATHS[route]!, data, timeoutMs, signal })
}

const noResponse = (reason: string, wasSent = true): DuffelResponse => ({ status: null, wasSent, reason })
const CUT_SHORT = 'the connection was closed too early'
const TOO_LATE = 'no answer came in time'

test('a request has headers, body and compression, and its response is parsed', async () => {
  const [fake, line] = await connected()
  const response = await line.ask({
    method: 'POST',
    path: '/air/order_cancellations',
    data: { order_id: 'ord_ão' },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
  })
  assert.equal(response.status, 404)
  assert.deepEqual(response.status !== null && response.body, {
    errors: [
      {
        type: 'invalid_request_error',
        code: 'not_found',
        title: 'not found',
        message: 'The request was refused: not found.',
      },
    ],
    meta: { status: 404, request_id: 'F1request1' },
  })
  const [{ headers, data }] = fake.requests as [(typeof fake.requests)[number]]
  assert.deepEqual(data, { order_id: 'ord_ão' })
  assert.equal(headers.authorization, `Bearer ${fake.token}`)
  assert.equal(headers['accept-encoding'], 'gzip')
  assert.equal(headers['content-type'], 'application/json')
  await ask(line, 'offer')
  assert.equal(fake.requests[1]!.headers['content-type'], undefined)
})

test('the base URL can have a path', async () => {
  const [fake] = await connected()
  const line = openLine({ token: fake.token, baseUrl: `${fake.url}/through/here/` })
  await ask(line, 'offer')
  assert.equal(fake.requests[0]!.path, '/through/here/air/offers/off_1')
  await line.close()
})

test('the retry time of a 429 is returned', async () => {
  const [fake, line] = await connected()
  fake.upset('offer', { answers: { status: 429, headers: { 'ratelimit-reset': 'soon' } } })
  const response = await ask(line, 'offer')
  assert.deepEqual(response, { status: 429, body: undefined, retryAt: 'soon' })
})

test('redirects are not followed', async () => {
  const [elsewhere] = await connected()
  const [fake, line] = await connected()
  fake.upset('offer', {
    answers: { status: 307, headers: { location: `${elsewhere.url}/air/offers/off_1` } },
  })
  assert.equal((await ask(line, 'offer')).status, 307)
  assert.equal(elsewhere.requests.length, 0)
})

test('responses that are not JSON are unreadable', async () => {
  const [fake, line] = await connected()
  for (const body of ['', '<html>', '{"a":', 'nul']) {
    fake.upset('offer', { answers: { status: 200, body } })
    const response = await ask(line, 'offer')
    assert.ok(response.status === 200 && response.body === undefined)
  }
  const garbled = { status: 200, body: 'plain', headers: { 'content-encoding': 'gzip' } }
  fake.upset('offer', { answers: garbled })
  assert.deepEqual(await ask(line, 'offer'), noResponse('the answer is garbled'))
})

test('a response that is too long is cut off, compressed or not', async () => {
  const [fake, line] = await connected({ responseBytesMax: 50_000 })
  function* endless() {
    for (;;) yield 'b'.repeat(10_000)
  }
  fake.upset('offer', { answers: { status: 200, body: endless() } })
  assert.deepEqual(await ask(line, 'offer'), noResponse('the answer is too long'))
  await eventually('the connection is closed', () => fake.openConnections === 0)
  const bomb = gzipSync(Buffer.alloc(5_000_000, ' '))
  assert.ok(bomb.length < 50_000)
  fake.upset('offer', { answers: { status: 200, body: { padding: ' '.repeat(5_000_000) } } })
  assert.deepEqual(await ask(line, 'offer'), noResponse('the answer is too long'))
  assert.equal(fake.requests.length, 2, 'it is not asked for again')
})

test('an unresponsive server times out', async () => {
  const [fake, line] = await connected()
  // With an open connection, the time passes after sending.
  await ask(line, 'offer')
  fake.upset('order', { answers: 'hang' })
  assert.deepEqual(await ask(line, 'order', 50), noResponse(TOO_LATE))
  await eventually('the connection is closed', () => fake.openConnections === 0)
})

test('a server that stops midway times out', async () => {
  const given = new AbortController()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"data":', () => given.abort())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line = openLine({ token: 't', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  assert.deepEqual(await ask(line, 'order', 20_000, given.signal), noResponse(TOO_LATE))
  server.close()
  await line.close()
})

test('the caller can abort', async () => {
  const [fake, line] = await connected()
  fake.upset('order', { answers: 'hang' })
  const given = new AbortController()
  const asked = ask(line, 'order', 20_000, given.signal)
  await fake.waitFor('order')
  given.abort()
  assert.deepEqual(await asked, noResponse(TOO_LATE))
})

test('an aborted request is not sent', async () => {
  const [fake, line] = await connected()
  assert.deepEqual(await ask(line, 'order', 20_000, AbortSignal.abort()), noResponse(TOO_LATE, false))
  assert.equal(fake.requests.length, 0)
})

test('a read is repeated after a broken connection, an order never', async () => {
  const [fake, line] = await connected()
  const broken: Trouble['answers'][] = ['reset', 'half']
  for (const answers of broken) {
    fake.requests.length = 0
    fake.upset('offer', { answers })
    assert.equal((await ask(line, 'offer')).status, 404)
    assert.equal(fake.requests.length, 2)
    fake.upset('offer', { answers })
    fake.upset('offer', { answers })
    assert.deepEqual(await ask(line, 'offer'), noResponse(CUT_SHORT))
    assert.equal(fake.requests.length, 4)
    fake.upset('order', { answers })
    assert.deepEqual(await ask(line, 'order'), noResponse(CUT_SHORT))
    assert.equal(fake.requests.length, 5)
  }
  fake.upset('offer', { answers: errorResponse(500, 'api_error', 'internal_server_error') })
  assert.equal((await ask(line, 'offer')).status, 500)
  assert.equal(fake.requests.length, 6, 'an answer is an answer')
})

test('an unreachable host is reported', async () => {
  const [, line] = await connected({ baseUrl: `http://${NOBODY}` })
  assert.deepEqual(await ask(line, 'order'), noResponse('the connection was refused', false))
})

test('the token is not sent to a server without a valid certificate', async () => {
  const [fake, line] = await connected({}, true)
  assert.deepEqual(await ask(line, 'order'), noResponse('its certificate is signed by itself', false))
  assert.equal(fake.requests.length, 0)
})

test('the token is sent encrypted or not at all', () => {
  for (const baseUrl of [
    'http://api.duffel.com',
    'http://127.0.0.1.example.com',
    'ftp://localhost',
    'http://10.0.0.1',
  ]) {
    assert.throws(() => openLine({ token: 't', baseUrl }), {
      message: 'the address of Duffel must begin with https://',
    })
  }
})

test('connections are reused and limited', async () => {
  const [fake, line] = await connected()
  for (let count = 0; count < 5; count++) await ask(line, 'offer')
  assert.equal(fake.connections, 1)
  await Promise.all(Array.from({ length: 200 }, () => ask(line, 'offer')))
  assert.ok(fake.connections <= 64, `${fake.connections} connections`)
})

test('closing waits for requests in flight, then nothing more is sent', async () => {
  const [fake, line] = await connected()
  const release = fake.hold('offer')
  const asked = ask(line, 'offer')
  await fake.waitFor('offer')
  const closed = line.close()
  release()
  assert.equal((await asked).status, 404)
  await closed
  assert.deepEqual(await ask(line, 'offer'), noResponse('the service is stopping', false))
})
