// Which URLs a webhook may have, and which spellings are one receiver.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseReceiverUrl } from './urls.ts'

const wrong: unknown[] = [
  undefined,
  null,
  5,
  {},
  [],
  '',
  'example.com',
  'http://example.com',
  'ftp://example.com/x',
  'https://',
  'https:///x',
  'https:x.com',
  'https:\\\\x.com',
  'https://user@example.com',
  'https://user:pass@example.com/x',
  'https://:@example.com',
  'https://@example.com',
  'https://exa mple.com',
  ' https://example.com',
  'https://example.com\n',
  'https://exam\u0000ple.com',
  'javascript:alert(1)',
  'https://[::1',
  'https://example.com:99999',
  `https://example.com/${'x'.repeat(2_000)}`,
]
for (const value of wrong) {
  test(`${JSON.stringify(value)?.slice(0, 60)} is no receiver`, () =>
    assert.equal(parseReceiverUrl(value), null))
}

test('spellings of one receiver have one key', () => {
  const keys = [
    'https://example.com',
    'HTTPS://EXAMPLE.com:443/',
    'https://example.com/#part',
    'https://example.com./',
  ].map((url) => parseReceiverUrl(url)?.key)
  assert.deepEqual(new Set(keys), new Set(['https://example.com/']))
})

test('other receivers have other keys', () => {
  const urls = [
    'https://example.com/',
    'https://example.com/a',
    'https://example.com/a?b',
    'https://example.com:8443/',
  ]
  assert.equal(new Set(urls.map((url) => parseReceiverUrl(url)?.key)).size, urls.length)
  assert.equal(parseReceiverUrl('https://Example.com/Path')?.url, 'https://Example.com/Path')
})

test('this machine itself may do without TLS, where that is open', () => {
  const ours = [
    'http://localhost:8080/x',
    'http://127.0.0.1/',
    'http://127.1:80',
    'HTTP://[::1]:8080',
    'http://a.localhost',
  ]
  for (const url of ours) {
    assert.equal(parseReceiverUrl(url), null, url)
    assert.equal(parseReceiverUrl(url, true)?.url, url)
  }
  for (const url of [
    'http://example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'http://u@localhost',
  ])
    assert.equal(parseReceiverUrl(url, true), null, url)
})
