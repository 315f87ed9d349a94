// Parsing of Accept-Encoding: preferred, refused and malformed values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { acceptedEncoding } from './negotiation.ts'

const ROWS: [header: string | undefined, encoding: string | null][] = [
  [undefined, null],
  ['', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate, compress', null],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1.0, br;q=0.8', 'gzip'],
  ['gzip; q=0.5 , zstd; q=0.5', 'zstd'],
  ['zstd;q=0, br;q=0.001', 'br'],
  ['gzip;q=0', null],
  ['*', 'zstd'],
  ['*;q=0.1, zstd;q=0', 'br'],
  ['*;q=0', null],
  ['gzip, *;q=0', 'gzip'],
  ['identity', null],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0', null],
  ['gzip, identity', 'gzip'],
  ['gzip;q=2', null],
  ['gzip;q=x, br', 'br'],
  ['gzip;level=9', null],
  [',,;q=1,;', null],
]

for (const [header, encoding] of ROWS) {
  test(`${header ?? 'nothing'}: ${encoding ?? 'as it is'}`, () =>
    assert.equal(acceptedEncoding(header), encoding))
}

test('any header is accepted, and only a named encoding is used', () => {
  const token = fc.constantFrom('gzip', 'br', 'zstd', 'identity', '*', 'q=0', 'q=1', ';', ',', ' ', '=')
  fc.assert(
    fc.property(
      fc.array(token).map((words) => words.join('')),
      (header) => {
        const encoding = acceptedEncoding(header)
        assert.ok(encoding === null || header.includes(encoding) || header.includes('*'))
      },
    ),
  )
})
