// The service's signatures and the receivers' helpers are written apart, and agree; both match published examples.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { API_VERSION } from '../../contract/common.ts'
import { signTestRequest } from '../../sdk/sign-test-request.ts'
import { signatureOf, standardSignatureOf } from '../../sdk/signature.ts'
import { verifySignature, verifyStandardSignature } from '../../sdk/verify-signature.ts'
import { isId } from '../../server/base/values/ids.ts'
import { signaturesFor } from '../../server/outside/receivers/webhook-signature.ts'
import { importsOf } from '../house/floors.ts'
import { isTestCode, projectFiles } from '../house/project-files.ts'
import { anyCharacters } from '../support/any-characters.ts'
import { campaign } from '../support/campaign.ts'

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
  test(`the published example ${id}`, () => {
    assert.equal(standardSignatureOf(secret, id, timestamp, body), signature)
    assert.equal(signaturesFor([secret], id, timestamp, body)['webhook-signature'], signature)
    // It is no event of ours, so that is all there is to refuse.
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    }
    const result = verifyStandardSignature({ body, headers, secret, now: new Date(timestamp * 1000) })
    assert.equal(result.ok ? 'ok' : result.reason, 'bad_body')
  })
}

test("the contract's header, by another program", () => {
  // printf '1700000000.{"a":"é"}' | openssl dgst -sha256 -hmac 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`
  const expected = 'fe2a65b3dc7fed57adc487a12e5d153446fb8d424bfc635ba20d87b8c3924967'
  assert.equal(signatureOf(secret, 1700000000, '{"a":"é"}'), expected)
  assert.equal(signaturesFor([secret], 'evt_1', 1700000000, '{"a":"é"}')['x-service-signature'], expected)
})

test('what the service signs, the helpers verify, whatever it says', () => {
  fc.assert(
    fc.property(secretsArb(1, 3), messageArb, (secrets, { id, timestamp, body }) => {
      const headers = { ...signaturesFor(secrets, id, timestamp, body) }
      const received = { body: Buffer.from(body), headers, now: new Date(timestamp * 1000) }
      for (const verify of [verifySignature, verifyStandardSignature]) {
        const result = verify({ ...received, secret: secrets })
        assert.deepEqual(result, { ok: true, event: JSON.parse(body) })
      }
      assert.equal(verifySignature({ ...received, secret: secrets[0]! }).ok, true)
      for (const secret of secrets) assert.equal(verifyStandardSignature({ ...received, secret }).ok, true)
      for (const secret of secrets.slice(1)) assert.equal(verifySignature({ ...received, secret }).ok, false)
    }),
    { numRuns: campaign(3_000, 300) },
  )
})

test('the same text, byte for byte, from both', () => {
  fc.assert(
    fc.property(secretArb, idArb, timestampArb, anyCharacters(), (secret, id, timestamp, body) => {
      assert.deepEqual(signaturesFor([secret], id, timestamp, body), {
        'x-service-signature': signatureOf(secret, timestamp, body),
        'x-service-timestamp': String(timestamp),
        'x-service-event-id': id,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': standardSignatureOf(secret, id, timestamp, body),
      })
    }),
    { numRuns: campaign(3_000, 300) },
  )
})

test('a changed byte, another time, another secret and a late replay are refused', () => {
  fc.assert(
    fc.property(
      secretsArb(2, 2),
      messageArb,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      ([secret, other], { id, timestamp, body: text }, place, change) => {
        const body = Buffer.from(text)
        const headers = { ...signaturesFor([secret!], id, timestamp, text) }
        const changed = Buffer.from(body)
        changed[place % body.length]! ^= change
        const moved = String(timestamp + 1)
        const request = { body, headers, secret: secret!, now: new Date(timestamp * 1000) }
        for (const verify of [verifySignature, verifyStandardSignature]) {
          const reason = (changes: object) => {
            const result = verify({ ...request, ...changes })
            return result.ok ? 'ok' : result.reason
          }
          assert.equal(reason({}), 'ok')
          assert.equal(reason({ body: changed }), 'bad_signature')
          assert.equal(reason({ secret: other }), 'bad_signature')
          const times = { 'x-service-timestamp': moved, 'webhook-timestamp': moved }
          assert.equal(reason({ headers: { ...headers, ...times } }), 'bad_signature')
          assert.equal(reason({ now: new Date((timestamp + 301) * 1000) }), 'timestamp_too_old')
          assert.equal(reason({ now: new Date((timestamp - 301) * 1000) }), 'timestamp_in_future')
        }
      },
    ),
    { numRuns: campaign(2_000, 200) },
  )
})

test('the service signs nothing without a secret of its own kind, or at half a second', () => {
  assert.throws(() => signaturesFor([], 'evt_1', 1, '{}'), /no secret/)
  assert.throws(() => signaturesFor(['abc'], 'evt_1', 1, '{}'), /whsec_/)
  assert.throws(() => signaturesFor(['whsec_abcd'], 'evt_1', 1.5, '{}'), /whole seconds/)
})

test("made-up requests are the service's own, byte for byte", () => {
  const secrets = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`)
  const { body, headers } = signTestRequest({ secret: secrets, now: new Date(1_794_744_000_999) })
  const event = JSON.parse(body)
  const { 'content-type': _type, 'user-agent': _agent, ...signed } = headers
  assert.deepEqual(signed, signaturesFor(secrets, event.id, 1_794_744_000, body))
  assert.equal(event.api_version, API_VERSION)
  assert.ok(isId('event', event.id))
  assert.ok(isId('team', event.team_id))
  assert.ok(isId('webhook', event.webhook_id))
})

test('the helpers can be copied as they are: they need nothing but Node.js', () => {
  const helpers = [...projectFiles('sdk')].filter(([path]) => !isTestCode(path))
  assert.ok(helpers.length >= 5)
  for (const [path, text] of helpers) {
    for (const { specifier } of importsOf(text)) assert.match(specifier ?? '', /^(?:node:|\.\/)/, path)
  }
})
