// Every reason to refuse, the order in which they are found, and that no request whatsoever makes it throw.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { campaign } from '../test/support/campaign.ts'
import { signTestRequest } from './sign-test-request.ts'
import { signatureOf, standardSignatureOf } from './signature.ts'
import { type SignedRequest, verifySignature, verifyStandardSignature } from './verify-signature.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const NOW = new Date('2026-11-15T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const secret = newSecret()
const sent = signTestRequest({ secret, now: NOW })
const request = { ...sent, secret, now: NOW }

/** The headers for any body, whether the service would send it or not. */
function signed(body: string | Uint8Array, secret: string): Record<string, string> {
  const seconds = String(NOW.getTime() / 1000)
  return {
    'x-service-timestamp': seconds,
    'x-service-signature': signatureOf(secret, seconds, body),
    'webhook-id': 'evt_1',
    'webhook-timestamp': seconds,
    'webhook-signature': standardSignatureOf(secret, 'evt_1', seconds, body),
  }
}

const SCHEMES = [
  {
    name: "the contract's header",
    verify: verifySignature,
    signature: 'x-service-signature',
    timestamp: 'x-service-timestamp',
  },
  {
    name: 'Standard Webhooks',
    verify: verifyStandardSignature,
    signature: 'webhook-signature',
    timestamp: 'webhook-timestamp',
  },
] as const

for (const { name, verify, signature, timestamp } of SCHEMES) {
  const reason = (changed: Partial<SignedRequest>) => {
    const result = verify({ ...request, ...changed })
    return result.ok ? 'ok' : result.reason
  }
  const withHeader = (header: string, value: string | string[] | undefined) =>
    reason({ headers: { ...sent.headers, [header]: value } })

  test(`${name}: what was sent is accepted, as text and as bytes`, () => {
    for (const body of [sent.body, Buffer.from(sent.body), new TextEncoder().encode(sent.body)]) {
      const result = verify({ ...request, body })
      assert.ok(result.ok)
      assert.deepEqual(result.event, JSON.parse(sent.body))
    }
  })

  test(`${name}: headers of any kind and case`, () => {
    const entries = Object.entries(sent.headers)
    assert.equal(reason({ headers: new Headers(sent.headers) }), 'ok')
    assert.equal(
      reason({ headers: Object.fromEntries(entries.map(([key, text]) => [key.toUpperCase(), text])) }),
      'ok',
    )
    assert.equal(reason({ headers: Object.fromEntries(entries.map(([key, text]) => [key, [text]])) }), 'ok')
    assert.equal(reason({ headers: { ...sent.headers, get: 'a header that is called get' } }), 'ok')
  })

  test(`${name}: every changed, missing or additional byte is refused`, () => {
    const bytes = Buffer.from(sent.body)
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1 << (index % 8)
      assert.equal(reason({ body: changed }), 'bad_signature', `byte ${index}`)
    }
    assert.equal(reason({ body: bytes.subarray(1) }), 'bad_signature')
    assert.equal(reason({ body: `${sent.body}\n` }), 'bad_signature')
    assert.equal(reason({ body: '' }), 'bad_signature')
  })

  test(`${name}: a changed timestamp is refused, however close`, () => {
    const seconds = NOW.getTime() / 1000
    for (const changed of [seconds - 1, seconds + 1, `0${seconds}`]) {
      assert.equal(withHeader(timestamp, String(changed)), 'bad_signature')
    }
    for (const changed of ['now', '-1', '1.5', '1e9', ' 1', `${seconds}, ${seconds}`, '1'.repeat(13)]) {
      assert.equal(withHeader(timestamp, changed), 'bad_timestamp', changed)
    }
  })

  test(`${name}: 300 seconds in either direction, and not a moment more`, () => {
    assert.equal(reason({ now: later(300) }), 'ok')
    assert.equal(reason({ now: later(300.001) }), 'timestamp_too_old')
    assert.equal(reason({ now: later(-300) }), 'ok')
    assert.equal(reason({ now: later(-300.001) }), 'timestamp_in_future')
    assert.equal(reason({ now: later(10), toleranceSeconds: 10 }), 'ok')
    assert.equal(reason({ now: later(11), toleranceSeconds: 10 }), 'timestamp_too_old')
  })

  test(`${name}: a tolerance or time that is no number lets nothing through`, () => {
    assert.equal(reason({ toleranceSeconds: Number.NaN }), 'timestamp_too_old')
    assert.equal(reason({ now: new Date(Number.NaN) }), 'timestamp_too_old')
    assert.notEqual(reason({ toleranceSeconds: -1 }), 'ok')
  })

  test(`${name}: without a time given, the machine's counts`, () => {
    const seen = (now?: Date) => {
      const { body, headers } = signTestRequest({ secret, now })
      const result = verify({ body, headers, secret })
      return result.ok ? 'ok' : result.reason
    }
    assert.equal(seen(), 'ok')
    assert.equal(seen(new Date(0)), 'timestamp_too_old')
    assert.equal(seen(new Date('9999-01-01T00:00:00Z')), 'timestamp_in_future')
  })

  test(`${name}: another secret, none, and an empty one are refused`, () => {
    for (const wrong of [newSecret(), secret.slice(0, -2), [], '', ['', ''], [newSecret(), newSecret()]]) {
      assert.equal(reason({ secret: wrong }), 'bad_signature')
    }
    // As where the setting that should hold the secret is not there.
    assert.equal(reason({ secret: undefined as never }), 'bad_signature')
  })

  test(`${name}: nobody can sign with an empty secret`, () => {
    for (const empty of ['', 'whsec_', 'whsec_ ', 'whsec_=']) {
      assert.equal(reason({ headers: signed(sent.body, empty), secret: empty }), 'bad_signature')
    }
  })

  test(`${name}: any of several secrets will do`, () => {
    assert.equal(reason({ secret: [newSecret(), secret] }), 'ok')
    assert.equal(reason({ secret: [secret, newSecret()] }), 'ok')
  })

  test(`${name}: a missing header is named`, () => {
    for (const header of [signature, timestamp]) {
      for (const value of [undefined, '', []]) {
        const result = verify({ ...request, headers: { ...sent.headers, [header]: value } })
        assert.ok(!result.ok)
        assert.equal(result.reason, 'missing_header')
        assert.ok(result.message.includes(header))
      }
    }
  })

  test(`${name}: two values of a header are not a choice`, () => {
    assert.equal(withHeader(signature, [sent.headers[signature], 'f'.repeat(64)]), 'bad_signature')
    const other = timestamp.toUpperCase()
    assert.equal(withHeader(other, '1'), 'bad_timestamp')
  })

  test(`${name}: a signature that is cut, lengthened or in another alphabet is refused`, () => {
    const right = sent.headers[signature]
    const wrong = [
      right.slice(0, -1),
      `${right}0`,
      right.slice(1),
      'ž'.repeat(right.length),
      right.toUpperCase(),
    ]
    for (const changed of wrong) assert.equal(withHeader(signature, changed), 'bad_signature', changed)
  })

  test(`${name}: a body that something parsed already is told from a wrong one`, () => {
    assert.equal(reason({ body: JSON.parse(sent.body) }), 'bad_body')
    assert.equal(reason({ body: undefined as never }), 'bad_body')
  })

  test(`${name}: what is signed and no event is refused`, () => {
    const notUtf8 = Buffer.from('{"id":"a","type":"b","data":{"c":"ÿ"}}', 'latin1')
    const wrong = [
      '',
      'null',
      '[]',
      '{}',
      '{"id":"evt_1"}',
      '{"id":1,"type":"a","data":{}}',
      'no JSON',
      notUtf8,
    ]
    for (const body of wrong) {
      assert.equal(reason({ body, headers: signed(body, secret) }), 'bad_body', body.toString())
    }
    const least = '{"id":"evt_1","type":"a.type.of.tomorrow","data":{}}'
    assert.equal(reason({ body: least, headers: signed(least, secret) }), 'ok')
  })

  test(`${name}: it answers, whatever it is given`, () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withTypedArray: true,
      withNullPrototype: true,
    })
    const headers = fc.dictionary(
      fc.constantFrom(signature, timestamp, 'webhook-id'),
      fc.oneof(anything, fc.string()),
    )
    fc.assert(
      fc.property(
        anything,
        fc.oneof(anything, headers),
        anything,
        anything,
        anything,
        (body, headers, ...rest) => {
          const [secret, toleranceSeconds, now] = rest
          const result = verify({ body, headers, secret, toleranceSeconds, now } as never)
          assert.equal(result.ok, false)
        },
      ),
      { numRuns: campaign(3_000, 600) },
    )
  })
}

test('Standard Webhooks: the id is signed too', () => {
  const headers = { ...sent.headers, 'webhook-id': 'evt_other' }
  const result = verifyStandardSignature({ ...request, headers })
  assert.equal(result.ok ? 'ok' : result.reason, 'bad_signature')
})

test('Standard Webhooks: one fitting signature among others is enough, of the right kind', () => {
  const right = sent.headers['webhook-signature']
  const reason = (signature: string) => {
    const headers = { ...sent.headers, 'webhook-signature': signature }
    const result = verifyStandardSignature({ ...request, headers })
    return result.ok ? 'ok' : result.reason
  }
  assert.equal(reason(`v1a,AAAA v1,AAAA ${right}`), 'ok')
  assert.equal(reason(right.replace('v1,', 'v2,')), 'bad_signature')
  assert.equal(reason(right.replace('v1,', '')), 'bad_signature')
})

test('while a secret is rotated, the old one goes on by Standard Webhooks only', () => {
  const old = newSecret()
  const rotating = { ...signTestRequest({ secret: [secret, old], now: NOW }), now: NOW }
  assert.equal(verifySignature({ ...rotating, secret }).ok, true)
  assert.equal(verifySignature({ ...rotating, secret: old }).ok, false)
  assert.equal(verifySignature({ ...rotating, secret: [old, secret] }).ok, true)
  assert.equal(verifyStandardSignature({ ...rotating, secret }).ok, true)
  assert.equal(verifyStandardSignature({ ...rotating, secret: old }).ok, true)
})
