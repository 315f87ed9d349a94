// Ranges are read as written, and a mistyped one is told instead of opening something else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCidrs } from './addresses.ts'

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

test('what is not a range is refused', () => {
  const wrong =
    '10.0.0.0 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/8/8 10.0.0.0/ /8 10/8 10.0/16 010.0.0.0/8 0xa.0.0.0/8 256.0.0.0/8 ' +
    'fd00::/129 fd00:/8 fe80::%eth0/10 fe80::/10%eth0 localhost/8 all *'
  for (const text of wrong.split(' ')) {
    assert.throws(() => parseCidrs(`10.0.0.0/8,${text}`), /^Error: must be address ranges such as/, text)
  }
})

test('a range that may mean two things is refused', () => {
  assert.throws(() => parseCidrs('10.0.0.5/8'), /"10\.0\.0\.5\/8" .*is it 10\.0\.0\.0\/8\?$/)
  assert.throws(() => parseCidrs('fd00::5/8'), /is it fd00::\/8\?$/)
  assert.throws(() => parseCidrs('::ffff:10.0.0.0/104'), /as a range of IPv4$/)
  assert.throws(() => parseCidrs('::ffff:0:0/96'), /as a range of IPv4$/)
})
