// Requests of the client, all kinds of responses, and limits of time, memory and connections.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, mock, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { eventually } from '../../../test/support/eventually.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../test/support/fakes/certificate.ts'
import { type Answering, type Receiver, startReceiver } from '../../../test/support/fakes/receiver.ts'
import { NOBODY } from '../../../test/support/free-port.ts'
import { makeNames } from '../dns/dns.ts'
import { makeWebhookClient, type WebhookClient, type WebhookClientOptions } from './client.ts'

const KEPT = 16 * 1024
const CUT_SHORT = 'the connection was closed too early'

const closers: (() => Promise<unknown>)[] = []
after(() => Promise.all(closers.map((close) => close())))

function client(options: Partial<WebhookClientOptions> = {}): WebhookClient {
  const made = makeWebhookClient({
    allowedCidrs: [],
    loopbackOpen: true,
    resolve: makeNames({ servers: null }),
    ...options,
  })
  closers.push(() => made.close())
  return made
}

async function receiver(answer: Answering): Promise<Receiver> {
  const started = await startReceiver({ answer })
  closers.push(() => started.close())
  return started
}

/** A raw TCP server, for responses that no HTTP server would send. */
async function urlOf(server: Server): Promise<string> {
  server.on('connection', (socket) => socket.on('error', () => {})).on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function saying(text: string, { andClose = false } = {}): Promise<string> {
  const server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (andClose ? socket.end(text) : socket.write(text)))
  })
  return urlOf(server)
}

async function responseOf(url: string, options: Partial<WebhookClientOptions> = {}) {
  const { durationMs, ...answer } = await client(options).post(TEAM, url, {}, '{}')
  assert.ok(Number.isInteger(durationMs) && durationMs >= 0)
  return answer
}

const TEAM = 'team_1'
const noResponse = (error: string) => ({ status: null, error, isOurFault: false, body: '' })

test('path, query, headers and body arrive unchanged', async () => {
  const { url, port, requests } = await receiver(() => ({ status: 201, body: 'olá' }))
  const headers = { 'content-type': 'application/json', 'X-Service-Signature': 'sha256=ab' }
  const body = '{"name":"São João ✈","n":1.0}'
  const answer = await client().post(TEAM, `${url}/in/a%20b?x=1&y=%2F#part`, headers, body)
  assert.deepEqual(
    { ...answer, durationMs: 0 },
    { status: 201, durationMs: 0, error: null, isOurFault: false, body: 'olá' },
  )
  const [received] = requests
  assert.equal(received!.method, 'POST')
  assert.equal(received!.path, '/in/a%20b?x=1&y=%2F')
  assert.equal(received!.body, body)
  assert.equal(received!.headers['x-service-signature'], 'sha256=ab')
  assert.equal(received!.headers.host, `127.0.0.1:${port}`)
  assert.equal(received!.headers['content-length'], String(Buffer.byteLength(body)))
})

test('every status is a response', async () => {
  let status = 200
  const { url } = await receiver(() => ({ status, body: status === 204 ? '' : `${status}` }))
  const made = client()
  for (status of [200, 202, 204, 302, 400, 404, 410, 429, 500, 503]) {
    const { status: responded, error, body } = await made.post(TEAM, url, {}, '{}')
    assert.deepEqual([responded, error, body], [status, null, status === 204 ? '' : `${status}`])
  }
})

test('informational statuses are skipped', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
  const url = await saying(`${hints}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`)
  assert.deepEqual(await responseOf(url), { status: 200, error: null, isOurFault: false, body: 'ok' })
  assert.deepEqual(await responseOf(await saying(hints), { timeoutMs: 100 }), noResponse('timed out'))
})

test('a response that is late or incomplete is a failure', async () => {
  const drip = { status: 200, body: 'x'.repeat(1_000), dripMs: 10 }
  for (const answer of [() => 'hang', () => ({ status: 200, delayMs: 60_000 }), () => drip] as Answering[]) {
    const started = await receiver(answer)
    const { status, error, body, durationMs } = await client({ timeoutMs: 150 }).post(
      TEAM,
      started.url,
      {},
      '{}',
    )
    assert.deepEqual([status, error, body], [null, 'timed out', ''])
    assert.ok(durationMs >= 149 && durationMs < 5_000, `${durationMs} ms`)
    await eventually('the connection is closed', () => started.openConnections === 0)
  }
})

test("a time-out while this process was busy is not the receiver's fault", async () => {
  const started = await receiver(() => 'hang')
  // Long enough for the request to arrive on a busy machine.
  const timeoutMs = 800
  const answer = client({ timeoutMs }).post(TEAM, started.url, {}, '{}')
  await started.waitFor(1)
  // Blocks the event loop, but leaves the processor to others.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeoutMs + 1_200)
  const { error, isOurFault } = await answer
  assert.deepEqual([error, isOurFault], ['timed out, as this service was too busy', true])
})

test('a host that accepts connections without responding times out', async () => {
  const url = await urlOf(createServer())
  assert.deepEqual(await responseOf(url, { timeoutMs: 100 }), noResponse('timed out'))
  const failed = { ok: false, reason: 'failed', detail: 'timed out' }
  assert.deepEqual(await client({ timeoutMs: 100 }).reach(TEAM, url), failed)
})

test('an unresponsive name server times out', async () => {
  const silent = client({ timeoutMs: 100, resolve: () => new Promise(() => {}) })
  const detail = 'our look-up of the name got no answer'
  const answer = await silent.post(TEAM, 'https://a.example.test/', {}, '')
  assert.deepEqual([answer.status, answer.error, answer.isOurFault], [null, detail, true])
  assert.deepEqual(await silent.reach(TEAM, 'https://a.example.test/'), {
    ok: false,
    reason: 'unresolved',
    detail,
  })
})

test('a name server that responds too late causes no connection', async () => {
  const started = await receiver(() => ({ status: 200 }))
  const late = Promise.withResolvers<string[]>()
  const made = client({ timeoutMs: 100, resolve: () => late.promise })
  assert.equal((await made.reach(TEAM, `https://a.example.test:${started.port}/`)).ok, false)
  late.resolve(['127.0.0.1'])
  assert.deepEqual(await client().reach(TEAM, started.url), { ok: true })
  assert.equal(started.connections, 1)
})

test('a name without addresses is unresolved', async () => {
  const none = client({ resolve: async () => [] })
  const detail = 'no public address was found for this host'
  assert.equal((await none.post(TEAM, 'https://a.example.test/', {}, '')).error, detail)
  assert.deepEqual(await none.reach(TEAM, 'https://a.example.test/'), {
    ok: false,
    reason: 'unresolved',
    detail,
  })
})

test('a request that waited for a connection until its time-out is never sent', async () => {
  let isHanging = true
  const { url, requests } = await receiver(() => (isHanging ? 'hang' : { status: 200 }))
  const made = client({ timeoutMs: 300 })
  const responses = await Promise.all(Array.from({ length: 40 }, () => made.post(TEAM, url, {}, '{}')))
  assert.ok(responses.every(({ error }) => error === 'timed out'))
  isHanging = false
  // After all that waited.
  await eventually('answered', async () => (await made.post(TEAM, url, {}, '{}')).status === 200)
  await made.close()
  // Beside the sixteen connections, only what began later and had milliseconds left; otherwise all 40.
  assert.ok(requests.length < 32, `${requests.length} were sent`)
})

test('the beginning of a long response is kept, and so is the connection', async () => {
  const started = await receiver(() => ({ status: 200, body: 'a'.repeat(KEPT + 5_000) }))
  const made = client()
  for (let count = 0; count < 20; count++) {
    assert.equal((await made.post(TEAM, started.url, {}, '{}')).body, 'a'.repeat(KEPT))
  }
  assert.ok(started.connections <= 2, `${started.connections} connections`)
})

test('an endless response is cut off, and counts', async () => {
  function* endless() {
    for (;;) yield 'b'.repeat(10_000)
  }
  const started = await receiver(() => ({ status: 200, body: endless() }))
  assert.deepEqual(await responseOf(started.url), {
    status: 200,
    error: null,
    isOurFault: false,
    body: 'b'.repeat(KEPT),
  })
  await eventually('the connection is closed', () => started.openConnections === 0)
})

test('the kept text can be stored', async () => {
  let body = ''
  const { url } = await receiver(() => ({ status: 200, body }))
  const made = client()
  const kept = async (sent: string) => {
    body = sent
    return (await made.post(TEAM, url, {}, '{}')).body
  }
  assert.equal(await kept('a\0b\0'), 'ab')
  assert.equal(await kept('é'.repeat(KEPT)), 'é'.repeat(KEPT / 2))
  assert.equal(await kept(`a${'é'.repeat(KEPT)}`), `a${'é'.repeat(KEPT / 2 - 1)}`, 'not half a character')
  const latin = await saying('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n\xff\xff')
  assert.ok((await responseOf(latin)).body.isWellFormed())
})

test('broken connections and malformed responses are failures', async () => {
  const started = await receiver(() => 'reset')
  assert.deepEqual(await responseOf(started.url), noResponse(CUT_SHORT))
  const closing = (text: string) => saying(text, { andClose: true }).then(responseOf)
  assert.deepEqual(await closing(''), noResponse(CUT_SHORT))
  assert.deepEqual(await closing('HTTP/1.1 200 OK\r\ncontent-le'), noResponse(CUT_SHORT))
  assert.deepEqual(await closing('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'), noResponse(CUT_SHORT))
  assert.deepEqual(await closing('SSH-2.0-OpenSSH\r\n'), noResponse('the answer is not HTTP'))
  const long = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`
  assert.deepEqual(await closing(long), noResponse('the headers of the answer are too long'))
})

test('hosts that fail to connect are reported by cause', async () => {
  const plain = await urlOf(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  const closing = await urlOf(createServer((socket) => socket.end()))
  const reasons: [string, string][] = [
    [closing, CUT_SHORT],
    [`https://${NOBODY}/`, 'the connection was refused'],
    [plain, 'the TLS handshake failed'],
  ]
  for (const [url, detail] of reasons) {
    assert.deepEqual(await responseOf(url), noResponse(detail))
    assert.deepEqual(await client().reach(TEAM, url), { ok: false, reason: 'failed', detail })
  }
})

test('invalid headers are reported, not thrown', async () => {
  const { url, requests } = await receiver(() => ({ status: 200 }))
  const { status, error } = await client().post(TEAM, url, { 'x-bad': 'a\r\nb: c' }, '{}')
  assert.deepEqual([status, error], [null, 'invalid x-bad header'])
  assert.equal(requests.length, 0)
})

test('connections are reused and limited, and each is looked up', async () => {
  const started = await receiver(() => ({ status: 200 }))
  const resolve = mock.fn(async () => ['127.0.0.1'])
  const made = client({ resolve })
  const url = `https://hooks.example.test:${started.port}/`
  for (let wave = 0; wave < 10; wave++) {
    await Promise.all(Array.from({ length: 50 }, () => made.post(TEAM, url, {}, '{}')))
  }
  assert.equal(started.requests.length, 500)
  assert.ok(started.connections <= 16, `${started.connections} connections`)
  assert.ok(resolve.mock.callCount() <= 16, `${resolve.mock.callCount()} look-ups`)
})

test('reach connects and sends nothing', async () => {
  const started = await receiver(() => ({ status: 500 }))
  assert.deepEqual(await client().reach(TEAM, started.url), { ok: true })
  await eventually(
    'the connection is closed',
    () => started.connections === 1 && started.openConnections === 0,
  )
  assert.equal(started.requests.length, 0)
})

test('closing waits for requests in flight, then accepts none', async () => {
  const started = await receiver(() => ({ status: 200, body: 'done', delayMs: 100 }))
  const made = client()
  const last = made.post(TEAM, started.url, {}, '{}')
  await started.waitFor(1)
  await made.close()
  assert.equal((await last).body, 'done')
  assert.equal((await made.post(TEAM, started.url, {}, '{}')).error, 'the service is stopping')
  await eventually('connections are closed', () => started.openConnections === 0)
  await made.close()
})
