// What is kept by its bytes: never more than may be, the longest unasked goes first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeByteCache } from './bounded.ts'

const held = (cache: { get(key: string): string | undefined }, keys: string) =>
  [...keys].filter((key) => cache.get(key) !== undefined).join('')

test('as much is kept as the bytes hold, and what was asked for last stays', () => {
  const cache = makeByteCache<string>(10, (value) => value.length)
  for (const key of 'abc') cache.keep(key, 'xxx')
  assert.equal(cache.get('a'), 'xxx')
  cache.keep('d', 'xxx')
  assert.equal(held(cache, 'bcda'), 'cda')
  cache.keep('e', 'xxxxxxx')
  assert.equal(held(cache, 'abcde'), 'ae', 'one large one takes the place of several')
})

test('what is larger than everything is not kept, and one kept anew counts once', () => {
  const cache = makeByteCache<string>(10, (value, key) => value.length + key.length)
  cache.keep('a', 'x'.repeat(10))
  assert.equal(cache.get('a'), undefined, 'the key counts too')
  for (let times = 0; times < 5; times++) cache.keep('b', 'xxxx')
  cache.keep('c', 'xxxx')
  assert.equal(held(cache, 'bc'), 'bc')
  cache.keep('b', 'x'.repeat(10))
  assert.equal(held(cache, 'bc'), 'c', 'nor is what it was before')
})
