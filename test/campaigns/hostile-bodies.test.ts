// One caller against the others by bodies and connections: nothing is read before authentication, whatever is read
// is bounded, and what was taken comes back.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { AnyObject } from '../../contract/common.ts'
import { BODY_VALUES_MAX } from '../../contract/limits.ts'
import { bodyBytesMaxOf, isPersonal, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { bare } from '../../contract/responses.ts'
import { type Agency, issuesOf, newAgency } from '../support/agency.ts'
import type { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { connectedBank } from '../support/fakes/connected-bank.ts'
import { fullRuns } from '../support/full-runs.ts'
import { invoiceBody, newClient } from '../support/invoicing.ts'
import { headOf as head, type RawConnection, rawRequestsTo } from '../support/raw-requests.ts'
import { LIVE_KEY, TEST_KEY } from '../support/start-app.ts'

const CONNECTIONS = 90
/** More than the system buffers for a client that does not read; and a long text for clients that do. */
const [UNREAD_CHARACTERS, LONG_CHARACTERS] = [10_000_000, 300_000]
const long = { made: 0, characters: LONG_CHARACTERS }
const { app, provider } = await connectedBank({
  settings: {
    CONNECTIONS_PER_ADDRESS: String(CONNECTIONS),
    // Without a secret, callbacks in the name of Duffel are refused.
    SUPPLIERS: 'simulated, duffel',
    DUFFEL_TEST_TOKEN: 'duffel_test_x',
    DUFFEL_TEST_WEBHOOK_SECRET: 'x'.repeat(32),
  },
  prepare(fastify) {
    const operation = { ...OPERATIONS['invoices.list'], response: bare(AnyObject) }
    const makeLong = async () => {
      long.made++
      return { long: 'x'.repeat(long.characters) }
    }
    fastify.get('/api/v1/test-long', { config: { operation } }, makeLong)
    const search = { ...OPERATIONS['flights.search'], response: bare(AnyObject) }
    fastify.post('/api/v1/test-long-search', { config: { operation: search } }, makeLong)
    fastify.post('/test-long-tool', { config: { readingOf: (body) => Object(body).tool } }, makeLong)
  },
})
const callbackPath = new URL(provider.callback_url, app.url).pathname
const sendRaw = rawRequestsTo(app.url)

/** Only the head is sent: a response shows that the body was not awaited. */
async function statusBeforeBody(method: string, path: string, headers: Record<string, string | number>) {
  const { text, socket } = sendRaw(head(method, path, headers))
  await eventually(`${method} ${path} gets a response`, () => text().includes('\r\n\r\n'))
  socket.destroy()
  return { status: Number(text().slice(9, 12)), text: text() }
}

const slow = sendRaw('POST /api/v1/clients HTTP/1.1\r\nHost: x\r\n', '127.0.0.3')

test('the token of a callback is checked before its body is awaited', async () => {
  for (const path of ['/callbacks/pix-bacen/x', '/callbacks/x/y/pix', '/callbacks/simulated/y'])
    assert.equal((await statusBeforeBody('POST', path, { 'Content-Length': 100_000 })).status, 404, path)
  const { text, socket } = sendRaw(head('POST', callbackPath, { 'Content-Length': 10 }))
  socket.write('{"pix":')
  await app.live.get('/api/v1/me')
  assert.equal(text(), '', 'a right token is listened to')
  socket.write('[]}')
  await eventually('the response arrives', () => text().startsWith('HTTP/1.1 200'))
})

test('keys and permissions are checked before bodies', async () => {
  for (const authorization of ['Bearer sk_live_00000000000000000000', 'x'])
    assert.equal(
      (await statusBeforeBody('POST', '/api/v1/invoices', { 'Content-Length': 9_999, authorization })).status,
      401,
    )
  const { body } = await app.live.post('/api/v1/api-keys', { name: 'reads', read_only: true })
  const authorization = `Bearer ${body.data.secret}`
  const reader = { 'Content-Length': 9_999, authorization }
  assert.equal((await statusBeforeBody('POST', '/api/v1/invoices', reader)).status, 403)
})

test('every operation has its own body limit, and larger bodies are not awaited', async () => {
  const taking = Object.entries<Operation>(OPERATIONS).filter(
    // Keys are refused by what is for people, before a body counts.
    ([, operation]) => operation.method !== 'GET' && !isPersonal(operation),
  )
  assert.ok(taking.length > 25)
  for (const [id, operation] of taking) {
    const most = bodyBytesMaxOf(operation)
    const asked = operation.path.replace(':supplier', 'duffel').replaceAll(/:\w+/g, 'x')
    const path = id.startsWith('callbacks') ? callbackPath : asked
    const key = operation.testModeOnly ? TEST_KEY : LIVE_KEY
    const accept = 'application/json'
    const headers = { 'Content-Length': most + 1, authorization: `Bearer ${key}`, accept }
    const { status, text } = await statusBeforeBody(operation.method, path, headers)
    assert.equal(status, 413, `${id}: ${text}`)
    assert.match(text, new RegExp(`send a body of at most ${most} bytes`), id)
    assert.match(text, /^connection: close\r$/im, id)
  }
})

/** One of some is quick, so that a busy machine is not blamed on us. */
async function assertQuick(ask: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < 7; n++) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
    if (times.some((ms) => ms < 100)) return
  }
  assert.fail(`${times.join(', ')} ms`)
}

test('a list that is too long is refused before its items are read', async () => {
  const client = await newClient(app.live)
  const send = async (count = 20_000) =>
    app.live.post('/api/v1/invoices', { client_id: client.id, items: Array(count).fill({}) })
  const { status, body } = await send(9_000)
  assert.deepEqual(
    [status, issuesOf(body.details)],
    [400, [{ field: 'items', issue: 'must have at most 500 items' }]],
  )
  for (const count of [9_000, 20_000]) await assertQuick(() => send(count))
  const wrong = { ...(await invoiceBody(app.live, { client_id: client.id })), items: Array(500).fill({}) }
  const all = await app.live.post('/api/v1/invoices', wrong)
  assert.equal(all.body.details.length, 20, 'a list within its limit has its errors reported')
})

test('a body of very many values is refused before it is parsed', async () => {
  const key = { 'content-type': 'application/json' }
  for (const [body, issue] of [
    [`{"items":[${'[],'.repeat(40_000)}[]]}`, `must not have more than ${BODY_VALUES_MAX} values`],
    [`{"items":[${'0,'.repeat(60_000)}0]}`, `must not have more than ${BODY_VALUES_MAX} values`],
    [`{"a":${'['.repeat(5_000)}`, 'must not be nested more than 100 levels deep'],
    [`{"a":"${'[,'.repeat(20_000)}\\"[[["`, 'is not valid JSON'],
  ] as const) {
    const send = () => app.live.raw('POST', '/api/v1/invoices', body, key)
    const answer = await send()
    assert.deepEqual([answer.status, issuesOf(answer.body.details)], [400, [{ field: 'body', issue }]])
    await assertQuick(send)
  }
})

test('pending bodies are limited by key, and by team and mode: others of the team continue', async () => {
  const [attacker, victim] = [await newAgency(app), await newAgency(app)]
  const isRefused = ({ text }: RawConnection) => text().startsWith('HTTP/1.1 429')
  const begin = (secret: string) =>
    Array.from({ length: 33 }, () => {
      const authorization = `Bearer ${secret}`
      const asked = head('POST', '/api/v1/clients', { 'Content-Length': 20_000, authorization })
      return sendRaw(`${asked}{"name":"`, '127.0.0.7')
    })
  const weak = begin(await newKeyOf(attacker.test, ['clients.write']))
  await eventually('one is too many', () =>
    weak.some((one) => isRefused(one) && one.text().includes('32 bodies')),
  )
  assert.equal(weak.filter(({ text }) => text() !== '').length, 1, 'the others are being listened to')
  const json = { 'content-type': 'application/json' }
  const makeKey = async (client: Client) =>
    (await client.raw('POST', '/api/v1/api-keys', Readable.from(['{"name":', '"one more"}']), json)).status
  assert.equal(await makeKey(attacker.test), 201, 'another key of the same team and mode')
  const strong = begin(await newKeyOf(attacker.test))
  await eventually('the team has no places left', () => strong.some(isRefused))
  assert.equal(await makeKey(attacker.live), 201, 'the other mode')
  assert.equal(await makeKey(victim.test), 201, 'another team')
  assert.equal((await attacker.test.get('/api/v1/me')).status, 200, 'what has no body is not stopped')
  for (const { socket } of [...weak, ...strong]) socket.destroy()
  await eventually('the places are free', async () => (await makeKey(attacker.test)) === 201)
})

for (const [method, path, body] of [
  ['GET', '/api/v1/test-long', ''],
  ['POST', '/test-long-tool', '{"tool":"read"}'],
  ['POST', '/api/v1/test-long-search', '{}'],
] as const)
  test(`eight unread long responses to ${method} ${path} are a team's limit, and do not affect others`, async () => {
    const [attacker, victim] = [await newAgency(app), await newAgency(app)]
    const authorization = `Bearer ${await keyOf(attacker)}`
    const type = { 'content-type': 'application/json' }
    const list = async ({ live }: Agency) =>
      method === 'GET' ? live.get(path) : live.raw(method, path, body, type)
    const madeBefore = long.made
    long.characters = UNREAD_CHARACTERS
    const unread = Array.from({ length: 12 }, () => {
      const asked = head(method, path, {
        authorization,
        ...(body && { ...type, 'Content-Length': body.length }),
      })
      const { socket } = sendRaw(`${asked}${body}`, '127.0.0.6')
      return socket.pause()
    })
    // An earlier request could take one of the eight places itself, and be served forever.
    await eventually('all places are taken', () => long.made >= madeBefore + 8)
    long.characters = LONG_CHARACTERS
    const refused = await list(attacker)
    assert.deepEqual([refused.status, /read the 8 long answers/.test(refused.body.message)], [429, true])
    assert.equal((await list(victim)).status, 200)
    assert.equal((await attacker.live.get('/api/v1/me')).status, 200, 'what is short is not stopped')
    for (const socket of unread) socket.destroy()
    await eventually('the places are free', async () => (await list(attacker)).status === 200)
    const both = await Promise.all(Array.from({ length: 4 }, () => list(attacker)))
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200]))
  })

async function keyOf({ live }: Agency): Promise<string> {
  return newKeyOf(live)
}

async function newKeyOf(client: Client, permissions?: string[]): Promise<string> {
  return (await client.post('/api/v1/api-keys', { name: 'another', permissions })).body.data.secret
}

test('connections are limited by address, and other addresses are served', async () => {
  const many = Array.from({ length: CONNECTIONS + 30 }, () => sendRaw('', '127.0.0.4'))
  await eventually('the rest is refused', () => many.filter(({ isOpen }) => isOpen()).length === CONNECTIONS)
  const other = sendRaw(head('GET', '/api/v1/health'), '127.0.0.5')
  await eventually('another address is served', () => other.text().startsWith('HTTP/1.1 200'))
  for (const { socket } of many) socket.destroy()
  await eventually('the address is served once it closes connections', async () => {
    const again = sendRaw(head('GET', '/api/v1/health'), '127.0.0.4')
    await eventually('the request gets a response or is closed', () => again.text() !== '' || !again.isOpen())
    return again.text().startsWith('HTTP/1.1 200')
  })
})

test('memory of a flood is released', async () => {
  const used = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1024 / 1024
  }
  const authorization = `Bearer ${await keyOf(await newAgency(app))}`
  const flood = async () => {
    const half = 'x'.repeat(30_000)
    const before = `${head('POST', '/api/v1/clients', { 'Content-Length': 32_000, authorization })}"${half}`
    const connections = Array.from({ length: 60 }, () => sendRaw(before))
    await eventually('they are connected', () => connections.every(({ socket }) => !socket.connecting))
    const large = `{"items":"${'x'.repeat(900_000)}"}`
    for (let n = 0; n < (fullRuns ? 40 : 8); n++)
      await app.live.raw('POST', '/api/v1/invoices', large, { 'content-type': 'application/json' })
    for (const { socket } of connections) socket.destroy()
    await eventually('they are gone', () => connections.every(({ isOpen }) => !isOpen()))
  }
  await flood()
  const before = used()
  for (let n = 0; n < (fullRuns ? 4 : 1); n++) await flood()
  const after = await eventually('memory is back', () => used() < before + 8 && used())
  assert.ok(after < before + 8, `${before} MB, then ${after} MB`)
})

const collect = (() => {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  return gc
})()

test('headers that never end time out with 408', async () => {
  await eventually('the connection gets the error and is closed', () => !slow.isOpen())
  assert.match(slow.text(), /^HTTP\/1\.1 408 Request timeout\r/)
  assert.match(slow.text(), /"code":"request_timeout"/)
})
