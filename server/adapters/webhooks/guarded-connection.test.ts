// Verification of certificates and names, and the choice among several addresses.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../test/support/fakes/certificate.ts'
import { type Receiver, startReceiver } from '../../../test/support/fakes/receiver.ts'
import { trustAuthority } from '../../../test/support/trust-authority.ts'
import type { AddressRules } from './addresses.ts'
import { makeWebhookClient } from './client.ts'

const LOOPBACK: AddressRules = { allowedCidrs: [], loopbackOpen: true }
const IN_RANGE: AddressRules = { allowedCidrs: ['127.0.0.0/8'], loopbackOpen: false }
const TEAM = 'team_1'
const SELF_SIGNED = 'its certificate is signed by itself'

let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
})
after(() => receiver.close())

/** Posts to a name with these addresses, and returns the status or the error. */
async function post(rules: AddressRules, addresses: string[], host = `hooks.example.test:${receiver.port}`) {
  const client = makeWebhookClient({ ...rules, resolve: async () => addresses, timeoutMs: 3_000 })
  const { status, error } = await client.post(TEAM, `https://${host}/`, {}, '{}')
  const reach = await client.reach(TEAM, `https://${host}/`)
  assert.deepEqual(reach, error === null ? { ok: true } : { ok: false, reason: 'failed', detail: error })
  await client.close()
  return status ?? error
}

test('a self-signed certificate is accepted on open loopback only', async () => {
  assert.equal(await post(LOOPBACK, ['127.0.0.1']), 200)
  assert.equal(await post(LOOPBACK, [], `127.0.0.1:${receiver.port}`), 200)
  assert.equal(await post(IN_RANGE, ['127.0.0.1']), SELF_SIGNED)
  assert.equal(await post(IN_RANGE, [], `127.0.0.1:${receiver.port}`), SELF_SIGNED)
})

test('if one of the addresses is not loopback, the certificate must be valid', async () => {
  const rules = { allowedCidrs: ['203.0.113.0/24'], loopbackOpen: true }
  assert.equal(await post(rules, ['127.0.0.1', '203.0.113.1']), SELF_SIGNED)
})

test('nothing is sent to a host with an invalid certificate', async () => {
  receiver.requests.length = 0
  assert.equal(await post(IN_RANGE, ['127.0.0.1']), SELF_SIGNED)
  assert.equal(receiver.requests.length, 0)
})

test('the certificate is checked against the name, not the connected address', async () => {
  trustAuthority(CERTIFICATE)
  assert.equal(await post(IN_RANGE, ['127.0.0.1']), 200)
  assert.equal(await post(IN_RANGE, ['127.0.0.1'], `hooks.example.test.:${receiver.port}`), 200)
  assert.equal(await post(IN_RANGE, [], `127.0.0.1:${receiver.port}`), 200)
  const wrong = await post(IN_RANGE, ['127.0.0.1'], `hooks.other.test:${receiver.port}`)
  assert.equal(wrong, 'its certificate is for another name')
  assert.equal(await post(LOOPBACK, ['127.0.0.1'], `hooks.other.test:${receiver.port}`), 200)
})

test('the host receives the requested name by SNI and Host header', async () => {
  trustAuthority(CERTIFICATE)
  const asked: string[] = []
  const tls = {
    cert: CERTIFICATE,
    key: CERTIFICATE_KEY,
    SNICallback: (name: string, done: (error: null) => void) => {
      asked.push(name)
      done(null)
    },
  }
  const server = createServer(tls, (request, response) => {
    asked.push(request.headers.host!, request.httpVersion)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  assert.equal(await post(IN_RANGE, ['127.0.0.1'], `Hooks.Example.test.:${port}`), 200)
  assert.deepEqual(asked, ['hooks.example.test', `hooks.example.test.:${port}`, '1.1', 'hooks.example.test'])
  server.close()
})

test('if the first address does not respond, the next one is tried', async () => {
  assert.equal(await post(LOOPBACK, ['127.0.0.2', '127.0.0.1']), 200)
  assert.equal(await post(LOOPBACK, ['::1', '127.0.0.1']), 200)
})
