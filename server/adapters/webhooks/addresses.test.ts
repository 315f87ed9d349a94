// Public addresses, those opened by the rules, and that one forbidden address blocks a name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  allowedAddresses,
  ForbiddenAddress,
  isAllowedAddress,
  parseCidrs,
  UnresolvedName,
} from './addresses.ts'

const CLOSED = { allowedCidrs: [], loopbackOpen: false }
const LOOPBACK = { allowedCidrs: [], loopbackOpen: true }
const isOpen = (ip: string) => isAllowedAddress(ip, CLOSED)
const opening = (...allowedCidrs: string[]) => ({ allowedCidrs, loopbackOpen: false })

const PUBLIC =
  '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255 ' +
  '172.32.0.0 169.253.255.255 169.255.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 ' +
  '2606:4700:4700::1111 2a00:1450:4001::200e 2804:14d::1 2001:4860:4860::8888 ::ffff:8.8.8.8 ::ffff:808:808'
// The first and last address of each special range, and well-known ones inside.
const SPECIAL =
  '0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.0 127.0.0.1 ' +
  '127.255.255.255 168.63.129.16 169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 ' +
  '192.0.0.192 192.0.2.0 192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.0 192.168.255.255 ' +
  '192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.0 224.0.0.251 239.255.255.255 ' +
  '240.0.0.0 255.255.255.254 255.255.255.255 ' +
  ':: ::1 ::2 ::127.0.0.1 ::10.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ' +
  '::ffff:0.0.0.0 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::a00:1 100::1 1fff::1 2001::1 ' +
  '2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 2002:808:808::1 ' +
  '2002:a00:1:: 3fff::1 4000::1 5f00::1 fc00::1 fd00::1 fd00:ec2::254 fd12:3456:789a::1 fe80::1 febf::1 fec0::1 ' +
  'fe80::1%eth0 2606:4700:4700::1111%1 ff00::1 ff02::1 ff0e::1'
const NO_ADDRESS =
  '127.1 0x7f.0.0.1 0177.0.0.1 010.0.0.1 2130706433 1.2.3 8.8.8.8/32 [::1] ::1] localhost 8.8.8.8.'

test('public addresses are allowed', () => {
  for (const ip of PUBLIC.split(' ')) assert.ok(isOpen(ip), ip)
})

test('special addresses are refused, as is any other spelling', () => {
  for (const ip of `${SPECIAL} ${NO_ADDRESS}`.split(' ')) assert.ok(!isOpen(ip), ip)
  assert.ok(!isOpen(''))
})

test('an IPv4 address inside an IPv6 one is checked as itself', () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      for (const rules of [CLOSED, LOOPBACK, opening('10.0.0.0/8')]) {
        assert.equal(isAllowedAddress(`::ffff:${ip}`, rules), isAllowedAddress(ip, rules))
      }
      assert.equal(isOpen(`::${ip}`), false)
    }),
  )
})

test('no IPv6 address outside 2000::/3 is public', () => {
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      const first = Number.parseInt(ip.startsWith('::') ? '0' : ip.split(':')[0]!, 16)
      if (isOpen(ip) && !/^(?:0*:)*:?ffff:/i.test(ip)) assert.ok(first >= 0x2000 && first <= 0x3fff, ip)
    }),
  )
})

test('a range allows exactly its addresses', () => {
  const rules = opening('10.1.0.0/16', '192.168.7.7/32', 'fd12::/16', '::1/128')
  const open = '10.1.0.0 10.1.255.255 ::ffff:10.1.2.3 192.168.7.7 fd12::1 fd12:ffff::1 ::1 8.8.8.8'
  for (const ip of open.split(' ')) assert.ok(isAllowedAddress(ip, rules), ip)
  const closed =
    '10.0.255.255 10.2.0.0 192.168.7.6 192.168.7.8 fd11::1 fd13::1 fd12::1%eth0 :: ::2 127.0.0.1 ::10.1.0.1'
  for (const ip of closed.split(' ')) assert.ok(!isAllowedAddress(ip, rules), ip)
})

test('open loopback is exactly 127.0.0.0/8 and ::1', () => {
  for (const ip of '127.0.0.0 127.0.0.1 127.255.255.255 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1'.split(' ')) {
    assert.ok(isAllowedAddress(ip, LOOPBACK), ip)
  }
  const others = SPECIAL.split(' ').filter((ip) => !/^127\.|^::1$|^::ffff:(?:127|7f00)/.test(ip))
  for (const ip of others) assert.ok(!isAllowedAddress(ip, LOOPBACK), ip)
})

const never = () => assert.fail('no look-up for an address')

test('an IP address needs no look-up, with or without brackets', async () => {
  assert.deepEqual(await allowedAddresses('8.8.8.8', CLOSED, never), ['8.8.8.8'])
  assert.deepEqual(await allowedAddresses('[2606:4700::1]', CLOSED, never), ['2606:4700::1'])
  assert.deepEqual(await allowedAddresses('2606:4700::1', CLOSED, never), ['2606:4700::1'])
  await assert.rejects(allowedAddresses('[::1]', CLOSED, never), ForbiddenAddress)
  await assert.rejects(allowedAddresses('127.0.0.1', CLOSED, never), ForbiddenAddress)
})

test('a name has all its addresses, and one forbidden address refuses them all', async () => {
  const good = ['8.8.8.8', '2606:4700::1']
  assert.deepEqual(await allowedAddresses('a.example', CLOSED, async () => good), good)
  for (const bad of ['10.0.0.1', '::1', 'fe80::1%2', 'nonsense']) {
    for (const response of [[bad], [...good, bad], [bad, ...good]]) {
      await assert.rejects(
        allowedAddresses('a.example', CLOSED, async () => response),
        ForbiddenAddress,
      )
    }
  }
})

test('a name without a result is unresolved', async () => {
  const fails = async () => {
    throw new Error('getaddrinfo ENOTFOUND')
  }
  await assert.rejects(
    allowedAddresses('a.example', CLOSED, async () => []),
    UnresolvedName,
  )
  await assert.rejects(allowedAddresses('a.example', CLOSED, fails), UnresolvedName)
})

test('the refusal does not disclose the address', async () => {
  const refused = allowedAddresses('a.example', CLOSED, async () => ['10.20.30.40'])
  await assert.rejects(refused, (error: Error) => !/10\.20/.test(error.message))
})

// Ranges are read as written, and a mistyped one is an error.

test('ranges are separated by commas', () => {
  assert.deepEqual(parseCidrs('10.0.0.0/8, 192.168.1.5/32 ,fd12:3456::/32,::1/128, 0.0.0.0/0'), [
    '10.0.0.0/8',
    '192.168.1.5/32',
    'fd12:3456::/32',
    '::1/128',
    '0.0.0.0/0',
  ])
  assert.deepEqual(parseCidrs('FD00:0:0::/8'), ['fd00::/8'])
  assert.deepEqual(parseCidrs(''), [])
  assert.deepEqual(parseCidrs(' , '), [])
})

test('an invalid range is refused', () => {
  const wrong =
    '10.0.0.0 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/8/8 10.0.0.0/ /8 10/8 10.0/16 010.0.0.0/8 0xa.0.0.0/8 256.0.0.0/8 ' +
    'fd00::/129 fd00:/8 fe80::%eth0/10 fe80::/10%eth0 localhost/8 all *'
  for (const text of wrong.split(' ')) {
    assert.throws(() => parseCidrs(`10.0.0.0/8,${text}`), /^Error: must be address ranges such as/, text)
  }
})

test('an ambiguous range is refused', () => {
  assert.throws(() => parseCidrs('10.0.0.5/8'), /"10\.0\.0\.5\/8" .*is it 10\.0\.0\.0\/8\?$/)
  assert.throws(() => parseCidrs('fd00::5/8'), /is it fd00::\/8\?$/)
  assert.throws(() => parseCidrs('::ffff:10.0.0.0/104'), /as a range of IPv4$/)
  assert.throws(() => parseCidrs('::ffff:0:0/96'), /as a range of IPv4$/)
})
