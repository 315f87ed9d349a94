import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { readAddress } from './places.ts'

test('an address of one place is left to the driver as it is', () => {
  for (const url of [
    'postgresql://u:p@db.example:6432/embarque?sslmode=require',
    'postgres://u@/embarque?host=%2Frun%2Fpostgresql',
    'postgresql://u:p/q?r@db.example/embarque',
  ])
    assert.deepEqual(readAddress(url), { url, places: [] })
})

for (const [text, places] of [
  ['postgresql://u:p@one:5433,two/embarque', ['one:5433', 'two:5432']],
  [
    'postgresql://u:p@one,two:1,three:2/embarque?target_session_attrs=read-write',
    ['one:5432', 'two:1', 'three:2'],
  ],
  [
    'postgresql://u:p@[::1]:5433,10.0.0.2/embarque?target_session_attrs=primary',
    ['::1:5433', '10.0.0.2:5432'],
  ],
  ['postgresql://u:p@/embarque?host=/run/a,/run/b&port=1,2', ['/run/a:1', '/run/b:2']],
  ['postgresql://u:p@/embarque?host=a,b&port=7', ['a:7', 'b:7']],
  ['postgresql://u:p@%2Frun%2Fa:1,two/embarque', ['/run/a:1', 'two:5432']],
  ['postgresql://u:p@lone/embarque?target_session_attrs=read-write', ['lone:5432']],
] as const)
  test(`${text}: its places, and for the driver the first of them`, () => {
    const address = readAddress(text)
    const named = ({ host, port }: { host: string; port: number }) => `${host}:${port}`
    assert.deepEqual(address.places.map(named), places)
    const { user, password, database, ...driver } = new pg.Client(address.url)
    assert.deepEqual([named(driver), user, password, database], [places[0], 'u', 'p', 'embarque'])
    assert.doesNotMatch(address.url, /target_session_attrs/)
  })

test('an address that nobody could follow is refused', () => {
  assert.throws(() => readAddress('postgresql://u:p@one,:5432/embarque'), /must look like/)
  for (const target of ['any', 'standby', 'read-only', 'prefer-standby', ''])
    assert.throws(
      () => readAddress(`postgresql://u:p@one,two/embarque?target_session_attrs=${target}`),
      /target_session_attrs=read-write/,
    )
})
