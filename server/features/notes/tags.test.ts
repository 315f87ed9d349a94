// Tags: two who sort alike have one, and none is empty, long or one of too many.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Fail } from '../../kernel/values/fail.ts'
import { tagFrom, tagsFrom } from './tags.ts'

const fieldOf = (texts: string[]) => {
  try {
    return tagsFrom(texts)
  } catch (error) {
    assert.ok(error instanceof Fail)
    return error.options.details?.[0]?.field
  }
}

test('tags ignore case, extra spaces and Unicode form, but not accents', () => {
  assert.deepEqual(tagsFrom(['VIP', ' vip ', 'Lua  de\tMel', 'cafe\u0301', 'café']), [
    'café',
    'lua de mel',
    'vip',
  ])
  assert.notEqual(tagFrom('avó'), tagFrom('avo'))
})

test('an error names the invalid tag', () => {
  assert.equal(fieldOf(['ok', '']), 'tags.1')
  assert.equal(fieldOf(['\u0000 ']), 'tags.0')
  assert.equal(fieldOf(['x'.repeat(41)]), 'tags.0')
  assert.equal(fieldOf(Array.from({ length: 21 }, (_, n) => `t${n}`)), 'tags')
  assert.deepEqual(fieldOf(['😀'.repeat(40)]), ['😀'.repeat(40)])
  assert.deepEqual(fieldOf([]), [])
})

test('normalising a tag is idempotent and removes control characters', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }), (codes) => {
      const tag = tagFrom(String.fromCharCode(...codes))
      assert.equal(tagFrom(tag), tag)
      assert.doesNotMatch(tag, /\p{Control}/u)
    }),
  )
})
