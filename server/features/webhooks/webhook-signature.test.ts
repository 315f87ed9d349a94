// The service's signatures and the receivers' helpers are written apart, and agree; both match published examples.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { API_VERSION } from '../../../contract/common.ts'
import { signTestRequest } from '../../../sdk/src/webhooks/sign-test-request.ts'
import { signatureOf, standardSignatureOf } from '../../../sdk/src/webhooks/signature.ts'
import { verifyWebhook } from '../../../sdk/src/webhooks/verify-webhook.ts'
import { isTestCode, projectFiles } from '../../../test/house/project-files.ts'
import { importsOf } from '../../../test/house/structure.ts'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { signaturesFor } from '../../adapters/webhooks/signature.ts'
import { isId } from '../../kernel/values/ids.ts'

const secretArb = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
const secretsArb = (minLength: number, maxLength: number) =>
  fc.uniqueArray(secretArb, { minLength, maxLength })
const idArb = fc.stringMatching(/^evt_[0-9a-z]{26}$/)
const timestampArb = fc.integer({ min: 0, max: 9_999_999_999 })
/** Any text, lone surrogates too: JSON spells them in a way that survives. */
const bodyArb = fc
  .record({
    id: idArb,
    type: fc.string(),
    data: fc.record({ object: fc.object({ maxDepth: 2, maxKeys: 6 }) }),
    text: anyCharacters(),
  })
  .map((value) => JSON.stringify(value))
const messageArb = fc.record({ id: idArb, timestamp: timestampArb, body: bodyArb })

/** Published with the libraries of Standard Webhooks, and on the page about verifying by hand of Svix. */
const PUBLISHED = [
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
    id: 'msg_loFOjxBNrRLzqYUf',
    timestamp: 1731705121,
    body: '{"event_type":"ping","data":{"success":true}}',
    signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  },
]
for (const { secret, id, timestamp, body, signature } of PUBLISHED) {
  test(`the published example ${id}`, async () => {
    assert.equal(await standardSignatureOf(secret, id, timestamp, body), signature)
    assert.equal(signaturesFor([secret], id, timestamp, body)['webhook-signature'], signature)
    // It is no event of ours, so that is all there is to refuse.
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    }
    const now = new Date(timestamp * 1000)
    await assert.rejects(verifyWebhook(body, headers, secret, { now }), { reason: 'bad_body' })
  })
}

test("the contract's header matches OpenSSL's signature", async () => {
  // printf '1700000000.{"a":"é"}' | openssl dgst -sha256 -hmac 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`
  const expected = 'fe2a65b3dc7fed57adc487a12e5d153446fb8d424bfc635ba20d87b8c3924967'
  assert.equal(await signatureOf(secret, 1700000000, '{"a":"é"}'), expected)
  assert.equal(signaturesFor([secret], 'evt_1', 1700000000, '{"a":"é"}')['x-service-signature'], expected)
})

/** By which of the two ways a request is verified, once the other is gone. */
const WAYS = { contract: /^webhook-/, standard: /^x-service-/ }
const by = (way: keyof typeof WAYS, headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !WAYS[way].test(name)))

test('the SDK verifies every signature of the service', async () => {
  await fc.assert(
    fc.asyncProperty(secretsArb(1, 3), messageArb, async (secrets, { id, timestamp, body }) => {
      const headers = signaturesFor(secrets, id, timestamp, body)
      const verify = (way: keyof typeof WAYS, secret: string | string[]) =>
        verifyWebhook(Buffer.from(body), by(way, headers), secret, { now: new Date(timestamp * 1000) })
      for (const way of ['contract', 'standard'] as const) {
        assert.deepEqual(await verify(way, secrets), JSON.parse(body))
      }
      await verify('contract', secrets[0]!)
      for (const secret of secrets) await verify('standard', secret)
      for (const secret of secrets.slice(1)) await assert.rejects(verify('contract', secret))
    }),
    { numRuns: fullRuns ? 1_000 : 300 },
  )
})

test('service and SDK compute the same headers, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(secretArb, idArb, timestampArb, anyCharacters(), async (secret, id, timestamp, body) => {
      assert.deepEqual(signaturesFor([secret], id, timestamp, body), {
        'x-service-signature': await signatureOf(secret, timestamp, body),
        'x-service-timestamp': String(timestamp),
        'x-service-event-id': id,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await standardSignatureOf(secret, id, timestamp, body),
      })
    }),
    { numRuns: fullRuns ? 1_000 : 300 },
  )
})

test('a changed byte, another time, another secret and a late replay are refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      secretsArb(2, 2),
      messageArb,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async ([secret = '', other = ''], { id, timestamp, body: text }, place, change) => {
        const changed = Buffer.from(text)
        changed[place % changed.length]! ^= change
        const moved = { 'x-service-timestamp': `${timestamp + 1}`, 'webhook-timestamp': `${timestamp + 1}` }
        for (const way of ['contract', 'standard'] as const) {
          const headers = by(way, signaturesFor([secret], id, timestamp, text))
          const refused = (
            reason: string,
            { body = Buffer.from(text), sent = headers, by = secret, age = 0 },
          ) =>
            assert.rejects(verifyWebhook(body, sent, by, { now: new Date((timestamp + age) * 1000) }), {
              reason,
            })
          await refused('bad_signature', { body: changed })
          await refused('bad_signature', { by: other })
          await refused('bad_signature', { sent: { ...headers, ...moved } })
          await refused('timestamp_too_old', { age: 301 })
          await refused('timestamp_in_future', { age: -301 })
        }
      },
    ),
    { numRuns: fullRuns ? 700 : 200 },
  )
})

test('the service signs nothing without a secret, with an empty one, or at half a second', () => {
  assert.throws(() => signaturesFor([], 'evt_1', 1, '{}'), /no secret/)
  assert.throws(() => signaturesFor(['whsec_'], 'evt_1', 1, '{}'), /empty/)
  assert.throws(() => signaturesFor(['whsec_abcd'], 'evt_1', 1.5, '{}'), /whole seconds/)
})

test("generated requests are the service's own, byte for byte", async () => {
  const secrets = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`)
  const { body, headers } = await signTestRequest({ secret: secrets, now: new Date(1_794_744_000_999) })
  const event = JSON.parse(body)
  const { 'content-type': _type, 'user-agent': _agent, ...signed } = headers
  assert.deepEqual(signed, signaturesFor(secrets, event.id, 1_794_744_000, body))
  assert.equal(event.api_version, API_VERSION)
  assert.ok(isId('event', event.id))
  assert.ok(isId('team', event.team_id))
  assert.ok(isId('webhook', event.webhook_id))
})

test('the SDK has no dependencies: no package, and no API of a single runtime', () => {
  const files = [...projectFiles('sdk/src')].filter(([path]) => !isTestCode(path))
  assert.ok(files.length >= 20)
  for (const [path, text] of files) {
    for (const { specifier } of importsOf(text)) assert.match(specifier ?? '', /^\.\.?\//, path)
  }
})
