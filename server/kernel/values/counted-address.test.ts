// Whom an address is counted as.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedAddress } from './urls.ts'

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
  test(`${given} is counted as ${counted}`, () => assert.equal(countedAddress(given), counted))
}
