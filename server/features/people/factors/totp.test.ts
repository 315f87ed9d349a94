import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTotpSecret, stepOfCode, totpUri, typedSecret } from './totp.ts'

const RFC_SECRET = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B, for SHA-1. They have eight digits, of which ours are the last six. */
const RFC_CODES = {
  59: '94287082',
  1111111109: '07081804',
  1111111111: '14050471',
  1234567890: '89005924',
  2000000000: '69279037',
  20000000000: '65353130',
}

const secondsOf = (seconds: number) => new Date(seconds * 1_000)

for (const [text, code] of Object.entries(RFC_CODES)) {
  test(`the code of second ${text} matches the RFC, and is valid one step before and after`, () => {
    const seconds = Number(text)
    const own = Math.floor(seconds / 30)
    const at = (aside: number) => stepOfCode(RFC_SECRET, code.slice(2), secondsOf(seconds + aside * 30))
    assert.deepEqual([-2, -1, 0, 1, 2].map(at), [undefined, own, own, own, undefined])
  })
}

test('a code is accepted as an app shows it, and in no other form', () => {
  const known = (code: string) => stepOfCode(RFC_SECRET, code, secondsOf(59))
  assert.equal(known('287 082'), 1)
  for (const wrong of ['', '287', '2870820', '87082', 'abcdef', '２８７０８２', '94287082'])
    assert.equal(known(wrong), undefined, wrong)
})

test('a secret is typed in base32', () => {
  assert.equal(typedSecret(RFC_SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.match(typedSecret(newTotpSecret()), /^[A-Z2-7]{32}$/)
})

test('the URI of the QR code encodes any name', () => {
  const uri = new URL(totpUri(RFC_SECRET, 'Embarque', 'ana maria+sol@agência.example'))
  assert.equal(uri.protocol, 'otpauth:')
  assert.equal(
    decodeURIComponent(uri.pathname.split('/').at(-1) ?? ''),
    'Embarque:ana maria+sol@agência.example',
  )
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    secret: typedSecret(RFC_SECRET),
    issuer: 'Embarque',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
