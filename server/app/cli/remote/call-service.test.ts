// The requests of commands, and their reaction to responses by status, body and headers.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { CommandFailure } from '../failures.ts'
import { terminal as ownTerminal } from '../terminal.ts'
import { addressOf, forgetLogin, makeService, readLogin, storeLogin } from './call-service.ts'

const KEY = 'sk_test_abcdefghijklmnopqrstuvwxyz'

let response: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '{}' }
let asked: {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
  body: string
}
const server = createServer(async (request, reply) => {
  const { method, url, headers } = request
  asked = { method, url, headers, body: await text(request) }
  reply.writeHead(response.status, response.headers).end(response.body)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
after(() => server.close())
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}`
const service = makeService({ url, key: KEY })

test('a request has the key, and a body only if there is one', async () => {
  response = { status: 200, body: '{"success":true,"data":{"id":"x"}}' }
  assert.deepEqual(await service.call('GET', '/api/v1/me'), { success: true, data: { id: 'x' } })
  assert.deepEqual([asked.method, asked.url, asked.headers['content-type']], ['GET', '/api/v1/me', undefined])
  assert.equal(asked.headers.authorization, `Bearer ${KEY}`)
  assert.match(asked.headers['user-agent'] ?? '', /^embarque-cli\/\d/)
  await service.call('POST', '/api/v1/test/events', { type: 'wallet.credit' }, { prefer: 'wait=1' })
  assert.deepEqual([asked.body, asked.headers.prefer], ['{"type":"wallet.credit"}', 'wait=1'])
})

const refusal = (code: string, rest: object = {}) =>
  JSON.stringify({ success: false, code, message: `About ${code}`, ...rest })

const REFUSALS: [status: number, body: string, why: string, text: RegExp, code: string | undefined][] = [
  [
    400,
    refusal('invalid', { details: [{ field: 'by', issue: 'is odd' }] }),
    'failed',
    /invalid\n {2}by is odd$/,
    'invalid',
  ],
  [
    401,
    refusal('unauthorized'),
    'notAllowed',
    /does not know the key sk_test_…wxyz: it is mistyped/,
    'unauthorized',
  ],
  [403, refusal('forbidden'), 'notAllowed', /^About forbidden$/, 'forbidden'],
  [404, refusal('charge_not_found'), 'failed', /^About charge_not_found$/, 'charge_not_found'],
  [429, refusal('rate_limit_exceeded'), 'failed', /^About rate_limit_exceeded$/, 'rate_limit_exceeded'],
  [503, refusal('service_unavailable'), 'failed', /^About service_unavailable$/, 'service_unavailable'],
  [404, '<h1>Not found</h1>', 'notReached', /is no Embarque service \(HTTP 404\)/, undefined],
  [502, '', 'notReached', /is no Embarque service \(HTTP 502\)/, undefined],
  [500, '{"error":"other"}', 'notReached', /is no Embarque service \(HTTP 500\)/, undefined],
  [200, '<h1>Hello</h1>', 'notReached', /is no Embarque service \(HTTP 200\)/, undefined],
]

for (const [status, body, why, text, code] of REFUSALS)
  test(`${status} ${body.slice(0, 40)} is ${why}`, async () => {
    response = { status, body }
    const error = await service.call('POST', '/api/v1/x', {}).catch((failure: unknown) => failure)
    assert.ok(error instanceof CommandFailure)
    assert.match(error.message, text)
    assert.deepEqual([error.why, error.code], [why, code])
    assert.ok(!error.message.includes(KEY), 'a key is never shown whole')
  })

test('a redirect is not followed, since the key would go to another host', async () => {
  response = { status: 307, body: '', headers: { location: `${url}/elsewhere` } }
  await assert.rejects(service.call('GET', '/api/v1/me'), /HTTP 307, to http\S+\/elsewhere/)
  assert.equal(asked.url, '/api/v1/me')
})

test('a JSON-RPC message is returned with any status; an error of the API is a failure', async () => {
  const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}'
  response = { status: 400, body: error }
  assert.equal(await (await service.post('/mcp', '{}', {})).text(), error)
  response = { status: 202, body: '' }
  assert.equal(await (await service.post('/mcp', '{}', {})).text(), '')
  response = { status: 401, body: refusal('unauthorized') }
  await assert.rejects(service.post('/mcp', '{}', {}), /does not know the key/)
})

test('an aborted stream is not a failure of the service', async () => {
  response = { status: 200, body: '' }
  const error = await service
    .open('/api/v1/stream', {}, AbortSignal.abort())
    .catch((failure: Error) => failure)
  assert.ok(error instanceof Error && !(error instanceof CommandFailure))
})

// Where a key is stored, its file mode, and which of several is used.

const folder = mkdtempSync(join(tmpdir(), 'embarque-login-file-'))
after(() => rmSync(folder, { recursive: true }))

const at = (settings: Record<string, string>) => ({ ...ownTerminal, settings: () => settings })
const LOGIN = { url: 'http://127.0.0.1:3000', key: 'sk_test_stored' }

test("the login is stored in the user's configuration folder, and read again", () => {
  const places: [settings: Record<string, string>, place: string][] = [
    [{ XDG_CONFIG_HOME: join(folder, 'xdg'), HOME: join(folder, 'home') }, join(folder, 'xdg')],
    [{ HOME: join(folder, 'home') }, join(folder, 'home', '.config')],
    [{ XDG_CONFIG_HOME: '', HOME: join(folder, 'other') }, join(folder, 'other', '.config')],
  ]
  for (const [settings, place] of places) {
    assert.equal(storeLogin(at(settings), LOGIN), join(place, 'embarque', 'login.json'))
    assert.deepEqual(readLogin(at(settings)), LOGIN)
  }
})

test('only the owner can read it, even over an older open file; no other file is left', () => {
  const settings = { XDG_CONFIG_HOME: join(folder, 'open') }
  const own = join(folder, 'open', 'embarque')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'login.json'), '{}')
  chmodSync(join(own, 'login.json'), 0o666)
  const file = storeLogin(at(settings), LOGIN)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  storeLogin(at(settings), { ...LOGIN, key: 'sk_test_newer' })
  assert.deepEqual(readdirSync(own), ['login.json'])
  assert.equal(readLogin(at(settings)).key, 'sk_test_newer')
})

test('each environment variable overrides the stored value', () => {
  const settings = { XDG_CONFIG_HOME: join(folder, 'environment') }
  storeLogin(at(settings), LOGIN)
  const key = 'sk_live_environment'
  assert.deepEqual(readLogin(at({ ...settings, EMBARQUE_API_KEY: key })), { ...LOGIN, key })
  const url = 'https://api.agencia.example'
  assert.deepEqual(readLogin(at({ ...settings, EMBARQUE_URL: `${url}/` })), { ...LOGIN, url })
  const both = { EMBARQUE_URL: url, EMBARQUE_API_KEY: key }
  assert.deepEqual(readLogin(at({ ...both, XDG_CONFIG_HOME: join(folder, 'nothing') })), { url, key })
  assert.deepEqual(readLogin(at({ ...settings, EMBARQUE_URL: '', EMBARQUE_API_KEY: '' })), LOGIN)
})

test('a missing or damaged login is reported, and can be deleted', () => {
  const settings = { XDG_CONFIG_HOME: join(folder, 'missing') }
  const cause = /No service is known: run "npx embarque login"/
  assert.throws(() => readLogin(at(settings)), cause)
  assert.throws(() => readLogin(at({ ...settings, EMBARQUE_URL: 'http://x.example' })), cause)
  assert.throws(() => readLogin(at({ ...settings, EMBARQUE_API_KEY: 'sk_test_x' })), cause)
  assert.equal(forgetLogin(at(settings)), false)
  const file = storeLogin(at(settings), LOGIN)
  assert.equal(forgetLogin(at(settings)), true)
  assert.throws(() => readLogin(at(settings)), cause)
  writeFileSync(file, '{"url":"http://x.example"}')
  assert.throws(() => readLogin(at(settings)), cause)
  writeFileSync(file, 'not json')
  assert.throws(() => readLogin(at(settings)), /login\.json is damaged/)
})

const ADDRESSES: [given: string, address: string][] = [
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000//', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/api/v1', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/api/v1/', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/docs', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/painel', 'http://127.0.0.1:3000'],
  ['https://agencia.example/embarque', 'https://agencia.example/embarque'],
  ['https://agencia.example/embarque/api/v1', 'https://agencia.example/embarque'],
  ['localhost:3000', 'http://localhost:3000'],
]

for (const [given, address] of ADDRESSES)
  test(`${given} becomes ${address}`, () => {
    assert.equal(addressOf(given), address)
  })

for (const given of ['http://', '', 'not an address', 'http://a b'])
  test(`"${given}" is not an address`, () => {
    assert.throws(() => addressOf(given), /is no address of a service/)
  })
