// Every refusal, the order of the checks, and that any input is refused with one of them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { signTestRequest } from './sign-test-request.ts'
import { signatureOf, standardSignatureOf } from './signature.ts'
import {
  type AnyHeaders,
  type RawBody,
  type Secrets,
  type VerifyOptions,
  verifyWebhook,
  WebhookVerificationError,
} from './verify-webhook.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const NOW = new Date('2026-11-15T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const secret = newSecret()
const sent = await signTestRequest({ secret, now: NOW })

interface Given extends VerifyOptions {
  body: RawBody
  headers: AnyHeaders
  secret: Secrets
}

async function reasonOf({ body, headers, secret, ...options }: Given): Promise<string> {
  try {
    await verifyWebhook(body, headers, secret, options)
    return 'ok'
  } catch (error) {
    if (error instanceof TypeError && error.message.startsWith('secret is missing')) return 'no secret'
    assert.ok(error instanceof WebhookVerificationError, String(error))
    assert.ok(error.message.length > 10)
    return error.reason
  }
}

/** The headers for any body, valid or not. */
async function signed(body: string | Uint8Array, secret: string): Promise<Record<string, string>> {
  const seconds = String(NOW.getTime() / 1000)
  return {
    'x-service-timestamp': seconds,
    'x-service-signature': await signatureOf(secret, seconds, body),
    'webhook-id': 'evt_1',
    'webhook-timestamp': seconds,
    'webhook-signature': await standardSignatureOf(secret, 'evt_1', seconds, body),
  }
}

const SCHEMES = [
  {
    name: "the contract's header",
    signature: 'x-service-signature',
    timestamp: 'x-service-timestamp',
    others: /^webhook-/,
  },
  {
    name: 'Standard Webhooks',
    signature: 'webhook-signature',
    timestamp: 'webhook-timestamp',
    others: /^x-service-/,
  },
] as const

for (const { name, signature, timestamp, others } of SCHEMES) {
  /** The headers of this scheme only. */
  const own = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([header]) => !others.test(header)))
  const headers = own(sent.headers)
  const request = { body: sent.body, headers, secret, now: NOW }
  const reason = (changed: Partial<Given>) => reasonOf({ ...request, ...changed })
  const withHeader = (header: string, value: string | string[] | undefined) =>
    reason({ headers: { ...headers, [header]: value } })

  test(`${name}: a sent event is accepted, as text and as bytes`, async () => {
    const bytes = new TextEncoder().encode(sent.body)
    for (const body of [sent.body, Buffer.from(sent.body), bytes, bytes.buffer]) {
      assert.deepEqual(await verifyWebhook(body, headers, secret, { now: NOW }), JSON.parse(sent.body))
    }
  })

  test(`${name}: headers in any container and case are accepted`, async () => {
    const entries = Object.entries(headers)
    assert.equal(await reason({ headers: new Headers(headers) }), 'ok')
    const upper = Object.fromEntries(entries.map(([key, text]) => [key.toUpperCase(), text]))
    assert.equal(await reason({ headers: upper }), 'ok')
    const lists = Object.fromEntries(entries.map(([key, text]) => [key, [text]]))
    assert.equal(await reason({ headers: lists }), 'ok')
    assert.equal(await reason({ headers: { ...headers, get: 'a header that is called get' } }), 'ok')
  })

  test(`${name}: every changed, missing or additional byte is refused`, async () => {
    const bytes = Buffer.from(sent.body)
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1 << (index % 8)
      assert.equal(await reason({ body: changed }), 'bad_signature', `byte ${index}`)
    }
    assert.equal(await reason({ body: bytes.subarray(1) }), 'bad_signature')
    assert.equal(await reason({ body: `${sent.body}\n` }), 'bad_signature')
    assert.equal(await reason({ body: '' }), 'bad_signature')
  })

  test(`${name}: a changed timestamp is refused, however close`, async () => {
    const seconds = NOW.getTime() / 1000
    for (const changed of [seconds - 1, seconds + 1, `0${seconds}`]) {
      assert.equal(await withHeader(timestamp, String(changed)), 'bad_signature')
    }
    for (const changed of ['now', '-1', '1.5', '1e9', ' 1', `${seconds}, ${seconds}`, '1'.repeat(13)]) {
      assert.equal(await withHeader(timestamp, changed), 'bad_timestamp', changed)
    }
  })

  test(`${name}: exactly 300 seconds are accepted in either direction`, async () => {
    assert.equal(await reason({ now: later(300) }), 'ok')
    assert.equal(await reason({ now: later(300.001) }), 'timestamp_too_old')
    assert.equal(await reason({ now: later(-300) }), 'ok')
    assert.equal(await reason({ now: later(-300.001) }), 'timestamp_in_future')
    assert.equal(await reason({ now: later(10), toleranceSeconds: 10 }), 'ok')
    assert.equal(await reason({ now: later(11), toleranceSeconds: 10 }), 'timestamp_too_old')
  })

  test(`${name}: an invalid tolerance or time accepts nothing`, async () => {
    assert.equal(await reason({ toleranceSeconds: Number.NaN }), 'timestamp_too_old')
    assert.equal(await reason({ now: new Date(Number.NaN) }), 'timestamp_too_old')
    assert.notEqual(await reason({ toleranceSeconds: -1 }), 'ok')
  })

  test(`${name}: the machine's time is the default`, async () => {
    const seen = async (now?: Date) => {
      const { body, headers } = await signTestRequest({ secret, now })
      return reasonOf({ body, headers: own(headers), secret })
    }
    assert.equal(await seen(), 'ok')
    assert.equal(await seen(new Date(0)), 'timestamp_too_old')
    assert.equal(await seen(new Date('9999-01-01T00:00:00Z')), 'timestamp_in_future')
  })

  test(`${name}: another secret is refused`, async () => {
    for (const wrong of [newSecret(), secret.slice(0, -2), [newSecret(), newSecret()]]) {
      assert.equal(await reason({ secret: wrong }), 'bad_signature')
    }
  })

  test(`${name}: a missing or empty secret is an error of the caller`, async () => {
    // The first is a missing setting.
    for (const none of [undefined as never, [], '', ['', ''], 'whsec_', 'whsec_ ', 'whsec_=']) {
      assert.equal(await reason({ secret: none }), 'no secret')
      assert.equal(await reason({ secret: none, headers: {}, body: '' }), 'no secret')
    }
  })

  test(`${name}: any of several secrets is accepted`, async () => {
    assert.equal(await reason({ secret: [newSecret(), secret] }), 'ok')
    assert.equal(await reason({ secret: [secret, newSecret()] }), 'ok')
  })

  test(`${name}: a missing header is named`, async () => {
    for (const value of [undefined, '', []]) {
      const left = { ...headers, [timestamp]: value }
      await assert.rejects(verifyWebhook(sent.body, left, secret), {
        message: `there is no header ${timestamp}`,
      })
    }
    // Without any signature, the standard header is reported missing.
    await assert.rejects(verifyWebhook(sent.body, {}, secret), { reason: 'missing_header' })
  })

  test(`${name}: two values of a header are refused`, async () => {
    const right = headers[signature] ?? ''
    assert.equal(await withHeader(signature, [right, 'f'.repeat(64)]), 'bad_signature')
    assert.equal(await withHeader(timestamp.toUpperCase(), '1'), 'bad_timestamp')
  })

  test(`${name}: a signature that is cut, extended or in another alphabet is refused`, async () => {
    const right = headers[signature] ?? ''
    const wrong = [
      right.slice(0, -1),
      `${right}0`,
      right.slice(1),
      'ž'.repeat(right.length),
      right.toUpperCase(),
    ]
    for (const changed of wrong) assert.equal(await withHeader(signature, changed), 'bad_signature', changed)
  })

  test(`${name}: an already parsed body is refused by its own reason`, async () => {
    assert.equal(await reason({ body: JSON.parse(sent.body) }), 'bad_body')
    assert.equal(await reason({ body: undefined as never }), 'bad_body')
  })

  test(`${name}: a signed body that is no event is refused`, async () => {
    const notUtf8 = Buffer.from('{"id":"a","type":"b","data":{"c":"ÿ"}}', 'latin1')
    const texts = ['', 'null', '[]', '{}', '{"id":"evt_1"}', '{"id":1,"type":"a","data":{}}', 'no JSON']
    for (const body of [...texts, notUtf8]) {
      assert.equal(await reason({ body, headers: own(await signed(body, secret)) }), 'bad_body', `${body}`)
    }
    const least = '{"id":"evt_1","type":"a.type.of.tomorrow","data":{}}'
    assert.equal(await reason({ body: least, headers: own(await signed(least, secret)) }), 'ok')
  })

  test(`${name}: any input is refused by name`, async () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withTypedArray: true,
      withNullPrototype: true,
    })
    const names = fc.constantFrom(signature, timestamp, 'webhook-id')
    const someHeaders = fc.oneof(anything, fc.dictionary(names, fc.oneof(anything, fc.string())))
    const given = fc.record({
      body: anything,
      headers: someHeaders,
      secret: anything,
      toleranceSeconds: anything,
      now: anything,
    })
    await fc.assert(
      fc.asyncProperty(given, async (one) => assert.notEqual(await reasonOf(one as never), 'ok')),
      { numRuns: fullRuns ? 3_000 : 300 },
    )
  })
}

const ofStandard = (changed: Partial<Given>) => reasonOf({ ...sent, secret, now: NOW, ...changed })

test('Standard Webhooks: the id is signed too', async () => {
  assert.equal(await ofStandard({ headers: { ...sent.headers, 'webhook-id': 'evt_other' } }), 'bad_signature')
})

test('Standard Webhooks take precedence: other headers do not replace theirs', async () => {
  assert.equal(await ofStandard({ headers: { ...sent.headers, 'webhook-timestamp': '1' } }), 'bad_signature')
  assert.equal(await ofStandard({ headers: { ...sent.headers, 'x-service-signature': 'wrong' } }), 'ok')
})

test('Standard Webhooks: one matching signature of the right kind is enough', async () => {
  const right = sent.headers['webhook-signature']
  const reason = (signature: string) =>
    ofStandard({ headers: { ...sent.headers, 'webhook-signature': signature } })
  assert.equal(await reason(`v1a,AAAA v1,AAAA ${right}`), 'ok')
  assert.equal(await reason(right.replace('v1,', 'v2,')), 'bad_signature')
  assert.equal(await reason(right.replace('v1,', '')), 'bad_signature')
})

test('during rotation the old secret verifies by Standard Webhooks only', async () => {
  const old = newSecret()
  const { body, headers } = await signTestRequest({ secret: [secret, old], now: NOW })
  const { 'webhook-signature': _, ...contract } = headers
  const reason = (secrets: Secrets, some: AnyHeaders = headers) =>
    reasonOf({ body, headers: some, secret: secrets, now: NOW })
  assert.equal(await reason(secret), 'ok')
  assert.equal(await reason(old), 'ok')
  assert.equal(await reason(secret, contract), 'ok')
  assert.equal(await reason(old, contract), 'bad_signature')
  assert.equal(await reason([old, secret], contract), 'ok')
})
