// The URLs a webhook may have, and equivalent spellings of one receiver.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedAddress, isSandboxAddress, parseReceiverUrl } from './urls.ts'

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
  test(`${JSON.stringify(value)?.slice(0, 60)} is not a valid receiver`, () =>
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

test('loopback may use plain HTTP if allowed', () => {
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

// Loopback and configured sandboxes; not addresses that only look like them.

test('loopback addresses and declared sandboxes are sandboxes', () => {
  for (const address of [
    'https://127.0.0.1:8443/pix',
    'https://127.9.9.9/',
    'https://[::1]:1/',
    'http://localhost:3000',
    'https://bank.localhost/',
    'https://PIX-H.bank.example/v2',
    'https://pix-h.bank.example./v2',
  ])
    assert.ok(isSandboxAddress(address, ['pix-h.bank.example']), address)
})

test('any other spelling is not a sandbox', () => {
  for (const address of [
    'https://api.bank.example',
    'https://127.0.0.1.bank.example/',
    'https://localhost.bank.example/',
    'https://notlocalhost/',
    'https://api.pix-h.bank.example/',
    'https://localhost@bank.example/',
    'not an address',
    '',
  ])
    assert.ok(!isSandboxAddress(address, ['pix-h.bank.example']), address)
})

// The address under which a client is counted.

const cases: [string, string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
  ['no:address:either', 'no:address:either'],
]

for (const [given, counted] of cases) {
  test(`${given} counts as ${counted}`, () => assert.equal(countedAddress(given), counted))
}
