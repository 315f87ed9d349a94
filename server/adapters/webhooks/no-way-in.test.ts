// Hostile addresses and DNS responses: no input of a stranger connects to a forbidden address.
import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { after, before, beforeEach, mock, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { CERTIFICATE } from '../../../test/support/fakes/certificate.ts'
import { type Receiver, startReceiver } from '../../../test/support/fakes/receiver.ts'
import { trustAuthority } from '../../../test/support/trust-authority.ts'
import { makeNames } from '../dns/dns.ts'
import { makeWebhookClient, type WebhookClient, type WebhookClientOptions } from './client.ts'

const FORBIDDEN = 'no public address was found for this host'
const UNFIT = 'only https addresses without credentials are called'
const GOOD = '8.8.8.8'
const TEAM = 'team_1'

// Each kind of address that a name may resolve to.
const KINDS =
  '127.0.0.1 127.8.9.10 0.0.0.0 10.0.0.5 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 192.0.0.192 192.0.2.1 ' +
  '198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16 ::1 :: ::127.0.0.1 ::ffff:127.0.0.1 ' +
  '::ffff:a9fe:a9fe 64:ff9b::7f00:1 64:ff9b:1::a00:1 2001:0:7f00:1:: 2001:db8::1 2002:7f00:1::1 fc00::1 ' +
  'fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 100::1 3fff::1'

// The port is of a server on 127.0.0.1 that counts connections.
const SPELLINGS =
  'https://127.0.0.1:PORT https://2130706433:PORT https://0x7f000001:PORT https://0X7F.1:PORT ' +
  'https://0x7f.0x0.0x0.0x1:PORT https://017700000001:PORT https://0177.0.0.01:PORT https://127.1:PORT ' +
  'https://127.0.1:PORT https://127.0.0.1.:PORT https://%31%32%37.0.0.1:PORT https://127。0。0。1:PORT ' +
  'https://①②⑦.⓪.⓪.①:PORT https://１２７.1:PORT https:127.0.0.1:PORT https:\\\\127.0.0.1:PORT ' +
  'https://0:PORT https://0.0.0.0:PORT https://[::]:PORT https://[::1]:PORT https://[0:0:0:0:0:0:0:1]:PORT ' +
  'https://[::127.0.0.1]:PORT https://[::ffff:127.0.0.1]:PORT https://[::FFFF:7F00:1]:PORT ' +
  'https://[0:0:0:0:0:ffff:127.0.0.1]:PORT https://[64:ff9b::127.0.0.1]:PORT https://[64:ff9b:1::7f00:1]:PORT ' +
  'https://[2002:7f00:1::]:PORT https://[2001:0:7f00:1::]:PORT https://[fe80::1]:PORT https://[fd00:ec2::254]:PORT ' +
  'https://[ff02::1]:PORT https://[2001:db8::1]:PORT https://169.254.169.254 https://0xa9fea9fe ' +
  'https://2852039166/latest/meta-data https://[::ffff:169.254.169.254] https://10.0.0.1 https://012.1 ' +
  'https://172.16.0.1 https://192.168.0.1 https://100.64.0.1 https://100.100.100.200 https://198.18.0.1 ' +
  'https://255.255.255.255 https://224.0.0.1 https://192.0.2.1 https://168.63.129.16'

// Names as the system resolves them.
const LOCAL_NAMES = 'https://localhost:PORT https://LOCALHOST:PORT https://ｌｏcalhost:PORT'

const NOT_CALLED =
  'http://10.0.0.1:PORT http://example.com http://localhost.example:PORT https://user@127.0.0.1:PORT ' +
  'https://user:pass@example.com ' +
  'https://:pass@example.com https://example.com@127.0.0.1:PORT ftp://127.0.0.1:PORT ws://127.0.0.1:PORT ' +
  'file:///etc/passwd javascript:alert(1) data:,x //127.0.0.1:PORT 127.0.0.1:PORT https:// https://256.256.256.256 ' +
  'https://[fe80::1%25eth0]:PORT https://[127.0.0.1]:PORT https://127.0.0.1:99999 https://0x7f.0.0.0.1 gopher://x'

const connects = mock.method(Socket.prototype, 'connect')
trustAuthority(CERTIFICATE)
const clients: WebhookClient[] = []
let wire: Receiver

before(async () => {
  wire = await startReceiver()
})
beforeEach(() => connects.mock.resetCalls())
after(async () => {
  connects.mock.restore()
  await Promise.all(clients.map((client) => client.close()))
  await wire.close()
})

function client(options: Partial<WebhookClientOptions> = {}): WebhookClient {
  const made = makeWebhookClient({
    allowedCidrs: [],
    loopbackOpen: false,
    resolve: makeNames({ servers: ['127.0.0.1:9'] }),
    ...options,
  })
  clients.push(made)
  return made
}

async function assertRefused(made: WebhookClient, url: string, error: string): Promise<void> {
  const response = await made.post(TEAM, url, {}, '{}')
  assert.deepEqual(
    { ...response, durationMs: 0 },
    { status: null, durationMs: 0, error, isOurFault: false, body: '' },
    url,
  )
  assert.deepEqual(await made.reach(TEAM, url), { ok: false, reason: 'forbidden', detail: error }, url)
  assert.equal(connects.mock.callCount(), 0, url)
}

const each = (urls: string) => urls.split(' ').map((url) => url.replace('PORT', String(wire.port)))
const noLookUp = async () => assert.fail('an address needs no look-up')

test('IP addresses are refused in every spelling', async () => {
  const made = client({ resolve: noLookUp })
  for (const url of each(SPELLINGS)) await assertRefused(made, url, FORBIDDEN)
})

test('names of this machine are refused', async () => {
  const made = client()
  for (const url of each(LOCAL_NAMES)) await assertRefused(made, url, FORBIDDEN)
})

test('plain HTTP is for open loopback only, by the resolved address', async () => {
  for (const url of each('http://127.0.0.1:PORT http://localhost:PORT http://[::1]:PORT'))
    await assertRefused(client({ resolve: noLookUp }), url, UNFIT)
  for (const found of [[GOOD], ['10.0.0.1'], ['127.0.0.1', GOOD]]) {
    const made = client({ loopbackOpen: true, allowedCidrs: ['10.0.0.0/8'], resolve: async () => found })
    await assertRefused(made, `http://a.localhost:${wire.port}/`, FORBIDDEN)
  }
})

test('other protocols, credentials and malformed URLs are refused', async () => {
  const made = client({ loopbackOpen: true, resolve: noLookUp })
  for (const url of each(NOT_CALLED)) await assertRefused(made, url, UNFIT)
})

test('names with a special address are refused, even beside a public one', async () => {
  const names = [
    'hooks.example',
    'hooks.example.',
    'bücher.example',
    'xn--bcher-kva.example',
    'a.localhost',
    'localhost.',
  ]
  for (const [index, bad] of KINDS.split(' ').entries()) {
    for (const found of [[bad], [GOOD, bad], [bad, GOOD]]) {
      const name = names[index % names.length]
      await assertRefused(client({ resolve: async () => found }), `https://${name}:${wire.port}/`, FORBIDDEN)
    }
  }
})

test('names that resolve to an invalid address are refused', async () => {
  for (const found of ['localhost', '127.1', '0x7f.1', '2130706433', '[::1]', '', ' 8.8.8.8', '8.8.8.8\n']) {
    await assertRefused(
      client({ resolve: async () => [found] }),
      `https://hooks.example:${wire.port}/`,
      FORBIDDEN,
    )
  }
})

test('a name that changes after the check is not looked up again', async () => {
  const responses = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']]
  const resolve = mock.fn(async () => responses[Math.min(resolve.mock.callCount(), 2)]!)
  const made = client({ resolve, allowedCidrs: ['127.0.0.1/32'] })
  const url = `https://hooks.example.test:${wire.port}/`
  wire.answer = () => ({ status: 200, headers: { connection: 'close' } })
  assert.equal((await made.post(TEAM, url, {}, '{}')).status, 200)
  assert.equal(resolve.mock.callCount(), 1, 'one look-up, whose answer was connected to')
  await eventually('the connection is closed', () => wire.openConnections === 0)
  connects.mock.resetCalls()
  await assertRefused(made, url, FORBIDDEN)
  assert.equal(resolve.mock.callCount(), 3, 'each new connection is checked again')
})

test('redirects are responses, and not followed', async () => {
  const made = client({ resolve: async () => ['127.0.0.1'], allowedCidrs: ['127.0.0.1/32'] })
  const places = [
    'https://169.254.169.254/',
    'https://10.0.0.1/',
    `https://127.0.0.1:${wire.port}/secret`,
    '//[::1]/',
  ]
  const url = `https://hooks.example.test:${wire.port}/moved`
  wire.requests.length = 0
  for (const status of [300, 301, 302, 303, 307, 308]) {
    for (const location of places) {
      wire.answer = () => ({ status, headers: { location, refresh: `0; url=${location}` } })
      const { status: responded, error } = await made.post(TEAM, url, {}, '{}')
      assert.deepEqual([responded, error], [status, null])
    }
  }
  const hosts = connects.mock.calls.map(({ arguments: [to] }) => (to as { host?: string }).host)
  assert.deepEqual([...new Set(hosts)], ['hooks.example.test'])
  assert.ok(wire.requests.every(({ path }) => path === '/moved'))
})

test('exactly the allowed ranges are open', async () => {
  wire.answer = () => ({ status: 200 })
  const here = `https://127.0.0.1:${wire.port}/`
  const mapped = `https://[::ffff:127.0.0.1]:${wire.port}/`
  for (const options of [{ loopbackOpen: true }, { allowedCidrs: ['127.0.0.1/32'] }]) {
    const made = client(options)
    assert.equal((await made.post(TEAM, here, {}, '{}')).status, 200)
    assert.deepEqual(await made.reach(TEAM, here), { ok: true })
    assert.ok(connects.mock.callCount() > 0, 'the count counts')
    connects.mock.resetCalls()
    await assertRefused(made, 'https://10.0.0.1/', FORBIDDEN)
    await assertRefused(made, 'https://169.254.169.254/', FORBIDDEN)
    await assertRefused(made, 'https://[fe80::1]/', FORBIDDEN)
    await assertRefused(made, `https://0.0.0.0:${wire.port}/`, FORBIDDEN)
  }
  await assertRefused(
    client({ allowedCidrs: ['127.0.0.1/32'] }),
    `https://127.0.0.2:${wire.port}/`,
    FORBIDDEN,
  )
  await assertRefused(client({ allowedCidrs: ['127.0.0.1/32'] }), `https://[::1]:${wire.port}/`, FORBIDDEN)
  await assertRefused(client({ allowedCidrs: ['10.0.0.0/8', '::1/128'] }), mapped, FORBIDDEN)
  assert.equal((await client({ loopbackOpen: true }).post(TEAM, mapped, {}, '{}')).status, 200)
})
