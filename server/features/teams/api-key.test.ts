// Proves the shape of keys, that no two are alike, and what is kept of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashApiKey, lastFour, makeApiKey } from './api-keys.ts'

for (const mode of ['live', 'test'] as const) {
  test(`a ${mode} key is sk_${mode}_ and 52 characters of base32`, () => {
    assert.match(makeApiKey(mode), new RegExp(`^sk_${mode}_[01][0-9abcdefghjkmnpqrstvwxyz]{51}$`))
  })
}

test('no two keys are alike, and the last four characters vary freely', () => {
  const keys = Array.from({ length: 1000 }, () => makeApiKey('test'))
  assert.equal(new Set(keys).size, 1000)
  assert.ok(new Set(keys.map(lastFour)).size > 980)
})

test('the hash is SHA-256, by its published example', () => {
  assert.equal(
    hashApiKey('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  const key = makeApiKey('live')
  assert.deepEqual(hashApiKey(key), hashApiKey(key))
  assert.notDeepEqual(hashApiKey(key), hashApiKey(`${key} `))
})

test('lastFour shows the end of the key and nothing more', () => {
  assert.equal(lastFour('sk_live_0abcdwxyz'), 'wxyz')
})
